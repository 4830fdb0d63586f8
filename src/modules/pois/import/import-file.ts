import type { z } from "zod";
import type { ActionContext, OperatorPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { accountedFor, record } from "../../audit/service.ts";
import { dedupeKeyOf } from "../duplicates/dedupe-key.ts";
import { type ImportReport, importedPlace, type importInput, type Refusal } from "../schema.ts";
import { readCsv } from "./csv-file.ts";
import { FileError } from "./file-error.ts";
import { type Entry, readGeojson } from "./geojson-file.ts";
import { makeStage, type Staged, stage } from "./import-staging.ts";
import { mergeStaged } from "./merge-staged.ts";

const MOST_REFUSALS = 300; // all are counted, the first are listed
const PORTION = 2_000; // entries a statement
const READERS = { geojson: readGeojson, csv: readCsv } as const;

/** Undoes a dry run; carries what it would have done. */
class DryRun extends Error {
  constructor(readonly report: ImportReport) {
    super("a dry run");
  }
}

/**
 * Takes places from a file, all that are right or, where the file itself is not, none. A place of the same maps id,
 * else of the same name and address, is updated; the last of several entries of one place counts. Owners stay, and so
 * does a status that staff proved. Throws 400 on a file that cannot be read.
 */
export async function importFile(
  ctx: ActionContext<OperatorPrincipal>,
  input: z.output<typeof importInput>,
): Promise<ImportReport> {
  const work = async (tx: Tx): Promise<ImportReport> => {
    const report = await importInto(tx, ctx, input);
    if (input.dryRun) throw new DryRun(report);
    const { refusals: _, ...counts } = report;
    await record(tx, ctx, { subject: null, after: counts });
    return report;
  };
  return ctx.deps.db.transaction(work, { timeoutMs: 0 }).catch((error: unknown) => {
    if (error instanceof FileError) throw new DomainError("invalid", error.message);
    if (!(error instanceof DryRun)) throw error;
    accountedFor(ctx);
    return error.report;
  });
}

async function importInto(
  tx: Tx,
  { deps, call }: ActionContext,
  { file, format, dryRun }: z.output<typeof importInput>,
): Promise<ImportReport> {
  await makeStage(tx);
  const intake = new Intake(tx);
  for await (const entries of READERS[format](textOf(file))) {
    await intake.take(entries);
    call.progress?.(intake.read);
  }
  await intake.flush();
  const { read, refused, refusals } = intake;
  const merged = await mergeStaged(tx, deps.now());
  return { success: refused === 0, dryRun, read, ...merged, refused, refusals };
}

/** The file as text, piece by piece; what is not UTF-8 is refused. */
async function* textOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const part of Bun.file(file).stream()) yield decoder.decode(part, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FileError("The file is not UTF-8.");
  }
}

/** Checks entries and puts the good ones on the stage. */
class Intake {
  read = 0;
  refused = 0;
  readonly refusals: Refusal[] = [];
  #portion: Staged[] = [];
  /** What the database still works on, while the next entries are read. */
  #staging: Promise<void> = Promise.resolve();

  constructor(readonly tx: Tx) {}

  async take(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) {
      this.read += 1;
      const staged = "reason" in entry ? entry.reason : stagedOf(this.read, entry.fields);
      if (typeof staged === "string") this.#refuse({ at: entry.at, reason: staged });
      else this.#portion.push(staged);
      if (this.#portion.length === PORTION) await this.#hand();
    }
  }

  /** Ends when all is on the stage. */
  async flush(): Promise<void> {
    await this.#hand();
    await this.#staging;
  }

  async #hand(): Promise<void> {
    await this.#staging;
    this.#staging = stage(this.tx, this.#portion);
    this.#staging.catch(() => undefined); // whoever waits for it next hears of it
    this.#portion = [];
  }

  #refuse(refusal: Refusal): void {
    this.refused += 1;
    if (this.refusals.length < MOST_REFUSALS) this.refusals.push(refusal);
  }
}

/** A place as the stage takes it, or why it is refused. */
function stagedOf(n: number, fields: Readonly<Record<string, unknown>>): Staged | string {
  const { data, error } = importedPlace.safeParse(fields);
  if (error) return error.issues.map((issue) => issue.message).join("; ");
  if ((data.latitude === null) !== (data.longitude === null)) return "Latitude and longitude go together";
  return { n, ...data, identity: dedupeKeyOf(data) };
}
