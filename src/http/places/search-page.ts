import { gzipSync } from "node:zlib";
import type { PublicResult } from "../../modules/pois/search/schema.ts";
import { PUBLIC_SEARCH_MAX } from "../../modules/pois/search/schema.ts";
import type { Page } from "../../shared/listing.ts";
import { responseHeaders, toLoggedRefusal } from "../responses.ts";
import type { Site } from "../site.ts";
import { acceptedEncodings } from "../static/content-encoding.ts";
import type { HeaderList, StaticFile } from "../static/static-file.ts";
import { textFile } from "./kept-places.ts";
import type { PlaceRequest } from "./place-request.ts";

const PAGE = 20; // places
const LAST_PAGE = PUBLIC_SEARCH_MAX / PAGE;
const GZIP_LEVEL = 1; // made for one visitor
const NOTHING = { q: "", city: "", page: 1, found: null, error: null };

interface Typed {
  readonly q: string;
  readonly city: string;
  readonly page: number;
}

/** The search of places: without a query the same page for everyone, else one that is not kept. */
export function createSearchPage(site: Site, pageHeaders: HeaderList) {
  let start: Promise<StaticFile> | undefined;

  async function startPage(): Promise<StaticFile> {
    const html = (await site.places()).search(NOTHING);
    return textFile("search.html", html, { headers: pageHeaders, cache: "no-cache" });
  }

  return async (asked: PlaceRequest): Promise<Response> => {
    const typed = typedIn(asked.request.url);
    if (typed.q === "" && typed.city === "") {
      start ??= startPage();
      return (await start).respond(asked.request);
    }
    const { found, error } = await find(asked, typed);
    const html = (await site.places()).search({ ...typed, found, error });
    return respond(asked, pageHeaders, html, error === null ? 200 : 400);
  };
}

function typedIn(url: string): Typed {
  const { searchParams } = new URL(url);
  const page = Number(searchParams.get("page") ?? "1");
  return {
    q: (searchParams.get("q") ?? "").trim(),
    city: (searchParams.get("city") ?? "").trim(),
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  };
}

/** A refused search has a sentence for its field. Throws other refusals. */
async function find(asked: PlaceRequest, { q, city, page }: Typed) {
  const input = { q, city, limit: PAGE, cursor: (page - 1) * PAGE };
  try {
    const { items, total, next } = await asked.ask<Page<PublicResult>>("search", input);
    const isLast = next === null;
    return { found: { items, total, isLast, isCut: total === PUBLIC_SEARCH_MAX }, error: null };
  } catch (thrown) {
    const refusal = toLoggedRefusal(asked.context, thrown);
    if (refusal.status !== 400) throw thrown;
    return { found: null, error: refusal.sentence };
  }
}

function respond(
  { request, context }: PlaceRequest,
  pageHeaders: HeaderList,
  html: string,
  status: number,
): Response {
  const headers = responseHeaders(pageHeaders, context.call);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", "no-cache");
  headers.set("Vary", "Accept-Encoding");
  if (!acceptedEncodings(request.headers.get("accept-encoding") ?? "").includes("gzip"))
    return new Response(html, { status, headers });
  headers.set("Content-Encoding", "gzip");
  return new Response(gzipSync(html, { level: GZIP_LEVEL }), { status, headers });
}
