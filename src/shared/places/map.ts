import type { Point } from "./places.ts";

/** Width and height of our map of the USA and Canada. */
export const MAP = { width: 960, height: 620 } as const;

/** The dots where people live on it, as a file that the build makes. */
export const LAND_FILE = "map-land.svg";

export type Position = readonly [x: number, y: number];

interface Frame {
  readonly holds: (point: Point) => boolean;
  /** Degrees: two parallels that keep their length, and the center. */
  readonly parallels: readonly [number, number];
  readonly center: Point;
  /** Units of the map for one radius of the earth. */
  readonly scale: number;
  /** Where the center is on the map. */
  readonly at: Position;
}

/** The lower 48 with southern Canada, and two insets below California: Hawaii, and Alaska with the far north. */
const FRAMES: readonly Frame[] = [
  {
    holds: ({ latitude, longitude }) => latitude < 30 && longitude < -140,
    parallels: [8, 18],
    center: { latitude: 20.6, longitude: -157.5 },
    scale: 1_100,
    at: [286, 566],
  },
  {
    holds: ({ latitude }) => latitude > 57,
    parallels: [55, 65],
    center: { latitude: 61, longitude: -140 },
    scale: 330,
    at: [128, 558],
  },
  {
    holds: () => true,
    parallels: [29.5, 45.5],
    center: { latitude: 41, longitude: -94 },
    scale: 1_030,
    at: [476, 336],
  },
];

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Albers' equal-area conic projection: north is up, and equal areas look equal. */
function albers({ parallels, center, scale, at }: Frame, { latitude, longitude }: Point): Position {
  const [first, second] = [radians(parallels[0]), radians(parallels[1])];
  const n = (Math.sin(first) + Math.sin(second)) / 2;
  const c = Math.cos(first) ** 2 + 2 * n * Math.sin(first);
  const radius = (degrees: number) => Math.sqrt(c - 2 * n * Math.sin(radians(degrees))) / n;
  const angle = n * radians(longitude - center.longitude);
  const x = radius(latitude) * Math.sin(angle);
  const y = radius(latitude) * Math.cos(angle) - radius(center.latitude);
  return [at[0] + scale * x, at[1] + scale * y];
}

/** Where a point is on the map. */
export function positionOf(point: Point): Position {
  const frame = FRAMES.find(({ holds }) => holds(point));
  if (!frame) throw new Error("no frame of the map holds the point");
  const [x, y] = albers(frame, point);
  return [Math.round(x), Math.round(y)];
}
