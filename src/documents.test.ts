import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { SETTING_NAMES } from "./env.ts";

const ROOT = resolve(import.meta.dir, "..");
const DOCUMENTS = ["README.md", "CONTRIBUTING.md", ...new Bun.Glob("docs/**/*.md").scanSync(ROOT)];

const read = (path: string): Promise<string> => Bun.file(join(ROOT, path)).text();

/** All matches of a pattern's first group in the documents, each with its document. */
async function findInDocuments(pattern: RegExp): Promise<{ document: string; found: string }[]> {
  const lists = await Promise.all(
    DOCUMENTS.map(async (document) =>
      [...(await read(document)).matchAll(pattern)].map(([, found = ""]) => ({ document, found })),
    ),
  );
  return lists.flat();
}

test("Every security rule that a comment cites is in docs/security.md", async () => {
  const rules = new Set((await read("docs/security.md")).match(/^\| [A-Z]{2,3}-\d\d(?= \|)/gm));
  const cited: string[] = [];
  for (const path of new Bun.Glob("{src,cli,e2e}/**/*.{ts,tsx}").scanSync(ROOT)) {
    for (const [line] of (await read(path)).matchAll(/docs\/security\.md [^\n]*/g))
      cited.push(...(line.match(/\b[A-Z]{2,3}-\d\d\b/g) ?? []));
  }
  expect(cited.length).toBeGreaterThan(30);
  expect(cited.filter((id) => !rules.has(`| ${id}`))).toEqual([]);
});

/** What a path in a document may begin at. */
const BASES = [".", "src", "docs", "docs/runbooks"];
/** Made while the product runs or is built. */
const GENERATED = new Set(["dist", "data", "node_modules"]);
const ENTRIES = new Set(
  BASES.flatMap((base) => readdirSync(join(ROOT, base))).filter((name) => !GENERATED.has(name)),
);
const FILE = /\.(?:tsx?|css|sql|sh|ya?ml|json|toml|md|tsv|service)$/;

/** Whether a text in backticks is a path of this repository: by its first folder, or by what a file's name ends in. */
function isPath(text: string): boolean {
  const [first = "", ...rest] = text.split("/");
  if (GENERATED.has(first)) return false;
  if (rest.length === 0) return /\.(?:test\.tsx?|sh|service|toml)$/.test(text);
  return first !== "" && (ENTRIES.has(first) || FILE.test(text));
}

/** `*` in a path is any name. */
function leadsSomewhere(path: string): boolean {
  const parts = path.replace(/\/$/, "");
  return BASES.some((base) =>
    path.includes("*")
      ? !new Bun.Glob(parts).scanSync({ cwd: join(ROOT, base), onlyFiles: false }).next().done
      : existsSync(join(ROOT, base, parts)),
  );
}

test("Every path in a document leads to a file or a folder", async () => {
  const named = (await findInDocuments(/`([\w.@/*-]+)`/g)).filter(({ found }) => isPath(found));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ found }) => !leadsSomewhere(found))).toEqual([]);
});

/** Every line of the program, its tests and what surrounds it, with its place. */
async function* linesOfSources(): AsyncGenerator<{ where: string; line: string }> {
  for (const path of new Bun.Glob("{src,cli,e2e}/**/*.{ts,tsx,css,sh}").scanSync(ROOT)) {
    if (path === "src/documents.test.ts") continue;
    for (const [at, line] of (await read(path)).split("\n").entries())
      yield { where: `${path}:${at + 1}`, line };
  }
}

