import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createLruCache } from "../../core/limits/lru-cache.ts";
import type { PublicPlace } from "../../modules/evidence/public/schema.ts";
import type { PageVersions } from "../../modules/place-pages/versions.ts";
import { minutes } from "../../shared/duration.ts";
import { createStaticFile, type HeaderList, type StaticFile } from "../static/static-file.ts";

/** A place with the responses about it, each made when it is first asked for. */
export interface KeptPlace {
  readonly place: PublicPlace;
  readonly made: Map<string, Promise<StaticFile>>;
}

interface Entry {
  readonly version: string;
  readonly kept: Promise<KeptPlace>;
}

const MAX_PLACES = 1_000; // in memory: about 25 KB each
/** With it change what is open now, the day, an issuer's name and where a closed place is now. */
const MINUTE = minutes(1);

/**
 * Keeps places in memory for as long as their version in the database is the same, which each request reads: a
 * revocation shows at once on every instance. `load` reads a place; requests that arrive together share one read.
 */
export function createKeptPlaces(versions: PageVersions, now: () => Date) {
  const entries = createLruCache<Entry>(MAX_PLACES);

  return async function placeOf(
    id: string,
    load: (id: string) => Promise<PublicPlace>,
  ): Promise<KeptPlace | null> {
    const current = await versions(id);
    if (current === null) return null;
    const version = `${current} ${Math.floor(now().getTime() / MINUTE)}`;
    const entry = entries.get(id);
    // what another client's read fails of, such as its rate limit or its end, is not this one's failure
    if (entry?.version === version) return entry.kept.catch(() => placeOf(id, load));
    const kept = load(id).then((place) => ({ place, made: new Map() }));
    entries.set(id, { version, kept });
    kept.catch(() => entries.set(id, { version: "", kept })); // the next request reads again
    return kept;
  };
}

/** The file of a kept place, made once. */
export function fileOf(
  { made }: KeptPlace,
  name: string,
  make: () => Promise<StaticFile>,
): Promise<StaticFile> {
  const known = made.get(name);
  if (known) return known;
  const file = make();
  made.set(name, file);
  file.catch(() => made.delete(name));
  return file;
}

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A text that is sent often: compressed once. `name` ends in the type of file. */
export async function textFile(
  name: string,
  text: string,
  options: { readonly headers: HeaderList; readonly cache: string },
): Promise<StaticFile> {
  const bytes = new TextEncoder().encode(text);
  const [br, zipped] = await Promise.all([brotli(bytes, BROTLI), gz(bytes)]);
  const forms = new Map<string, Uint8Array>([
    [name, bytes],
    [`${name}.br`, br],
    [`${name}.gz`, zipped],
  ]);
  return createStaticFile(forms, name, options);
}
