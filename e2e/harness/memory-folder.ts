import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const NEEDED = 4 * 2 ** 30; // bytes; the tests use a quarter of it

/**
 * A folder in memory for temporary files, deleted when this process exits: a database of a thousand small files is
 * copied there in a sixth of the time. Null if there is no such file system or too little memory.
 */
export async function memoryFolder(): Promise<string | null> {
  if (!existsSync(MEMORY) || process.availableMemory() < NEEDED || freeIn(MEMORY) < NEEDED) return null;
  const path = mkdtempSync(join(MEMORY, "rihla-"));
  await chmod(path, 0o755); // PostgreSQL runs as another user
  process.on("exit", () => rmSync(path, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  return path;
}

function freeIn(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
