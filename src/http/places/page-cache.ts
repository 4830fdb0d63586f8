import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { PublicPlace } from "../../modules/evidence/public/schema.ts";
import { createStaticFile, type HeaderList, type StaticFile } from "../static-file.ts";

/** A place with the files about it, each made when it is first requested. */
export interface CachedPlace {
  readonly place: PublicPlace;
  readonly files: Map<string, Promise<StaticFile>>;
}

export const MAX_PLACES = 1_000; // in memory: about 25 KB each

/** The file of a cached place, made once. */
export function fileOf(
  { files }: CachedPlace,
  name: string,
  make: () => Promise<StaticFile>,
): Promise<StaticFile> {
  const known = files.get(name);
  if (known) return known;
  const file = make();
  files.set(name, file);
  file.catch(() => files.delete(name));
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
