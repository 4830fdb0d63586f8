import type { z } from "zod";
import { type Entry, readCsv, utf8Of } from "../../../core/files/csv-reader.ts";
import { FileError } from "../../../core/files/file-error.ts";
import type { ActionContext, OperatorPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { importedFacts, type StatedFacts } from "../../../shared/places/facts/imported-facts.ts";
import type { Category } from "../../../shared/places/places.ts";
import { record, skipAuditCheck } from "../../audit/service.ts";
import { dedupeKeyOf } from "../duplicates/dedupe-key.ts";
import { type ImportReport, importedPlace, type importInput, type Refusal } from "../schema.ts";
import { readGeojson } from "./geojson-file.ts";
import { createStaging, REQUIRED_COLUMNS, type StagedEntry, stageEntries } from "./import-staging.ts";
import { mergeStaged } from "./merge-staged.ts";

const MAX_REFUSALS = 300; // that are listed; all are counted
const BATCH_SIZE = 2_000; // entries per statement
const READERS = {
  geojson: readGeojson,
  csv: (text: AsyncIterable<string>) => readCsv(text, REQUIRED_COLUMNS),
} as const;

/** Rolls back a dry run and carries its report. */
class DryRun extends Error {
  constructor(readonly report: ImportReport) {
    super("a dry run");
  }
}

/**
 * Imports all valid places of a file, or none if the file is malformed. Updates the place with the same maps id, else
 * the one with the same name and address; of several entries of one place the last counts. Owners and tiers that rest on
 * evidence stay. Throws 400 on a malformed file.
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
    skipAuditCheck(ctx);
    return error.report;
  });
}

async function importInto(
  tx: Tx,
  { deps, call }: ActionContext,
  { file, format, dryRun }: z.output<typeof importInput>,
): Promise<ImportReport> {
  await createStaging(tx);
  const intake = new Intake(tx, format === "geojson");
  for await (const entries of READERS[format](utf8Of(Bun.file(file).stream()))) {
    await intake.take(entries);
    call.progress?.(intake.read);
  }
  await intake.flush();
  const { read, refused, withoutFacts, refusals } = intake;
  const merged = await mergeStaged(tx, deps);
  const success = refused + withoutFacts === 0;
  return { success, dryRun, read, ...merged, refused, withoutFacts, refusals };
}

/** Validates entries and stages the valid ones. */
class Intake {
  read = 0;
  refused = 0;
  withoutFacts = 0;
  readonly refusals: Refusal[] = [];
  #batch: StagedEntry[] = [];
  /** The insert in progress while the next entries are read. */
  #staging: Promise<void> = Promise.resolve();

  constructor(
    readonly tx: Tx,
    readonly hasFacts: boolean,
  ) {}

  async take(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) {
      this.read += 1;
      const staged = "reason" in entry ? entry.reason : stagedOf(this.read, entry.fields);
      if (typeof staged === "string") {
        this.refused += 1;
        this.#list({ at: entry.at, reason: staged });
      } else this.#batch.push({ ...staged, facts: this.#factsOf(entry, staged.category) });
      if (this.#batch.length === BATCH_SIZE) await this.#flushBatch();
    }
  }

  /** Resolves once all entries are staged. */
  async flush(): Promise<void> {
    await this.#flushBatch();
    await this.#staging;
  }

  async #flushBatch(): Promise<void> {
    await this.#staging;
    this.#staging = stageEntries(this.tx, this.#batch);
    this.#staging.catch(() => undefined); // the next await of it throws
    this.#batch = [];
  }

  /** The facts of a valid entry; a wrong one is refused alone. */
  #factsOf(entry: Entry, category: Category): StatedFacts | null {
    if (!this.hasFacts || !("fields" in entry)) return null;
    const { facts, refused } = importedFacts(entry.fields, category);
    if (refused.length > 0) {
      this.withoutFacts += 1;
      this.#list({ at: entry.at, reason: `Imported without a fact: ${refused.join("; ")}` });
    }
    return facts;
  }

  #list(refusal: Refusal): void {
    if (this.refusals.length < MAX_REFUSALS) this.refusals.push(refusal);
  }
}

/** The entry to stage, or the reason why it is refused. */
function stagedOf(n: number, fields: Readonly<Record<string, unknown>>): Omit<StagedEntry, "facts"> | string {
  const { data, error } = importedPlace.safeParse(fields);
  if (error) return error.issues.map((issue) => issue.message).join("; ");
  if ((data.latitude === null) !== (data.longitude === null)) return "Latitude and longitude go together";
  return { n, ...data, identity: dedupeKeyOf(data) };
}
