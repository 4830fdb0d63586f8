import { resolve } from "node:path";
import { cookieName, readCookie } from "../../core/auth/cookies.ts";
import type { CountRequest } from "../../core/logging/metrics.ts";
import type { Settings } from "../../env.ts";
import type { CreateServerPages, PageFile, ServerPages, WebManifest } from "../../web/build/manifest.ts";
import { withRequestId } from "../responses.ts";
import type { Site } from "../sockets/server.ts";
import {
  type BuiltFiles,
  createStaticFile,
  type HeaderList,
  openBuild,
  REVALIDATE,
  type ResponseOptions,
  type StaticFile,
} from "./static-file.ts";

const HASHED = "/assets/";
const IMMUTABLE = "public, max-age=31536000, immutable";
const NO_STORE = "no-store";
// in the metrics; a page has its own path
const FILES_ROUTE = "files";
const UNKNOWN_ROUTE = "unknown page";
const SENTENCE_MARK = "<!--sentence-->";
const VALUE_MARK = /%(\w+)%/g;

/** A file and what the metrics call its address. */
interface ServedFile {
  readonly route: string;
  readonly file: StaticFile;
}

/**
 * Serves the pages and files of a finished build from memory: only the first request for each reads the disk.
 * `headers` are sent with every response. A page that needs a session is sent as its sign-in to a browser without the
 * session's cookie.
 */
export function createStatic(distDir: string, headers: HeaderList, settings: Settings): Site {
  const contents = openBuild(distDir);
  const manifest = JSON.parse(textOf(contents, "manifest.json")) as WebManifest;
  const pages = manifest.pages.map(
    (page) => [page.path, pageFile(contents, page, headers, settings)] as const,
  );
  const exact = new Map<string, ServedFile>([
    ...assetFiles(contents, headers).map(([path, file]) => [path, { route: FILES_ROUTE, file }] as const),
    ...pages
      .filter(([path]) => !path.includes("$"))
      .map(([path, file]) => [path, { route: path, file }] as const),
  ]);
  const patterns = pages
    .filter(([path]) => path.includes("$"))
    .map(([path, file]) => [patternOf(path), { route: path, file }] as const);
  const notFound = lazyFile(contents, manifest.notFound, { headers, cache: REVALIDATE, status: 404 });
  const assetNotFound = new Response("Not found\n", { status: 404, headers: { ...headers, ...PLAIN } });

  // Hot path, run for every page view
  function respond(request: Request, path: string, count?: CountRequest): Response | undefined {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const found = exact.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1];
    if (found) {
      const response = found.file.respond(request);
      count?.(found.route, response.status);
      return response;
    }
    const isFile = path.startsWith(HASHED);
    count?.(isFile ? FILES_ROUTE : UNKNOWN_ROUTE, 404);
    return isFile ? assetNotFound.clone() : notFound.respond(request);
  }

  function outcome(
    ...[name, sentence, status, callHeaders, values = {}]: Parameters<Site["outcome"]>
  ): Response {
    const page = textOf(contents, `${name}.html`)
      // in one pass, so that no value is read as a mark
      .replace(VALUE_MARK, (mark, key: string) => Bun.escapeHTML(values[key] ?? mark))
      .replace(SENTENCE_MARK, () => Bun.escapeHTML(sentence));
    const requestId = callHeaders.get("X-Request-Id");
    const isError = status >= 400 && requestId !== null;
    const pageHeaders = new Headers(callHeaders);
    pageHeaders.set("Content-Type", "text/html; charset=utf-8");
    pageHeaders.set("Cache-Control", NO_STORE);
    return new Response(isError ? withRequestId(page, requestId) : page, { status, headers: pageHeaders });
  }

  let serverPages: Promise<ServerPages> | undefined;
  const loadPages = async (): Promise<ServerPages> => {
    const module = resolve(distDir, manifest.serverPages.module);
    const { createServerPages } = (await import(module)) as { createServerPages: CreateServerPages }; // the build made it
    const publicUrl = settings.publicUrl.origin;
    return createServerPages(textOf(contents, manifest.serverPages.document), {
      brand: settings.brand,
      publicUrl,
    });
  };

  return {
    stylesheets: manifest.stylesheets.map((path) => `/${path}`),
    respond,
    outcome,
    pages() {
      serverPages ??= loadPages();
      return serverPages;
    },
  };
}

const PLAIN = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": NO_STORE };

function textOf(contents: BuiltFiles, path: string): string {
  const bytes = contents.get(path);
  if (!bytes) throw new Error(`The build has no ${path}`);
  return new TextDecoder().decode(bytes);
}

/** A file whose responses are made at the first request for it: most files of a build are not asked for. */
function lazyFile(contents: BuiltFiles, path: string, options: ResponseOptions): StaticFile {
  if (!contents.has(path)) throw new Error(`The build has no ${path}`);
  let file: StaticFile | undefined;
  return {
    respond(request) {
      file ??= createStaticFile(contents, path, options);
      return file.respond(request);
    },
  };
}

/** Files with a URL of their own: no pages, compressed variants, source maps or hidden files. */
function assetFiles(contents: BuiltFiles, headers: HeaderList): readonly (readonly [string, StaticFile])[] {
  const paths = [...contents.keys()].filter(
    (path) => !/\.(html|br|gz|map)$|^manifest\.json$|^server\//.test(path) && !/(^|\/)\./.test(path),
  );
  return paths.map((path) => {
    const cache = `/${path}`.startsWith(HASHED) ? IMMUTABLE : REVALIDATE;
    return [`/${path}`, lazyFile(contents, path, { headers: headersOf(path, headers), cache })];
  });
}

/** A policy is for documents and workers: sheets and fonts have none, for a tenth of the weight of a page was headers. */
function headersOf(path: string, headers: HeaderList): HeaderList {
  if (!/\.(css|woff2)$/.test(path)) return headers;
  const { "Content-Security-Policy": _, ...others } = headers;
  return others;
}

function pageFile(contents: BuiltFiles, page: PageFile, headers: HeaderList, settings: Settings): StaticFile {
  if (page.stored) return lazyFile(contents, page.file, { headers, cache: REVALIDATE });
  const privateHeaders = { ...headers, "Referrer-Policy": "no-referrer" };
  const fileAt = (path: string) => lazyFile(contents, path, { headers: privateHeaders, cache: NO_STORE });
  const whole = fileAt(page.file);
  if (!page.signIn) return whole;
  const signIn = fileAt(page.signIn.file);
  const { exceptQuery } = page.signIn;
  const cookie = cookieName(settings, page.signIn.cookie);
  const hasSession = ({ headers: sent }: Request) => readCookie(sent.get("cookie"), cookie) !== undefined;
  const isException = ({ url }: Request) => exceptQuery !== undefined && url.includes(exceptQuery);
  return {
    respond: (request) => (hasSession(request) || isException(request) ? whole : signIn).respond(request),
  };
}

/** A route pattern as a regular expression: `/$name` is a segment of any value. */
function patternOf(path: string): RegExp {
  const segments = path
    .split("/")
    .slice(1)
    .map((segment) => (segment.startsWith("$") ? "/[^/]+" : `/${segment}`));
  return new RegExp(`^${segments.join("")}$`);
}
