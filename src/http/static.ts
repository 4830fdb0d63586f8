import { readdirSync, readFileSync } from "node:fs";
import type { PageFile, WebManifest } from "../web/build/manifest.ts";
import type { Site } from "./site.ts";
import { type Contents, createResource, type HeaderList, type Resource } from "./static-file.ts";

const HASHED = "/assets/";
const IMMUTABLE = "public, max-age=31536000, immutable";
const ASK_AGAIN = "no-cache";
const NEVER_KEEP = "no-store";
const SENTENCE = "<!--sentence-->";

/**
 * Every page and file of a finished build, held in memory with its headers. Only what the build made has an
 * address: nothing is ever looked up on the disk. `headers` go on every answer.
 */
export function createStatic(distDir: string, headers: HeaderList): Site {
  const contents = read(distDir);
  const manifest = JSON.parse(textOf(contents, "manifest.json")) as WebManifest;
  const pages = manifest.pages.map((page) => [page.path, pageOf(contents, page, headers)] as const);
  const exact = new Map([...filesOf(contents, headers), ...pages.filter(([path]) => !path.includes("$"))]);
  const patterns = pages
    .filter(([path]) => path.includes("$"))
    .map(([path, page]) => [patternOf(path), page] as const);
  const missing = createResource(contents, manifest.notFound, { headers, cache: ASK_AGAIN, status: 404 });
  const noAsset = new Response("Not found\n", { status: 404, headers: { ...headers, ...PLAIN } });

  function answer(request: Request, path: string): Response | undefined {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const found = exact.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1];
    if (found) return found.answer(request);
    return path.startsWith(HASHED) ? noAsset.clone() : missing.answer(request);
  }

  function outcome(...[name, sentence, status, given]: Parameters<Site["outcome"]>): Response {
    const page = textOf(contents, `${name}.html`).replace(SENTENCE, () => Bun.escapeHTML(sentence));
    const answered = new Headers(given);
    answered.set("Content-Type", "text/html; charset=utf-8");
    answered.set("Cache-Control", NEVER_KEEP);
    return new Response(page, { status, headers: answered });
  }

  return { answer, outcome };
}

const PLAIN = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": NEVER_KEEP };

function read(dir: string): Contents {
  const paths = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(dir.length).replace(/^\/+/, ""));
  return new Map(paths.map((path) => [path, readFileSync(`${dir}/${path}`)]));
}

function textOf(contents: Contents, path: string): string {
  const bytes = contents.get(path);
  if (!bytes) throw new Error(`The build has no ${path}`);
  return new TextDecoder().decode(bytes);
}

/** Files that are asked for by their own address: no page, no packed form, no map, nothing hidden. */
function filesOf(contents: Contents, headers: HeaderList): readonly (readonly [string, Resource])[] {
  const named = [...contents.keys()].filter(
    (path) => !/\.(html|br|gz|map)$|^manifest\.json$/.test(path) && !/(^|\/)\./.test(path),
  );
  return named.map((path) => {
    const cache = `/${path}`.startsWith(HASHED) ? IMMUTABLE : ASK_AGAIN;
    return [`/${path}`, createResource(contents, path, { headers, cache })];
  });
}

function pageOf(contents: Contents, page: PageFile, headers: HeaderList): Resource {
  if (page.stored) return createResource(contents, page.file, { headers, cache: ASK_AGAIN });
  const guarded = { ...headers, "Referrer-Policy": "no-referrer" };
  return createResource(contents, page.file, { headers: guarded, cache: NEVER_KEEP });
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
