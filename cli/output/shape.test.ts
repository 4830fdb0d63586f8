import { afterAll, beforeAll, expect, test } from "bun:test";
import { OPERATIONS, operationNamed } from "../operations.ts";
import { importPlaces, rihla, type Served, SLOW, servedHere } from "../testing.ts";
import { exportInput, shapeExport } from "./export-shape.ts";
import { rowsKindOf, type ShapeOptions } from "./shape.ts";

let served: Served;
let env: Served["env"];
beforeAll(async () => {
  served = await servedHere();
  env = served.env;
  await importPlaces(served.dataDir, [
    "B Grill,2 Main St,Boston,MA,restaurant",
    "A Mosque,1 Main St,Boston,MA,mosque",
  ]);
}, SLOW);
afterAll(() => served.close());

test(
  "A list prints the chosen fields as a table, as JSON and as JSON lines",
  async () => {
    const list = async (...options: string[]) =>
      (await rihla(["poi", "list", "--fields", "city,name", ...options], env)).out;
    const names = (text: string) => text.match(/[AB] (Grill|Mosque)/g)?.toSorted();
    const [table, json, lines] = [await list(), await list("--json"), await list("--jsonl")];
    expect(table).toStartWith("city    name\n");
    expect(Object.keys(JSON.parse(json)[0])).toEqual(["city", "name"]);
    expect(
      lines
        .split("\n")
        .slice(0, 2)
        .map((line) => Object.keys(JSON.parse(line))),
    ).toEqual([
      ["city", "name"],
      ["city", "name"],
    ]);
    for (const text of [table, json, lines]) expect(names(text)).toEqual(["A Mosque", "B Grill"]);
    expect(await list("--jsonl", "--all", "--limit", "1")).toBe(lines);
    expect(await list("--json", "--all", "--limit", "1")).toBe(json.replace("},{", "},\n{"));
    expect((await list("--jsonl", "--limit", "1")).trim().split("\n")).toHaveLength(1);
  },
  SLOW,
);

test(
  "An export prints the chosen fields and rows",
  async () => {
    const run = (...options: string[]) => rihla(["poi", "export", ...options], env);
    const all = await run("--jsonl");
    expect(all.out.trim().split("\n")).toHaveLength(2);
    expect((await run("--json")).out).toBe(all.out);
    const { out } = await run("--format", "csv", "--fields", "state,city", "--limit", "1");
    expect(out).toBe('"state","city"\r\n"MA","Boston"\r\n');
  },
  SLOW,
);

test(
  "An unknown field is refused with the names of the known ones, and in JSON for JSON lines",
  async () => {
    const list = await rihla(["poi", "list", "--fields", "nam", "--jsonl"], env);
    expect([list.exit, JSON.parse(list.err).code, list.err.includes("name, address")]).toEqual([
      2,
      "INVALID_INPUT",
      true,
    ]);
  },
  SLOW,
);

const EXPORT = operationNamed("admin.waitlist.export");

async function exported(text: string, options: ShapeOptions): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const parts = (async function* () {
    for (const byte of bytes) yield Uint8Array.of(byte); // breaks lines and characters at every place
  })();
  const input = exportInput(EXPORT, {}, options);
  return Buffer.concat(await Array.fromAsync(shapeExport(EXPORT, input, parts, options))).toString();
}

test("Chosen fields of a CSV export keep quotes, line breaks and formula guards as they were", async () => {
  const text = '"name","city","note"\r\n"A ""B"", C","Zürich","\'=1+1"\r\n"D","","two\r\nlines"\r\n';
  expect(await exported(text, { fields: "note, name" })).toBe(
    '"note","name"\r\n"\'=1+1","A ""B"", C"\r\n"two\r\nlines","D"\r\n',
  );
  expect(await exported(text, { limit: "1" })).toBe(
    '"name","city","note"\r\n"A ""B"", C","Zürich","\'=1+1"\r\n',
  );
  expect(await exported(text, {})).toBe(text);
});

test("Chosen fields are refused if an export has no such field, and a limit if it has no rows", async () => {
  const places = operationNamed("admin.pois.export");
  expect(() => exportInput(places, {}, { limit: "1" })).toThrow("--format csv");
  expect(exportInput(places, {}, { limit: "1", jsonl: true })).toEqual({ format: "jsonl" });
  expect(await exported('"name","city"\r\n', { fields: "nam" }).catch(String)).toContain("name, city");
});

test("A limit other than a whole number of 1 or more is refused", async () => {
  for (const limit of ["0", "-1", "1.5", "x", ""]) {
    expect(await exported("", { limit }).catch(String)).toContain("--limit must be");
  }
});

test("Every command that lists or exports rows has the same options", () => {
  const commands = OPERATIONS.filter(({ cli }) => cli !== null);
  const named = commands.filter(({ cli }) => /^(list|export)$/.test(cli?.words[1] ?? ""));
  const without = named.filter((operation) => rowsKindOf(operation) === null);
  expect(without.map(({ cli }) => cli?.words.join(" "))).toEqual(["person export"]); // one document
});
