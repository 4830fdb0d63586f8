import { expect, test } from "bun:test";
import { join } from "node:path";

/** What people read of a record. A process of its own: its stdout is the subject. */
function printed(record: unknown): string {
  const code = `import { writeRecord } from ${JSON.stringify(join(import.meta.dir, "output.ts"))};
    await writeRecord(${JSON.stringify(record)});`;
  return Bun.spawnSync([process.execPath, "-e", code]).stdout.toString();
}

test("The records of a field are printed as lines for people, not as JSON", () => {
  const kept = [
    { what: "Gifts", count: 2, why: "Bookkeeping." },
    { what: "Audit entries", count: 1, why: "Only ids are left." },
  ];
  expect(printed({ success: true, forgotten: 3, kept })).toBe(`forgotten  3
kept
  what   Gifts
  count  2
  why    Bookkeeping.

  what   Audit entries
  count  1
  why    Only ids are left.
`);
  expect(printed({ rows: { pois: 5, mails: 0 } })).toBe("rows\n  pois   5\n  mails  0\n");
});

test("More than three records of a field are printed as a table", () => {
  const days = ["01", "02", "03", "04"].map((day) => ({ day: `2026-11-${day}`, joins: Number(day) }));
  expect(printed({ from: "2026-11-01", days })).toBe(
    "from  2026-11-01\ndays\n  day         joins\n  2026-11-01  1\n  2026-11-02  2\n  2026-11-03  3\n  2026-11-04  4\n",
  );
});

test("An empty list and an empty record of a record are printed as none", () => {
  expect(printed({ forgotten: 0, kept: [] })).toBe("forgotten  0\nkept       none\n");
  expect(printed({ rows: {}, cleared: { mails: 2, texts: {} }, files: 0 })).toBe(
    "rows     none\ncleared\n  mails  2\n  texts  none\nfiles    0\n",
  );
});

test("A table leaves out a column that holds nothing but empty lists and records", () => {
  const rows = [
    { id: 1, tags: [], notes: [], details: {}, level: "none" },
    { id: 2, tags: ["a"], notes: [], details: {}, level: "none" },
  ];
  expect(printed(rows)).toBe("id  tags  level\n1   none  none\n2   a     none\n");
});

test("A list that has no pages is printed as a table, and as none if it is empty", () => {
  const issuers = [
    { id: "a", name: "Halal Council", site: null },
    { id: "b", name: "IFANCA", site: null },
  ];
  expect(printed(issuers)).toBe("id  name\na   Halal Council\nb   IFANCA\n");
  expect(printed([])).toBe("none\n");
});

test("A cell that holds fields or a list of texts is printed in words, not as JSON", () => {
  const rows = [
    { id: 1, actor: { kind: "staff", id: null, name: "omar" }, documents: ["a lease", "a license"] },
  ];
  expect(printed(rows)).toBe(
    "id  actor                    documents\n1   kind: staff, name: omar  a lease; a license\n",
  );
});

test("An empty list that has pages is printed as none, too, and not as the heads of its columns", () => {
  const code = `import { writeRows } from ${JSON.stringify(join(import.meta.dir, "output.ts"))};
    await writeRows({ output: null }, [], ["id", "email"]);`;
  expect(Bun.spawnSync([process.execPath, "-e", code]).stdout.toString()).toBe("none\n");
});
