import { afterAll, beforeAll } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGazetteer } from "../../../modules/places/gazetteer/gazetteer.ts";
import { readSource, type SourceEntry } from "../../../modules/places/intake/sources/read-source.ts";
import type { FileSource } from "../../../shared/places/sources.ts";

/** A folder for the files of a test file. */
export function sourceFolder() {
  let folder = "";
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rihla-sources-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const path = () => join(folder, `file-${count++}`);
  return {
    path,
    async file(content: string | Uint8Array): Promise<string> {
      const to = path();
      await Bun.write(to, content);
      return to;
    },
  };
}

const gazetteer = createGazetteer();

type Options = Omit<Parameters<typeof readSource>[2], "gazetteer">;

/** All rows of a file. */
export async function rowsOf(
  source: FileSource,
  path: string,
  options: Options = {},
): Promise<SourceEntry[]> {
  const batches = await Array.fromAsync(readSource(source, path, { gazetteer, ...options }));
  return batches.flat();
}

/** What a refusal says: the name of the error and its sentence. */
export const refusalOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    (rows) => `read: ${JSON.stringify(rows).slice(0, 200)}`,
    ({ name, message }: Error) => `${name}: ${message}`,
  );
