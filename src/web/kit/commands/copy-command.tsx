import { useQueryClient } from "@tanstack/react-query";
import { linesOf } from "../../../shared/command-line.ts";
import { HOLDS } from "../../lib/held.ts";
import { type Act, useLastAct } from "../../lib/last-act.ts";
import { toastError } from "../../lib/toast.ts";
import { useCopied } from "../controls/copy-button.tsx";

const LINES_MAX = 200;

/** Of an act on very many records, the lines for the first 200. */
export const linesOfAct = (act: Act | null): readonly string[] =>
  act ? linesOf(act.path, act.input).slice(0, LINES_MAX) : [];

/** Copies the line that does on the command line what was done last on these screens. Renders nothing before that. */
export function CopyLastAct() {
  const lines = linesOfAct(useLastAct());
  return lines.length > 0 && <CopyLines lines={lines} />;
}

/** The lines that show the lists of the screen, with their filters, orders and pages; none where no command does. */
export function useLinesOfLists(): readonly string[] {
  return useQueryClient()
    .getQueryCache()
    .findAll({ type: "active", predicate: ({ meta }) => meta?.holds === HOLDS.holds })
    .flatMap(({ queryKey: [path, options] }) =>
      linesOf(Array.isArray(path) ? path.join(".") : "", inputOf(options)),
    );
}

/** An empty filter filters nothing. */
function inputOf(options: unknown): Act["input"] {
  const { input = {} } = (options ?? {}) as { readonly input?: Act["input"] }; // tRPC's own key
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ""));
}

export const toastNotCopied = (): void => toastError("Could not copy: the browser does not allow it");

function CopyLines({ lines }: { readonly lines: readonly string[] }) {
  const { copied, copy } = useCopied();
  const text = lines.join("\n");
  return (
    <button
      type="button"
      className="icon-button"
      title={text}
      onClick={() => void copy(text).catch(toastNotCopied)}
    >
      <svg className="copy-command-sign" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        {copied ? <path d="M4 10.5l4 4 8-9" /> : <path d="M3 5l5 5-5 5M10 15.5h7" />}
      </svg>
      <span className="visually-hidden" aria-live="polite">
        {copied ? "Copied" : "Copy as command"}
      </span>
    </button>
  );
}
