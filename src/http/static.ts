import { readdirSync, readFileSync } from "node:fs";
import type { PageFile, WebManifest } from "../web/manifest.ts";
import type { Site } from "./front-door.ts";
import { createNegotiator, type Encoding, matchesTag } from "./negotiate.ts";

type HeaderList = Readonly<Record<string, string>>;

/** One file in one encoding, ready to go out: a clone costs less than a new answer. */
interface Form {
  readonly tag: string;
  readonly whole: Response;
  readonly unchanged: Response;
}

type Forms = ReadonlyMap<Encoding, Form>;
type Contents = ReadonlyMap<string, Uint8Array>;

const HASHED = "/assets/";
const ENDINGS = { br: ".br", gzip: ".gz", identity: "" } as const satisfies Record<Encoding, string>;
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
  const files = fileTable(contents, headers);
  const routes = pageTable(contents, manifest, headers);
  const missing = formsOf(contents, manifest.notFound, headers, ASK_AGAIN, 404);
  const noAsset = new Response("Not found\n", { status: 404, headers: { ...headers, ...PLAIN } });
  const choose = createNegotiator();

  function formsAt(path: string): Forms {
    return (
      routes.exact.get(path) ??
      files.get(path) ??
      routes.patterns.find(([at]) => at.test(path))?.[1] ??
      missing
    );
  }

  function answer(request: Request, path: string): Response | undefined {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const forms = formsAt(path);
    if (forms === missing && path.startsWith(HASHED)) return noAsset.clone();
    const form = forms.get(choose(request.headers.get("accept-encoding"), forms));
    if (!form) throw new Error("Every file has its plain form");
    const known = request.headers.get("if-none-match");
    return known !== null && forms !== missing && matchesTag(known, form.tag)
      ? form.unchanged.clone()
      : form.whole.clone();
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
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = entries.map((entry) =>
    `${entry.parentPath}/${entry.name}`.slice(dir.length).replace(/^\/+/, ""),
  );
  return new Map(paths.map((path) => [path, readFileSync(`${dir}/${path}`)]));
}

function textOf(contents: Contents, path: string): string {
  const bytes = contents.get(path);
  if (!bytes) throw new Error(`The build has no ${path}`);
  return new TextDecoder().decode(bytes);
}

/** Files that are asked for by their own address: no page, no compressed form, no map, nothing hidden. */
function fileTable(contents: Contents, headers: HeaderList): ReadonlyMap<string, Forms> {
  const named = [...contents.keys()].filter(
    (path) => !/\.(html|br|gz|map)$|^manifest\.json$/.test(path) && !/(^|\/)\./.test(path),
  );
  return new Map(
    named.map((path) => {
      const address = `/${path}`;
      const cache = address.startsWith(HASHED) ? IMMUTABLE : ASK_AGAIN;
      return [address, formsOf(contents, path, headers, cache)];
    }),
  );
}

function pageTable(contents: Contents, manifest: WebManifest, headers: HeaderList) {
  const exact = new Map<string, Forms>();
  const patterns: (readonly [RegExp, Forms])[] = [];
  for (const page of manifest.pages) {
    const forms = pageForms(contents, page, headers);
    if (page.path.includes("$")) patterns.push([patternOf(page.path), forms]);
    else exact.set(page.path, forms);
  }
  return { exact, patterns };
}

function pageForms(contents: Contents, page: PageFile, headers: HeaderList): Forms {
  if (page.stored) return formsOf(contents, page.file, headers, ASK_AGAIN);
  return formsOf(contents, page.file, { ...headers, "Referrer-Policy": "no-referrer" }, NEVER_KEEP);
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

function formsOf(contents: Contents, path: string, headers: HeaderList, cache: string, status = 200): Forms {
  const plain = contents.get(path);
  if (!plain) throw new Error(`The build has no ${path}`);
  const tag = new Bun.CryptoHasher("sha256").update(plain).digest("base64url").slice(0, 22);
  const forms = new Map<Encoding, Form>();
  for (const encoding of ["br", "gzip", "identity"] as const) {
    const bytes = contents.get(path + ENDINGS[encoding]);
    if (!bytes) continue;
    const fixed = {
      ...headers,
      "Content-Type": typeOf(path),
      "Cache-Control": cache,
      Vary: "Accept-Encoding",
    };
    forms.set(encoding, formOf(bytes, encoding, fixed, `"${tag}-${encoding}"`, status));
  }
  return forms;
}

function formOf(bytes: Uint8Array, encoding: Encoding, fixed: HeaderList, tag: string, status: number): Form {
  const headers = { ...fixed, ...(status === 200 && { ETag: tag }) };
  const encoded = encoding === "identity" ? headers : { ...headers, "Content-Encoding": encoding };
  return {
    tag,
    // A blob is shared by the clones where bytes would be copied.
    whole: new Response(new Blob([new Uint8Array(bytes)]), { status, headers: encoded }),
    unchanged: new Response(null, { status: 304, headers }),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  png: "image/png",
  ico: "image/x-icon",
  woff2: "font/woff2",
  webmanifest: "application/manifest+json",
};

const typeOf = (path: string): string =>
  TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
