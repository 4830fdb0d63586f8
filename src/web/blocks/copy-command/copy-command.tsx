import type { QueryKey } from "@tanstack/react-query";
import { type CommandInput, commandLine } from "../../../shared/commands/command-line.ts";
import { type CommandPath, commandOfList } from "../../../shared/commands/commands.ts";
import { useCopied } from "../../lib/hooks/use-copied.ts";
import { toast } from "../../lib/toast/toast.ts";
import { COPY_COMMAND } from "./content.ts";
import { Prompt } from "./prompt.tsx";

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
      <Prompt copied={copied} />
      <span className="visually-hidden" aria-live="polite">
        {copied ? COPY_COMMAND.copied : COPY_COMMAND.label}
      </span>
    </button>
  );
}

/** The same for a list that is shown, with its filters, order and page. */
export function CopyListCommand({ queryKey }: { readonly queryKey: QueryKey }) {
  const [path, options] = queryKey;
  const command = commandOfList(Array.isArray(path) ? path.join(".") : "");
  return command && <CopyCommand path={command} input={inputOf(options)} />;
}

function inputOf(options: unknown): CommandInput {
  const { input = {} } = (options ?? {}) as { readonly input?: CommandInput }; // tRPC's own key
  return input;
}
