import type { z } from "zod";
import { type Entry, textOf } from "../../../core/files/csv-reader.ts";
import { FileError } from "../../../core/files/file-error.ts";
import { type KeptList, missingColumns, openKept } from "../../../core/files/list-maps.ts";
import type { ListKind } from "../../../core/files/list-reader.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { ListMap } from "../../../shared/list-columns.ts";
import { importedFacts, type StatedFacts } from "../../../shared/places/fact-texts.ts";
import { type Category, distance, type Point } from "../../../shared/places/places.ts";
import { CANADIAN_PROVINCES, isPostalCodeOf, PLACE_REGIONS } from "../../../shared/places/regions.ts";
import { dedupeKeyOf } from "../duplicates/dedupe-key.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import { type IMPORT_FORMATS, importedPlace, type Refusal } from "../schema.ts";
import { clearValues, isClosedForGood } from "./clear-values.ts";
import { toOurFields } from "./dialects.ts";
import { readGeojson } from "./geojson-file.ts";
import { createStaging, REQUIRED_COLUMNS, type StagedEntry, stageEntries } from "./import-staging.ts";
import { PLACE_LIST, placeList, renamer } from "./list-fields.ts";

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
    /** Null for a GeoJSON file, which may hold facts. */
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
    if (this.list !== null || !("fields" in entry)) return null;
    const { facts, refused } = importedFacts(entry.fields, category);
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

interface ReadPlace {
  readonly place: z.output<typeof importedPlace>;
  /** Why optional values were left out, a sentence each. */
  readonly left: readonly string[];
  /** What of it is unlikely to be right, a sentence each. */
  readonly doubts: readonly string[];
}

/** The place of an entry, or the reason why it is refused. What a place can do without is left out if it is wrong. */
function placeIn(given: Fields, gazetteer: Gazetteer): ReadPlace | string {
  if (isClosedForGood(given)) return "Its source says that this place is closed for good";
  const fields = clearValues(toOurFields(given));
  const first = importedPlace.safeParse(fields);
  const issues = first.error?.issues ?? [];
  if (issues.some(({ path: [name] }) => REQUIRED.has(String(name)))) return issues.map(messageOf).join("; ");
  const names = issues.map(({ path: [name] }) => String(name));
  const data = first.data ?? importedPlace.parse(omit(fields, names));
  const wrong = impossibleValues(data, gazetteer);
  const place = { ...data, ...wrong.without };
  return {
    place,
    left: [...issues.map(messageOf), ...halfPosition(data, names), ...wrong.sentences],
    doubts: [...lostLetters(place), ...wrong.doubts],
  };
}

const REQUIRED: ReadonlySet<string> = new Set(REQUIRED_COLUMNS);

const halfPosition = ({ latitude, longitude }: ReadPlace["place"], wrong: readonly string[]) =>
  (latitude === null) === (longitude === null) || wrong.includes("latitude") || wrong.includes("longitude")
    ? []
    : ["Latitude and longitude go together"];

type Fields = Extract<Entry, { fields: unknown }>["fields"];

const omit = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The sentence of an issue; of a choice between schemas, the first that has one of its own. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union" || !issue.message.startsWith("Invalid input")) return issue.message;
  const nested = issue.errors.flatMap((each) => each.map(messageOf));
  return nested.find((message) => !message.startsWith("Invalid input")) ?? issue.message;
}

interface Wrong {
  readonly without: Partial<ReadPlace["place"]>;
  /** Values that cannot be true of any place, or are of another country. */
  readonly sentences: readonly string[];
  /** Values that contradict the state, of which either may be wrong. */
  readonly doubts: readonly string[];
}

