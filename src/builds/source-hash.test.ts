import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashSources } from "./source-hash.ts";

const LONG_AGO = new Date("2026-01-01T10:00:00Z");

let home: string;
let index: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-sources-"));
  index = join(home, "dist/index.json");
  mkdirSync(join(home, "src/deep"), { recursive: true });
  write("src/a.ts", "first");
  write("src/deep/b.ts", "other");
  write("src/a.test.ts", "test");
});
afterEach(() => rm(home, { recursive: true }));

function write(path: string, text: string, changedAt: Date = LONG_AGO): void {
  writeFileSync(join(home, path), text);
  utimesSync(join(home, path), changedAt, changedAt);
}

const hash = (now = Date.now()) =>
  hashSources({ within: [join(home, "src"), join(home, "bun.lock")], which: /\.(ts|lock)$/ }, index, now);

/** As if the sources had been written some time ago. */
const settledHash = () => hash(Date.now() + 10_000);

test("a changed, added, renamed or removed source changes the hash, and its old state has the old one", () => {
  const before = hash();
  const later = new Date(LONG_AGO.getTime() + 1_000);
  write("src/a.ts", "third", later); // of the same size
  const changed = hash();
  write("src/c.ts", "new");
  const added = hash();
  rmSync(join(home, "src/c.ts"));
  expect(hash()).toBe(changed);
  write("src/d.ts", "new");
  const renamed = hash();
  rmSync(join(home, "src/d.ts"));
  write("src/a.ts", "first", later);
  utimesSync(join(home, "src/a.ts"), LONG_AGO, new Date(later.getTime() + 1_000));
  expect(hash()).toBe(before);
  expect(new Set([before, changed, added, renamed]).size).toBe(4);
});

test("a file that is not there counts once it is", () => {
  const before = hash();
  write("bun.lock", "{}");
  expect(hash()).not.toBe(before);
});

test("tests and other files change nothing, nor does a new time of change", () => {
  const before = hash();
  write("src/a.test.ts", "another test");
  write("src/notes.md", "notes");
  utimesSync(join(home, "src/a.ts"), LONG_AGO, new Date());
  expect(hash()).toBe(before);
});

test("a source is not read again while its file is the same", () => {
  const before = settledHash();
  expect(settledHash()).toBe(before);
  writeFileSync(index, readFileSync(index, "utf8").replace(/"(?=\]\})/, 'x"')); // the last file's hash
  expect(settledHash()).not.toBe(before);
});

test("a source that was replaced by one of the same size and time is read again", async () => {
  const before = settledHash();
  await Bun.sleep(20); // file systems tell the time by the tick
  write("src/a.ts", "third");
  const replaced = settledHash();
  expect(replaced).not.toBe(before);
  expect(settledHash()).toBe(replaced);
});

test("a source that was changed within the last seconds is not recorded, as it may change within the same tick", () => {
  hash();
  expect(JSON.parse(readFileSync(index, "utf8"))).toEqual({});
});

test("hidden files, dangling links and files that editors leave do no harm", () => {
  const before = hash();
  write("src/.a.ts.swp.ts", "typed");
  symlinkSync(join(home, "nowhere"), join(home, "src/.#a.ts"));
  symlinkSync(join(home, "nowhere"), join(home, "src/gone.ts"));
  expect(hash()).toBe(before);
});

test("without an index, with a damaged one, or where none can be written, all sources are read", () => {
  const before = hash();
  writeFileSync(index, '{"a":');
  expect(hash()).toBe(before);
  rmSync(join(home, "dist"), { recursive: true });
  writeFileSync(join(home, "dist"), "a file, so that no folder can be made");
  expect(hash()).toBe(before);
});
