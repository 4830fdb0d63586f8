import { gunzipSync, gzipSync } from "node:zlib";
import type { Context, Deps } from "../../core/rpc/context.ts";
import { filesAmong } from "../../modules/places/public.ts";
import {
  FILTERED_SEARCH_MAX,
  PUBLIC_SEARCH_PAGE,
  type PublicResult,
} from "../../modules/places/search/schema.ts";
import { distance, type Point } from "../../shared/places/places.ts";
import type { AskedSearch, MapCity } from "../../web/build/manifest.ts";
import { queryOf } from "../guards.ts";
import { responseHeaders, toLoggedRefusal } from "../responses.ts";
import type { HttpContext, Server } from "../sockets/server.ts";
import { acceptedEncodings, REVALIDATE } from "./static-file.ts";

const SEARCH_PAGE_BYTES = 10_000; // in memory
const LAST_PAGE = FILTERED_SEARCH_MAX / PUBLIC_SEARCH_PAGE;
const GZIP_LEVEL = 1; // made for few visitors
const MAP_CITIES = 7;
const MAP_MARGIN = 15; // km around the places of a page

interface Typed {
  readonly asked: AskedSearch;
  readonly page: number;
}

/**
 * The search of places. A page is made once for all visitors until a place changes, for a minute at most; the empty form
 * shows no place and is made once. A page for a position is kept nowhere, nor is the position.
 */
export function createSearchPage(server: Server): (c: HttpContext) => Promise<Response> {
  const { state } = server.deps;
  return async (c) => {
    const typed = typedIn(c.env.request.url);
    if (typed.asked.near !== "")
      return respond(server, c, await make(server, c.get("context"), typed), NOT_KEPT);
    const version = isForm(typed) ? "" : await state.placesVersion();
    const key = `search page ${JSON.stringify(typed)}`;
    const made = await state.answers({ key, version, bytes: SEARCH_PAGE_BYTES }, () =>
      make(server, c.get("context"), typed),
    );
    return respond(server, c, made, { "Cache-Control": REVALIDATE });
  };
}

const NOT_KEPT = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

const isForm = ({ asked }: Typed): boolean => Object.values(asked).every((value) => value === "");

interface Made {
  readonly zipped: Uint8Array<ArrayBuffer>;
  readonly status: number;
}

async function make(server: Server, context: Context, typed: Typed): Promise<Made> {
  const nothing = { found: null, error: null };
  let searched = { ...typed, ...(isForm(typed) ? nothing : await find(server, context, typed)) };
  if (searched.found?.items.length === 0 && searched.found.total > 0) {
    const first = { ...typed, page: 1 }; // there are fewer pages than the address says
    searched = { ...first, ...(await find(server, context, first)) };
  }
  const html = (await server.site.pages()).search(searched);
  return {
    zipped: gzipSync(html, { level: GZIP_LEVEL }),
    status: searched.error === null ? 200 : 400,
  };
}

function typedIn(url: string): Typed {
  const { page: typed = "1", ...query } = queryOf(url);
  const page = Number(typed);
  const text = (name: keyof AskedSearch) => (query[name] ?? "").trim();
  return {
    asked: {
      q: text("q"),
      city: text("city"),
      category: text("category"),
      tier: text("tier"),
      open: text("open"),
      facts: text("facts"),
      near: text("near"),
      exact: text("exact"),
    },
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  };
}

/** A refused search has a sentence for its field. Throws other refusals. */
async function find({ callerOf, deps }: Server, context: Context, { asked, page }: Typed) {
  const { open, exact, ...typed } = asked;
  const flags = { ...(open !== "" && { open }), ...(exact !== "" && { exact }) };
  const input = { ...typed, ...flags, limit: PUBLIC_SEARCH_PAGE, page };
  try {
    const { items, total, totalIsMore, next, understood, corrected, isPartial } = await callerOf(context)(
      "public.places.search",
      input,
    );
    const files = await filesAmong(
      deps,
      items.map(({ id }) => id),
    );
    const shown = {
      items,
      total,
      understood,
      corrected,
      isPartial,
      files,
      cities: citiesAround(deps, items),
    };
    return { found: { ...shown, isLast: next === null, isCut: totalIsMore === true }, error: null };
  } catch (thrown) {
    const refusal = toLoggedRefusal(context, thrown);
    if (refusal.status !== 400) throw thrown;
    return { found: null, error: refusal.sentence };
  }
}

/** The larger cities where places are, for a map of them. */
function citiesAround({ state }: Deps, places: readonly PublicResult[]): MapCity[] {
  const points = places.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  const [first] = points;
  if (!first) return [];
  const middle = (of: (point: Point) => number) =>
    (Math.min(...points.map(of)) + Math.max(...points.map(of))) / 2;
  const center = { latitude: middle((each) => each.latitude), longitude: middle((each) => each.longitude) };
  const reach = Math.max(...points.map((each) => distance(center, each))) + MAP_MARGIN;
  if (reach > MAP_REACH) return [];
  return state.gazetteer
    .around(center, reach)
    .toSorted((a, b) => b.population - a.population)
    .slice(0, MAP_CITIES)
    .map(({ name, latitude, longitude }) => ({ name, latitude, longitude }));
}

const MAP_REACH = 400; // km; a wider map shows no names

/** Nearly every client accepts gzip; for the others the page is unpacked. */
function respond(
  { pageHeaders }: Server,
  c: HttpContext,
  { zipped, status }: Made,
  caching: Readonly<Record<string, string>>,
): Response {
  const headers = responseHeaders(pageHeaders, c.get("context").call);
  headers.set("Content-Type", "text/html; charset=utf-8");
  for (const [name, value] of Object.entries(caching)) headers.set(name, value);
  headers.set("Vary", "Accept-Encoding");
  if (!acceptedEncodings(c.env.request.headers.get("accept-encoding") ?? "").includes("gzip"))
    return new Response(gunzipSync(zipped), { status, headers });
  headers.set("Content-Encoding", "gzip");
  return new Response(zipped, { status, headers });
}
