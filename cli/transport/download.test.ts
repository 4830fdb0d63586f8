import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeToFile } from "./download.ts";

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-download-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test("Of two writers that may not replace a file, the second is refused although both found no file", async () => {
  const path = join(home, "once");
  const both = Promise.withResolvers<void>();
  let started = 0;
  const startDownload = (text: string) => async () => {
    started += 1;
    if (started === 2) both.resolve();
    await both.promise;
    return bytes(text);
  };
  const results = await Promise.allSettled(
    ["first", "second"].map((text) => writeToFile(path, startDownload(text), { replace: false })),
  );
  const refused = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(refused).toMatchObject([{ kind: "conflict" }]);
  const kept = results.findIndex(({ status }) => status === "fulfilled");
  expect(await Bun.file(path).text()).toBe(["first", "second"][kept] ?? "");
  expect(await readdir(home)).toEqual(["once"]);
});

/** A process that writes some of a file and then waits. */
const UNFINISHED = `
  const { writeToFile } = await import(process.argv[1]);
  await writeToFile(process.argv[2], async () => (async function* () {
    yield Buffer.from("half");
    console.log("written");
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  })());`;

test("A process that is killed while it writes leaves no partial file under the final name", async () => {
  const path = join(home, "killed", "file");
  await Bun.write(join(home, "killed", "other"), "");
  const child = Bun.spawn([process.execPath, "-e", UNFINISHED, join(import.meta.dir, "download.ts"), path], {
    stdout: "pipe",
  });
  await child.stdout.getReader().read();
  child.kill("SIGKILL");
  await child.exited;
  const left = await readdir(join(home, "killed"));
  expect(left).toHaveLength(2);
  expect(left).not.toContain("file");
  await writeToFile(path, async () => bytes("whole"), { replace: false });
  expect(await Bun.file(path).text()).toBe("whole");
});

test("A file in a folder that does not exist is refused before anything is downloaded, and the folder is named", async () => {
  const folder = join(home, "no", "such");
  const download = () => Promise.reject(new Error("downloaded"));
  await expect(writeToFile(join(folder, "file"), download, { replace: false })).rejects.toMatchObject({
    kind: "internal",
    message: `There is no folder ${folder}: no such file or directory.`,
  });
});
