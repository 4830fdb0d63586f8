export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export const EARTH_RADIUS = 6_371.0088; // km, mean radius
export const KM_PER_DEGREE = (EARTH_RADIUS * Math.PI) / 180;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Along a great circle, in km. */
export function distance(a: Point, b: Point): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2);
  const east = Math.sin(radians(b.longitude - a.longitude) / 2);
  const parallel = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(north * north + parallel * east * east)));
}
