import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeEncryptedTempFile } from "./upload.ts";

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-spool-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function* partsOf(parts: readonly Uint8Array[]) {
  yield* parts;
}

test("the memory of an upload is freed while it is written, not by a later garbage collection", async () => {
  const parts = [new Uint8Array(65_536).fill(1), new Uint8Array(100_000).fill(2), new Uint8Array(10).fill(3)];
  const expected = Buffer.concat(parts);
  const file = await writeEncryptedTempFile(partsOf(parts), join(home, "a.tmp"));
  expect(parts.map((part) => part.byteLength)).toEqual([0, 0, 10]);
  const buffer = Buffer.alloc(expected.length);
  await file.readInto(buffer);
  expect(buffer.equals(expected)).toBe(true);
  await file.remove();
});
