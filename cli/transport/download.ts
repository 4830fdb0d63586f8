import { rmSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { randomId } from "../../src/shared/id.ts";
import { ifInterrupted } from "../interrupt.ts";
import { write } from "../output/output.ts";
import { progressOf } from "../output/progress.ts";

type Parts = AsyncIterable<Uint8Array>;

/** Hands bytes on as they come. */
export async function toStdout(parts: Parts): Promise<void> {
  for await (const part of parts) await write(part);
}

/**
 * Writes a file that appears under its name only when it is whole and on the disk; what stood there stays until then.
 * Its mode is 0600, since it holds what people trusted us with. `check` may refuse it.
 */
export async function toFile(
  path: string,
  parts: Parts,
  check: (unfinished: string) => Promise<void> = async () => {},
): Promise<void> {
  const unfinished = `${path}.${randomId()}.tmp`;
  const remove = () => rmSync(unfinished, { force: true });
  const forget = ifInterrupted(remove);
  try {
    await save(unfinished, parts);
    await check(unfinished);
    await rename(unfinished, path);
  } finally {
    remove();
    forget();
  }
}

async function save(path: string, parts: Parts): Promise<void> {
  const file = await open(path, "wx", 0o600);
  const progress = progressOf("bytes");
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
