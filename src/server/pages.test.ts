import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readEnv, type Settings } from "../env.ts";
import { arrowsOf, productFiles } from "../testing/source/source-tree.ts";
import { findPages, hashSources, hasPages, SOURCES } from "./pages.ts";

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-pages-test-"));
});
const made = new Set<string>();
afterAll(async () => {
  for (const folder of [home, ...made]) await rm(folder, { recursive: true, force: true });
});

const settingsWith = (env: Record<string, string>): Settings => readEnv({ DATA_DIR: home, ...env });

/** Finds pages whose bundle has one file with the brand. */
async function find(settings: Settings): Promise<{ folder: string; page: string; built: boolean }> {
  let built = false;
  const folder = await findPages(
    settings,
    () => {},
    async (directory, { brand }) => {
      built = true;
      await Bun.sleep(1); // another one starts
      writeFileSync(join(directory, "index.html"), brand.name);
    },
  );
  made.add(folder);
  return { folder, page: readFileSync(join(folder, "index.html"), "utf8"), built };
}

test("everything that the web imports counts as a source of its pages", () => {
  const patterns = SOURCES.map((each) => new Bun.Glob(each));
  const isInput = (path: string) => patterns.some((each) => each.match(path));
  const imported = arrowsOf(productFiles()).filter(({ from, typeOnly }) => isInput(from) && !typeOnly);
  expect(imported.length).toBeGreaterThan(1_000);
  expect(imported.filter(({ to }) => !isInput(to))).toEqual([]);
});

test("starts at once serve the same whole pages, and the next start finds them", async () => {
  const brand = settingsWith({ BRAND_NAME: `Safar ${process.pid}` });
  expect(hasPages(brand)).toBe(false);
  const [first, second] = await Promise.all([find(brand), find(brand)]);
  const { folder } = first;
  const page = brand.brand.name;
  expect(first).toEqual({ folder, page, built: true });
  expect(second).toEqual(first);
  expect(readdirSync(folder)).toEqual(["index.html"]);
  expect(await find(brand)).toEqual({ folder, page, built: false });
});

test("other settings of the brand and the address, and another file of testimonials, are built anew", async () => {
  const file = join(home, "quotes.json");
  const quote = (text: string) =>
    writeFileSync(file, JSON.stringify([{ quote: text, name: "Amina", role: "Grocer" }]));
  const settings = (env = {}) =>
    settingsWith({ TESTIMONIALS_FILE: file, BRAND_NAME: `A ${process.pid}`, ...env });
  quote("Where we eat on the way.");
  const { folder } = await find(settings());
  for (const env of [{ PUBLIC_URL: "https://rihla.example" }, { BRAND_NAME: `B ${process.pid}` }]) {
    expect([env, hasPages(settings(env))]).toEqual([env, false]);
    expect((await find(settings(env))).folder).not.toBe(folder);
  }
  quote("Where we pray on the way.");
  expect(hasPages(settings())).toBe(false);
  quote("Where we eat on the way.");
  expect(await find(settings())).toMatchObject({ folder, built: false });
});

test("a changed, renamed or removed source changes the hash, and a test or a file of an editor does not", async () => {
  const root = await mkdtemp(join(home, "sources-"));
  const write = (path: string, text: string) => Bun.write(join(root, path), text);
  await write("src/shared/a.ts", "first");
  await write("src/modules/places/schema.ts", "first");
  const before = hashSources(root);
  await write("src/shared/a.test.ts", "a test");
  await write("src/shared/.a.ts.swp", "typed");
  await write("src/modules/places/service.ts", "of the server");
  symlinkSync(join(root, "nowhere"), join(root, "src/shared/.#a.ts"));
  expect(hashSources(root)).toBe(before);
  await write("src/shared/a.ts", "second");
  expect(hashSources(root)).not.toBe(before);
  await write("src/shared/a.ts", "first");
  expect(hashSources(root)).toBe(before);
  renameSync(join(root, "src/shared/a.ts"), join(root, "src/shared/b.ts"));
  expect(hashSources(root)).not.toBe(before);
  rmSync(join(root, "src/shared/b.ts"));
  await write("bun.lock", "{}");
  expect(hashSources(root)).not.toBe(before);
});

test("a build that fails leaves nothing behind and is reported", async () => {
  const settings = settingsWith({ BRAND_NAME: `C ${process.pid}` });
  const { folder } = await find(settings);
  const before = readdirSync(dirname(folder));
  const failing = () => Promise.reject(new Error("no bundle"));
  const broken = settingsWith({ BRAND_NAME: `D ${process.pid}` });
  await expect(findPages(broken, () => {}, failing)).rejects.toThrow("no bundle");
  expect(readdirSync(dirname(folder)).filter((name) => !before.includes(name))).toEqual([]);
});

test("what a killed process left unfinished is removed once it is a day old, and what another one is making is not", async () => {
  const { folder } = await find(settingsWith({ BRAND_NAME: `E ${process.pid}` }));
  const [left, making] = [".new-left", ".new-making"].map((name) =>
    join(dirname(folder), `${name}${process.pid}`),
  );
  for (const path of [left, making]) mkdirSync(path ?? "");
  utimesSync(left ?? "", 0, 0);
  await find(settingsWith({ BRAND_NAME: `F ${process.pid}` }));
  expect([existsSync(left ?? ""), existsSync(making ?? "")]).toEqual([false, true]);
  rmSync(making ?? "", { recursive: true });
});

test("a build is marked as used while a process runs that started with it", async () => {
  const repeated = spyOn(globalThis, "setInterval");
  const { folder } = await find(settingsWith({ BRAND_NAME: `G ${process.pid}` }));
  const [mark, every] = repeated.mock.lastCall ?? [];
  repeated.mockRestore();
  expect(every).toBe(3_600_000);
  utimesSync(folder, 0, 0);
  await (mark as () => Promise<void>)();
  expect(Date.now() - statSync(folder).mtimeMs).toBeLessThan(60_000);
});

test("a build that no process has used for a day is deleted by the next one, and other files are not", async () => {
  const { folder: old } = await find(settingsWith({ BRAND_NAME: `Old ${process.pid}` }));
  const { folder: recent } = await find(settingsWith({ BRAND_NAME: `Recent ${process.pid}` }));
  const other = join(dirname(old), `other-${process.pid}`);
  mkdirSync(other);
  for (const path of [old, other]) utimesSync(path, 0, 0);
  await find(settingsWith({ BRAND_NAME: `New ${process.pid}` }));
  expect([old, recent, other].map(existsSync)).toEqual([false, true, true]);
  rmSync(other, { recursive: true });
});
