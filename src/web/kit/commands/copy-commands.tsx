import { linesOf } from "../../../shared/commands/act-commands.ts";
import { rolesOf } from "../../../shared/commands/commands.ts";
import type { RecordCommand } from "../../../shared/commands/record-commands.ts";
import { toast } from "../../lib/toast/toast.ts";
import { Menu } from "../page/menu.tsx";
import { useStaff } from "../staff/use-staff.ts";
import { COPY_COMMAND } from "./copy-command-content.ts";
import { Prompt } from "./prompt.tsx";

/** Copies one of the lines that do on the command line what the role may do to a record here. */
export function CopyCommands({ commands }: { readonly commands: readonly RecordCommand[] }) {
  const { role } = useStaff();
  async function copy(command: RecordCommand): Promise<void> {
    const line = linesOf(command).join("\n");
    try {
      await navigator.clipboard.writeText(line);
      toast({ title: COPY_COMMAND.copied, description: line });
    } catch {
      toast({ title: COPY_COMMAND.notAllowed, variant: "destructive" });
    }
  }
  const allowed = commands.filter(({ path }) => rolesOf(path).includes(role));
  const items = allowed.map((each) => ({ name: each.name, onSelect: () => void copy(each) }));
  return <Menu label={COPY_COMMAND.label} title={COPY_COMMAND.label} icon={<Prompt />} items={items} />;
}
