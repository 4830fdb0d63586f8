import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  type Arrow,
  areaOf,
  arrowsOf,
  cyclesOf,
  foreignNames,
  foreignWrites,
  moduleOf,
  productFiles,
} from "./testing/source/source-tree.ts";

const ROOT = resolve(import.meta.dir, "..");
const MAX_FILE_LINES = 350;
const MAX_FUNCTION_LINES = 50; // of its own, without the functions inside; most have fewer than 20
const MAX_FOLDER_FILES = 20;

/** What each area may import from, besides itself and packages. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  copy: ["shared"],
  env: ["shared"],
  core: ["shared", "db", "env"],
  db: ["shared", "env"],
  modules: ["shared", "copy", "core", "db", "env"],
  router: ["core", "modules"],
  http: ["shared", "core", "modules", "router", "env"],
  app: ["shared", "core", "db", "modules", "router", "http", "env"],
  demo: ["shared", "core", "modules", "router", "http", "app"], // calls the whole product, as a transport does
};

/** What surrounds the app in a process and the CLI may import every area except the web. */
const SEES_THE_SERVER = new Set(["main", "server", "cli"]);

/** In a module, a file may import only earlier layers; files with other names belong to the service layer. */
const MODULE_LAYERS = ["schema", "table", "service", "router"];
const SERVICE_LAYER = 2;

/** The layers of the web, likewise. `build` runs on the server and may import all of them. */
const WEB_LAYERS = ["lib", "kit", "routes"];

/** The modules from the ground up. A module imports only from floors above it in this list; modules of one floor do not import each other, unless in the order given. */
const FLOORS: readonly (readonly string[])[] = [
  ["audit", "mail"],
  ["accounts", "partners"],
  ["places"],
  ["evidence"],
  ["ownership"],
  ["waitlist", "inquiries", "payments"],
  ["directory", "reviews", "people", "sync"],
  ["backoffice", "maintenance"],
];

/** The files that may read the environment, and why. */
const READS_ENVIRONMENT: readonly string[] = [
  "src/env.ts",
  "cli/environment.ts", // variables that only the CLI knows
  "cli/output/terminal.ts", // NO_COLOR and TERM
  "cli/commands/demo.ts", // starts the server with different settings
  "src/server/npm.ts", // what npm says of itself
  "src/server/pages.ts", // passes the environment to a child process
];

const files = productFiles();
const arrows = arrowsOf(files);
const layerOf = (path: string): string => path.split(/[./]/).at(-2) ?? "";
const lineOf = ({ from, to }: Arrow): string => `${from} -> ${to}`;
const isWeb = (path: string): boolean => areaOf(path) === "web";
const isWebBuild = (path: string): boolean => path.startsWith("src/web/build/");
const violations = (isWrong: (arrow: Arrow) => boolean): readonly string[] =>
  arrows.filter(isWrong).map(lineOf);

test("the check reads the whole source tree", () => {
  expect([files.length > 400, arrows.length > 1_500]).toEqual([true, true]);
});

test("imports between areas follow the arrows", () => {
  const wrong = violations(({ from, to }) => {
    const [here, there] = [areaOf(from), areaOf(to)];
    if (here === there || isWeb(from) || isWeb(to) || !to.startsWith("src/")) return false;
    return !SEES_THE_SERVER.has(here) && !ARROWS[here]?.includes(there);
  });
  expect(wrong).toEqual([]);
});

test("only the CLI imports the CLI", () => {
  expect(violations(({ from, to }) => areaOf(from) !== "cli" && areaOf(to) === "cli")).toEqual([]);
});

test("the web imports only shared code, copy, schemas and the type of the router", () => {
  const wrong = violations(({ from, to, typeOnly }) => {
    if (!isWeb(from) || isWeb(to) || areaOf(to) === "shared" || areaOf(to) === "copy") return false;
    if (to === "src/router.ts") return !typeOnly;
    return !/^src\/modules\/.+[./]schema\.ts$/.test(to) && to.startsWith("src/");
  });
  expect(wrong).toEqual([]);
});

