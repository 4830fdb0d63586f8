import { gunzipSync, gzipSync } from "node:zlib";
import type { Context } from "../core/rpc/context.ts";
import { PUBLIC_SEARCH_MAX } from "../modules/places/search/schema.ts";
import { acceptedEncodings } from "./content-encoding.ts";
import { responseHeaders, toLoggedRefusal } from "./responses.ts";
import type { HttpContext, Server } from "./server.ts";

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
export function createSearchPage(server: Server): (c: HttpContext) => Promise<Response> {
  const { state } = server.deps;
  return async (c) => {
    const typed = typedIn(c.env.request.url);
    const version = isForm(typed) ? "" : await state.placesVersion();
    const made = await state.answers(`search page ${JSON.stringify(typed)}`, version, () =>
      make(server, c.get("context"), typed),
    );
    return respond(server, c, made);
  };
}

const isForm = ({ q, city }: Typed): boolean => q === "" && city === "";

interface Made {
  readonly zipped: Uint8Array<ArrayBuffer>;
  readonly status: number;
}

async function make(server: Server, context: Context, typed: Typed): Promise<Made> {
  const searched = { ...typed, ...(isForm(typed) ? NOTHING : await find(server, context, typed)) };
  const html = (await server.site.places()).search(searched);
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
async function find({ callerOf }: Server, context: Context, { q, city, page }: Typed) {
  const input = { q, city, limit: PAGE, cursor: (page - 1) * PAGE };
  try {
    const { items, total, next } = await callerOf(context)("public.places.search", input);
    const isLast = next === null;
    return { found: { items, total, isLast, isCut: total === PUBLIC_SEARCH_MAX }, error: null };
  } catch (thrown) {
    const refusal = toLoggedRefusal(context, thrown);
    if (refusal.status !== 400) throw thrown;
    return { found: null, error: refusal.sentence };
  }
}

/** Nearly every client accepts gzip; for the others the page is unpacked. */
function respond({ pageHeaders }: Server, c: HttpContext, { zipped, status }: Made): Response {
  const headers = responseHeaders(pageHeaders, c.get("context").call);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", "no-cache");
  headers.set("Vary", "Accept-Encoding");
  if (!acceptedEncodings(c.env.request.headers.get("accept-encoding") ?? "").includes("gzip"))
    return new Response(gunzipSync(zipped), { status, headers });
  headers.set("Content-Encoding", "gzip");
  return new Response(zipped, { status, headers });
}
