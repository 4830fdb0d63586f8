import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { ImportReport } from "../../src/modules/pois/schema.ts";
import { EXIT, usageError } from "../errors.ts";
import { operationNamed } from "../operations.ts";
import { note, writeJson, writeRecord } from "../output/output.ts";
import { createProgress } from "../output/progress.ts";
import { type Finish, nounOf } from "../program.ts";
import { type Globals, withTransport } from "../run.ts";

interface ImportOptions extends Globals {
  readonly dryRun?: true;
}

/** What takes a file of places; the other commands about places come from the operations. */
export function addPlaces(program: Command, finish: Finish): void {
  const made = nounOf(program, ["poi"])
    .command("import <file>")
    .description("Take places from a GeoJSON file, or a CSV file whose name ends in .csv")
    .option("--dry-run", "say what would be done, and do nothing");
  made.action(async (file: unknown) =>
    finish(await importPlaces(made.optsWithGlobals<ImportOptions>(), String(file))),
  );
}

/** Answers 5 where some entries were refused (contract 8). */
async function importPlaces(wishes: ImportOptions, file: string): Promise<number> {
  if (wishes.url !== undefined)
    throw usageError("`poi import` works on the machine of the server only: leave --url away.");
  if (!(await stat(file).catch(() => null))?.isFile()) throw usageError(`There is no file ${file}.`);
  const format = /\.csv$/i.test(file) ? "csv" : "geojson";
  const input = { file: resolve(file), format, dryRun: wishes.dryRun === true };
  const report = await withTransport(wishes, "migrated", async (line) => {
    const progress = createProgress(format === "csv" ? "lines" : "features");
    let before = 0;
    const heard = (count: number) => {
      progress.add(count - before);
      before = count;
    };
    const result = await line.call(operationNamed("admin.pois.import"), input, heard).finally(progress.end);
    return result as ImportReport;
  });
  await printReport(report, format === "csv" ? "line" : "feature", wishes.json === true);
  return report.refused === 0 ? EXIT.done : EXIT.partly;
}

async function printReport(
  { refusals, ...counts }: ImportReport,
  unit: string,
  json: boolean,
): Promise<void> {
  if (json) return writeJson({ ...counts, refusals });
  await writeRecord({ ...counts, success: true });
  for (const { at, reason } of refusals) note(`${unit} ${at}: ${reason}`);
  const more = counts.refused - refusals.length;
  if (more > 0) note(`and ${more} more`);
}