test("in the web, each layer imports only earlier layers", () => {
  const layerOfWeb = (path: string) => WEB_LAYERS.indexOf(/^src\/web\/(\w+)\//.exec(path)?.[1] ?? "");
  const wrong = violations(({ from, to }) => {
    const [here, there] = [layerOfWeb(from), layerOfWeb(to)];
    return here !== -1 && here < there;
  });
  expect(wrong).toEqual([]);
});

test("browser code imports nothing from Node or the build", () => {
  const browserFiles = files.filter(({ path }) => isWeb(path) && !isWebBuild(path));
  const wrong = browserFiles.flatMap(({ path, imports }) =>
    imports
      .filter(({ to }) => /^(node:|bun\b)/.test(to) || /^\..*\/build\//.test(to))
      .map(({ to }) => `${path} -> ${to}`),
  );
  expect(wrong).toEqual([]);
});

test("the server imports only the manifest of the web build, and only as a type", () => {
  const wrong = violations(
    ({ from, to, typeOnly }) =>
      isWeb(to) &&
      !isWeb(from) &&
      !(typeOnly && areaOf(from) !== "cli" && to === "src/web/build/manifest.ts"),
  );
  expect(wrong).toEqual([]);
});

test("in a module, a file imports only earlier layers", () => {
  const depthOf = (path: string) => {
    const depth = MODULE_LAYERS.indexOf(layerOf(path));
    return depth === -1 ? SERVICE_LAYER : depth;
  };
  const wrong = violations(
    ({ from, to }) =>
      moduleOf(from) !== undefined && moduleOf(from) === moduleOf(to) && depthOf(from) < depthOf(to),
  );
  expect(wrong).toEqual([]);
});

test("the floors of the guide for contributors and the order of the modules' offers are those that the code keeps", () => {
  const guide =
    readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8")
      .split(/^## /m)
      .find((part) => part.startsWith("The floors")) ?? "";
  const floors = [...guide.matchAll(/^\d\. (.*)$/gm)].map(([, line = ""]) =>
    [...line.replaceAll(/\([^)]*\)/g, "").matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(floors).toEqual(FLOORS.map((floor) => [...floor]));
  const listed = files.find(({ path }) => path === "src/modules.ts")?.text ?? "";
  const order = [...(/= \[([^\]]*)\]/.exec(listed)?.[1] ?? "").matchAll(/\w+/g)].map(([name]) => name);
  expect(order).toEqual(FLOORS.flat().filter((name) => order.includes(name)));
  console.log(FLOORS.map((floor, at) => `${at + 1}. ${floor.join(", ")}`).join("\n"));
});

test("modules import only from modules before them in the order of the floors", () => {
  const order = FLOORS.flat();
  const wrong = violations(({ from, to }) => {
    const [here, there] = [moduleOf(from), moduleOf(to)];
    if (here === undefined || there === undefined || here === there) return false;
    return order.indexOf(there) >= order.indexOf(here);
  });
  expect(wrong).toEqual([]);
});

test("modules import each other only through public.ts; a schema, which the browser loads too, imports schemas", () => {
  const wrong = violations(({ from, to }) => {
    const [here, there] = [moduleOf(from), moduleOf(to)];
    if (here === undefined || there === undefined || here === there) return false;
    if (layerOf(from) === "schema" && layerOf(to) === "schema") return false;
    return to !== `src/modules/${there}/public.ts`;
  });
  expect(wrong).toEqual([]);
});

test("only the module that owns a table writes it", () => {
  expect(foreignWrites(files)).toEqual([]);
});

test("SQL text names no table of another module", () => {
  const wrong = foreignNames(files.filter(({ path }) => moduleOf(path) !== undefined));
  expect(wrong).toEqual([]);
});

test("other modules read the view of the rows that are not deleted, and not its table", () => {
  const views = files.flatMap(({ path, text }) =>
    [...text.matchAll(/pgView\("current_\w+"\)[^;]*?\.from\((\w+)\)/g)].map(([, table = ""]) => ({
      path,
      table,
    })),
  );
  expect(views.length).toBeGreaterThan(3);
  const exported = views.filter(({ path, table }) => {
    const module = moduleOf(path);
    const text = files.find((file) => file.path === `src/modules/${module}/public.ts`)?.text ?? "";
    return new RegExp(`\\b${table}\\b`).test(text.replaceAll(/\/\*[\s\S]*?\*\/|".*"/g, ""));
  });
  expect(exported.map(({ path, table }) => `${path} exports ${table}`)).toEqual([]);
});

test("screens never import each other", () => {
  const screens = files
    .filter(({ path }) => /\/routes\/.*\/page\.tsx$/.test(path))
    .map(({ path }) => `${dirname(path)}/`);
  const screenOf = (path: string) =>
    screens.filter((folder) => path.startsWith(folder)).reduce((a, b) => (b.length > a.length ? b : a), "");
  const wrong = violations(({ from, to }) => {
    const [here, there] = [screenOf(from), screenOf(to)];
    return here !== "" && there !== "" && !here.startsWith(there); // a screen may import from its parent
  });
  expect(wrong).toEqual([]);
});

test("there are no import cycles, not even of types", () => {
  expect(cyclesOf(arrows)).toEqual([]);
});

test("only the listed files read the environment", () => {
  const readers = files.filter(({ readsEnvironment }) => readsEnvironment).map(({ path }) => path);
  expect(readers.toSorted()).toEqual(READS_ENVIRONMENT.toSorted());
});

test("only one file knows where the program's files are, besides what is not in the executable: the installation and the build of the pages", () => {
  const own = /import\.meta\.(dir|path|url|resolve|filename)/;
  const wrong = files.filter(({ path, text }) => own.test(text) && !isWebBuild(path));
  const expected = ["src/env/program.ts", "src/server/install.ts"];
  expect(wrong.map(({ path }) => path).toSorted()).toEqual(expected);
});

test("routers, schemas and HTTP code never query the database", () => {
  const wrong = files.filter(
    ({ path, text }) =>
      /[./](router|schema)\.ts$|^src\/http\//.test(path) && /\bdb\.(orm|transaction|query)\b/.test(text),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test("HTTP code never parses the URL of a request, whose host a client may have made up", () => {
  const wrong = files.filter(
    ({ path, text }) => path.startsWith("src/http/") && /new URL\([\w.]*\burl\)/.test(text),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test("modules take the context of a service from core: its type cannot be written by hand, and none is copied", () => {
  const wrong = files.filter(
    ({ path, text }) => moduleOf(path) !== undefined && /\.\.\.(ctx|context)\b/.test(text),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test("a row that changes gets a later version than it had, also within one millisecond", () => {
  const bareTime = /(?<!createdAt: \w+,\s*)\bupdatedAt: (?:\w+\.)*(?:now|at)\b/; // a new row has no version before
  expect(files.filter(({ text }) => bareTime.test(text)).map(({ path }) => path)).toEqual([]);
});

test("there are no barrels, utils or helpers", () => {
  const wrong = files.filter(({ path }) =>
    /(^|\/)(index\.tsx?$|(utils?|helpers?|misc|common)[./])/.test(path),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test("files, functions and folders stay within their size limits", () => {
  const longFiles = files.filter(({ text }) => text.trimEnd().split("\n").length > MAX_FILE_LINES);
  const longFunctions = files.flatMap(({ path, functions }) =>
    functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES).map(({ line }) => `${path}:${line}`),
  );
  const folders = Map.groupBy(files, ({ path }) => dirname(path));
  const fullFolders = [...folders].filter(([, inside]) => inside.length > MAX_FOLDER_FILES);
  expect([
    ...longFiles.map(({ path }) => path),
    ...longFunctions,
    ...fullFolders.map(([name]) => name),
  ]).toEqual([]);
});
