import { openSync, readSync } from "node:fs";

/** Files by their path. */
export type PackedFiles = Pick<ReadonlyMap<string, Uint8Array>, "get" | "has" | "keys">;

/** Where the bytes of each file are, from the end of the index. */
type Index = Readonly<Record<string, readonly [offset: number, size: number]>>;

/** The name of the file with the pages, in the folder of a build. */
export const PAGES_PACK = "pages.pack";

const HEAD = 4; // bytes of the index's length, as a little-endian integer

/** One file that holds all of these: it is opened in a fraction of the time that 800 small ones take. */
export function pack(files: ReadonlyMap<string, Uint8Array>): Blob {
  let end = 0;
  const index: Index = Object.fromEntries(
    [...files].map(([path, { length }]) => {
      const offset = end;
      end += length;
      return [path, [offset, length]];
    }),
  );
  const json = new TextEncoder().encode(JSON.stringify(index));
  const head = new Uint8Array(HEAD);
  new DataView(head.buffer).setUint32(0, json.length, true);
  return new Blob([head, json, ...files.values()] as Uint8Array<ArrayBuffer>[]);
}

/**
 * Opens what `pack` made and reads its index. A file is read each time that it is got, also if the pack was removed since.
 * Throws if it is not whole.
 */
export function openPack(path: string): PackedFiles {
  const descriptor = openSync(path, "r");
  const read = (offset: number, size: number) => {
    const bytes = new Uint8Array(size);
    if (readSync(descriptor, bytes, 0, size, offset) !== size) throw new Error(`${path} is not whole`);
    return bytes;
  };
  const length = new DataView(read(0, HEAD).buffer).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(read(HEAD, length))) as Index; // written by `pack`
  const ranges = new Map(Object.entries(index));
  return {
    get(name) {
      const range = ranges.get(name);
      return range && read(HEAD + length + range[0], range[1]);
    },
    has: (name) => ranges.has(name),
    keys: () => ranges.keys(),
  };
}
