import { brotli, gz } from "../compression.ts";
import { methodNotAllowed, targetOf } from "../guards.ts";
import { responseHeaders, toLoggedRefusal, withRequestId } from "../responses.ts";
import type { Handler, HttpContext, Server } from "../sockets/server.ts";
import { createStaticFile, type HeaderList, REVALIDATE, type StaticFile } from "./static-file.ts";

/** Answers the methods with a page, and with one for what fails. Throws 405. */
export const pageHandler =
  (
    server: Server,
    respond: (c: HttpContext) => Promise<Response>,
    allowed: readonly string[] = ["GET"],
  ): Handler =>
  async (c) => {
    if (![...allowed, "HEAD"].includes(c.env.request.method)) throw methodNotAllowed(allowed);
    try {
      return await respond(c);
    } catch (error) {
      const refusal = toLoggedRefusal(c.get("context"), error);
      if (refusal.status === 404) return notFound(server, c);
      const html = (await server.site.pages()).failed(refusal.sentence);
      return page(server, c, withRequestId(html, c.get("context").call.requestId), refusal.status);
    }
  };

export function page(
  { pageHeaders }: Server,
  c: HttpContext,
  html: string,
  status: number,
  cache = REVALIDATE,
): Response {
  const headers = responseHeaders(pageHeaders, c.get("context").call);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", cache);
  return new Response(html, { status, headers });
}

export const FIVE_MINUTES = "public, max-age=300"; // the longest that a revoked tier may be shown elsewhere

/** For content delivery networks: how long they may keep it (RFC 9213), and the keys to purge it by. */
export const edgeHeaders = (...keys: readonly string[]): HeaderList => ({
  "CDN-Cache-Control": FIVE_MINUTES,
  "Surrogate-Key": keys.join(" "),
  "Cache-Tag": keys.join(","),
});

/** The 404 page, with the id of its request. */
export function notFound({ site }: Server, c: HttpContext): Response {
  const response = site.respond(c.env.request, "/places/-") ?? new Response(null, { status: 404 });
  response.headers.set("X-Request-Id", c.get("context").call.requestId);
  return response;
}

/** To another path, with the same query. */
export function leadTo(c: HttpContext, path: string): Response {
  const location = path + targetOf(c.env.request.url).slice(c.req.path.length);
  return new Response(null, { status: 308, headers: { Location: location, "Cache-Control": REVALIDATE } });
}

/** A text that is sent often: compressed once. `name` ends in the type of file. */
export async function textFile(
  name: string,
  text: string,
  options: { readonly headers: HeaderList; readonly cache: string },
): Promise<StaticFile> {
  const bytes = new TextEncoder().encode(text);
  const [br, zipped] = await Promise.all([brotli(bytes), gz(bytes)]);
  const forms = new Map<string, Uint8Array>([
    [name, bytes],
    [`${name}.br`, br],
    [`${name}.gz`, zipped],
  ]);
  return createStaticFile(forms, name, options);
}
