import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Kept by caches, which ask each time whether it has changed. */
export const REVALIDATE = "no-cache";

/** The files of a build by their path. */
export type BuiltFiles = Pick<ReadonlyMap<string, Uint8Array>, "get" | "has" | "keys">;

/** Lists the files of a folder. Each is read when it is got. */
export function openBuild(folder: string): BuiltFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = new Set(
    entries.filter((each) => each.isFile()).map((each) => relative(folder, join(each.parentPath, each.name))),
  );
  return {
    get: (path) => (paths.has(path) ? readFileSync(join(folder, path)) : undefined),
    has: (path) => paths.has(path),
    keys: () => paths.keys(),
  };
}

export type HeaderList = Readonly<Record<string, string>>;
/** A file, in the encodings that the build made of it. */
export interface StaticFile {
  respond(request: Request): Response;
}

/** A file in one encoding. Its responses are built once: a clone costs less than a new one. */
interface Variant {
  /** Null if the response is never 304. */
  readonly tag: string | null;
  readonly whole: Response;
  readonly unchanged: Response;
}

export interface ResponseOptions {
  readonly headers: HeaderList;
  readonly cache: string;
  readonly status?: number;
}

const SUFFIXES = { br: ".br", gzip: ".gz", identity: "" } as const satisfies Record<Encoding, string>;
const MAX_CACHED_HEADERS = 100; // browsers send a handful of values; a hostile client must not exhaust memory

/** The file at `path`. Throws if the build has none. */
export function createStaticFile(
  contents: Pick<BuiltFiles, "get">,
  path: string,
  options: ResponseOptions,
): StaticFile {
  const bytes = contents.get(path);
  if (!bytes) throw new Error(`The build has no ${path}`);
  const tag = new Bun.CryptoHasher("sha256").update(bytes).digest("base64url").slice(0, 22);
  const uncompressed = variantOf(bytes, path, "identity", tag, options);
  const compressed = new Map<Encoding, Variant>();
  for (const encoding of ["br", "gzip"] as const) {
    const smaller = contents.get(path + SUFFIXES[encoding]);
    if (smaller) compressed.set(encoding, variantOf(smaller, path, encoding, tag, options));
  }
  const chosen = new Map<string, Variant>();

  function choose(header: string): Variant {
    const variant =
      acceptedEncodings(header).flatMap((encoding) => compressed.get(encoding) ?? [])[0] ?? uncompressed;
    if (chosen.size < MAX_CACHED_HEADERS) chosen.set(header, variant);
    return variant;
  }

  // Hot path, run for every page view: one lookup, two header reads, one clone.
  function respond({ headers }: Request): Response {
    const accepted = headers.get("accept-encoding");
    const variant = accepted === null ? uncompressed : (chosen.get(accepted) ?? choose(accepted));
    const known = headers.get("if-none-match");
    const isUnchanged = known !== null && variant.tag !== null && matchesETag(known, variant.tag);
    return (isUnchanged ? variant.unchanged : variant.whole).clone();
  }

  return { respond };
}

function variantOf(
  bytes: Uint8Array,
  path: string,
  encoding: Encoding,
  tag: string,
  options: ResponseOptions,
): Variant {
  const { status = 200, cache } = options;
  const etag = status === 200 ? `"${tag}-${encoding}"` : null;
  const headers = {
    ...options.headers,
    "Content-Type": typeOf(path),
    "Cache-Control": cache,
    Vary: "Accept-Encoding",
    ...(etag !== null && { ETag: etag }),
  };
  const encoded = encoding === "identity" ? headers : { ...headers, "Content-Encoding": encoding };
  return {
    tag: etag,
    // Clones share a blob, but would copy bytes.
    whole: new Response(new Blob([new Uint8Array(bytes)]), { status, headers: encoded }),
    unchanged: new Response(null, { status: 304, headers }),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  ics: "text/calendar; charset=utf-8",
  webmanifest: "application/manifest+json; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  png: "image/png",
  ico: "image/x-icon",
  woff2: "font/woff2",
};

const typeOf = (path: string): string =>
  TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";

export type Encoding = "br" | "gzip" | "identity";

/** The compressed encodings that an Accept-Encoding header allows, in order of our preference. */
export function acceptedEncodings(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const weight = parameters.find((each) => /^q\s*=/.test(each))?.replace(/^q\s*=\s*/, "");
    weights.set(name === "x-gzip" ? "gzip" : name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const rest = weights.get("*") ?? 0;
  return (["br", "gzip"] as const).filter((encoding) => (weights.get(encoding) ?? rest) > 0);
}

/** True if If-None-Match lists the tag; comparison is weak, so `W/` is ignored (RFC 9110 13.1.2). */
export function matchesETag(header: string, tag: string): boolean {
  return header === "*" || header.split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
}
