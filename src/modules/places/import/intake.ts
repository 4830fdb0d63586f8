import { type Entry, textOf } from "../../../core/files/csv-reader.ts";
import { FileError } from "../../../core/files/file-error.ts";
import { type KeptList, missingColumns, openKept } from "../../../core/files/list-maps.ts";
import type { ListKind } from "../../../core/files/list-reader.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { ListMap } from "../../../shared/list-columns.ts";
import { importedFacts, type StatedFacts } from "../../../shared/places/fact-texts.ts";
import type { Category } from "../../../shared/places/places.ts";
import { dedupeKeyOf } from "../duplicates/dedupe-key.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import { readGeojson } from "../intake/sources/json-list.ts";
import type { IMPORT_FORMATS, Refusal } from "../schema.ts";
import { clearValues } from "./clear-values.ts";
import { saysClosed, toOurFields } from "./dialects.ts";
import { createStaging, type StagedEntry, stageEntries } from "./import-staging.ts";
import { PLACE_LIST, placeList, renamer } from "./list-fields.ts";
import { type ReadPlace, readPlace } from "./read-place.ts";

const MAX_REFUSALS = 10_000; // that are listed; all are counted
const BATCH_SIZE = 2_000; // entries per statement

interface ImportedFile {
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly format: (typeof IMPORT_FORMATS)[number];
  /** How a person says that the columns of a CSV file are read. */
  readonly map?: ListMap | undefined;
}

/** Reads a file, and stages its valid entries. Throws `FileError` if it is malformed. */
export async function stageFile(
  tx: Tx,
  { state }: Pick<Deps, "state">,
  { bytes, format, map }: ImportedFile,
  progress?: (read: number) => void,
): Promise<Intake> {
  await createStaging(tx);
  const text = textOf(bytes);
  const kind = placeList(state.gazetteer);
  const list = format === "csv" ? await openKept(tx, PLACE_LIST, text, kind, map) : null;
  if (list && list.missing.length > 0) throw new FileError(missingColumns(list.missing));
  const intake = new Intake(tx, state.gazetteer, list, kind);
  for await (const entries of list?.entries ?? readGeojson(text)) {
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
  withoutValues = 0;
  /** Imported entries with values that contradict each other or were damaged on their way. */
  doubtful = 0;
  readonly refusals: Refusal[] = [];
  readonly doubts: Refusal[] = [];
  readonly #named: (fields: Fields) => Fields;
  #batch: StagedEntry[] = [];
  /** The insert in progress while the next entries are read. */
  #staging: Promise<void> = Promise.resolve();

  constructor(
    readonly tx: Tx,
    readonly gazetteer: Gazetteer,
    /** Null for a GeoJSON file, which may hold all facts; a list may hold the hours. */
    readonly list: KeptList | null,
    kind: ListKind,
  ) {
    this.#named = list ? (fields) => fields : renamer(kind);
  }

  async take(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) {
      this.read += 1;
      const read = "reason" in entry ? entry.reason : placeIn(this.#named(entry.fields), this.gazetteer);
      if (typeof read === "string") {
        this.refused += 1;
        list(this.refusals, { at: entry.at, reason: read });
      } else this.#stage(entry, read);
      if (this.#batch.length === BATCH_SIZE) await this.#flushBatch();
    }
  }

  #stage(entry: Entry, { place, left, doubts }: ReadPlace): void {
    const { at } = entry;
    const without = "left" in entry && entry.left !== undefined ? [entry.left, ...left] : left;
    if (without.length > 0) {
      this.withoutValues += 1;
      list(this.refusals, { at, reason: `Imported without a value: ${without.join("; ")}` });
    }
    if (doubts.length > 0) {
      this.doubtful += 1;
      list(this.doubts, { at, reason: doubts.join("; ") });
    }
    const identity = dedupeKeyOf(place);
    this.#batch.push({ n: this.read, at, ...place, identity, facts: this.#factsOf(entry, place.category) });
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
    if (!("fields" in entry)) return null;
    const { opening_hours } = entry.fields;
    const fields = this.list === null ? entry.fields : opening_hours ? { opening_hours } : {};
    const { facts, refused } = importedFacts(fields, category);
    if (refused.length > 0) {
      this.withoutFacts += 1;
      list(this.refusals, { at: entry.at, reason: `Imported without a fact: ${refused.join("; ")}` });
    }
    return facts;
  }
}

function list(all: Refusal[], one: Refusal): void {
  if (all.length < MAX_REFUSALS) all.push(one);
}

type Fields = Extract<Entry, { fields: unknown }>["fields"];

/** The place of an entry, or the reason why it is refused. */
function placeIn(given: Fields, gazetteer: Gazetteer): ReadPlace | string {
  if (saysClosed(given)) return "Its source says that this place is closed for good";
  return readPlace(clearValues(toOurFields(given)), gazetteer);
}
