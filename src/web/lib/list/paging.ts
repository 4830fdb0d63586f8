/** A page of a list: how many pages it is from the start, or from the end. Without a cursor it is read by its number. */
export interface PagePosition {
  readonly cursor?: string | undefined;
  readonly depth?: number | undefined;
  readonly end?: true | undefined;
}

export const FIRST_PAGE = { cursor: undefined, depth: undefined, end: undefined };

export const isFirstPage = ({ cursor, depth, end }: PagePosition): boolean =>
  cursor === undefined && depth === undefined && end === undefined;

/** The cursors of the pages between the edge of the list and this page. */
export type Trail = readonly string[];

export interface Step {
  readonly position: PagePosition;
  readonly trail: Trail;
}

/** The rows that are shown, counted from 1, and the pages around them. */
export interface PageSteps {
  readonly first: number;
  readonly last: number;
  /** Whether the page was read from the end of the list. */
  readonly fromEnd: boolean;
  readonly toFirst: Step | null;
  readonly toPrevious: Step | null;
  readonly toNext: Step | null;
  readonly toLast: Step | null;
  /** The number of the page, and of all pages. */
  readonly page: number;
  readonly pages: number;
  readonly toPage: (page: number) => Step;
}

interface Shown {
  readonly count: number;
  readonly total: number;
  readonly totalIsMore?: boolean | undefined;
  /** The cursor that the server gave for the page further from the edge. */
  readonly next: string | null;
}

/** What the server is asked for. */
export const pageInput = ({ cursor, depth = 0 }: PagePosition) =>
  cursor === undefined && depth > 0 ? { page: depth + 1 } : { cursor };

/**
 * The pages around one page of a list with keyset pagination. A `reversible` list is read backwards from its
 * end, so that the last page costs as little as the first; the last page of another is opened by its number, if that is
 * known. A step is null if there is no such page.
 */
export function pageSteps(
  position: PagePosition,
  trail: Trail,
  shown: Shown,
  size: number,
  reversible: boolean,
): PageSteps {
  const { depth = 0, end } = position;
  const further = furtherStep(position, trail, shown.next);
  const back = backStep(position, trail);
  const more = shown.next !== null;
  const start: Step = { position: {}, trail: [] };
  const finish: Step = { position: { end: true }, trail: [] };
  const passed = depth * size;
  const pages = Math.ceil(shown.total / size);
  const toPage = (page: number): Step => (page > 1 ? { position: { depth: page - 1 }, trail: [] } : start);
  const last = reversible ? finish : shown.totalIsMore ? null : toPage(pages);
  return end
    ? {
        page: pages - depth,
        pages,
        toPage,
        first: Math.max(1, shown.total - passed - shown.count + 1),
        last: Math.max(0, shown.total - passed),
        fromEnd: true,
        toFirst: more ? start : null,
        toPrevious: further,
        toNext: back,
        toLast: depth > 0 ? finish : null,
      }
    : {
        page: depth + 1,
        pages,
        toPage,
        first: passed + 1,
        last: passed + shown.count,
        fromEnd: false,
        toFirst: depth > 0 ? start : null,
        toPrevious: back,
        toNext: further,
        toLast: more ? last : null,
      };
}

function furtherStep(
  { cursor, depth = 0, end }: PagePosition,
  trail: Trail,
  next: string | null,
): Step | null {
  if (next === null) return null;
  return {
    position: { cursor: next, depth: depth + 1, end },
    trail: cursor === undefined ? [] : [...trail, cursor],
  };
}

function backStep({ depth = 0, end }: PagePosition, trail: Trail): Step | null {
  if (depth === 0) return null;
  if (depth === 1) return { position: { end }, trail: [] };
  // Of a page that was opened by its number or from a copied URL, the cursors before are not known.
  if (trail.length !== depth - 1) return { position: { depth: depth - 1, end }, trail: [] };
  return { position: { cursor: trail.at(-1), depth: depth - 1, end }, trail: trail.slice(0, -1) };
}
