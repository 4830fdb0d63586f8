import { gzipSync } from "node:zlib";
import { createLruCache } from "../../core/limits/lru-cache.ts";
import type { PublicResult } from "../../modules/pois/search/schema.ts";
import { PUBLIC_SEARCH_MAX } from "../../modules/pois/search/schema.ts";
import type { Page } from "../../shared/listing.ts";
import { responseHeaders, toLoggedRefusal } from "../responses.ts";
import type { Site } from "../site.ts";
import { acceptedEncodings } from "../static/content-encoding.ts";
import type { HeaderList } from "../static/static-file.ts";
import type { PlaceRequest } from "./place-request.ts";

const PAGE = 20; // places
const LAST_PAGE = PUBLIC_SEARCH_MAX / PAGE;
const GZIP_LEVEL = 1; // made for one visitor
const MAX_KEPT = 300; // pages in memory: about 25 KB each
const NOTHING = { found: null, error: null };

interface Typed {
  readonly q: string;
  readonly city: string;
  readonly page: number;
}

/** The search of places. Pages with the same places are rendered once. */
export function createSearchPage(site: Site, pageHeaders: HeaderList) {
  const kept = createLruCache<Made>(MAX_KEPT);

  return async (asked: PlaceRequest): Promise<Response> => {
    const typed = typedIn(asked.request.url);
    const isStart = typed.q === "" && typed.city === "";
    const searched = { ...typed, ...(isStart ? NOTHING : await find(asked, typed)) };
    const key = JSON.stringify(searched);
    const made = kept.get(key) ?? gzipped((await site.places()).search(searched));
    kept.set(key, made);
    return respond(asked, pageHeaders, made, searched.error === null ? 200 : 400);
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

interface Made {
  readonly html: string;
  readonly zipped: Uint8Array<ArrayBuffer>;
}

const gzipped = (html: string): Made => ({ html, zipped: gzipSync(html, { level: GZIP_LEVEL }) });

function respond(
  { request, context }: PlaceRequest,
  pageHeaders: HeaderList,
  { html, zipped }: Made,
  status: number,
): Response {
  const headers = responseHeaders(pageHeaders, context.call);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", "no-cache");
  headers.set("Vary", "Accept-Encoding");
  if (!acceptedEncodings(request.headers.get("accept-encoding") ?? "").includes("gzip"))
    return new Response(html, { status, headers });
  headers.set("Content-Encoding", "gzip");
  return new Response(zipped, { status, headers });
}
