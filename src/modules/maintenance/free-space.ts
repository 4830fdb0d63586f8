import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Bytes below which an operator is warned. */
export const DISK_LOW = 2 ** 30;

export interface Space {
  /** The directory that was looked at: this one, or the nearest above it that exists. */
  readonly directory: string;
  /** Bytes that this user can still write, and the size of the disk. */
  readonly free: number;
  readonly size: number;
}

/** The disk that a directory is on, or will be. */
export async function freeSpace(path: string): Promise<Space> {
  let directory = resolve(path);
  while (!existsSync(directory)) directory = dirname(directory);
  const { bavail, blocks, bsize } = await statfs(directory);
  return { directory, free: bavail * bsize, size: blocks * bsize };
}
