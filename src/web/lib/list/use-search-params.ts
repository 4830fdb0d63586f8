import { useMatch, useNavigate, useRouter, useRouterState, useSearch } from "@tanstack/react-router";
import { z } from "zod";
import { PAGE_MAX } from "../../../shared/listing.ts";
import { FIRST_PAGE, type PagePosition, type Step, type Trail } from "./paging.ts";

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
