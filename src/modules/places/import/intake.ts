import type { z } from "zod";
import { type Entry, readCsv, textOf } from "../../../core/files/csv-reader.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
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

/** What other programs call the columns. */
const ALIASES = {
  zip: "zipCode",
  postalcode: "zipCode",
  postcode: "zipCode",
  lat: "latitude",
  lng: "longitude",
  lon: "longitude",
  telephone: "phone",
  phonenumber: "phone",
  url: "website",
  province: "state",
  ...Object.fromEntries(
    [
      "zipCode",
      "placeId",
      "halalCertificate",
      "halalVerificationStatus",
      "phone",
      "website",
      "subcategory",
      "latitude",
      "longitude",
    ].map((name) => [name.toLowerCase(), name]),
  ),
};
const MAX_REFUSALS = 300; // that are listed; all are counted
const BATCH_SIZE = 2_000; // entries per statement
const READERS = {
  geojson: readGeojson,
  csv: (text: AsyncIterable<string>) => readCsv(text, { required: REQUIRED_COLUMNS, aliases: ALIASES }),
} as const;

interface ImportedFile {
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly format: (typeof IMPORT_FORMATS)[number];
}

/** Reads a file, and stages its valid entries. Throws `FileError` if it is malformed. */
export async function stageFile(
  tx: Tx,
  { state }: Pick<Deps, "state">,
  { bytes, format }: ImportedFile,
  progress?: (read: number) => void,
): Promise<Intake> {
  await createStaging(tx);
  const intake = new Intake(tx, state.gazetteer, format === "geojson");
  for await (const entries of READERS[format](textOf(bytes))) {
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
  #batch: StagedEntry[] = [];
  /** The insert in progress while the next entries are read. */
  #staging: Promise<void> = Promise.resolve();

  constructor(
    readonly tx: Tx,
    readonly gazetteer: Gazetteer,
    readonly hasFacts: boolean,
  ) {}

  async take(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) {
      this.read += 1;
      const read = "reason" in entry ? entry.reason : placeIn(entry.fields, this.gazetteer);
      if (typeof read === "string") {
        this.refused += 1;
        list(this.refusals, { at: entry.at, reason: read });
      } else this.#stage(entry, read);
      if (this.#batch.length === BATCH_SIZE) await this.#flushBatch();
    }
  }

  #stage(entry: Entry, { place, left, doubts }: ReadPlace): void {
    const { at } = entry;
    if (left.length > 0) {
      this.withoutValues += 1;
      list(this.refusals, { at, reason: `Imported without a value: ${left.join("; ")}` });
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
    if (!this.hasFacts || !("fields" in entry)) return null;
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

/** What a place can do without. */
const OPTIONAL_FIELDS = ["phone", "zipCode", "website"];

/** The place of an entry, or the reason why it is refused. */
function placeIn(given: Fields, gazetteer: Gazetteer): ReadPlace | string {
  if (isClosedForGood(given)) return "Its source says that this place is closed for good";
  const fields = clearValues(toOurFields(given));
  const first = importedPlace.safeParse(fields);
  const issues = first.error?.issues ?? [];
  if (issues.some(({ path: [name] }) => !OPTIONAL_FIELDS.includes(String(name))))
    return issues.map(messageOf).join("; ");
  const names = issues.map(({ path: [name] }) => String(name));
  const data = first.data ?? importedPlace.parse(omit(fields, names));
  if ((data.latitude === null) !== (data.longitude === null)) return "Latitude and longitude go together";
  const wrong = impossibleValues(data, gazetteer);
  const place = { ...data, ...wrong.without };
  return {
    place,
    left: [...issues.map(messageOf), ...wrong.sentences],
    doubts: [...lostLetters(place), ...contradictions(place, gazetteer)],
  };
}

type Fields = Extract<Entry, { fields: unknown }>["fields"];

const omit = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The sentence of an issue; of a choice between schemas, that of the last one. */
function messageOf(issue: z.core.$ZodIssue): string {
  const nested = issue.code === "invalid_union" ? issue.errors.at(-1)?.[0] : undefined;
  return nested && issue.message === "Invalid input" ? messageOf(nested) : issue.message;
}

/** Values that cannot be true of any place, or are of another country. */
function impossibleValues(
  { state, zipCode, latitude, longitude }: ReadPlace["place"],
  gazetteer: Gazetteer,
): { readonly without: Partial<ReadPlace["place"]>; readonly sentences: readonly string[] } {
  const isCanadian = Object.hasOwn(CANADIAN_PROVINCES, state);
  const isForeign = Boolean(zipCode) && /^\d/.test(zipCode ?? "") === isCanadian;
  const point = pointOf({ latitude, longitude });
  const isNowhere = point !== null && !isNear(gazetteer, point, state) && !gazetteer.nearest(point);
  return {
    without: {
      ...(isForeign && { zipCode: undefined }),
      ...(isNowhere && { latitude: null, longitude: null }),
    },
    sentences: [
      ...(isForeign ? [notOf(zipCode, state)] : []),
      ...(isNowhere ? [`The position ${latitude}, ${longitude} is not in the USA or Canada`] : []),
    ],
  };
}

const notOf = (zipCode: string | undefined, state: string): string =>
  `The postal code ${zipCode} is not one of ${PLACE_REGIONS[state] ?? state}`;

/** Of a position or postal code and a state that do not go together, either may be wrong. */
function contradictions(place: ReadPlace["place"], gazetteer: Gazetteer): readonly string[] {
  const { state, zipCode, latitude, longitude } = place;
  const point = pointOf(place);
  return [
    ...(zipCode && !isPostalCodeOf(zipCode, state) ? [notOf(zipCode, state)] : []),
    ...(point && !isNear(gazetteer, point, state)
      ? [`The position ${latitude}, ${longitude} is far from ${PLACE_REGIONS[state] ?? state}`]
      : []),
  ];
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
