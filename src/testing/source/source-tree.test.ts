import { expect, test } from "bun:test";
import { readSource } from "./read-source.ts";
import { arrowsOf, cyclesOf, foreignWrites, type SourceFile } from "./source-tree.ts";

const file = (path: string, text: string): SourceFile => ({ path, text, ...readSource(path, text) });
const importsOf = (text: string) =>
  readSource("a.ts", text).imports.map(({ to, typeOnly }) => (typeOnly ? `type ${to}` : to));

test("every way to write an import is found", () => {
  const text = `
    import "./side-effect.ts";
    import value, { type Inline } from "./value.ts";
    import type { Erased } from "./erased.ts";
    export { one } from "./named.ts";
    export * from "./all.ts";
    export type { Two } from "./named-type.ts";
    const late = await import("./late.ts");
    type Looked = import("./looked.ts").Looked;
    // import "./comment.ts";
    const text = 'import "./string.ts"';
  `;
  expect(importsOf(text)).toEqual([
    "./side-effect.ts",
    "./value.ts",
    "type ./erased.ts",
    "./named.ts",
    "./all.ts",
    "type ./named-type.ts",
    "./late.ts",
    "type ./looked.ts",
  ]);
});

test("an import whose only name is an inline type still counts as one that runs", () => {
  expect(importsOf('import { type AppRouter } from "./router.ts";')).toEqual(["./router.ts"]);
});

test("a file that does not parse is an error", () => {
  expect(() => readSource("a.ts", "import {")).toThrow("a.ts");
});

test("a cycle of types is found", () => {
  const files = [
    file("src/a.ts", 'import type { B } from "./b.ts"; export type A = B;'),
    file("src/b.ts", 'export type B = import("./c.ts").C;'),
    file("src/c.ts", 'export type { A } from "./a.ts";'),
  ];
  expect(cyclesOf(arrowsOf(files))).toEqual(["src/a.ts > src/b.ts > src/c.ts > src/a.ts"]);
});

const TABLE = file(
  "src/modules/ownership/claims/table.ts",
  'export const claims = pgTable("poi_claims", {});',
);
const writesOf = (text: string, path = "src/modules/reviews/service.ts") =>
  foreignWrites([TABLE, file(path, text)]);
const IMPORTED = 'import { claims } from "../claims/table.ts";';

test("a write to another module's table is found, whatever the query builder is called", () => {
  const wrong = ["src/modules/reviews/service.ts writes claims of claims"];
  expect(writesOf(`${IMPORTED} tx.update(claims).set({});`)).toEqual(wrong);
  expect(writesOf(`${IMPORTED} deps.db.orm.insert(claims).values([]);`)).toEqual(wrong);
  expect(writesOf(`${IMPORTED} const remove = (tx) => tx.delete(claims);`)).toEqual(wrong);
  expect(writesOf('import { claims as c } from "../claims/table.ts"; tx.delete(c);')).toEqual(wrong);
  expect(writesOf('import * as c from "../claims/table.ts"; tx.delete(c.claims);')).toHaveLength(1);
});

test("raw SQL that writes another module's table is found", () => {
  const wrong = ["src/modules/reviews/service.ts writes poi_claims of ownership"];
  expect(writesOf('tx.execute("update poi_claims set status = $1")')).toEqual(wrong);
  expect(writesOf("tx.execute(sql`insert into\n  poi_claims (id) select 1`)")).toEqual(wrong);
  expect(writesOf("sql`with d as (delete from public.poi_claims returning *) select 1`")).toEqual(wrong);
  expect(writesOf("const s = 'INSERT INTO \"poi_claims\" select 1';")).toEqual(wrong);
});

test("a module may write its own tables and read those of others", () => {
  expect(writesOf(`${IMPORTED} tx.select().from(claims); new Map().delete(claims.id);`)).toHaveLength(0);
  expect(writesOf("sql`select * from poi_claims for update`")).toEqual([]);
  const own = 'import { claims } from "./table.ts"; tx.update(claims); sql`delete from poi_claims`;';
  expect(writesOf(own, "src/modules/ownership/claims/service.ts")).toEqual([]);
});

test("every way to read the environment is found", () => {
  const reads = (text: string) => readSource("a.ts", text).readsEnvironment;
  const ways = [
    "process.env.PORT",
    'Bun["env"]',
    "import.meta.env",
    "const { env } = process",
    "process?.env",
  ];
  expect(ways.filter((way) => !reads(`${way};`))).toEqual([]);
  expect(reads("context.env; settings.environment; process.exit(1);")).toBe(false);
});

test("the lines of a function do not count those of the functions inside it", () => {
  const text =
    "function outer() {\n  const inner = () => {\n    one();\n    two();\n  };\n  return inner;\n}";
  expect(readSource("a.ts", text).functions).toEqual([
    { line: 1, lines: 5 },
    { line: 2, lines: 4 },
  ]);
});
