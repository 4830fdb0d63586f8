import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

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

test("Every file that a document names exists", async () => {
  const named = await findInDocuments(
    /`((?:src|cli|e2e|core|db|http|modules|shared|testing)\/[\w./-]+|[\w-]+\.test\.ts)`/g,
  );
  const missing = named.filter(
    ({ found }) => !existsSync(join(ROOT, found)) && !existsSync(join(ROOT, "src", found)),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test("Every link between documents leads to a file", async () => {
  const links = await findInDocuments(/\]\((?!https?:)([^)#]+)/g);
  const broken = links.filter(({ document, found }) => !existsSync(join(ROOT, dirname(document), found)));
  expect(links.length).toBeGreaterThan(15);
  expect(broken.map(({ document, found }) => `${document}: ${found}`)).toEqual([]);
});
