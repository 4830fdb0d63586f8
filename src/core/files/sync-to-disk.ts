import { open } from "node:fs/promises";

/** Flushes a file, or the entries of a folder, to the disk. Without the latter, a power cut may undo a rename. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}
