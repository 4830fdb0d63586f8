import { rm, writeFile } from "node:fs/promises";
import { tempFilePath } from "./temp-file.ts";

const TRIAL = Buffer.alloc(64 * 1_024, "x"); // bytes; a file system may keep a few of them beside the file's name

/** Writes a small file to the disk of a folder and deletes it. Throws the system's error, such as ENOSPC. */
export async function tryWrite(folder: string): Promise<void> {
  const path = tempFilePath({ databaseUrl: undefined, dataDir: folder });
  try {
    await writeFile(path, TRIAL, { flag: "wx", mode: 0o600, flush: true });
  } finally {
    await rm(path, { force: true }).catch(() => {}); // the failure of the write says more
  }
}
