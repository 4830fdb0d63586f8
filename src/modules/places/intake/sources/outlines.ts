import { yieldToEventLoop } from "../../../../core/limits/event-loop.ts";
import type { Fields } from "./source.ts";

const isPosition = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length >= 2 && value.every((each) => typeof each === "number");

/** Longitude, latitude. */
export type Position = readonly number[];
type Ring = readonly Position[];

/** The position of a point, or one inside an outline. */
export function positionIn({ type, coordinates }: Fields): Position | null {
  if (type === "Point") return isPosition(coordinates) ? coordinates : null;
  const outlines = type === "Polygon" ? [coordinates] : type === "MultiPolygon" ? coordinates : null;
  if (!Array.isArray(outlines)) return null;
  const inside = outlines.flatMap((rings) => (isRings(rings) ? (widestInside(rings) ?? []) : []));
  return inside.toSorted((one, other) => other.width - one.width)[0]?.middle ?? null;
}

const isRings = (value: unknown): value is readonly Ring[] =>
  Array.isArray(value) && value.every((ring) => Array.isArray(ring) && ring.every(isPosition));

/**
 * The middle of the widest part inside an outline, holes aside, on the parallel halfway up its first ring. Rings may be in
 * parts that together close it.
 */
function widestInside(rings: readonly Ring[]): { readonly width: number; readonly middle: Position } | null {
  const parallel = halfwayUp(rings[0] ?? []);
  const crossings = rings.flatMap((ring) =>
    ring.flatMap((end, n) => crossing(ring[n - 1] ?? end, end, parallel)),
  );
  const sorted = crossings.toSorted((one, other) => one - other);
  const parts = sorted.flatMap((west, n) => {
    const east = sorted[n + 1];
    return n % 2 === 1 || east === undefined
      ? []
      : [{ width: east - west, middle: [(west + east) / 2, parallel] }];
  });
  return parts.toSorted((one, other) => other.width - one.width)[0] ?? null;
}

/** Where an edge crosses a parallel, if it does. */
function crossing([x1 = 0, y1 = 0]: Position, [x2 = 0, y2 = 0]: Position, parallel: number): number[] {
  if (y1 > parallel === y2 > parallel) return [];
  return [x1 + ((parallel - y1) * (x2 - x1)) / (y2 - y1)];
}

/** Between the southernmost and the northernmost point. */
function halfwayUp(ring: Ring): number {
  let [south, north] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [, latitude = 0] of ring) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return (south + north) / 2;
}

/** A point inside the parts of an outline, else of the middle of a line. */
export function middleOf(parts: readonly Ring[]): Position | null {
  const inside = widestInside(parts.filter((part) => part.length > 1));
  const [first = []] = parts;
  return inside?.middle ?? first[Math.floor(first.length / 2)] ?? null;
}

/** Of outlines whose nodes are looked up in one walk through a file. docs/limits.md */
export const NODES_MAX = 2_000_000;
const STEP = 50_000; // nodes before others have a turn

export interface Outline<Element> {
  readonly element: Element;
  /** The nodes of its parts. */
  readonly parts: readonly (readonly number[])[];
}

type Points = Map<number, Position | null>;

/** The nodes of outlines, whose points are not known yet. */
export async function nodesOf(outlines: readonly Outline<unknown>[]): Promise<Points> {
  const points: Points = new Map();
  let since = 0;
  for (const { parts } of outlines)
    for (const part of parts) {
      for (const id of part) points.set(id, null);
      since = await turnAfter(since + part.length);
    }
  return points;
}

/** Each outline with a point inside, some at a time. */
export async function* middlesOf<Element>(
  outlines: readonly Outline<Element>[],
  points: Points,
): AsyncGenerator<(readonly [Element, Position | null])[]> {
  for (let at = 0; at < outlines.length; ) {
    const found: (readonly [Element, Position | null])[] = [];
    for (let nodes = 0; at < outlines.length && nodes < STEP; at += 1) {
      const { element, parts } = outlines[at] as Outline<Element>; // below the length
      const rings = parts.map((part) => part.flatMap((id) => [points.get(id) ?? []].filter(isPoint)));
      found.push([element, middleOf(rings)]);
      nodes += nodesIn(parts);
    }
    yield found;
    await yieldToEventLoop();
  }
}

export const nodesIn = (parts: readonly (readonly number[])[]): number =>
  parts.reduce((sum, part) => sum + part.length, 0);

const isPoint = (point: Position): boolean => point.length === 2;

async function turnAfter(nodes: number): Promise<number> {
  if (nodes < STEP) return nodes;
  await yieldToEventLoop();
  return 0;
}
