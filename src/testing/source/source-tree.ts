import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { readSource, type Source } from "./read-source.ts";

const ROOT = resolve(import.meta.dir, "../../..");

export interface SourceFile extends Source {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** An import of a file of this repository, both ends from its root. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const isTest = (path: string): boolean =>
  /\.(test|e2e)\.tsx?$/.test(path) || path.startsWith("src/testing/") || path === "cli/testing.ts";

/** Every file of the product, without its tests. */
export function productFiles(): readonly SourceFile[] {
  return ["src", "cli"]
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !isTest(path))
    .map((path) => {
      const text = readFileSync(join(ROOT, path), "utf8");
      return { path, text, ...readSource(path, text) };
    });
}

/** Where a relative specifier leads; null for a package. */
export const resolved = (from: string, specifier: string): string | null =>
  specifier.startsWith(".") ? relative(ROOT, resolve(ROOT, dirname(from), specifier)) : null;

export const arrowsOf = (files: readonly SourceFile[]): readonly Arrow[] =>
  files.flatMap(({ path, imports }) =>
    imports.flatMap(({ to, typeOnly }) => {
      const target = resolved(path, to);
      return target === null ? [] : [{ from: path, to: target, typeOnly }];
    }),
  );

/** Every cycle once, as `a > b > a`. Type imports count too. */
export function cyclesOf(arrows: readonly Arrow[]): readonly string[] {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[] = [];
  function walk(file: string, path: readonly string[]): void {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" > "));
    if (done.has(file) || path.includes(file)) return;
    for (const { to } of next.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  }
  for (const file of next.keys()) walk(file, []);
  return cycles;
}

export const areaOf = (path: string): string => {
  const [top = "", second = ""] = path.split("/");
  return top === "src" ? second.replace(/\.tsx?$/, "") : top;
};

export const moduleOf = (path: string): string | undefined => /^src\/modules\/([^/]+)\//.exec(path)?.[1];

/** The module that may write the tables that a file declares, or its area. */
export const ownerOf = (path: string): string => moduleOf(path) ?? areaOf(path);

/** SQL names of the declared tables with their owners. */
export function tableOwners(files: readonly SourceFile[]): ReadonlyMap<string, string> {
  const declared = files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:pgTable|sessionTable|pgView)\(\s*"(\w+)"/g)].map(
      ([, name = ""]) => [name, ownerOf(path)] as const,
    ),
  );
  return new Map(declared);
}

const TABLE_FILE = /(^|[./])(table|public)\.ts$/;

/** Writes to tables of another owner, as `file writes table of owner`. */
export function foreignWrites(files: readonly SourceFile[]): readonly string[] {
  const owners = tableOwners(files);
  const found = files.flatMap(({ path, writes }) =>
    writes.flatMap(({ table, from }) => {
      const home = from === null ? null : resolved(path, from);
      const owner = from === null ? owners.get(table) : home && TABLE_FILE.test(home) && ownerOf(home);
      return owner && owner !== ownerOf(path) ? [`${path} writes ${table} of ${owner}`] : [];
    }),
  );
  return [...new Set(found)];
}

/** Tables of other modules that SQL text names, as `file reads table of module`; statements take them from their declarations. */
export function foreignNames(files: readonly SourceFile[]): readonly string[] {
  const owners = tableOwners(files);
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:from|join|update|into|table)\s+"?(\w+)/gi)].flatMap(([, name = ""]) => {
      const owner = owners.get(name);
      return owner && owner !== ownerOf(path) ? [`${path} names ${name} of ${owner}`] : [];
    }),
  );
  return [...new Set(found)];
}
