import { type Entry, readCsv, utf8Of } from "../../../core/files/csv-reader.ts";
import type { Tx } from "../../../db/client.ts";
import { importedFacts, type StatedFacts } from "../../../shared/places/fact-texts.ts";
import type { Category } from "../../../shared/places/places.ts";
import { dedupeKeyOf } from "../duplicates/dedupe-key.ts";
import { type IMPORT_FORMATS, importedPlace, type Refusal } from "../schema.ts";
import { readGeojson } from "./geojson-file.ts";
import { createStaging, REQUIRED_COLUMNS, type StagedEntry, stageEntries } from "./import-staging.ts";

const MAX_REFUSALS = 300; // that are listed; all are counted
const BATCH_SIZE = 2_000; // entries per statement
const READERS = {
  geojson: readGeojson,
  csv: (text: AsyncIterable<string>) => readCsv(text, REQUIRED_COLUMNS),
} as const;

interface ImportedFile {
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly format: (typeof IMPORT_FORMATS)[number];
}

/** Reads a file, and stages its valid entries. Throws `FileError` if it is malformed. */
export async function stageFile(
  tx: Tx,
  { bytes, format }: ImportedFile,
  progress?: (read: number) => void,
): Promise<Intake> {
  await createStaging(tx);
  const intake = new Intake(tx, format === "geojson");
  for await (const entries of READERS[format](utf8Of(bytes))) {
    await intake.take(entries);
    progress?.(intake.read);
  }
  await intake.flush();
  return intake;
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
      const staged = "reason" in entry ? entry.reason : stagedOf(this.read, entry);
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
function stagedOf(
  n: number,
  { at, fields }: Extract<Entry, { fields: unknown }>,
): Omit<StagedEntry, "facts"> | string {
  const { data, error } = importedPlace.safeParse(fields);
  if (error) return error.issues.map((issue) => issue.message).join("; ");
  if ((data.latitude === null) !== (data.longitude === null)) return "Latitude and longitude go together";
  return { n, at, ...data, identity: dedupeKeyOf(data) };
}
