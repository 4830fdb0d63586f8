import type { Command } from "commander";
import type { ImportReport } from "../../src/modules/waitlist/schema.ts";
import { EXIT } from "../errors.ts";
import { operationNamed } from "../operations.ts";
import { note, writeJson, writeRecord } from "../output/output.ts";
import { type Finish, nounOf } from "../program.ts";
import { type Globals, withTransport } from "../run.ts";
import { addListOptions, type ListOptions, listText, mapIn, writeErrorsOf } from "./list-file.ts";

interface ImportOptions extends Globals, ListOptions {
  readonly skipRefused?: true;
  readonly consentSource?: string;
  readonly consentAt?: string;
}

const COLUMNS = "admin.waitlist.importColumns";

/** `waitlist import`, which needs a file; the other `waitlist` commands come from the operations. */
export function addWaitlist(program: Command, finish: Finish): void {
  const command = nounOf(program, ["waitlist"])
    .command("import <file>")
    .description("Import a .csv list of people who agreed elsewhere, with the evidence of consent")
    .option("--skip-refused", "import the other lines if some are refused")
    .option("--consent-source <text>", "how the people agreed, where the list does not say it")
    .option("--consent-at <date>", "when they agreed, where the list does not say it");
  addListOptions(command);
  command.action(async (file: unknown) =>
    finish(await importSignups(command.optsWithGlobals<ImportOptions>(), String(file))),
  );
}

/** Returns the exit code for bad input if refused lines kept all from being imported, and for partial success if not. */
async function importSignups(options: ImportOptions, path: string): Promise<number> {
  const { consentSource, consentAt } = options;
  const report = await withTransport(options, "migrated", async (transport) => {
    const map = await mapIn(transport, COLUMNS, path, options.map);
    if (map === null) return null;
    const said = Object.entries({ map, consentSource, consentAt }).filter(([, value]) => value !== undefined);
    const input = {
      file: await listText(path),
      skipRefused: options.skipRefused === true,
      ...Object.fromEntries(said),
    };
    const result = (await transport.call(operationNamed("admin.waitlist.import"), input)) as ImportReport;
    const lines = [...result.refused, ...(result.left ?? [])].map(({ line, reason }) => ({
      at: line,
      reason,
    }));
    await writeErrorsOf(transport, COLUMNS, options, path, lines);
    return result;
  });
  if (report === null) return EXIT.done;
  await printReport(report, options.json === true);
  if (report.refused.length === 0) return EXIT.done;
  if (options.skipRefused) return EXIT.partly;
  note("Nothing was imported. Correct these lines, or add --skip-refused.");
  return EXIT.usage;
}

async function printReport(report: ImportReport, json: boolean): Promise<void> {
  if (json) return writeJson(report);
  const { refused, left = [], ignored = [], ...counts } = report;
  await writeRecord({ ...counts, refused: refused.length });
  for (const { line, reason } of [...refused, ...left]) note(`line ${line}: ${reason}`);
  if (ignored.length > 0) note(`columns that are not taken: ${ignored.join(", ")}`);
}
