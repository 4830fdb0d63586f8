import { useNavigate, useRouterState, useSearch } from "@tanstack/react-router";
import { z } from "zod";
import type { PagePosition, Step, Trail } from "./paging.ts";

const CURSOR_MAX = 2_000;
const SEARCH_MAX = 100;

/** The router reads `?q=123` as a number. */
export const typedText = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().trim().max(SEARCH_MAX))
  .optional()
  .catch(undefined);

/** What every list keeps in the address; a value that is none is left out. */
export const listSearchFields = {
  q: typedText,
  cursor: z.string().max(CURSOR_MAX).optional().catch(undefined),
  depth: z.int().min(1).optional().catch(undefined),
  end: z.literal(true).optional().catch(undefined),
};

declare module "@tanstack/react-router" {
  interface HistoryState {
    readonly trails?: Readonly<Record<string, Trail>>;
  }
}

const NO_TRAIL: Trail = [];

/**
 * A list's state in the address, under a key of its own where a screen shows two lists. Every change but a
 * step to another page starts over at the first one.
 */
export function useListSearchParams<Place extends PagePosition>(schema: z.ZodType<Place>, scope?: string) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const place = schema.parse((scope === undefined ? search : search[scope]) ?? {});
  const name = scope ?? "list";
  const trail = useRouterState({ select: ({ location }) => location.state.trails?.[name] }) ?? NO_TRAIL;
  const navigate = useNavigate();

  function go(change: (before: Place) => Place, trail: Trail, replace: boolean): void {
    // From the address as it stands: two filters may be changed before the screen is drawn again. The route
    // under way parses its search itself, so an object of any form is safe to hand over.
    const changed = (before: Readonly<Record<string, unknown>>) => {
      const next = change(schema.parse((scope === undefined ? before : before[scope]) ?? {}));
      if (scope === undefined) return next;
      const isPlain = Object.values(next).every((value) => value === undefined);
      return { ...before, [scope]: isPlain ? undefined : next };
    };
    void navigate({
      to: ".",
      search: changed as never,
      replace,
      resetScroll: false,
      state: (before) => ({ ...before, trails: { ...before.trails, [name]: trail } }),
    });
  }

  return {
    place,
    trail,
    /** Parsed like the rest of the URL: a value of another type counts as none. */
    filter: (change: { readonly [Name in keyof Place]?: unknown }, replace = false) =>
      go((before) => schema.parse({ ...before, ...START, ...change }), NO_TRAIL, replace),
    step: (to: Step, replace = false) =>
      go((before) => ({ ...before, ...START, ...to.position }), to.trail, replace),
    clear: () => go(() => schema.parse({}), NO_TRAIL, false),
  } as const;
}

const START = { cursor: undefined, depth: undefined, end: undefined };
