import { afterEach, expect, test } from "bun:test";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type DataDir, freshDataDir } from "../../testing/database/database.ts";
import { openDatabase } from "../client.ts";
import { lockDirectory } from "./directory-lock.ts";

const made: DataDir[] = [];
const emptyDir = async (): Promise<string> => {
  const dir = await freshDataDir({ empty: true });
  made.push(dir);
  return dir.path;
};

afterEach(async () => {
  await Promise.all(made.splice(0).map((each) => each.remove()));
});

/** Another process that prints "mine" once it owns the directory, or why it does not, and then waits. */
function contender(path: string) {
  const script = `
    import { lockDirectory } from ${JSON.stringify(`${import.meta.dir}/directory-lock.ts`)};
    globalThis.lock = await lockDirectory(${JSON.stringify(path)}).catch((error) => console.log(error.message));
    if (globalThis.lock) { console.log("mine"); setInterval(() => {}, 1000); }`;
  const process_ = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "inherit" });
  const reader = process_.stdout.getReader();
  const firstLine = async () => new TextDecoder().decode((await reader.read()).value).trim();
  const kill = async () => {
    process_.kill("SIGKILL");
    await process_.exited;
  };
  return { pid: process_.pid, firstLine, kill };
}

test("a second process is refused in one sentence that names the first", async () => {
  const path = await emptyDir();
  const first = contender(path);
  expect(await first.firstLine()).toBe("mine");
  const second = contender(path);
  expect(await second.firstLine()).toContain(`${path} is in use by process ${first.pid}.`);
  await Promise.all([first.kill(), second.kill()]);
});

test("a process cannot lock a directory twice, but again after a release", async () => {
  const path = await emptyDir();
  const lock = await lockDirectory(path);
  await expect(lockDirectory(path)).rejects.toThrow("in use by process");
  await expect(lockDirectory(path)).rejects.toThrow("in use by process"); // the refusal did not release the lock
  const other = contender(path);
  expect(await other.firstLine()).toContain("in use by process");
  await lock.release();
  await (await lockDirectory(path)).release();
  await other.kill();
});

test("the directory of a killed process is free at once, even if its process id is reused", async () => {
  const path = await emptyDir();
  const victim = contender(path);
  expect(await victim.firstLine()).toBe("mine");
  await victim.kill();
  await writeFile(join(path, "rihla.pid"), `${process.pid}\n`);
  await (await lockDirectory(path)).release();
});

test("of ten processes that take over the directory of a dead one exactly one gets it", async () => {
  const path = await emptyDir();
  const victim = contender(path);
  await victim.firstLine();
  await victim.kill();
  const ten = Array.from({ length: 10 }, () => contender(path));
  const firstLines = await Promise.all(ten.map((each) => each.firstLine()));
  expect(firstLines.filter((each) => each === "mine")).toHaveLength(1);
  await Promise.all(ten.map((each) => each.kill()));
}, 30_000);

test("other users cannot read the directory", async () => {
  const path = await emptyDir();
  const lock = await lockDirectory(path);
  const modes = await Promise.all(["", "rihla.lock", "rihla.pid"].map((name) => stat(join(path, name))));
  expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
  await lock.release();
});

test("a directory works after a first start that was killed at any moment", async () => {
  const path = await emptyDir();
  const script = `
    import { openDatabase } from ${JSON.stringify(`${import.meta.dir}/../client.ts`)};
    const db = await openDatabase({ dataDir: ${JSON.stringify(path)} });
    await db.query("create table if not exists kept (id int)");`;
  for (const moment of [150, 600, 1_500, 2_500]) {
    const victim = Bun.spawn([process.execPath, "-e", script], { stdout: "ignore", stderr: "ignore" });
    await Bun.sleep(moment);
    victim.kill("SIGKILL");
    await victim.exited;
  }
  const db = await openDatabase({ dataDir: path });
  expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
  await db.close();
}, 60_000);
