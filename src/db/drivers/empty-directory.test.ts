import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdir, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type DataDir, freshDataDir } from "../../testing/database/database.ts";
import { createDirectory } from "./empty-directory.ts";

let dir: DataDir;
let cache: string;
let initialized: number;

beforeEach(async () => {
  dir = await freshDataDir({ empty: true });
  cache = join(dir.path, "cache");
  await mkdir(dir.path);
  initialized = 0;
});

afterEach(() => dir.remove());

async function create(name: string, version = "1.0.0"): Promise<string> {
  const path = join(dir.path, name);
  const initialize = async (folder: string) => {
    initialized += 1;
    for (const name of ["base", "pg_notify"]) await mkdir(join(folder, name));
    await writeFile(join(folder, "base/1"), `files of ${version}`);
  };
  await createDirectory(path, { initialize, kept: join(cache, `${version}.zst`) });
  return readFile(join(path, "base/1"), "utf8");
}

test("the first directory is initialized, the next ones are copies of its files", async () => {
  for (const name of ["a", "b", "c"]) {
    expect(await create(name)).toBe("files of 1.0.0");
    expect(await readdir(join(dir.path, name), { recursive: true })).toHaveLength(3); // the empty folder, too
    expect((await stat(join(dir.path, name))).mode & 0o777).toBe(0o700);
  }
  expect(initialized).toBe(1);
});

test("another version of the engine has files of its own, and those of the older one are deleted", async () => {
  await create("a", "1.0.0");
  expect(await create("b", "1.1.0")).toBe("files of 1.1.0");
  expect(initialized).toBe(2);
  expect(await readdir(cache)).toEqual(["1.1.0.zst"]);
});

const damages: Readonly<Record<string, (kept: string) => Promise<unknown>>> = {
  "no content, as after a power cut": (kept) => writeFile(kept, ""),
  "its end cut off": async (kept) => truncate(kept, (await stat(kept)).size - 1),
  "another content": async (kept) => writeFile(kept, (await readFile(kept)).fill(1, 40, 48)),
  "the hash of another one": async (kept) => writeFile(kept, (await readFile(kept)).fill(1, 0, 8)),
};

for (const [what, damage] of Object.entries(damages)) {
  test(`a kept file with ${what} is not used, and replaced`, async () => {
    await create("a");
    await damage(join(cache, "1.0.0.zst"));
    for (const name of ["b", "c"]) {
      expect(await create(name)).toBe("files of 1.0.0");
      expect(await readdir(join(dir.path, name, "base"))).toEqual(["1"]);
    }
    expect(initialized).toBe(2);
  });
}

test("a program that cannot write its cache creates the files each time", async () => {
  await writeFile(cache, "a file where the folder would be");
  for (const name of ["a", "b"]) expect(await create(name)).toBe("files of 1.0.0");
  expect(initialized).toBe(2);
});

test("processes that create the first directories at once all have whole ones, and one copy is kept", async () => {
  const names = ["a", "b", "c", "d"];
  expect(await Promise.all(names.map((name) => create(name)))).toEqual(names.map(() => "files of 1.0.0"));
  initialized = 0;
  expect(await create("e")).toBe("files of 1.0.0");
  expect(initialized).toBe(0);
});

test("what a killed process left of its copy is not used, and deleted by the next version", async () => {
  await mkdir(join(cache, "unfinished"), { recursive: true });
  await create("a", "1.1.0");
  expect(initialized).toBe(1);
  expect(await readdir(cache)).toEqual(["1.1.0.zst"]);
});
