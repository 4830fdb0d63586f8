import type { QueryKey } from "@tanstack/react-query";
import { type CommandInput, commandLine } from "../../../shared/commands/command-line.ts";
import { type CommandPath, hasCommand } from "../../../shared/commands/commands.ts";
import { useCopied } from "../../lib/hooks/use-copied.ts";
import { toast } from "../../lib/toast/toast.ts";
import { COPY_COMMAND } from "./content.ts";

interface CopyCommandProps {
  readonly path: CommandPath;
  readonly input: CommandInput;
}

/** Copies the line that does the same on the command line; its title shows the line. */
export function CopyCommand({ path, input }: CopyCommandProps) {
  const { copied, copy } = useCopied();
  const line = commandLine(path, input);
  const onClick = () => copy(line).catch(() => toast({ title: COPY_COMMAND.failed, variant: "destructive" }));
  return (
    <button type="button" className="icon-button copy-command" title={line} onClick={() => void onClick()}>
      <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        {copied ? <path d="M4 10.5l4 4 8-9" /> : <path d="M3 5l5 5-5 5M10 15.5h7" />}
      </svg>
      <span className="visually-hidden" aria-live="polite">
        {copied ? COPY_COMMAND.copied : COPY_COMMAND.label}
      </span>
    </button>
  );
}

/** The same for a list that is shown, with its filters, order and page. */
export function CopyListCommand({ queryKey }: { readonly queryKey: QueryKey }) {
  const [path, options] = queryKey;
  const name = Array.isArray(path) ? path.join(".") : "";
  return hasCommand(name) && <CopyCommand path={name} input={inputOf(options)} />;
}

function inputOf(options: unknown): CommandInput {
  const { input = {} } = (options ?? {}) as { readonly input?: CommandInput }; // tRPC's own key
  return input;
}
