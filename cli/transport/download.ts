import { rmSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { randomId } from "../../src/shared/id.ts";
import { onInterrupt } from "../interrupt.ts";
import { write } from "../output/output.ts";
import { createProgress } from "../output/progress.ts";

type Chunks = AsyncIterable<Uint8Array>;

export async function writeToStdout(parts: Chunks): Promise<void> {
  for await (const part of parts) await write(part);
}

/**
 * Writes a file atomically with mode 0600, because it may hold personal data: an existing file stays until the new one is
 * complete and flushed. `check` may throw to reject it.
 */
export async function writeToFile(
  path: string,
  parts: Chunks,
  check: (tempPath: string) => Promise<void> = async () => {},
): Promise<void> {
  const unfinished = `${path}.${randomId()}.tmp`;
  const remove = () => rmSync(unfinished, { force: true });
  const unregister = onInterrupt(remove);
  try {
    await save(unfinished, parts);
    await check(unfinished);
    await rename(unfinished, path);
  } finally {
    remove();
    unregister();
  }
}

async function save(path: string, parts: Chunks): Promise<void> {
  const file = await open(path, "wx", 0o600);
  const progress = createProgress("bytes");
  try {
    for await (const part of parts) {
      await file.writeFile(part);
      progress.add(part.length);
    }
    await file.sync();
  } finally {
    progress.end();
    await file.close();
  }
}
