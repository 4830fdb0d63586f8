import { distance, KM_PER_DEGREE, type Point } from "../../../shared/places/places.ts";

/** Points, known by their numbers from 0, by the square of one degree in which they are. */
export interface Grid {
  readonly at: (point: number) => Point;
  /** The numbers of all points, by square. */
  readonly order: Uint16Array;
  /** The square of each point in `order`. */
  readonly squares: Int32Array;
}

/** Unique, because the search leaves the map by less than half of the factor. */
const squareOf = (north: number, east: number): number => north * 1_000 + east;

/** The numbers of the points by square, and the square of each. */
export function orderBySquare(points: readonly Point[]) {
  const squares = points.map(({ latitude, longitude }) =>
    squareOf(Math.floor(latitude), Math.floor(longitude)),
  );
  const squareAt = (point: number) => squares[point] ?? 0;
  const byPlace = Uint16Array.from(points.keys()).sort((a, b) => squareAt(a) - squareAt(b) || a - b);
  return { byPlace, squares: Int32Array.from(byPlace, squareAt) };
}

const NEAR_A_POLE = 85; // degrees; squares have hardly a width there, and no city is near

/** The nearest accepted point within `max` km, or null. Searches the squares around, ring by ring. */
export function nearestIn(
  grid: Grid,
  from: Point,
  max: number,
  accepts: (point: number) => boolean = () => true,
): number | null {
  if (Math.abs(from.latitude) > NEAR_A_POLE) return null;
  let best: number | null = null;
  let away = max;
  const width = widthOf(from, max);
  for (let ring = 0; (ring - 1) * width <= away; ring++)
    for (const point of pointsOf(grid, from, { ring, within: away, width })) {
      const between = distance(from, grid.at(point));
      if (between <= away && accepts(point)) [best, away] = [point, between];
    }
  return best;
}

/** The points within `max` km, the nearest first. */
export function pointsWithin(grid: Grid, from: Point, max: number): readonly number[] {
  if (Math.abs(from.latitude) > NEAR_A_POLE) return [];
  const found: { readonly point: number; readonly away: number }[] = [];
  const width = widthOf(from, max);
  for (let ring = 0; (ring - 1) * width <= max; ring++)
    for (const point of pointsOf(grid, from, { ring, within: max, width }))
      found.push({ point, away: distance(from, grid.at(point)) });
  return found
    .filter(({ away }) => away <= max)
    .sort((a, b) => a.away - b.away)
    .map(({ point }) => point);
}

/** Squares get narrower to the north: of those in question, the width of the narrowest in km. */
function widthOf(from: Point, max: number): number {
  const furthest = Math.min(Math.abs(from.latitude) + max / KM_PER_DEGREE + 1, 89);
  return KM_PER_DEGREE * Math.cos((furthest * Math.PI) / 180);
}

interface Ring {
  readonly ring: number;
  /** Squares further than so many km are left out. */
  readonly within: number;
  /** Of a square, in km, at least. */
  readonly width: number;
}

/** The points in the squares that are `ring` squares away from the one of `from`. */
function pointsOf({ order, squares }: Grid, from: Point, { ring, within, width }: Ring): readonly number[] {
  const points: number[] = [];
  const [north, east] = [Math.floor(from.latitude), Math.floor(from.longitude)];
  for (let up = -ring; up <= ring; up++) {
    if (gap(up, from.latitude - north) * KM_PER_DEGREE > within) continue;
    const step = Math.abs(up) === ring ? 1 : Math.max(1, 2 * ring);
    for (let right = -ring; right <= ring; right += step) {
      if (gap(right, from.longitude - east) * width > within) continue;
      const square = squareOf(north + up, east + right);
      const start = firstWhere(squares.length, (index) => (squares[index] ?? 0) >= square);
      for (let index = start; squares[index] === square; index++) points.push(order[index] ?? 0);
    }
  }
  return points;
}

/** How many degrees are between a point in a square and the nearest edge of the one so many squares away. */
const gap = (away: number, inSquare: number): number =>
  away > 0 ? away - inSquare : away < 0 ? inSquare - away - 1 : 0;

/** The first number below `length` for which the condition holds, which holds for all after it; else `length`. */
export function firstWhere(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
