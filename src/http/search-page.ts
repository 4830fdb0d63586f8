import { gunzipSync, gzipSync } from "node:zlib";
import type { Deps } from "../core/rpc/context.ts";
import type { PublicResult } from "../modules/places/search/schema.ts";
import { PUBLIC_SEARCH_MAX } from "../modules/places/search/schema.ts";
import type { Page } from "../shared/listing.ts";
import { acceptedEncodings } from "./content-encoding.ts";
import type { PlaceRequest } from "./places/place-request.ts";
import { responseHeaders, toLoggedRefusal } from "./responses.ts";
import type { Site } from "./site.ts";
import type { HeaderList } from "./static-file.ts";

const PAGE = 20; // places
const LAST_PAGE = PUBLIC_SEARCH_MAX / PAGE;
const GZIP_LEVEL = 1; // made for few visitors
const NOTHING = { found: null, error: null };

interface Typed {
  readonly q: string;
  readonly city: string;
  readonly page: number;
}

/**
 * The search of places. A page is made once for all visitors until a place changes, for a minute at most; the empty form
 * shows no place and is made once.
 */
export function createSearchPage({ state }: Pick<Deps, "state">, site: Site, pageHeaders: HeaderList) {
  let form: Promise<Made> | undefined;
  const remake = (error: unknown) => {
    form = undefined; // the next request tries again
    throw error;
  };
  return async (asked: PlaceRequest): Promise<Response> => {
    const typed = typedIn(asked.request.url);
    const makeIt = () => make(asked, site, typed);
    if (isForm(typed)) {
      form ??= makeIt().catch(remake);
      return respond(asked, pageHeaders, await form);
    }
    return respond(asked, pageHeaders, await state.searchCache(JSON.stringify(["page", typed]), makeIt));
  };
}

const isForm = ({ q, city }: Typed): boolean => q === "" && city === "";

interface Made {
  readonly zipped: Uint8Array<ArrayBuffer>;
  readonly status: number;
}

async function make(asked: PlaceRequest, site: Site, typed: Typed): Promise<Made> {
  const searched = { ...typed, ...(isForm(typed) ? NOTHING : await find(asked, typed)) };
  const html = (await site.places()).search(searched);
  return {
    zipped: gzipSync(html, { level: GZIP_LEVEL }),
    status: searched.error === null ? 200 : 400,
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

/** Nearly every client accepts gzip; for the others the page is unpacked. */
function respond(
  { request, context }: PlaceRequest,
  pageHeaders: HeaderList,
  { zipped, status }: Made,
): Response {
  const headers = responseHeaders(pageHeaders, context.call);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", "no-cache");
  headers.set("Vary", "Accept-Encoding");
  if (!acceptedEncodings(request.headers.get("accept-encoding") ?? "").includes("gzip"))
    return new Response(gunzipSync(zipped), { status, headers });
  headers.set("Content-Encoding", "gzip");
  return new Response(zipped, { status, headers });
}
