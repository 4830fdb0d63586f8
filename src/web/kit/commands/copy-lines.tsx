import type { MouseEvent } from "react";
import { useCopied } from "../../lib/hooks/use-copied.ts";
import { toast } from "../../lib/toast/toast.ts";
import { toastError } from "../../lib/toast/toast-error.ts";
import { COPY_COMMAND } from "./copy-command-content.ts";
import { Prompt } from "./prompt.tsx";

const LINES_MAX = 200;

interface CopyLinesProps {
  /** The lines to copy, of which the first 200 are. Rejects if they cannot be known. */
  readonly lines: (button: HTMLButtonElement) => readonly string[] | Promise<readonly string[]>;
  readonly title?: string;
}

/** Copies the lines that do the same on the command line. */
export function CopyLines({ lines, title = COPY_COMMAND.label }: CopyLinesProps) {
  const { copied, copy } = useCopied();
  async function onClick({ currentTarget }: MouseEvent<HTMLButtonElement>): Promise<void> {
    const all = await lines(currentTarget);
    const some = all.slice(0, LINES_MAX);
    await copy(some.join("\n")).then(
      () => some.length < all.length && toast({ title: COPY_COMMAND.some(some.length, all.length) }),
      () => toast({ title: COPY_COMMAND.notAllowed, variant: "destructive" }),
    );
  }
  return (
    <button
      type="button"
      className="icon-button copy-command"
      title={title}
      onClick={(event) =>
        void onClick(event).catch((error: unknown) => toastError(COPY_COMMAND.failed, error))
      }
    >
      <Prompt copied={copied} />
      <span className="visually-hidden" aria-live="polite">
        {copied ? COPY_COMMAND.copied : COPY_COMMAND.label}
      </span>
    </button>
  );
}
