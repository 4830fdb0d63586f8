import { phoneDigits, readPhone } from "../../../shared/phone.ts";
import { CATEGORIES, distance, EARTH_RADIUS } from "../../../shared/places/places.ts";
import { comparedOnSpot, type OnSpot } from "../../places/public.ts";

export const MATCH_RADIUS = 50; // meters
const TIE_DISTANCE = 1; // meters, below the precision of coordinates
const TIE_LIKENESS = 0.05;
/** Prefix of the temporary id of a row that this batch inserts. */
export const NEW_ROW_PREFIX = "new:";
const BOX_MARGIN = 1.001; // boxes may be too large, never too small
const CROWD_RADIUS = 3 * MATCH_RADIUS; // meters: includes the corners of a box
export const CROWD_MAX = 500; // main places around one point; more of them have a made-up coordinate

/** The fields of a local place that matching uses. */
export interface LocalPlace extends Readonly<Record<keyof OnSpot, string>> {
  readonly id: string;
  readonly placeId: string | null;
  /** Degrees. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** The fields of a row of the main database that matching uses, in the form of others; empty if unknown. */
export interface MainRow
  extends Readonly<Record<"name" | "address" | "phone" | "website" | "category", string>> {
  readonly id: string;
  readonly placeId: string | null;
  /** The local place that it is linked to. */
  readonly sourceId: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** The rows that a local place may match. */
export interface Candidates {
  readonly linked: MainRow | undefined;
  readonly byPlaceId: readonly MainRow[];
  /** All rows within 50 m, and possibly others. */
  readonly near: readonly MainRow[];
}

export type Decision =
  | { readonly kind: "write"; readonly main: MainRow }
  | { readonly kind: "insert" }
  | { readonly kind: "error"; readonly message: string };

/**
 * Matches a place to its linked row, else by place id, else to the nearest row with a similar name, else to a new row.
 */
export function matchPlace(local: LocalPlace, { linked, byPlaceId, near }: Candidates): Decision {
  const wrong = wrongCoordinates(local);
  if (wrong !== null) return failure(wrong);
  if (linked) return keepLinkedRow(local, linked, byPlaceId);
  const [first, second] = byPlaceId;
  if (first && second) {
    return failure(
      `The place id of ${quote(local)} belongs to two main places: ${named(first)} and ${named(second)}.`,
    );
  }
  if (first) return takeRow(local, first);
  if (hasCoordinates(local)) return byCoordinates(local, near);
  if (local.placeId !== null) return { kind: "insert" };
  return failure(`${quote(local)} has neither a place id nor coordinates.`);
}

function keepLinkedRow(local: LocalPlace, linked: MainRow, byPlaceId: readonly MainRow[]): Decision {
  const other = byPlaceId.find(({ id }) => id !== linked.id);
  if (!other) return { kind: "write", main: linked };
  return failure(
    `${quote(local)} is linked to the main place ${named(linked)}, but its place id belongs to ${named(other)}.`,
  );
}

function takeRow(local: LocalPlace, main: MainRow): Decision {
  if (main.sourceId === null || main.sourceId === local.id) return { kind: "write", main };
  return failure(
    `${quote(local)} matches the main place ${named(main)}, which is already linked to the place ${main.sourceId}.`,
  );
}

function byCoordinates(local: LocalPlace & Point, near: readonly MainRow[]): Decision {
  if (
    near.filter((main) => hasCoordinates(main) && metersBetween(local, main) <= CROWD_RADIUS).length >
    CROWD_MAX
  ) {
    return failure(`More than ${CROWD_MAX} main places are within ${MATCH_RADIUS} m of ${quote(local)}.`);
  }
  const compare = comparedWith(local);
  const found = near.flatMap((main) => candidate(local, main).map((each) => ({ ...each, ...compare(main) })));
  const same = found.filter(({ answer }) => answer === "same");
  const nearest = Math.min(...same.map(({ meters }) => meters));
  const [best, second] = same
    .filter(({ meters }) => meters <= nearest + TIE_DISTANCE)
    .sort((a, b) => b.likeness - a.likeness || (a.main.id < b.main.id ? -1 : 1));
  if (!best) return insertUnlessDoubtful(local, found);
  if (second && best.likeness - second.likeness <= TIE_LIKENESS) {
    return failure(
      `Two main places are equally near to ${quote(local)} and alike: ${named(best.main)} and ${named(second.main)}.`,
    );
  }
  return takeRow(local, best.main);
}

/** A row that others made may be the place under another name. */
function insertUnlessDoubtful(local: LocalPlace, found: readonly Compared[]): Decision {
  const [doubtful] = found
    .filter(({ main, answer }) => answer === "ask" && main.sourceId === null)
    .sort((a, b) => a.meters - b.meters || (a.main.id < b.main.id ? -1 : 1));
  if (!doubtful) return { kind: "insert" };
  return failure(
    `${quote(local)} may be the main place ${named(doubtful.main)}, which has another name, but the same phone, website or address.`,
  );
}

interface Near {
  readonly main: MainRow;
  readonly meters: number;
}
type Compared = Near & ReturnType<ReturnType<typeof comparedWith>>;

function candidate(local: LocalPlace & Point, main: MainRow): readonly Near[] {
  if (main.placeId !== null && local.placeId !== null && main.placeId !== local.placeId) return [];
  if (!hasCoordinates(main) || !isOnEarth(main)) return [];
  const meters = metersBetween(local, main);
  return meters <= MATCH_RADIUS ? [{ main, meters }] : [];
}

const CATEGORY_NAMES = new Set<string>(CATEGORIES);

/** Compares a place with rows within 50 m, which are of its city whatever they say. */
export function comparedWith(
  local: Pick<LocalPlace, keyof OnSpot>,
): (
  main: Pick<MainRow, "name" | "address" | "phone" | "website" | "category">,
) => ReturnType<ReturnType<typeof comparedOnSpot>> {
  const compare = comparedOnSpot(local);
  return ({ name, address, phone, website, category }) =>
    compare({
      ...{ name, address, city: local.city, state: local.state, website },
      phone: phoneDigits(readPhone(phone)),
      category: CATEGORY_NAMES.has(category) ? category : "",
    });
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export const hasCoordinates = <P extends Pick<LocalPlace, "latitude" | "longitude">>(
  place: P,
): place is P & Point => place.latitude !== null && place.longitude !== null;

const isOnEarth = ({ latitude, longitude }: Point): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/** Null if they are valid. A swapped pair often has an impossible latitude. */
export function wrongCoordinates(local: LocalPlace): string | null {
  if (!hasCoordinates(local)) return null;
  const { latitude, longitude } = local;
  if (isOnEarth(local)) return null;
  return `${quote(local)} has coordinates that are not on Earth: ${latitude}, ${longitude}.`;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Along a great circle, in meters. */
export const metersBetween = (a: Point, b: Point): number => 1_000 * distance(a, b);

/** A rectangle in degrees. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Boxes that contain everything within 50 m: one, two across the antimeridian, or a whole ring around a pole. */
export function boxesAround({ latitude, longitude }: Point): readonly Box[] {
  const angle = (MATCH_RADIUS / 1_000 / EARTH_RADIUS) * BOX_MARGIN;
  const tall = (angle * 180) / Math.PI;
  const [south, north] = [latitude - tall, latitude + tall];
  if (south <= -90 || north >= 90) return [{ south, north, west: -180, east: 180 }];
  const wide =
    (Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(latitude)))) * 180 * BOX_MARGIN) / Math.PI;
  const [west, east] = [longitude - wide, longitude + wide];
  if (west < -180) {
    return [
      { south, north, west: -180, east },
      { south, north, west: west + 360, east: 180 },
    ];
  }
  if (east <= 180) return [{ south, north, west, east }];
  return [
    { south, north, west, east: 180 },
    { south, north, west: -180, east: east - 360 },
  ];
}

export const failure = (message: string): Extract<Decision, { kind: "error" }> => ({
  kind: "error",
  message,
});
export const quote = ({ name, id }: LocalPlace): string => `"${name}" (${id})`;
export const named = ({ name, id }: MainRow): string =>
  `"${name}" (${id.startsWith(NEW_ROW_PREFIX) ? "new" : id})`;
