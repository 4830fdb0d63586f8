import { lazy, Suspense, useEffect, useState } from "react";
import { PALETTE } from "./palette-content.ts";

const load = () => import("./palette.tsx");
const Palette = lazy(async () => ({ default: (await load()).Palette }));

/** The button of the command palette, which Ctrl K or Command K opens too. The palette itself is loaded on demand. */
export function OpenPalette() {
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (HELD.includes(event.key)) void load(); // the letter is likely to follow
      const held = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!held || event.key.toLowerCase() !== "k" || document.getElementById("root")?.inert) return;
      event.preventDefault();
      setState("open");
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className="open-palette"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        aria-label={PALETTE.open}
        data-keys={isMac() ? "⌘ K" : "Ctrl K"}
        onClick={() => setState("open")}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20.5 20.5" />
        </svg>
      </button>
      {state !== "unused" && (
        <Suspense>
          <Palette open={state === "open"} onClose={() => setState("closed")} />
        </Suspense>
      )}
    </>
  );
}

const HELD = ["Control", "Meta"];
const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
