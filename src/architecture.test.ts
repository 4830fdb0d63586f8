import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "..");
const MOST_LINES = 200;

/** What each room may import from, beside itself and packages. The composition root and the CLI may see all. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  brand: [],
  env: ["brand", "shared"],
  core: ["shared", "db", "env"],
  db: ["shared", "env"],
  modules: ["shared", "core", "db", "env"],
  router: ["core", "modules"],
  http: ["shared", "core", "modules", "router", "env"],
  schedule: ["shared", "core", "app"],
  app: ["shared", "core", "db", "modules", "router", "http", "env"],
  web: ["shared", "brand", "env"],
};

/** Rooms at the rim, which wire or drive the rest. */
const RIM = new Set(["main", "shutdown", "exit-with-npm", "demo", "testing"]);

/** In a module a file may import only those before it. */
const LAYERS = ["schema", "table", "service", "router"];

/** Which module may use another's service or table. */
const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {
  dashboard: ["waitlist", "partnerships", "quarantine"],
  quarantine: ["audit", "waitlist", "partnerships"],
  waitlist: ["audit", "mail", "partnerships"],
  partnerships: ["audit"],
  accounts: ["audit", "mail"],
  mail: ["audit"],
  partners: ["audit", "pois", "claims", "requests", "mail"],
  pois: ["audit", "partners"],
  claims: ["audit", "pois", "partners", "reviews", "mail"],
  requests: ["audit", "pois", "partners", "reviews", "mail"],
  reviews: ["audit", "claims", "requests", "pois", "partners", "mail"],
  sync: ["audit", "pois"],
  payments: ["audit", "mail"],
  maintenance: ["audit", "accounts", "claims", "payments", "mail", "sync"],
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const sources = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$/.test(file) || file.startsWith("src/testing/");
const product = [...sources("src"), ...sources("cli")].filter((file) => !isTest(file));

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const found = text.matchAll(
    /^(?:import|export)\s(type\s)?[^;]*?from\s+"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"\s*\)/gm,
  );
  return [...found].map(([, type, still, lazy]) => ({
    from: file,
    to: relative(ROOT, resolve(ROOT, dirname(file), still ?? lazy ?? "")),
    typeOnly: type !== undefined,
  }));
}

const imports = product.flatMap(importsOf);

function roomOf(file: string): string {
  const [top = "", second = ""] = file.split("/");
  return top === "src" ? second.replace(/\.tsx?$/, "") : top;
}

const layerOf = (file: string): string => file.split("/").at(-1)?.replace(/\.ts$/, "") ?? "";
const moduleOf = (file: string): string | undefined => /^src\/modules\/([^/]+)\//.exec(file)?.[1];
const say = ({ from, to }: Import): string => `${from} imports ${to}`;

test("the tree is read at all", () => {
  expect([product.length > 50, imports.length > 150]).toEqual([true, true]);
});

test("arrows between rooms point inward", () => {
  const wrong = imports.filter(({ from, to }) => {
    const [here, there] = [roomOf(from), roomOf(to)];
    if (here === there || RIM.has(here) || here === "cli" || !to.startsWith("src/")) return false;
    if (here === "web" || there === "web") return false; // their own rules stand below
    return !ARROWS[here]?.includes(there);
  });
  expect(wrong.map(say)).toEqual([]);
});

test("the web meets the server in its type, the schemas and what runs anywhere", () => {
  const wrong = imports.filter(({ from, to, typeOnly }) => {
    if (roomOf(from) !== "web" || roomOf(to) === "web") return false;
    if (ARROWS.web?.includes(roomOf(to)) || /^src\/modules\/[^/]+\/schema\.ts$/.test(to)) return false;
    return !(to === "src/router.ts" && typeOnly);
  });
  expect(wrong.map(say)).toEqual([]);
});

test("the server takes nothing from the web but the shape of its build", () => {
  const wrong = imports.filter(
    ({ from, to, typeOnly }) =>
      roomOf(to) === "web" &&
      !["web", "cli"].includes(roomOf(from)) &&
      !(typeOnly && to === "src/web/build/manifest.ts"),
  );
  expect(wrong.map(say)).toEqual([]);
});

test("in a module a file uses only the layers before its own", () => {
  const wrong = imports.filter(({ from, to }) => {
    if (moduleOf(from) === undefined || moduleOf(from) !== moduleOf(to)) return false;
    const [here, there] = [LAYERS.indexOf(layerOf(from)), LAYERS.indexOf(layerOf(to))];
    // further files of a module are parts of its service
    return (here === -1 ? 2 : here) < (there === -1 ? 2 : there);
  });
  expect(wrong.map(say)).toEqual([]);
});

test("modules meet in services and tables, and only those on the list", () => {
  const wrong = imports.filter(({ from, to }) => {
    const [here, there] = [moduleOf(from), moduleOf(to)];
    if (here === undefined || there === undefined || here === there) return false;
    return !NEIGHBOURS[here]?.includes(there) || !["service", "queries", "table"].includes(layerOf(to));
  });
  expect(wrong.map(say)).toEqual([]);
});

test("routes of the web never import each other", () => {
  const routeOf = (file: string) => /^src\/web\/routes\/([^/]+)\//.exec(file)?.[1];
  const wrong = imports.filter(({ from, to }) => {
    const [here, there] = [routeOf(from), routeOf(to)];
    return here !== undefined && there !== undefined && here !== there;
  });
  expect(wrong.map(say)).toEqual([]);
});

test("there is no cycle", () => {
  const next = Map.groupBy(
    imports.filter(({ typeOnly }) => !typeOnly),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  function walk(file: string, path: readonly string[]): void {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" > "));
    if (done.has(file) || path.includes(file)) return;
    for (const { to } of next.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  }
  for (const file of product) walk(file, []);
  expect(cycles).toEqual([]);
});

test("no file is over its size, a barrel, or a drawer for odds and ends", () => {
  const long = product.filter(
    (file) => readFileSync(join(ROOT, file), "utf8").split("\n").length > MOST_LINES + 1,
  );
  const drawers = product.filter((file) =>
    /(^|\/)(index\.tsx?$|utils?[./]|helpers?[./]|misc[./])/.test(file),
  );
  expect([...long, ...drawers]).toEqual([]);
});

test("only env reads the environment, only services and the kernel query", () => {
  const reads = product.filter(
    (file) =>
      !["src/env.ts"].includes(file) &&
      !/^(cli|src\/web\/build)/.test(file) &&
      /process\.env|Bun\.env|import\.meta\.env/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  const queries = product.filter(
    (file) =>
      /\/(router|schema)\.ts$|^src\/http\//.test(file) &&
      /\bdb\.(orm|transaction|query)\b/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect([...reads, ...queries]).toEqual([]);
});
