import { basename, resolve } from "node:path";
import { type Command, Option } from "commander";
import type { z } from "zod";
import type { intake } from "../../src/modules/places/intake/schema.ts";
import { FILE_SOURCES } from "../../src/shared/places/sources.ts";
import { EXIT, usageError } from "../errors.ts";
import { addExample } from "../help/examples.ts";
import { operationNamed } from "../operations.ts";
import { note, writeJson, writeRecord } from "../output/output.ts";
import { createProgress } from "../output/progress.ts";
import { addOwnAction, type Finish, nounOf } from "../program.ts";
import { type Globals, withTransport } from "../run.ts";
import { checkIsFile, mapIn } from "./list-file.ts";

interface IntakeOptions extends Globals {
  readonly source?: string;
  readonly city?: string;
  readonly release?: string;
  readonly map?: string;
  readonly dryRun?: true;
}

type Intake = z.output<typeof intake>;

/** `poi intake`, which needs a file; its other commands come from the operations. */
export function addIntake(program: Command, finish: Finish): void {
  const noun = nounOf(program, ["poi", "intake"])
    .description("Import places from a public data file; its commands show, apply and undo what it did")
    .usage("[options] <file> | <command>");
  addExample(noun, ["poi", "intake"]);
  const command = addOwnAction(noun)
    .description("Import places from a public data file")
    .argument("[file]")
    .addOption(new Option("--source <source>", "whose file it is").choices(FILE_SOURCES))
    .option("--city <name>", "import the places of this city alone")
    .option("--release <name>", "the name of this release of the source, such as 2026-11")
    .option(
      "--map <file>",
      "read the columns of a .csv file as this JSON says; where there is none, write the guess to it",
    )
    .option("--dry-run", "keep what would be done as a plan, to apply it later");
  command.action(async (file?: string) => {
    if (file === undefined) return noun.help();
    finish(await takeFile(command.optsWithGlobals<IntakeOptions>(), file));
  });
}

/** Returns the exit code for partial success if some rows were refused. */
async function takeFile(options: IntakeOptions, file: string): Promise<number> {
  const { source, city, release, dryRun } = options;
  if (options.url !== undefined)
    throw usageError("`poi intake` works only on the server's machine, without --url.");
  if (source === undefined) throw usageError(`--source is missing: one of ${FILE_SOURCES.join(", ")}.`);
  if (options.map !== undefined && source !== "csv")
    throw usageError("--map is for --source csv: other files say themselves what their columns are.");
  await checkIsFile(file);
  const taken = await withTransport(options, "migrated", async (transport) => {
    const map = await mapIn(transport, "admin.pois.importColumns", file, options.map);
    if (map === null) return null;
    const given = Object.entries({ city, release, map, dryRun }).filter(([, value]) => value !== undefined);
    const input = { file: resolve(file), name: basename(file), source, ...Object.fromEntries(given) };
    const progress = createProgress("rows");
    let counted = 0;
    const onProgress = (count: number) => {
      progress.add(count - counted);
      counted = count;
    };
    const call = transport.call(operationNamed("admin.intakes.take"), input, onProgress);
    return (await call.finally(progress.end)) as Intake;
  });
  if (taken === null) return EXIT.done;
  if (options.json) await writeJson(taken);
  else await printIntake(taken);
  return taken.counts.refused > 0 ? EXIT.partly : EXIT.done;
}

async function printIntake({ id, source, release, state, counts, refused, left }: Intake): Promise<void> {
  await writeRecord({ id, source, release, state, ...counts });
  for (const { row, reason } of refused) note(`row ${row}: ${reason}`);
  if (counts.refused > refused.length) note(`and ${counts.refused - refused.length} more`);
  for (const { row, reason } of left) note(`row ${row}: taken without a value: ${reason}`);
  if (state === "planned") note(`Nothing was changed. To apply this plan: rihla poi intake apply ${id}`);
}
