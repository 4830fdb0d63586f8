import { likeness } from "./name-similarity.ts";

const MATCH_RADIUS = 50; // metres
const SIMILAR_SCORE = 70; // likeness of two names, of 100: from here on they are similar
const TIE_DISTANCE = 1; // metres within which nobody can say which of two is nearer
const TIE_SCORE = 5; // of likeness
const EARTH_RADIUS = 6_371_008.8; // metres, mean radius
/** The id of a row that this very batch makes, as long as it has none. */
export const NEW_ROW_PREFIX = "new:";
const BOX_MARGIN = 1.001; // boxes may be too large, never too small
const CROWD_RADIUS = 3 * MATCH_RADIUS; // metres: what a box of 50 m holds, its corners too
export const CROWD_MAX = 500; // main places round one point; a heap that large stands on a made-up coordinate

/** What matching needs to know of a local place. */
export interface LocalPlace {
  readonly id: string;
  readonly name: string;
  readonly placeId: string | null;
  /** Degrees. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** What it needs to know of a row of the main database. */
export interface MainRow {
  readonly id: string;
  readonly name: string;
  readonly placeId: string | null;
  /** The local place that was written to it. */
  readonly sourceId: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** The rows that a local place may mean. */
export interface Candidates {
  readonly linked: MainRow | undefined;
  readonly byPlaceId: readonly MainRow[];
  /** At least all that stand within 50 m; more do no harm. */
  readonly near: readonly MainRow[];
}

export type Decision =
  | { readonly kind: "write"; readonly main: MainRow }
  | { readonly kind: "insert" }
  | { readonly kind: "error"; readonly message: string };

/** Where a place belongs: its own row, else by place id, else the nearest of a similar name, else a new row. */
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
    `${quote(local)} stands on the main place ${named(linked)}, but its place id belongs to ${named(other)}.`,
  );
}

function takeRow(local: LocalPlace, main: MainRow): Decision {
  if (main.sourceId === null || main.sourceId === local.id) return { kind: "write", main };
  return failure(
    `${quote(local)} would be a second place on the main place ${named(main)}, which the place ${main.sourceId} stands on.`,
  );
}

function byCoordinates(local: LocalPlace & Point, near: readonly MainRow[]): Decision {
  if (
    near.filter((main) => hasCoordinates(main) && distance(local, main) <= CROWD_RADIUS).length > CROWD_MAX
  ) {
    return failure(`More than ${CROWD_MAX} main places stand within ${MATCH_RADIUS} m of ${quote(local)}.`);
  }
  const found = near.flatMap((main) => candidate(local, main));
  const nearest = Math.min(...found.map(({ metres }) => metres));
  const [best, second] = found
    .filter(({ metres }) => metres <= nearest + TIE_DISTANCE)
    .sort((a, b) => b.score - a.score || (a.main.id < b.main.id ? -1 : 1));
  if (!best) return { kind: "insert" };
  if (second && best.score - second.score <= TIE_SCORE) {
    return failure(
      `Two main places are equally near to ${quote(local)} and alike: ${named(best.main)} and ${named(second.main)}.`,
    );
  }
  return takeRow(local, best.main);
}

function candidate(local: LocalPlace & Point, main: MainRow) {
  if (main.placeId !== null && local.placeId !== null && main.placeId !== local.placeId) return [];
  if (!hasCoordinates(main) || !isOnEarth(main)) return [];
  const metres = distance(local, main);
  if (!(metres <= MATCH_RADIUS)) return [];
  const score = likeness(local.name, main.name);
  return score >= SIMILAR_SCORE ? [{ main, metres, score }] : [];
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

/** Null where they can be used; an exchanged pair often shows by a latitude that there is not. */
function wrongCoordinates(local: LocalPlace): string | null {
  if (!hasCoordinates(local)) return null;
  const { latitude, longitude } = local;
  if (isOnEarth(local)) return null;
  return `${quote(local)} has coordinates that are not on Earth: ${latitude}, ${longitude}.`;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres along the surface (haversine). */
export function distance(a: Point, b: Point): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const h =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** A rectangle in degrees. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Boxes that hold all that is within 50 m: one, two across the antimeridian, a whole ring round a pole. */
export function boxesAround({ latitude, longitude }: Point): readonly Box[] {
  const angle = (MATCH_RADIUS / EARTH_RADIUS) * BOX_MARGIN;
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

const failure = (message: string): Decision => ({ kind: "error", message });
const quote = ({ name, id }: LocalPlace): string => `"${name}" (${id})`;
const named = ({ name, id }: MainRow): string => `"${name}" (${id.startsWith(NEW_ROW_PREFIX) ? "new" : id})`;