/** Published by others, so that a section of it can be looked up. */
const PUBLISHED = /\b(?:RFC|HTML|ISO|PCI|WCAG|NIST|ASVS|CASL|CAN-SPAM|ECMA|PostgreSQL)\b/;
const OF_NO_DOCUMENT = /\bsections? \d|\bitem \d|§|\b(?:the|this|our) contract\b|\bissue (?:#?\d|of \w+,)/i;

test("A comment or a text of the program cites only documents of this repository, or published standards", async () => {
  const dead: string[] = [];
  let cited = 0;
  for await (const { where, line } of linesOfSources()) {
    const paths = [...line.matchAll(/(?<![\w./-])docs\/[\w./-]*\w/g)].map(([path]) => path);
    const decisions = [...line.matchAll(/\bdecision (\d{3})\b/gi)].map(
      ([, number]) => `docs/decisions/${number}-*`,
    );
    cited += paths.length + decisions.length;
    if (![...paths, ...decisions].every(leadsSomewhere)) dead.push(`${where} ${line.trim()}`);
    if (OF_NO_DOCUMENT.test(line) && !PUBLISHED.test(line)) dead.push(`${where} ${line.trim()}`);
  }
  expect(cited).toBeGreaterThan(50);
  expect(dead).toEqual([]);
});

test("Every test that a document names by its title exists in the file that it cites", async () => {
  const missing: string[] = [];
  let named = 0;
  for (const document of DOCUMENTS) {
    for (const [, path = "", title = ""] of (await read(document)).matchAll(
      /`([\w./-]+\.test\.tsx?)` \("([^"]+)"\)/g,
    )) {
      named += 1;
      const base = BASES.find((each) => existsSync(join(ROOT, each, path))) ?? "";
      if (!(await read(join(base, path))).includes(`test("${title}"`)) missing.push(`${path}: ${title}`);
    }
  }
  expect(named).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});

test("Every link between documents leads to a file", async () => {
  const links = await findInDocuments(/\]\((?!https?:)([^)#]+)/g);
  const broken = links.filter(({ document, found }) => !existsSync(join(ROOT, dirname(document), found)));
  expect(links.length).toBeGreaterThan(15);
  expect(broken.map(({ document, found }) => `${document}: ${found}`)).toEqual([]);
});

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");

const headingsOf = async (document: string, level: RegExp): Promise<string[]> =>
  [...(await read(document)).replace(/^```.*?^```/gms, "").matchAll(level)].map(
    ([, heading = ""]) => heading,
  );

test("Every link to a heading leads to one", async () => {
  const links = await findInDocuments(/\]\((?!https?:)([^)\s]*#[^)\s]+)/g);
  const broken: string[] = [];
  for (const { document, found } of links) {
    const [path = "", anchor = ""] = found.split("#");
    const target = path === "" ? document : join(dirname(document), path);
    const anchors = (await headingsOf(target, /^#+ (.+)$/gm)).map(anchorOf);
    if (!anchors.includes(anchor)) broken.push(`${document}: ${found}`);
  }
  expect(links.length).toBeGreaterThan(30);
  expect(broken).toEqual([]);
});

test("The table at the top of the guide for operators links to every chapter once", async () => {
  const chapters = (await headingsOf("docs/operations.md", /^## (.+)$/gm)).map(anchorOf);
  const [top = ""] = (await read("docs/operations.md")).split(/^## /m);
  const linked = [...top.matchAll(/\(#([^)]+)\)/g)].map(([, anchor = ""]) => anchor);
  expect(chapters.length).toBeGreaterThan(10);
  expect(linked.toSorted()).toEqual(chapters.toSorted());
});

test("The guide for operators explains every setting", async () => {
  const guide = await read("docs/operations.md");
  const named = SETTING_NAMES.filter((name) => !name.endsWith("_FILE") || name === "TESTIMONIALS_FILE");
  expect(named.filter((name) => !guide.includes(`\`${name}\``) && !guide.includes(`\`${name}=`))).toEqual([]);
  const secrets = SETTING_NAMES.filter((name) => name.endsWith("_FILE") && name !== "TESTIMONIALS_FILE");
  const [, list = ""] = /^Every setting that holds a secret or a password \(([^)]+)\)/m.exec(guide) ?? [];
  expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => `${name}_FILE`).toSorted()).toEqual(
    secrets.toSorted(),
  );
});
