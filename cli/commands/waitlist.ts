import type { Command } from "commander";
import type { ImportReport } from "../../src/modules/waitlist/schema.ts";
import { EXIT, usageError } from "../errors.ts";
import { operationNamed } from "../operations.ts";
import { note, writeJson, writeRecord } from "../output/output.ts";
import { type Finish, nounOf } from "../program.ts";
import { type Globals, withTransport } from "../run.ts";

interface ImportOptions extends Globals {
  readonly skipRefused?: true;
}

/** `waitlist import`, which needs a file; the other `waitlist` commands come from the operations. */
export function addWaitlist(program: Command, finish: Finish): void {
  const command = nounOf(program, ["waitlist"])
    .command("import <file>")
    .description("Import a .csv list of people who agreed elsewhere, with the evidence of consent")
    .option("--skip-refused", "import the other lines if some are refused");
  command.action(async (file: unknown) =>
    finish(await importSignups(command.optsWithGlobals<ImportOptions>(), String(file))),
  );
}

/** Returns the exit code for bad input if refused lines kept all from being imported, and for partial success if not. */
async function importSignups(options: ImportOptions, path: string): Promise<number> {
  const input = { file: await textOf(path), skipRefused: options.skipRefused === true };
  const report = await withTransport(options, "migrated", async (transport) => {
    const result = await transport.call(operationNamed("admin.waitlist.import"), input);
    return result as ImportReport;
  });
  await printReport(report, options.json === true);
  if (report.refused.length === 0) return EXIT.done;
  if (options.skipRefused) return EXIT.partly;
  note("Nothing was imported. Correct these lines, or add --skip-refused.");
  return EXIT.usage;
}

async function textOf(path: string): Promise<string> {
  const bytes = await Bun.file(path)
    .bytes()
    .catch(() => {
      throw usageError(`There is no file ${path}.`);
    });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw usageError("The file is not UTF-8.");
  }
}

async function printReport({ refused, ...counts }: ImportReport, json: boolean): Promise<void> {
  if (json) return writeJson({ ...counts, refused });
  await writeRecord({ ...counts, refused: refused.length });
  for (const { line, reason } of refused) note(`line ${line}: ${reason}`);
}
