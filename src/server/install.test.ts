import { afterAll, beforeAll, expect, test } from "bun:test";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf } from "../testing/child-output.ts";

const OFFLINE = { npm_config_registry: "http://127.0.0.1:9" };

/** A project with one package of its own folder, so that no registry is needed. */
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "rihla-install-"));
  for (const name of ["dates", "figs"])
    await Bun.write(join(root, name, "package.json"), JSON.stringify({ name, version: "1.0.0" }));
  await cp(join(import.meta.dir, "install.ts"), join(root, "src/server/install.ts"));
  await writePackage({ dates: "file:./dates" });
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function writePackage(dependencies: Record<string, string>): Promise<void> {
  await writeFile(join(root, "package.json"), JSON.stringify({ name: "project", dependencies }));
  await Bun.$`${process.execPath} install --lockfile-only --silent`.cwd(root).quiet();
}

async function install(): Promise<{ exit: number; out: string; err: string }> {
  const child = Bun.spawn([process.execPath, "src/server/install.ts"], {
    cwd: root,
    env: { ...process.env, ...OFFLINE },
    stdout: "pipe",
    stderr: "pipe",
  });
  return outputOf(child);
}

const DONE = { exit: 0, out: "", err: "" };
const isInstalled = (name: string) => Bun.file(join(root, "node_modules", name, "package.json")).exists();

test("several commands at once in a new checkout install and all go on, the next ones too", async () => {
  for (const _ of [1, 2]) {
    expect(await Promise.all(Array.from({ length: 4 }, install))).toEqual(Array(4).fill(DONE));
    expect(await isInstalled("dates")).toBe(true);
  }
});

test("a command installs what a changed lock file adds", async () => {
  await writePackage({ dates: "file:./dates", figs: "file:./figs" });
  expect(await isInstalled("figs")).toBe(false);
  expect(await install()).toEqual(DONE);
  expect(await isInstalled("figs")).toBe(true);
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

test("a command goes on after one that was killed while it installed", async () => {
  const killed = Bun.spawn(["true"]);
  await killed.exited;
  await writeFile(join(root, "node_modules/.installing"), String(killed.pid));
  expect(await install()).toEqual(DONE);
});
