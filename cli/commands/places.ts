import { resolve } from "node:path";
import type { Command } from "commander";
import type { ImportReport } from "../../src/modules/places/schema.ts";
import { EXIT, usageError } from "../errors.ts";
import { operationNamed } from "../operations.ts";
import { note, writeJson, writeRecord } from "../output/output.ts";
import { createProgress } from "../output/progress.ts";
import { type Finish, nounOf } from "../program.ts";
import { type Globals, withTransport } from "../run.ts";
import {
  addListOptions,
  checkIsFile,
  type ListOptions,
  mapIn,
  noteColumns,
  writeErrors,
} from "./list-file.ts";

interface ImportOptions extends Globals, ListOptions {
  readonly dryRun?: true;
}

/** `poi import`, which needs a file; the other `poi` commands come from the operations. */
export function addPlaces(program: Command, finish: Finish): void {
  const command = nounOf(program, ["poi"])
    .command("import <file>")
    .description("Import places from a GeoJSON file, or from a .csv file")
    .option("--dry-run", "show what would change, without changing anything");
  addListOptions(command);
  command.action(async (file: unknown) =>
    finish(await importPlaces(command.optsWithGlobals<ImportOptions>(), String(file))),
  );
}

/** Returns the exit code for partial success if some entries or facts were refused. */
async function importPlaces(options: ImportOptions, file: string): Promise<number> {
  if (options.url !== undefined)
    throw usageError("`poi import` works only on the server's machine, without --url.");
  await checkIsFile(file);
  const format = /\.(?:csv|tsv|tab|txt)$/i.test(file) ? "csv" : "geojson";
  if (format === "geojson" && (options.map ?? options.errors) !== undefined)
    throw usageError("--map and --errors are for lists in .csv files.");
  const report = await withTransport(options, "migrated", async (transport) => {
    const map = await mapIn(transport, "admin.pois.importColumns", file, options.map);
    if (map === null) return null;
    const input = { file: resolve(file), format, dryRun: options.dryRun === true, ...(map && { map }) };
    const progress = createProgress(format === "csv" ? "lines" : "features");
    let counted = 0;
    const onProgress = (count: number) => {
      progress.add(count - counted);
      counted = count;
    };
    const result = await transport
      .call(operationNamed("admin.pois.import"), input, onProgress)
      .finally(progress.end);
    return result as ImportReport;
  });
  if (report === null) return EXIT.done;
  const { list, refusals, doubts } = report;
  if (list) await writeErrors(options.errors, file, list, [...refusals, ...doubts]);
  await printReport(report, format === "csv" ? "line" : "feature", options.json === true);
  return report.success ? EXIT.done : EXIT.partly;
}

async function printReport(
  { list, refusals, doubts, replaced, left, lookAlikes = [], alike = 0, ...counts }: ImportReport,
  unit: string,
  json: boolean,
): Promise<void> {
  if (json)
    return writeJson({
      ...counts,
      list,
      refusals,
      doubts,
      replaced,
      left,
      ...(counts.dryRun && { alike, lookAlikes }),
    });
  const columns = list?.columns ?? [];
  const isForeign = columns.some(({ column, field }) => column !== field);
  if (isForeign) noteColumns(counts.dryRun ? columns : columns.filter(({ field }) => field === null));
  await writeRecord({ ...counts, success: true });
  for (const { at, reason } of refusals) note(`${unit} ${at}: ${reason}`);
  const more = counts.refused + counts.withoutFacts + counts.withoutValues - refusals.length;
  if (more > 0) note(`and ${more} more`);
  for (const { at, reason } of doubts) note(`${unit} ${at}: please check: ${reason}`);
  for (const { at, by } of replaced)
    note(`${unit} ${at}: the same place as ${unit} ${by}, which replaces it`);
  for (const { at, reason } of left) note(`${unit} ${at}: ${reason}`);
  for (const { at, place, ...entry } of lookAlikes)
    note(`${unit} ${at}: ${labelOf(entry)} may be place ${place.id} (${labelOf(place)})`);
  if (alike > lookAlikes.length) note(`and ${alike - lookAlikes.length} more that may be listed already`);
}

type LookAlike = NonNullable<ImportReport["lookAlikes"]>[number];

const labelOf = ({ name, address, city }: Pick<LookAlike, "name" | "address" | "city">): string =>
  `${name}, ${address}, ${city}`;
