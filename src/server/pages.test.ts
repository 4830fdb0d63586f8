import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readEnv, type Settings } from "../env.ts";
import { arrowsOf, productFiles } from "../testing/source/source-tree.ts";
import { findPages, hasPages, SOURCES } from "./pages.ts";

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
      writeFileSync(join(directory, "pages.pack"), "");
    },
  );
  made.add(folder);
  return { folder, page: readFileSync(join(folder, "index.html"), "utf8"), built };
}

test("everything that the web imports counts as a source of its pages", () => {
  const isInput = (path: string) =>
    SOURCES.which?.test(path) === true &&
    SOURCES.within.some((each) => path === each || path.startsWith(`${each}/`));
  const imported = arrowsOf(productFiles()).filter(({ from, typeOnly }) => isInput(from) && !typeOnly);
  // what the settings say is an input by its value
  const servers = ["src/env.ts", "src/builds/pages.ts", "src/builds/server-bundle.ts"];
  expect(imported.length).toBeGreaterThan(1_000);
  expect(imported.filter(({ to }) => !isInput(to) && !servers.includes(to))).toEqual([]);
});

test("starts at once serve the same whole pages, and the next start finds them", async () => {
  const brand = settingsWith({ BRAND_NAME: `Safar ${process.pid}` });
  expect(hasPages(brand)).toBe(false);
  const [first, second] = await Promise.all([find(brand), find(brand)]);
  const { folder } = first;
  const page = brand.brand.name;
  expect(first).toEqual({ folder, page, built: true });
  expect(second).toEqual(first);
  expect(readdirSync(folder).toSorted()).toEqual(["index.html", "pages.pack", "sizes.json"]);
  expect(await find(brand)).toEqual({ folder, page, built: false });
});

test("a build that lacks a part of a file or a whole one is made again", async () => {
  const settings = settingsWith({ BRAND_NAME: `Whole ${process.pid}` });
  const made = await find(settings);
  for (const damage of [truncateSync, rmSync]) {
    damage(join(made.folder, "index.html"));
    expect(hasPages(settings)).toBe(false);
    expect(await find(settings)).toEqual(made);
  }
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

test("a build that fails leaves nothing behind and is reported", async () => {
  const settings = settingsWith({ BRAND_NAME: `C ${process.pid}` });
  const { folder } = await find(settings);
  const before = readdirSync(dirname(folder));
  const failing = () => Promise.reject(new Error("no bundle"));
  const broken = settingsWith({ BRAND_NAME: `D ${process.pid}` });
  await expect(findPages(broken, () => {}, failing)).rejects.toThrow("no bundle");
  expect(readdirSync(dirname(folder)).filter((name) => !before.includes(name))).toEqual([]);
});

test("what a killed process left unfinished is removed once it is old, and what another one is making is not", async () => {
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
  expect(every).toBe(600_000);
  utimesSync(folder, 0, 0);
  await (mark as () => Promise<void>)();
  expect(Date.now() - statSync(folder).mtimeMs).toBeLessThan(60_000);
});

test("builds that no process has used for an hour are deleted, except the newest", async () => {
  const { folder: old } = await find(settingsWith({ BRAND_NAME: `Old ${process.pid}` }));
  utimesSync(old, 0, 0);
  for (let n = 0; n < 5; n++) await find(settingsWith({ BRAND_NAME: `New ${n} ${process.pid}` }));
  expect(hasPages(settingsWith({ BRAND_NAME: `Old ${process.pid}` }))).toBe(false);
});