/** The values that contradict others, which are left out and told. */
function impossibleValues(place: ReadPlace["place"], gazetteer: Gazetteer): Wrong {
  const { state, zipCode } = place;
  const isForeign =
    Boolean(zipCode) && /^\d/.test(zipCode ?? "") === Object.hasOwn(CANADIAN_PROVINCES, state);
  const isElsewhere = Boolean(zipCode) && !isForeign && !isPostalCodeOf(zipCode ?? "", state);
  const code = `The postal code ${zipCode} is not one of ${nameOf(state)}`;
  const position = wrongPosition(place, gazetteer);
  const isWhole = (place.latitude === null) === (place.longitude === null);
  return {
    without: {
      ...((isForeign || isElsewhere) && { zipCode: undefined }),
      ...((position || !isWhole) && { latitude: null, longitude: null }),
    },
    sentences: [...(isForeign ? [code] : []), ...(position?.isNowhere ? [position.sentence] : [])],
    doubts: [
      ...(isElsewhere ? [code] : []),
      ...(position && !position.isNowhere ? [position.sentence] : []),
    ].map((sentence) => `${sentence}, and is left out`),
  };
}

const nameOf = (state: string): string => PLACE_REGIONS[state] ?? state;

/** What is wrong with the position of a place; null for a right one and for none. */
function wrongPosition(place: ReadPlace["place"], gazetteer: Gazetteer) {
  const point = pointOf(place);
  if (point === null || !isOutside(gazetteer, point, place)) return null;
  const { latitude, longitude } = point;
  const said = `The position ${latitude}, ${longitude}`;
  const isIn = (other: Point) =>
    Math.abs(other.latitude) <= 90 &&
    isNear(gazetteer, other, place.state) &&
    !isOutside(gazetteer, other, place);
  const hint = isIn({ latitude: longitude, longitude: latitude })
    ? ": latitude and longitude are swapped"
    : isIn({ latitude: Math.abs(latitude), longitude: -Math.abs(longitude) })
      ? ": a minus is missing"
      : "";
  const isNowhere = gazetteer.nearest(point) === null && !isNear(gazetteer, point, place.state);
  const where = isNowhere ? "is not in the USA or Canada" : `is far from ${nameOf(place.state)}`;
  return { isNowhere, sentence: `${said} ${where}${hint}` };
}

const OUTSIDE = 50; // km: of a point nearest to a city of another state, from the place's own city or any of its state

/** Whether a position is not in the state of the place, as far as the cities around it tell. */
function isOutside(gazetteer: Gazetteer, point: Point, { city, state }: ReadPlace["place"]): boolean {
  if (!isNear(gazetteer, point, state)) return true;
  const nearest = gazetteer.nearest(point);
  if (!nearest || nearest.state === state || state in ISLANDS) return false;
  const named = gazetteer.meaning(`${city}, ${state}`);
  const own = named?.state === state ? named : gazetteer.nearest(point, state);
  return own !== null && distance(point, own) > OUTSIDE;
}

/** What a program writes for letters that it could not read. */
const lostLetters = ({ name, address, city }: ReadPlace["place"]): readonly string[] =>
  Object.entries({ Name: name, Address: address, City: city }).flatMap(([label, text]) =>
    text.includes("\uFFFD") ? [`${label} has lost letters: ${text}`] : [],
  );

const pointOf = ({
  latitude,
  longitude,
}: Pick<ReadPlace["place"], "latitude" | "longitude">): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** The middle of the territories, of which the gazetteer has no cities. */
const ISLANDS: Readonly<Record<string, Point>> = {
  AS: { latitude: -14.3, longitude: -170.7 },
  GU: { latitude: 13.4, longitude: 144.8 },
  MP: { latitude: 17, longitude: 145.7 },
  PR: { latitude: 18.2, longitude: -66.4 },
  VI: { latitude: 18, longitude: -64.8 },
};
const ISLANDS_MAX = 500; // km

/** Whether a city of the state is within 250 km, or the middle of the territory within 500 km. */
const isNear = (gazetteer: Gazetteer, point: Point, state: string): boolean => {
  const islands = ISLANDS[state];
  return islands ? distance(point, islands) <= ISLANDS_MAX : gazetteer.nearest(point, state) !== null;
};
