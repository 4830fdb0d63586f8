import { distance, KM_PER_DEGREE, type Point } from "./distance.ts";

/** Points by the square of one degree in which they are. */
export type Grid<P extends Point> = ReadonlyMap<string, readonly P[]>;

const keyOf = (north: number, east: number): string => `${north} ${east}`;

export const gridOf = <P extends Point>(points: readonly P[]): Grid<P> =>
  Map.groupBy(points, ({ latitude, longitude }) => keyOf(Math.floor(latitude), Math.floor(longitude)));

const NEAR_A_POLE = 85; // degrees; squares have hardly a width there, and no city is near

/** The nearest point within `max` km, or null. Searches the squares around, ring by ring. */
export function nearestIn<P extends Point>(grid: Grid<P>, from: Point, max: number): P | null {
  if (Math.abs(from.latitude) > NEAR_A_POLE) return null;
  let best: P | null = null;
  let away = max;
  // squares get narrower to the north: of those in question, the narrowest
  const furthest = Math.min(Math.abs(from.latitude) + max / KM_PER_DEGREE + 1, 89);
  const width = KM_PER_DEGREE * Math.cos((furthest * Math.PI) / 180);
  for (let ring = 0; (ring - 1) * width <= away; ring++)
    for (const point of pointsOf(grid, from, ring)) {
      const between = distance(from, point);
      if (between <= away) [best, away] = [point, between];
    }
  return best;
}

/** The points in the squares that are `ring` squares away from the one of `from`. */
function* pointsOf<P extends Point>(grid: Grid<P>, from: Point, ring: number): Iterable<P> {
  const [north, east] = [Math.floor(from.latitude), Math.floor(from.longitude)];
  for (let up = -ring; up <= ring; up++) {
    const step = Math.abs(up) === ring ? 1 : Math.max(1, 2 * ring);
    for (let right = -ring; right <= ring; right += step)
      yield* grid.get(keyOf(north + up, east + right)) ?? [];
  }
}
