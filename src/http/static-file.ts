import { acceptedEncodings, type Encoding, matchesETag } from "./content-encoding.ts";

export type HeaderList = Readonly<Record<string, string>>;
/** The built files by their path. */
export type BuiltFiles = ReadonlyMap<string, Uint8Array>;

/** One address and what it answers to a reader. */
export interface StaticFile {
  answer(request: Request): Response;
}

/** A file in one encoding, ready to go out: a clone costs less than a new answer. */
interface Variant {
  /** Null where an answer is never "unchanged". */
  readonly tag: string | null;
  readonly whole: Response;
  readonly unchanged: Response;
}

interface ResponseOptions {
  readonly headers: HeaderList;
  readonly cache: string;
  readonly status?: number;
}

const SUFFIXES = { br: ".br", gzip: ".gz", identity: "" } as const satisfies Record<Encoding, string>;
const MAX_CACHED_HEADERS = 100; // browsers send a handful of values; a hostile client must not fill the memory

/** The file at `path` in every encoding that the build made of it. Throws where the build has none. */
export function createStaticFile(contents: BuiltFiles, path: string, dress: ResponseOptions): StaticFile {
  const bytes = contents.get(path);
  if (!bytes) throw new Error(`The build has no ${path}`);
  const tag = new Bun.CryptoHasher("sha256").update(bytes).digest("base64url").slice(0, 22);
  const plain = variantOf(bytes, path, "identity", tag, dress);
  const packed = new Map<Encoding, Variant>();
  for (const encoding of ["br", "gzip"] as const) {
    const smaller = contents.get(path + SUFFIXES[encoding]);
    if (smaller) packed.set(encoding, variantOf(smaller, path, encoding, tag, dress));
  }
  const chosen = new Map<string, Variant>();

  function choose(header: string): Variant {
    const form = acceptedEncodings(header).flatMap((encoding) => packed.get(encoding) ?? [])[0] ?? plain;
    if (chosen.size < MAX_CACHED_HEADERS) chosen.set(header, form);
    return form;
  }

  // Every visit comes through here: one look-up, two headers read, one clone.
  function answer({ headers }: Request): Response {
    const accepted = headers.get("accept-encoding");
    const form = accepted === null ? plain : (chosen.get(accepted) ?? choose(accepted));
    const known = headers.get("if-none-match");
    const same = known !== null && form.tag !== null && matchesETag(known, form.tag);
    return (same ? form.unchanged : form.whole).clone();
  }

  return { answer };
}

function variantOf(
  bytes: Uint8Array,
  path: string,
  encoding: Encoding,
  tag: string,
  dress: ResponseOptions,
): Variant {
  const { status = 200, cache } = dress;
  const named = status === 200 ? `"${tag}-${encoding}"` : null;
  const headers = {
    ...dress.headers,
    "Content-Type": typeOf(path),
    "Cache-Control": cache,
    Vary: "Accept-Encoding",
    ...(named !== null && { ETag: named }),
  };
  const encoded = encoding === "identity" ? headers : { ...headers, "Content-Encoding": encoding };
  return {
    tag: named,
    // A blob is shared by the clones where bytes would be copied.
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
  webmanifest: "application/manifest+json; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  png: "image/png",
  ico: "image/x-icon",
  woff2: "font/woff2",
};

const typeOf = (path: string): string =>
  TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
