import { likeness } from "./name-similarity.ts";

// contract 7
const NEAR = 50; // metres
const ALIKE = 70; // likeness of two names, of 100: from here on they are similar
const EQUALLY_NEAR = 1; // metres within which nobody can say which of two is nearer
const EQUALLY_ALIKE = 5; // of likeness
const EARTH = 6_371_008.8; // metres, mean radius
/** The id of a row that this very batch makes, as long as it has none. */
export const MADE_HERE = "new:";
const MARGIN = 1.001; // boxes may be too large, never too small
const CROWDED = 3 * NEAR; // metres: what a box of 50 m holds, its corners too
export const CROWD = 500; // main places round one point; a heap that large stands on a made-up coordinate

/** What matching needs to know of a local place. */
export interface Local {
  readonly id: string;
  readonly name: string;
  readonly placeId: string | null;
  /** Degrees. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** What it needs to know of a row of the main database. */
export interface Main {
  readonly id: string;
  readonly name: string;
  readonly placeId: string | null;
  /** The local place that was written to it. */
  readonly sourceId: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** The rows that a local place may mean. */
export interface Known {
  readonly linked: Main | undefined;
  readonly byPlaceId: readonly Main[];
  /** At least all that stand within 50 m; more do no harm. */
  readonly near: readonly Main[];
}

export type Decision =
  | { readonly kind: "write"; readonly main: Main }
  | { readonly kind: "insert" }
  | { readonly kind: "error"; readonly message: string };

/** Where a place belongs: its own row, else by place id, else the nearest of a similar name, else a new row. */
export function decide(local: Local, { linked, byPlaceId, near }: Known): Decision {
  const wrong = wrongCoordinates(local);
  if (wrong !== null) return error(wrong);
  if (linked) return ownRow(local, linked, byPlaceId);
  const [first, second] = byPlaceId;
  if (first && second) {
    return error(
      `The place id of ${quote(local)} belongs to two main places: ${named(first)} and ${named(second)}.`,
    );
  }
  if (first) return claimed(local, first);
  if (hasCoordinates(local)) return byCoordinates(local, near);
  if (local.placeId !== null) return { kind: "insert" };
  return error(`${quote(local)} has neither a place id nor coordinates.`);
}

function ownRow(local: Local, linked: Main, byPlaceId: readonly Main[]): Decision {
  const other = byPlaceId.find(({ id }) => id !== linked.id);
  if (!other) return { kind: "write", main: linked };
  return error(
    `${quote(local)} stands on the main place ${named(linked)}, but its place id belongs to ${named(other)}.`,
  );
}

function claimed(local: Local, main: Main): Decision {
  if (main.sourceId === null || main.sourceId === local.id) return { kind: "write", main };
  return error(
    `${quote(local)} would be a second place on the main place ${named(main)}, which the place ${main.sourceId} stands on.`,
  );
}

function byCoordinates(local: Local & Point, near: readonly Main[]): Decision {
  if (near.filter((main) => hasCoordinates(main) && distance(local, main) <= CROWDED).length > CROWD) {
    return error(`More than ${CROWD} main places stand within ${NEAR} m of ${quote(local)}.`);
  }
  const found = near.flatMap((main) => candidate(local, main));
  const nearest = Math.min(...found.map(({ metres }) => metres));
  const [best, second] = found
    .filter(({ metres }) => metres <= nearest + EQUALLY_NEAR)
    .sort((a, b) => b.score - a.score || (a.main.id < b.main.id ? -1 : 1));
  if (!best) return { kind: "insert" };
  if (second && best.score - second.score <= EQUALLY_ALIKE) {
    return error(
      `Two main places are equally near to ${quote(local)} and alike: ${named(best.main)} and ${named(second.main)}.`,
    );
  }
  return claimed(local, best.main);
}

function candidate(local: Local & Point, main: Main) {
  if (main.placeId !== null && local.placeId !== null && main.placeId !== local.placeId) return [];
  if (!hasCoordinates(main) || !isOnEarth(main)) return [];
  const metres = distance(local, main);
  if (!(metres <= NEAR)) return [];
  const score = likeness(local.name, main.name);
  return score >= ALIKE ? [{ main, metres, score }] : [];
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export const hasCoordinates = <P extends Pick<Local, "latitude" | "longitude">>(
  place: P,
): place is P & Point => place.latitude !== null && place.longitude !== null;

const isOnEarth = ({ latitude, longitude }: Point): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/** Null where they can be used; an exchanged pair often shows by a latitude that there is not. */
function wrongCoordinates(local: Local): string | null {
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
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(h)));
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
  const angle = (NEAR / EARTH) * MARGIN;
  const tall = (angle * 180) / Math.PI;
  const [south, north] = [latitude - tall, latitude + tall];
  if (south <= -90 || north >= 90) return [{ south, north, west: -180, east: 180 }];
  const wide =
    (Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(latitude)))) * 180 * MARGIN) / Math.PI;
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

const error = (message: string): Decision => ({ kind: "error", message });
const quote = ({ name, id }: Local): string => `"${name}" (${id})`;
const named = ({ name, id }: Main): string => `"${name}" (${id.startsWith(MADE_HERE) ? "new" : id})`;
