import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TestDatabase } from "../../testing/database/database.ts";
import { openScratchDatabase } from "../../testing/database/scratch-database.ts";
import { type ExportFilter, type ExportFormat, streamExport } from "./csv-export.ts";

const TEXTS = [
  'say "hi"',
  "a,b\r\nc\nd",
  "=1+1",
  "'=1",
  "+1",
  "-1",
  "@x",
  "＝1",
  "\t=1",
  "\r",
  "",
  null,
  "🕌 𐀀 é",
  "\u202Eevil\u2066",
  "back\\slash \\N \\.",
  "\u0001\u007f",
  "'",
];
const ROWS = 4_321; // several pages of the default size
const plan = {
  table: "exported",
  where: "not hidden",
  columns: [
    { name: "id", sql: "id", type: "id" },
    { name: "text", sql: "words", type: "text" },
    { name: "flag", sql: "flag", type: "flag" },
    { name: "at", sql: "created_at", type: "time" },
  ],
} as const;

let db: TestDatabase;
beforeAll(async () => {
  db = await openScratchDatabase();
  await db.query(
    `create table exported (id text primary key, words text, flag boolean not null, hidden boolean not null,
      created_at timestamptz(3) not null)`,
  );
  await db.query(
    `insert into exported select lpad(n::text, 6, '0'), ($1::text[])[n % $2 + 1], n % 3 = 0, n % 7 = 0,
      '2026-01-31T10:00:00.000Z'::timestamptz + (n / 5) * interval '10 ms' from generate_series(0, $3::int - 1) n`,
    [TEXTS, TEXTS.length, ROWS],
  );
}, 60_000);
afterAll(() => db.close());

const rows = Array.from({ length: ROWS }, (_, n) => ({
  id: String(n).padStart(6, "0"),
  text: TEXTS[n % TEXTS.length] ?? null,
  flag: n % 3 === 0,
  at: new Date(Date.UTC(2026, 0, 31, 10) + Math.trunc(n / 5) * 10).toISOString(),
}))
  .filter((_, n) => n % 7 !== 0)
  .reverse();

const cell = (value: string | boolean | null) => {
  const text = String(value ?? "");
  return `"${/^[-+=@－＋＝＠\t\r\n]/.test(text) ? "'" : ""}${text.replaceAll('"', '""')}"`;
};
const EXPECTED: Readonly<Record<ExportFormat, (all: typeof rows) => string>> = {
  csv: (all) =>
    ['"id","text","flag","at"', ...all.map((row) => Object.values(row).map(cell).join(","))]
      .map((line) => `${line}\r\n`)
      .join(""),
  jsonl: (all) => all.map((row) => `${JSON.stringify(row)}\n`).join(""),
};

async function exported(format: ExportFormat, filters: readonly ExportFilter[], pageRows?: number) {
  const parts: Uint8Array[] = [];
  const stream = streamExport(db, { ...plan, ...(pageRows && { pageRows }) }, filters, format);
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}

test("an export has the same bytes on every driver and with pages of every size, whatever the texts hold", async () => {
  for (const format of ["csv", "jsonl"] as const)
    for (const pageRows of [undefined, 401, 10_000])
      expect((await exported(format, [], pageRows)) === EXPECTED[format](rows)).toBe(true);
});

test("an export has only the rows that its filters let through, and a header without any", async () => {
  const word = (value: string) => [
    { sql: "words = ?", value },
    { sql: "flag = ?", value: true },
  ];
  const found = rows.filter(({ text, flag }) => text === "back\\slash \\N \\." && flag);
  expect(found.length).toBeGreaterThan(0);
  expect(await exported("csv", word("back\\slash \\N \\."), 50)).toBe(EXPECTED.csv(found));
  expect(await exported("csv", word("' or true --"))).toBe(EXPECTED.csv([]));
});

test("a reader that leaves an export gives all of its connections back", async () => {
  for (let n = 0; n < 10; n += 1) {
    const stream = streamExport(db, { ...plan, pageRows: 100 }, [], "csv");
    await stream.next();
    if (n % 2 === 0) await stream.next();
    await stream.return(undefined);
  }
  while (db.pool().idle < db.pool().size || db.pool().waiting > 0) await Bun.sleep(5);
  expect((await exported("jsonl", [])) === EXPECTED.jsonl(rows)).toBe(true);
});
