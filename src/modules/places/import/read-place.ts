import type { z } from "zod";
import { distance, type Point } from "../../../shared/places/places.ts";
import { CANADIAN_PROVINCES, isPostalCodeOf, PLACE_REGIONS } from "../../../shared/places/regions.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import { importedPlace } from "../schema.ts";

/** The columns that every entry has. */
export const REQUIRED_COLUMNS = ["name", "address", "city", "state", "category"] as const;

export interface ReadPlace {
  readonly place: z.output<typeof importedPlace>;
  /** Why optional values were left out, a sentence each. */
  readonly left: readonly string[];
  /** What of it is unlikely to be right, a sentence each. */
  readonly doubts: readonly string[];
}

/**
 * The place with fields as `clearValues` writes them, or the reason why it is refused. What a place can do without is left
 * out if it is wrong.
 */
export function readPlace(fields: Fields, gazetteer: Gazetteer): ReadPlace | string {
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

type Fields = Readonly<Record<string, unknown>>;

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
  const nearest = gazetteer.nearest(point);
  if (nearest?.state === state) return false; // as for nearly all places
  if (!isNear(gazetteer, point, state)) return true;
  if (!nearest || state in ISLANDS) return false;
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
