import { readdirSync } from "node:fs";
import type { PagesReply, PagesRequest } from "./manifest.ts";
import { BUNDLE, type Bundle, writeSite } from "./site.ts";

declare const self: Worker;

/** Rendering loads every page: the memory for that is given back with the thread. */
async function makePages({ from, ...request }: PagesRequest): Promise<PagesReply> {
  try {
    await copy(from, request.folder);
    await writeSite((await Bun.file(`${from}/${BUNDLE}`).json()) as Bundle, request);
    return null;
  } catch (error) {
    return String(error);
  }
}

/** Files of the executable can be read, but not copied. */
async function copy(from: string, to: string): Promise<void> {
  for (const each of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = `${each.parentPath}/${each.name}`;
    if (each.isFile()) await Bun.write(to + path.slice(from.length), await Bun.file(path).bytes());
  }
}

self.onmessage = async ({ data }: MessageEvent<PagesRequest>) => self.postMessage(await makePages(data));
