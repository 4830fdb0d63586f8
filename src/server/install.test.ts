import { afterAll, beforeAll, expect, test } from "bun:test";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf } from "./testing/child-output.ts";

const OFFLINE = { npm_config_registry: "http://127.0.0.1:9" };

/** A project with one package of its own folder, so that no registry is needed. It counts its installations. */
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "rihla-install-"));
  await mkdir(join(root, "package"), { recursive: true });
  await cp(join(import.meta.dir, "install.ts"), join(root, "src/install.ts"));
  await cp(join(import.meta.dir, "shared/duration.ts"), join(root, "src/shared/duration.ts"));
  await writeFile(join(root, "package/package.json"), JSON.stringify({ name: "dates", version: "1.0.0" }));
  await writePackage({ dates: "file:./package" });
  await Bun.$`${process.execPath} install --lockfile-only --silent`.cwd(root).quiet();
});
afterAll(() => rm(root, { recursive: true, force: true }));

const writePackage = (dependencies: Record<string, string>) =>
  writeFile(
    join(root, "package.json"),
    JSON.stringify({ name: "project", dependencies, scripts: { postinstall: "echo installed >> count" } }),
  );

async function install(): Promise<{ exit: number; out: string; err: string }> {
  const child = Bun.spawn([process.execPath, "src/install.ts"], {
    cwd: root,
    env: { ...process.env, ...OFFLINE },
    stdout: "pipe",
    stderr: "pipe",
  });
  return outputOf(child);
}

const installations = async () => (await readFile(join(root, "count"), "utf8")).trim().split("\n").length;
const isInstalled = () => Bun.file(join(root, "node_modules/dates/package.json")).exists();

test("several commands at once in a new checkout install once, and all go on", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, install));
  expect(all).toEqual(Array.from({ length: 4 }, () => ({ exit: 0, out: "", err: "" })));
  expect([await installations(), await isInstalled()]).toEqual([1, true]);
});

test("a command installs again only after the lock file changed, so that it works offline", async () => {
  const before = await installations();
  expect(await install()).toEqual({ exit: 0, out: "", err: "" });
  expect(await installations()).toBe(before);
  await writeFile(join(root, "bun.lock"), `${await readFile(join(root, "bun.lock"), "utf8")}\n`);
  expect((await install()).exit).toBe(0);
  expect((await install()).exit).toBe(0);
  expect(await installations()).toBe(before + 1);
});

test("a command that cannot install fails, and the next one tries again", async () => {
  const lockFile = await readFile(join(root, "bun.lock"), "utf8");
  await writeFile(join(root, "bun.lock"), "damaged");
  for (const _ of [1, 2]) {
    const { exit, out, err } = await install();
    expect([exit, out]).toEqual([1, ""]);
    expect(err).toContain("lockfile");
    expect(err).toEndWith("could not be installed.\n");
  }
  await writeFile(join(root, "bun.lock"), lockFile);
  expect((await install()).exit).toBe(0);
});
