import type { RateLimitName } from "../../core/limits/rate-limit.ts";
import { cities, placeFiles, placesOfFile, type SitemapEntry } from "../../modules/directory/sitemap.ts";
import { methodNotAllowed } from "../guards.ts";
import { responseHeaders } from "../responses.ts";
import { toByteStream } from "../rest.ts";
import type { Handler, HttpContext, Server } from "../sockets/server.ts";
import { notFound } from "./page.ts";
import { acceptedEncodings } from "./static-file.ts";

const ONE_HOUR = "public, max-age=3600";
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * The sitemap: an index, and its files of cities and places, which are sent as they are read. The build makes the file of
 * the other pages.
 */
export function createSitemaps(server: Server) {
  const { deps } = server;
  const origin = Bun.escapeHTML(deps.settings.publicUrl.origin);

  const elementOf = (element: "url" | "sitemap", { path, changedAt }: SitemapEntry): string => {
    const lastmod = changedAt === null ? "" : `<lastmod>${changedAt}</lastmod>`;
    return `<${element}><loc>${origin}${path}</loc>${lastmod}</${element}>\n`; // no slug has a character to escape
  };

  async function* index(): AsyncGenerator<string> {
    const places = await placeFiles(deps);
    const files = ["pages", "cities", ...places.map((n) => `places-${n}`)];
    const entries = files.map((file): SitemapEntry => ({ path: `/sitemaps/${file}.xml`, changedAt: null }));
    yield `${HEAD}<sitemapindex ${XMLNS}>\n${entries.map((each) => elementOf("sitemap", each)).join("")}</sitemapindex>\n`;
  }

  async function* file(read: AsyncIterable<readonly SitemapEntry[]>): AsyncGenerator<string> {
    let before = `${HEAD}<urlset ${XMLNS}>\n`;
    for await (const entries of read) {
      yield before + entries.map((each) => elementOf("url", each)).join("");
      before = "";
    }
    yield "</urlset>\n";
  }

  const handler =
    (
      textOf: (c: HttpContext) => Promise<AsyncIterable<string> | null>,
      limit: RateLimitName = "search",
    ): Handler =>
    async (c) => {
      const { method } = c.env.request;
      if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(["GET"]);
      await deps.rateLimiter.take(limit, c.get("context").call.address);
      const text = await textOf(c);
      return text === null ? notFound(server, c) : send(server, c, await started(text));
    };

  return {
    index: handler(async () => index()),
    cities: handler(async () => file(cities(deps))),
    async places(c: HttpContext): Promise<Response> {
      const n = Number(/^\/sitemaps\/places-(\d{1,9})\.xml$/.exec(c.req.path)?.[1]);
      const read = async () => ((await placeFiles(deps)).includes(n) ? file(placesOfFile(deps, n)) : null);
      return handler(read, "sitemap")(c);
    },
  };
}

/** The same text with its first part read, so that a database that is away is an error page and no half file. */
async function started(text: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const parts = text[Symbol.asyncIterator]();
  let read: Promise<IteratorResult<string>> | null = parts.next();
  await read;
  return {
    [Symbol.asyncIterator]: () => ({
      next() {
        const part = read ?? parts.next();
        read = null;
        return part;
      },
      return: async () => parts.return?.() ?? { done: true, value: undefined },
    }),
  };
}

function send({ pageHeaders }: Server, c: HttpContext, text: AsyncIterable<string>): Response {
  const { request } = c.env;
  const headers = responseHeaders(pageHeaders, c.get("context").call);
  headers.set("Content-Type", "application/xml; charset=utf-8");
  headers.set("Cache-Control", ONE_HOUR);
  headers.set("Vary", "Accept-Encoding");
  const zipped = acceptedEncodings(request.headers.get("accept-encoding") ?? "").includes("gzip");
  if (zipped) headers.set("Content-Encoding", "gzip");
  if (request.method === "HEAD") return new Response(null, { headers });
  const bytes = toByteStream(text);
  return new Response(zipped ? bytes.pipeThrough(gzip()) : bytes, { headers });
}

/** The library's types name all sources of bytes, of which an array is one. */
const gzip = () => new CompressionStream("gzip") as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>;
