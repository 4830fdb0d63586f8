import { describe, expect, test } from "bun:test";
import { csvRecords, type Entry, textOf } from "./csv-reader.ts";
import { openList } from "./list-reader.ts";

const SIZE = 10 * 1_024 * 1_024;

const bytesOf = (text: string) => [new TextEncoder().encode(text)];

const read = async (text: AsyncIterable<string>, names: readonly string[]) =>
  (await openList(text, { fields: names.map((name) => ({ name, names: [] })), required: names })).entries;

async function entriesOf(text: string, required: readonly string[] = ["name"]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const some of await read(textOf(bytesOf(text)), required)) entries.push(...some);
  return entries;
}

const refusalOf = (text: string): Promise<string> =>
  entriesOf(text).then(
    () => "no refusal",
    (error: Error) => error.message,
  );

describe("A CSV file", () => {
  test("may have a byte order mark, CRLF or LF, and quotes around commas, quotes and line breaks", async () => {
    const text = '\uFEFFname,city\r\n"Noor, ""the"" Market","Dear\r\nborn"\nZaytuna 5" pies,Novi';
    expect(await entriesOf(text)).toEqual([
      { at: 2, fields: { name: 'Noor, "the" Market', city: "Dear\r\nborn" } },
      { at: 4, fields: { name: 'Zaytuna 5" pies', city: "Novi" } },
    ]);
  });

  test("has the same records wherever its chunks are cut", async () => {
    const text = 'a,b\r\n"x,""y""\r\nz",1\r\n\r\n2,é\r\n';
    async function* letters() {
      yield* text;
    }
    const records = [];
    for await (const some of csvRecords(letters())) records.push(...some);
    expect(records).toEqual([
      { at: 1, fields: ["a", "b"] },
      { at: 2, fields: ['x,"y"\r\nz', "1"] },
      { at: 5, fields: ["2", "é"] },
    ]);
  });

  test("keeps letters of several bytes that stand where it is cut", async () => {
    const names = Array.from({ length: 9_000 }, (_, n) => `${n}\u{1F54C}`);
    const entries = await entriesOf(`name\n${names.join("\n")}`);
    expect(entries.map((entry) => "fields" in entry && entry.fields.name)).toEqual(names);
  });

  test.each([
    ["semicolons", 'name;city\n"Noor; Grill";Dearborn'],
    ["tabs", "name\tcity\nNoor; Grill\tDearborn"],
    ["a line that names the separator", "sep=;\nname;city\nNoor, Grill;Dearborn"],
    ["capitals and spaces in its header", 'Name , CITY\n"Noor, Grill",Dearborn'],
  ])("may have %s", async (_, text) => {
    const [entry, ...rest] = await entriesOf(text, ["name", "city"]);
    expect([entry, rest]).toEqual([
      {
        at: text.startsWith("sep") ? 3 : 2,
        fields: { name: expect.stringMatching(/^Noor[,;] Grill$/), city: "Dearborn" },
      },
      [],
    ]);
  });

  test("may be UTF-16 without its mark", async () => {
    const bytes = Buffer.from("name\tcity\nNoor é\tDearborn", "utf16le");
    const entries: Entry[] = [];
    for await (const some of await read(textOf([bytes]), ["name"])) entries.push(...some);
    expect(entries).toEqual([{ at: 2, fields: { name: "Noor é", city: "Dearborn" } }]);
  });

  test("may be UTF-16 with its mark, in pieces of any size", async () => {
    const text = "name\tcity\nNoor é\tDearborn";
    for (const swap of [false, true]) {
      const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
      if (swap) bytes.swap16();
      const pieces = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, n) =>
        bytes.subarray(n * 3, n * 3 + 3),
      );
      const entries: Entry[] = [];
      for await (const some of await read(textOf(pieces), ["name"])) entries.push(...some);
      expect(entries).toEqual([{ at: 2, fields: { name: "Noor é", city: "Dearborn" } }]);
    }
  });

  test("has no entry for a row of empty fields", async () => {
    expect(await entriesOf("name,city\n,\n , \nNoor,Novi")).toEqual([
      { at: 4, fields: { name: "Noor", city: "Novi" } },
    ]);
  });

  test("names the line of a record with another number of fields, and skips blank lines", async () => {
    expect(await entriesOf("name,city\n\n\nNoor\nZaytuna,Novi")).toEqual([
      { at: 4, reason: "Expected 2 fields, found 1" },
      { at: 5, fields: { name: "Zaytuna", city: "Novi" } },
    ]);
  });

  test("is refused if a quote never closes, a record is too long or it is empty", async () => {
    expect(await refusalOf('name\nNoor\n"Zaytuna')).toBe("The quote that opens on line 3 never closes.");
    expect(await refusalOf(`name\n"${"x".repeat(200_000)}`)).toBe(
      "The record on line 2 is too long: is there a quote that never closes?",
    );
    expect(await refusalOf(`name\n${",".repeat(1_000)}`)).toBe(
      "The record on line 2 has more than 1,000 fields.",
    );
    expect(await refusalOf("")).toBe("The file is empty.");
  });

  test.each([
    ["line breaks", "\n", "", 100],
    ["lines of one letter", "x\n", "another number of fields", 20],
    ["blank lines with more commas than the first", ",,\n", "another number of fields", 20],
    ["commas", ",", "is too long", 2],
    ["lines of commas", `${",".repeat(900)}\n`, "", 100],
  ])("of 10 MiB of %s leaves turns to a timer", async (_name, part, reason, turns) => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    });
    const text = `name,city\n${part.repeat(SIZE / part.length)}`;
    const refusal = await refusalOf(text);
    clearInterval(timer);
    expect(refusal).toContain(reason);
    expect(ticks).toBeGreaterThanOrEqual(turns);
  });
});
