import type { QueryKey } from "@tanstack/react-query";
import { type Act, commandOfAct, linesOf } from "../../../shared/commands/act-commands.ts";
import type { CommandInput } from "../../../shared/commands/command-line.ts";
import { commandOfList, rolesOf } from "../../../shared/commands/commands.ts";
import { useStaff } from "../staff/use-staff.ts";
import { CopyLines } from "./copy-lines.tsx";

/** Copies the line that does the same on the command line, and shows it as a title. Renders nothing for other roles. */
export function CopyCommand(act: Act) {
  const { role } = useStaff();
  if (!rolesOf(commandOfAct(act.path)).includes(role)) return null;
  const lines = linesOf(act);
  return <CopyLines lines={() => lines} title={lines.join("\n")} />;
}

/** The same for a list that is shown, with its filters, order and page. */
export function CopyListCommand({ queryKey }: { readonly queryKey: QueryKey }) {
  const [path, options] = queryKey;
  const command = commandOfList(Array.isArray(path) ? path.join(".") : "");
  return command && <CopyCommand path={command} input={inputOf(options)} />;
}

/** An empty filter filters nothing. */
function inputOf(options: unknown): CommandInput {
  const { input = {} } = (options ?? {}) as { readonly input?: CommandInput }; // tRPC's own key
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ""));
}
