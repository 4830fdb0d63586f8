import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Spool } from "./spool.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "rihla-spool-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

test("A spool gives its texts back in order, as often as wanted, and keeps those beyond 8 MiB in a file of its owner", async () => {
  const spool = new Spool({ databaseUrl: undefined, dataDir });
  const texts = ["a", "é".repeat(8 * 1_024 * 1_024), "", "b", "ü".repeat(1_000)];
  for (const text of texts) await spool.add(text);
  const [file = ""] = await readdir(dataDir);
  expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
  for (const _ of [1, 2])
    expect((await Array.fromAsync(spool.texts())).map((each) => Bun.hash(each))).toEqual(
      texts.map((each) => Bun.hash(each)),
    );
  await spool.remove();
  expect(await readdir(dataDir)).toEqual([]);
});
