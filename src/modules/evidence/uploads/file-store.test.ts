import { afterAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnv, SettingError } from "../../../env.ts";
import { fakeBucket } from "../../../testing/fake-bucket.ts";
import { createFileStore, type FileStore } from "./file-store.ts";

const home = await mkdtemp(join(tmpdir(), "rihla-files-"));
const s3 = fakeBucket();
const { objects } = s3;
afterAll(async () => {
  s3.stop();
  await rm(home, { recursive: true, force: true });
});

async function* parts(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function textOf(store: FileStore, name: string): Promise<string | null> {
  const bytes = await store.get(name);
  if (bytes === null) return null;
  const all: Uint8Array[] = [];
  for await (const part of bytes) all.push(part);
  return Buffer.concat(all).toString();
}

const stores: readonly (readonly [string, FileStore])[] = [
  ["a folder", createFileStore(readEnv({ DATA_DIR: home }))],
  ["an S3 service", createFileStore(readEnv({ DATA_DIR: home, ...s3.settings }))],
];

for (const [where, store] of stores) {
  test(`${where} keeps, replaces, gives back and deletes`, async () => {
    await store.put("one", parts("sealed ", "bytes"));
    await store.put("two", parts("other"));
    expect([await textOf(store, "one"), await textOf(store, "none")]).toEqual(["sealed bytes", null]);
    await store.put("one", parts("new"));
    expect(await textOf(store, "one")).toBe("new");
    const listed = await Array.fromAsync(store.list());
    expect(listed.map(({ name }) => name).sort()).toEqual(["one", "two"]);
    expect(listed.every(({ at }) => at.getTime() <= Date.now())).toBe(true);
    await store.remove("one");
    await store.remove("one"); // again
    expect([await textOf(store, "one"), await textOf(store, "two")]).toEqual([null, "other"]);
    expect(await Array.fromAsync(store.list())).toHaveLength(1);
  });
}

test("a missing folder lists nothing, and an unfinished file is listed by its final name", async () => {
  expect(await Array.fromAsync(createFileStore(readEnv({ DATA_DIR: join(home, "none") })).list())).toEqual(
    [],
  );
  const [, first] = stores[0] ?? [];
  await Bun.write(join(home, "evidence", "killed.tmp"), "half");
  const names = (await Array.fromAsync(first?.list() ?? [])).map(({ name }) => name);
  expect(names.sort()).toEqual(["killed", "two"]);
  await first?.remove("killed");
  expect(readdirSync(join(home, "evidence"))).toEqual(["two"]);
});

test("a folder frees the memory of each part that it has written", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "rihla-freed-"));
  const part = new Uint8Array(65_536).fill(7);
  const store = createFileStore({ dataDir, evidenceS3: undefined });
  await store.put(
    "one",
    (async function* () {
      yield part;
    })(),
  );
  expect(part.byteLength).toBe(0);
  const stored = await Array.fromAsync((await store.get("one")) ?? []);
  expect(Buffer.concat(stored).equals(Buffer.alloc(65_536, 7))).toBe(true);
  await rm(dataDir, { recursive: true });
});

test("a folder keeps nothing of an aborted write", async () => {
  const [, store] = stores[0] ?? [];
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("half");
    throw new Error("the sender left");
  }
  const failed = await store?.put("three", broken()).catch((error: Error) => error.message);
  expect([failed, readdirSync(join(home, "evidence"))]).toEqual(["the sender left", ["two"]]);
});

test("the settings choose the bucket, and nothing is stored on disk", () => {
  expect([...objects.keys()]).toEqual(["/evidence-files/two"]);
  expect(readdirSync(home)).toEqual(["evidence"]); // the folder's own
});

test("a missing or invalid setting of the bucket prevents the start and is named", () => {
  const said = (environment: Record<string, string>) => {
    try {
      return readEnv(environment).evidenceS3;
    } catch (error) {
      return error instanceof SettingError ? error.message : error;
    }
  };
  for (const name of ["EVIDENCE_S3_BUCKET", "EVIDENCE_S3_ACCESS_KEY_ID", "EVIDENCE_S3_SECRET_ACCESS_KEY"]) {
    expect(said({ ...s3.settings, [name]: "" })).toBe(`${name} is missing: EVIDENCE_S3_URL needs it.`);
  }
  expect(said({ ...s3.settings, EVIDENCE_S3_URL: "s3://evidence-files" })).toMatch(
    /^EVIDENCE_S3_URL must be/,
  );
  expect([said({}), said({ EVIDENCE_S3_BUCKET: "evidence-files" })]).toEqual([undefined, undefined]);
});
