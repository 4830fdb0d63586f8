/** Where a person is in a list: how many pages from its start, or from its end. */
export interface PagePlace {
  readonly cursor?: string | undefined;
  readonly depth?: number | undefined;
  readonly end?: true | undefined;
}

/** Cursors of the pages passed on the way to this one, the edge's own page left out. */
export type Trail = readonly string[];

export interface Step {
  readonly place: PagePlace;
  readonly trail: Trail;
}

/** The rows that are shown, counted from 1, and the pages around them. */
export interface Ways {
  readonly first: number;
  readonly last: number;
  readonly toFirst: Step | null;
  readonly toPrevious: Step | null;
  readonly toNext: Step | null;
  readonly toLast: Step | null;
}

interface Shown {
  readonly count: number;
  readonly total: number;
  /** The cursor that the server gave for the page further from the edge. */
  readonly next: string | null;
}

/**
 * The ways on from a page of a list that is read by cursors. From the end the list is asked for backwards, so
 * that the last page costs what the first does; `reversible` says that it can be. A step is null where there
 * is no such page, or where a copied address does not know the way back.
 */
export function waysOn(
  place: PagePlace,
  trail: Trail,
  shown: Shown,
  size: number,
  reversible: boolean,
): Ways {
  const { depth = 0, end } = place;
  const further = furtherStep(place, trail, shown.next);
  const back = backStep(place, trail);
  const more = shown.next !== null;
  const start: Step = { place: {}, trail: [] };
  const finish: Step = { place: { end: true }, trail: [] };
  const passed = depth * size;
  return end
    ? {
        first: Math.max(1, shown.total - passed - shown.count + 1),
        last: Math.max(0, shown.total - passed),
        toFirst: more ? start : null,
        toPrevious: further,
        toNext: back,
        toLast: depth > 0 ? finish : null,
      }
    : {
        first: passed + 1,
        last: passed + shown.count,
        toFirst: depth > 0 ? start : null,
        toPrevious: back,
        toNext: further,
        toLast: more && reversible ? finish : null,
      };
}

function furtherStep({ cursor, depth = 0, end }: PagePlace, trail: Trail, next: string | null): Step | null {
  if (next === null) return null;
  return {
    place: { cursor: next, depth: depth + 1, end },
    trail: cursor === undefined ? [] : [...trail, cursor],
  };
}

function backStep({ depth = 0, end }: PagePlace, trail: Trail): Step | null {
  if (depth === 0) return null;
  if (depth === 1) return { place: { end }, trail: [] };
  if (trail.length !== depth - 1) return null;
  return { place: { cursor: trail.at(-1), depth: depth - 1, end }, trail: trail.slice(0, -1) };
}
