import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { outputOf } from "../testing/child-output.ts";
import { arrowsOf, productFiles } from "../testing/source/source-tree.ts";
import { SOURCES } from "./server-bundle.ts";
import { ROOT } from "./source-hash.ts";

/** A copy of the program, as its sources are edited. */
let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "rihla-bundle-"));
  for (const name of ["src", "drizzle", "package.json", "bun.lock", "tsconfig.json"])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rm(copy, { recursive: true }));

/** Runs code in the copy that has the functions of `server-bundle.ts` as `bundles`; returns what it prints. */
async function inCopy(code: string) {
  const module = JSON.stringify(join(copy, "src/builds/server-bundle.ts"));
  const child = Bun.spawn({
    cmd: [process.execPath, "-e", `const bundles = await import(${module}); ${code}`],
    cwd: copy,
    env: { PATH: process.env.PATH ?? "" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const { out, err, exit } = await outputOf(child);
  return { out: out.trim(), err: err.trim(), exit };
}

const make = () => inCopy("await bundles.makeServerBundle()");
const find = async () => (await inCopy('console.log((await bundles.findServerBundle()) ?? "none")')).out;
const builds = () => readdirSync(join(copy, "dist/server"));

const files = productFiles();

/** Every file of the server's bundle. */
function importedByProgram(): ReadonlySet<string> {
  const imported = new Set(["src/program.ts"]);
  const arrows = arrowsOf(files).filter(({ typeOnly }) => !typeOnly);
  for (const file of imported) for (const { from, to } of arrows) if (from === file) imported.add(to);
  return imported;
}

test("modules of the program know only their path and folder, which a bundle keeps", () => {
  const imported = importedByProgram();
  const known = files
    .filter(({ path }) => imported.has(path))
    .flatMap(({ text }) => text.match(/import\.meta\b(\.\w+)?/g) ?? []);
  expect([...new Set(known)].toSorted()).toEqual(["import.meta.dir", "import.meta.url"]);
});

test("everything that the program imports counts as a source of its bundle", () => {
  const imported = importedByProgram();
  const isSource = (path: string) =>
    SOURCES.within.some((each) => path === each || path.startsWith(`${each}/`));
  expect(imported.size).toBeGreaterThan(600);
  expect([...imported].filter((path) => !isSource(path))).toEqual([]);
});

test("of bundles made at once one stays, and it is found until a source changes", async () => {
  expect(await find()).toBe("none");
  const made = await Promise.all([make(), make()]);
  const quiet = { out: "", err: "", exit: 0 };
  expect(made).toEqual([quiet, quiet]);
  const bundle = await find();
  expect(bundle).toBe(join(copy, "dist/server", builds()[0] ?? "", "program.js"));
  expect(builds()).toHaveLength(1);
  const file = join(copy, "src/shared/duration.ts");
  const text = readFileSync(file);
  appendFileSync(file, "// changed\n");
  expect(await find()).toBe("none");
  writeFileSync(file, text);
  expect(await find()).toBe(bundle);
}, 60_000);

test("sources that change while they are bundled leave no bundle under their old hash", async () => {
  const file = join(copy, "src/shared/duration.ts");
  const text = readFileSync(file);
  appendFileSync(file, "// before\n");
  const { err, exit } = await inCopy(`
    const making = bundles.makeServerBundle();
    await (await import("node:fs/promises")).appendFile(${JSON.stringify(file)}, "// during");
    await making;
  `);
  writeFileSync(file, text);
  expect([exit, err.includes("The sources changed while they were built.")]).toEqual([1, true]);
  expect(builds().filter((name) => name.startsWith("."))).toEqual([]);
}, 60_000);

test("a process that ends while it bundles leaves nothing behind", async () => {
  const file = join(copy, "src/shared/duration.ts");
  const text = readFileSync(file);
  appendFileSync(file, "// stopped\n");
  const { exit } = await inCopy(`
    const { mkdirSync, readdirSync } = await import("node:fs");
    const folder = ${JSON.stringify(join(copy, "dist/server"))};
    mkdirSync(folder, { recursive: true });
    bundles.makeServerBundle();
    while (!readdirSync(folder).some((name) => name.startsWith(".new-"))) await Bun.sleep(1);
    process.exit(7);
  `);
  writeFileSync(file, text);
  expect([exit, builds().filter((name) => name.startsWith("."))]).toEqual([7, []]);
}, 60_000);

test("a stack trace names the sources", async () => {
  await make();
  const { out } = await inCopy(`
    console.error = () => console.log(new Error("here").stack);
    process.exit = () => {};
    process.env.PORT = "none";
    const { run } = await import(await bundles.findServerBundle());
    await run();
  `);
  expect(out).toMatch(/at failStart \(\S*src\/program\.ts:\d+:\d+\)/);
}, 60_000);

/** Starts the copy, which ends as it has no pages. */
async function outputOfStart(): Promise<string> {
  const child = Bun.spawn({
    cmd: [process.execPath, join(copy, "src/main.ts"), "no-pages"],
    env: { PATH: process.env.PATH ?? "", DATA_DIR: join(copy, "data"), PORT: "0" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const { out, err } = await outputOf(child);
  return out + err;
}

test("a start uses the bundle, and one that does not load is removed and replaced by the sources", async () => {
  await make();
  const bundle = await find();
  const { size } = statSync(bundle);
  const replace = (text: string) => writeFileSync(bundle, text.padEnd(size)); // of another size it is not found
  replace('export const run = async () => { console.log("from the bundle"); process.exit(); };');
  expect(await outputOfStart()).toContain("from the bundle");
  replace("export const run = ");
  const output = await outputOfStart();
  expect(output).toContain(`The bundle ${bundle} does not load and is removed`);
  expect(output).toContain("no-pages/pages.pack"); // which the sources could not open
  expect(existsSync(dirname(bundle))).toBe(false);
}, 60_000);

test("a bundle with a damaged part is not used, and made again", async () => {
  await make();
  const bundle = await find();
  const part = readdirSync(dirname(bundle)).find((name) => name.startsWith("chunk"));
  truncateSync(join(dirname(bundle), part ?? ""), 100);
  expect(await find()).toBe("none");
  await make();
  expect(await find()).toBe(bundle);
}, 60_000);

test("other packages than those of bun.lock are not bundled", async () => {
  const file = join(copy, "bun.lock");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/"croner@[\d.]+"/, '"croner@1.2.3"'));
  const { err, exit } = await make();
  const found = await find();
  writeFileSync(file, text);
  expect(exit).toBe(1);
  expect(err).toContain(
    "bun.lock names other versions than those installed: croner 1.2.3. Run `bun install`.",
  );
  expect(found).toBe("none");
}, 60_000);
