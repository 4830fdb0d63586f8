import { type Entry, textOf } from "../../../core/files/csv-reader.ts";
import { FileError } from "../../../core/files/file-error.ts";
import { type KeptList, missingColumns, openKept } from "../../../core/files/list-maps.ts";
import type { ListKind } from "../../../core/files/list-reader.ts";
import { Spool } from "../../../core/files/spool.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { ListMap } from "../../../shared/list-columns.ts";
import { importedFacts, type StatedFacts } from "../../../shared/places/fact-texts.ts";
import type { Category } from "../../../shared/places/places.ts";
import type { SourceRow } from "../../../shared/places/sources.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import { readGeojson } from "../intake/sources/json-list.ts";
import { createStagedRows, type NumberedRow, stageText, textOfRows } from "../intake/staging.ts";
import type { IMPORT_FORMATS, Refusal } from "../schema.ts";
import { clearValues } from "./clear-values.ts";
import { saysClosed, toOurFields } from "./dialects.ts";
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

/** Reads a file into the spool. Throws `FileError` if it is malformed. The caller must call `remove`. */
export async function readList(
  { state, db, settings }: Pick<Deps, "state" | "db" | "settings">,
  { bytes, format, map }: ImportedFile,
  progress?: (read: number) => void,
): Promise<ReadList> {
  const text = textOf(bytes);
  const kind = placeList(state.gazetteer);
  const list = format === "csv" ? await openKept(db.orm, PLACE_LIST, text, kind, map) : null;
  if (list && list.missing.length > 0) throw new FileError(missingColumns(list.missing));
  const read = new ReadList(new Spool(settings), state.gazetteer, list, kind);
  try {
    for await (const entries of list?.entries ?? readGeojson(text)) {
      await read.take(entries);
      progress?.(read.read);
    }
    await read.flush();
    return read;
  } catch (error) {
    await read.remove();
    throw error;
  }
}

/** A file whose valid entries wait for the transaction that stages them. */
export class ReadList {
  read = 0;
  refused = 0;
  withoutFacts = 0;
  withoutValues = 0;
  /** Imported entries with values that contradict each other or were damaged on their way. */
  doubtful = 0;
  readonly refusals: Refusal[] = [];
  readonly doubts: Refusal[] = [];
  readonly #named: (fields: Fields) => Fields;
  #batch: NumberedRow[] = [];

  constructor(
    readonly spool: Spool,
    readonly gazetteer: Gazetteer,
    /** Null for a GeoJSON file, which may hold all facts; a list may hold the hours. */
    readonly list: KeptList | null,
    kind: ListKind,
  ) {
    this.#named = list ? (fields) => fields : renamer(kind);
  }

  remove = (): Promise<void> => this.spool.remove();

  async stage(tx: Tx): Promise<void> {
    await createStagedRows(tx);
    for await (const text of this.spool.texts()) await stageText(tx, null, text);
  }

  async take(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) {
      this.read += 1;
      const read = "reason" in entry ? entry.reason : placeIn(this.#named(entry.fields), this.gazetteer);
      if (typeof read === "string") {
        this.refused += 1;
        list(this.refusals, { at: entry.at, reason: read });
      } else this.#stage(entry, read);
      if (this.#batch.length === BATCH_SIZE) await this.flush();
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
    const row = sourceRowOf(place);
    const facts = this.#factsOf(entry, place.category);
    this.#batch.push({ n: this.read, at, row, externalId: row.externalId, facts });
  }

  async flush(): Promise<void> {
    if (this.#batch.length > 0) await this.spool.add(textOfRows(this.#batch));
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

function sourceRowOf({ halalVerificationStatus, halalCertificate, ...place }: ReadPlace["place"]): SourceRow {
  return {
    ...place,
    externalId: "",
    zipCode: place.zipCode ?? "",
    phone: place.phone ?? "",
    website: place.website ?? "",
    subcategory: place.subcategory ?? "",
    names: {},
    categoryRule: "",
    hours: "",
    isHalal: halalVerificationStatus !== null && halalVerificationStatus !== "unverified",
    isClosed: false,
    ...(halalCertificate && { halalCertificate }),
  };
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
