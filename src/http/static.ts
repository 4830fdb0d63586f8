import { readdirSync, readFileSync } from "node:fs";
import type { PageFile, WebManifest } from "../web/build/manifest.ts";
import type { Site } from "./site.ts";
import { type BuiltFiles, createStaticFile, type HeaderList, type StaticFile } from "./static-file.ts";

const HASHED = "/assets/";
const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";
const NO_STORE = "no-store";
const SENTENCE_MARK = "<!--sentence-->";

/**
 * Every page and file of a finished build, held in memory with its headers. Only what the build made has an
 * address: nothing is ever looked up on the disk. `headers` go on every answer.
 */
export function createStatic(distDir: string, headers: HeaderList): Site {
  const contents = readFiles(distDir);
  const manifest = JSON.parse(textOf(contents, "manifest.json")) as WebManifest;
  const pages = manifest.pages.map((page) => [page.path, pageFile(contents, page, headers)] as const);
  const exact = new Map([...assetFiles(contents, headers), ...pages.filter(([path]) => !path.includes("$"))]);
  const patterns = pages
    .filter(([path]) => path.includes("$"))
    .map(([path, page]) => [patternOf(path), page] as const);
  const missing = createStaticFile(contents, manifest.notFound, { headers, cache: REVALIDATE, status: 404 });
  const noAsset = new Response("Not found\n", { status: 404, headers: { ...headers, ...PLAIN } });

  function answer(request: Request, path: string): Response | undefined {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const found = exact.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1];
    if (found) return found.answer(request);
    return path.startsWith(HASHED) ? noAsset.clone() : missing.answer(request);
  }

  function outcome(...[name, sentence, status, given]: Parameters<Site["outcome"]>): Response {
    const page = textOf(contents, `${name}.html`).replace(SENTENCE_MARK, () => Bun.escapeHTML(sentence));
    const answered = new Headers(given);
    answered.set("Content-Type", "text/html; charset=utf-8");
    answered.set("Cache-Control", NO_STORE);
    return new Response(page, { status, headers: answered });
  }

  return { answer, outcome };
}

const PLAIN = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": NO_STORE };

function readFiles(dir: string): BuiltFiles {
  const paths = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(dir.length).replace(/^\/+/, ""));
  return new Map(paths.map((path) => [path, readFileSync(`${dir}/${path}`)]));
}

function textOf(contents: BuiltFiles, path: string): string {
  const bytes = contents.get(path);
  if (!bytes) throw new Error(`The build has no ${path}`);
  return new TextDecoder().decode(bytes);
}

/** Files that are asked for by their own address: no page, no packed form, no map, nothing hidden. */
function assetFiles(contents: BuiltFiles, headers: HeaderList): readonly (readonly [string, StaticFile])[] {
  const named = [...contents.keys()].filter(
    (path) => !/\.(html|br|gz|map)$|^manifest\.json$/.test(path) && !/(^|\/)\./.test(path),
  );
  return named.map((path) => {
    const cache = `/${path}`.startsWith(HASHED) ? IMMUTABLE : REVALIDATE;
    return [`/${path}`, createStaticFile(contents, path, { headers, cache })];
  });
}

function pageFile(contents: BuiltFiles, page: PageFile, headers: HeaderList): StaticFile {
  if (page.stored) return createStaticFile(contents, page.file, { headers, cache: REVALIDATE });
  const guarded = { ...headers, "Referrer-Policy": "no-referrer" };
  return createStaticFile(contents, page.file, { headers: guarded, cache: NO_STORE });
}

/** The router's pattern language: `/{-$name}` is a part that may be left out, `/$name` one that may not. */
function patternOf(path: string): RegExp {
  const parts = path
    .split("/")
    .slice(1)
    .map((part) => {
      if (part.startsWith("{-$")) return "(?:/[^/]+)?";
      return part.startsWith("$") ? "/[^/]+" : `/${part}`;
    });
  return new RegExp(`^${parts.join("")}$`);
}
