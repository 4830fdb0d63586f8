import { open } from "node:fs/promises";

/** Flushes a folder's entries to the disk. Without it, a power cut may undo a rename. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}
