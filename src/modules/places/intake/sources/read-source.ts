import type { Entry } from "../../../../core/files/csv-reader.ts";
import { FileError } from "../../../../core/files/file-error.ts";
import { yieldToEventLoop } from "../../../../core/limits/event-loop.ts";
import { cleanLongText, optionalText } from "../../../../shared/fields.ts";
import { type FileSource, SOURCE_TERMS, type SourceRow } from "../../../../shared/places/sources.ts";
import { dedupeKeyOf } from "../../duplicates/dedupe-key.ts";
import type { Gazetteer } from "../../gazetteer/gazetteer.ts";
import { clearValues } from "../../import/clear-values.ts";
import { readPlace } from "../../import/read-place.ts";
import { allThePlaces } from "./all-the-places.ts";
import { withoutCapitals } from "./capitals.ts";
import { withCityAndState } from "./city-and-state.ts";
import { csv } from "./csv.ts";
import { foursquare } from "./foursquare.ts";
import { geojson } from "./geojson.ts";
import { osm } from "./osm.ts";
import { overture } from "./overture.ts";
import {
  type Fields,
  isFields,
  type ReadOptions,
  type RowDetails,
  type Source,
  startOf,
  textOr,
} from "./source.ts";

/** A row as in the file, from 1: its place, or why it is none. `left` says what of it was left out, and why. */
export type SourceEntry = { readonly row: number } & (
  | { readonly place: SourceRow; readonly left?: string }
  | { readonly reason: string }
);

const SOURCES: Readonly<Record<FileSource, Source>> = {
  overture,
  foursquare,
  osm,
  alltheplaces: allThePlaces,
  geojson,
  csv,
};

const BATCH = 2_000; // rows
const STEP = 200; // rows before others have a turn

/** The rows of a file on disk, in batches of at most 2,000. Throws `FileError` with a sentence if it cannot be read. */
export async function* readSource(
  source: FileSource,
  path: string,
  options: ReadOptions,
): AsyncGenerator<readonly SourceEntry[]> {
  const maker = SOURCES[source];
  const isNamed = NAMED_BY_STAFF.has(source);
  if (isNamed) checkMaker(source, makerOfHead((await startOf(path)).toString()));
  let batch: SourceEntry[] = [];
  for await (const entries of maker.read(path, options)) {
    options.signal?.throwIfAborted();
    for (const entry of entries) {
      if (isNamed && entry.at < TOLD_BY && "fields" in entry) checkMaker(source, makerOf(entry.fields));
      batch.push(withCleanTexts(rowOf(entry, maker, options.gazetteer)));
      if (batch.length % STEP === 0) await yieldToEventLoop();
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Whose files have one format, so that only who sends one says whose it is. License and attribution follow from that. */
const NAMED_BY_STAFF: ReadonlySet<FileSource> = new Set(["osm", "alltheplaces", "geojson"]);
const TOLD_BY = 20; // rows
const OSM_HEAD = /"(?:copyright|attribution|generator)"\s*:\s*"[^"]*(?:openstreetmap|overpass)/i;
const OSM_ID = /^(?:node|way|relation)\/\d+$/;

/** Whose file it is by what comes before its rows, if that says so. */
const makerOfHead = (start: string): FileSource | null =>
  OSM_HEAD.test(start.split('"features"', 1)[0] ?? "") ? "osm" : null;

/** Whose file a row is of by a field that no one else writes, if it has one. */
function makerOf(fields: Fields): FileSource | null {
  if (textOr(fields["@spider"]) !== "") return "alltheplaces";
  return OSM_ID.test(textOr(fields["@id"])) || OSM_ID.test(textOr(fields.id)) ? "osm" : null;
}

function checkMaker(source: FileSource, maker: FileSource | null): void {
  if (maker !== null && maker !== source)
    throw new FileError(`This is a file of ${SOURCE_TERMS[maker].name}. Choose ${maker} as its source.`);
}

/** What is said of a row quotes the file, whose texts may hold what the database refuses. */
function withCleanTexts(entry: SourceEntry): SourceEntry {
  if ("reason" in entry) return { ...entry, reason: cleanLongText(entry.reason, REASON_MAX) };
  return entry.left === undefined ? entry : { ...entry, left: cleanLongText(entry.left, REASON_MAX) };
}

function rowOf(entry: Entry, maker: Source, gazetteer: Gazetteer): SourceEntry {
  const row = entry.at + 1 - maker.firstRow;
  if ("reason" in entry) return { row, reason: entry.reason };
  const given = cutFields(entry.fields);
  const ours = maker.fieldsOf(given);
  if (typeof ours === "string") return { row, reason: ours };
  const fields = withoutCapitals(withCityAndState(clearValues(ours), gazetteer), gazetteer);
  const read = readPlace(fields, gazetteer);
  if (typeof read === "string") return { row, reason: read };
  const left = [...(entry.left === undefined ? [] : [entry.left]), ...read.left, ...read.doubts].join("; ");
  const place = placeOf(read.place, maker.detailsOf(given, fields));
  return { row, place, ...(left !== "" && { left }) };
}

const TEXT_MAX = 5_000; // characters; more than a field may have. docs/limits.md
const DEPTH_MAX = 4; // of what sources nest, such as the texts in a list of addresses

/** With texts of a length that patterns can be tried on. */
const cutFields = (fields: Fields, depth = DEPTH_MAX): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cut(value, depth)]));

function cut(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.length > TEXT_MAX ? value.slice(0, TEXT_MAX) : value;
  if (depth === 0 || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((each) => cut(each, depth - 1));
  return isFields(value) ? cutFields(value, depth - 1) : value;
}

type Place = Exclude<ReturnType<typeof readPlace>, string>["place"];

function placeOf(place: Place, marks: RowDetails): SourceRow {
  const { name, address, city, state, category, latitude, longitude, placeId } = place;
  return {
    externalId: externalId.safeParse(marks.externalId).data || dedupeKeyOf(place),
    name,
    names: namesOf(marks.names, name),
    address,
    city,
    state,
    zipCode: place.zipCode ?? "",
    phone: place.phone ?? "",
    website: place.website ?? "",
    category,
    subcategory: place.subcategory ?? "",
    categoryRule: cleanLongText(marks.categoryRule, RULE_MAX),
    latitude,
    longitude,
    placeId,
    hours: cleanLongText(marks.hours, HOURS_MAX),
    isHalal: marks.isHalal,
    isClosed: marks.isClosed,
    ...(marks.license && { license: cleanLongText(marks.license, RULE_MAX) }),
  };
}

const REASON_MAX = 2_000; // characters
const ID_MAX = 300; // characters
const RULE_MAX = 200; // characters
const HOURS_MAX = 1_000; // characters
const NAMES_MAX = 40;
const externalId = optionalText("Id", ID_MAX);
const otherName = optionalText("Name");
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/** The names in languages that differ from the first one. */
function namesOf(given: Fields, first: string): Readonly<Record<string, string>> {
  const names: Record<string, string> = {};
  let count = 0;
  for (const tag in given) {
    const { data = "" } = otherName.safeParse(given[tag]);
    if (data === "" || data === first || !LANGUAGE.test(tag) || count === NAMES_MAX) continue;
    names[tag] = data;
    count += 1;
  }
  return names;
}
