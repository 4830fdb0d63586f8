import { commandLine } from "../../../shared/commands/command-line.ts";
import type { RecordCommand } from "../../../shared/commands/record-commands.ts";
import { toast } from "../../lib/toast/toast.ts";
import { Menu } from "../../ui/menu/menu.tsx";
import { COPY_COMMAND } from "./content.ts";
import { Prompt } from "./prompt.tsx";

/** Copies one of the lines that do on the command line what can be done to a record here. */
export function CopyCommands({ commands }: { readonly commands: readonly RecordCommand[] }) {
  async function copy({ path, input }: RecordCommand): Promise<void> {
    const line = commandLine(path, input);
    try {
      await navigator.clipboard.writeText(line);
      toast({ title: COPY_COMMAND.copied, description: line });
    } catch {
      toast({ title: COPY_COMMAND.failed, variant: "destructive" });
    }
  }
  const items = commands.map((each) => ({ name: each.name, onSelect: () => void copy(each) }));
  return <Menu label={COPY_COMMAND.label} title={COPY_COMMAND.label} icon={<Prompt />} items={items} />;
}
