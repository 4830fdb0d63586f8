import { useMatch, useNavigate, useRouter, useRouterState, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { z } from "zod";
import { PAGE_MAX } from "../../shared/listing.ts";

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

const CURSOR_MAX = 2_000;
const SEARCH_MAX = 100;

/** The router reads `?q=123` as a number. */
export const typedText = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().trim().max(SEARCH_MAX))
  .optional()
  .catch(undefined);

/** Search params that every list has; an invalid value counts as absent. */
export const listSearchFields = {
  q: typedText,
  cursor: z.string().max(CURSOR_MAX).optional().catch(undefined),
  depth: z
    .int()
    .min(1)
    .max(PAGE_MAX - 1)
    .optional()
    .catch(undefined),
  end: z.literal(true).optional().catch(undefined),
};

declare module "@tanstack/react-router" {
  interface HistoryState {
    readonly trails?: Readonly<Record<string, Trail>>;
  }
}

const NO_TRAIL: Trail = [];

/**
 * A list's state in the URL; `scope` is its key where a screen shows two lists. Every change except a step to
 * another page goes back to the first page.
 */
export function useListSearchParams<Search extends PagePosition>(schema: z.ZodType<Search>, scope?: string) {
  const urlSearch: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const search = schema.parse((scope === undefined ? urlSearch : urlSearch[scope]) ?? {});
  const name = scope ?? "list";
  const trail = useRouterState({ select: ({ location }) => location.state.trails?.[name] }) ?? NO_TRAIL;
  const navigate = useNavigate();
  const { history } = useRouter();
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname });

  function go(change: (before: Search) => Search, trail: Trail, replace: boolean): void {
    // A search that was typed just before is not sent while another screen is being loaded: it would bring this one back.
    if (withoutSlash(history.location.pathname) !== withoutSlash(own)) return;
    // Reads the current URL: two filters may change before the next render. The list parses its own part of it.
    const changed = (before: Readonly<Record<string, unknown>>): object => {
      const next = change(schema.parse((scope === undefined ? before : before[scope]) ?? {}));
      // The record that is open next to the list stays open.
      if (scope === undefined) return { open: before.open, ...next };
      const isPlain = Object.values(next).every((value) => value === undefined);
      return { ...before, [scope]: isPlain ? undefined : next };
    };
    void navigate({
      to: ".",
      search: changed,
      replace,
      resetScroll: false,
      state: (before) => ({ ...before, trails: { ...before.trails, [name]: trail } }),
    });
  }

  return {
    search,
    trail,
    /** Parsed like the rest of the URL: a value of the wrong type counts as absent. */
    filter: (change: { readonly [Name in keyof Search]?: unknown }, replace = false) =>
      go((before) => schema.parse({ ...before, ...FIRST_PAGE, ...change }), NO_TRAIL, replace),
    step: (to: Step, replace = false) =>
      go((before) => ({ ...before, ...FIRST_PAGE, ...to.position }), to.trail, replace),
    clear: () => go(() => schema.parse({}), NO_TRAIL, false),
  } as const;
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, "");

interface Rows {
  readonly items: readonly unknown[];
  readonly total: number;
}

interface List {
  readonly search: PagePosition;
  readonly step: (to: Step, replace?: boolean) => void;
}

/** Goes to the first page if the current one is now empty but the list is not. */
export function useFullPage(rows: Rows | undefined, { search, step }: List): void {
  const isGone = !isFirstPage(search) && rows !== undefined && rows.items.length === 0 && rows.total > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `step` is a new function on every render
  useEffect(() => {
    if (isGone) step({ position: {}, trail: [] }, true);
  }, [isGone]);
}
