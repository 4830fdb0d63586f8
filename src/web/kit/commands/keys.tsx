import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { browserSetting } from "../../lib/browser-setting.ts";
import { type Keys, KeysContext, type KeysOfPart } from "./use-shortcuts.ts";

const KeysDialog = lazy(() => import("./keys-dialog.tsx").then((loaded) => ({ default: loaded.KeysDialog })));

/** Where the focused element handles keys itself. */
const TYPING = "input:not([type=checkbox]), select, textarea, [contenteditable], [role=menu], [role=listbox]";
const keysSetting = browserSetting("review-keys"); // a name from the time when only the reviews had keys

type Part = { readonly current: KeysOfPart };

/** The shortcuts of a screen; `?` shows them. */
export function ScreenKeys({ children }: { readonly children: ReactNode }) {
  const parts = useRef<Part[]>([]);
  const [on, setOn] = useState(() => keysSetting.read() !== "off");
  const [isShown, setShown] = useState<boolean | null>(null);
  const keys = useMemo<Keys>(
    () => ({
      on,
      turn: (next) => {
        keysSetting.write(next ? null : "off");
        setOn(next);
      },
      add: (part) => addTo(parts.current, part),
      show: () => setShown(true),
    }),
    [on],
  );
  useEffect(() => {
    if (!on) return;
    function onKey(event: KeyboardEvent): void {
      if (isForOthers(event)) return;
      if (event.key === "?") setShown(true);
      else parts.current.some(({ current }) => runs(current, event));
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [on]);
  const close = () => setShown(false);
  return (
    <KeysContext value={keys}>
      {children}
      {isShown !== null && (
        <Suspense>
          <KeysDialog
            open={isShown}
            onClose={close}
            wordsOf={() => parts.current.map(({ current }) => current.words)}
          />
        </Suspense>
      )}
    </KeysContext>
  );
}

function addTo(parts: Part[], part: Part): () => void {
  parts.push(part);
  return () => void parts.splice(parts.indexOf(part), 1);
}

function isForOthers({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest(TYPING) !== null;
  const isCovered = document.getElementById("root")?.inert === true;
  return ctrlKey || metaKey || altKey || defaultPrevented || isTyping || isCovered;
}

/** Whether the part handled the key. */
function runs({ shortcuts }: KeysOfPart, event: KeyboardEvent): boolean {
  const run = shortcuts.get(event.key);
  return run !== undefined && run(event) !== false;
}
