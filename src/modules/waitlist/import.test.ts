import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { issuePersonToken } from "../../core/auth/person-tokens.ts";
import { days } from "../../shared/duration.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { auditLog } from "../audit/table.ts";
import { suppress } from "../mail/events/suppression.ts";
import { mails } from "../mail/table.ts";
import { waitlistSignups } from "./table.ts";

const HEADER = "firstName,email,city,isBetaTester,consentSource,consentAt";
const CSV = { "Content-Type": "text/csv; charset=utf-8" };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["super_admin", "admin", "partner_manager"] as const) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.delete(waitlistSignups);
});
afterAll(() => app.close());

const lineOf = (name: string, rest = ",,yes,Fair in Dearborn,2025-03-01") => {
  const [, city = "", beta = "", source = "", at = ""] = rest.split(",");
  return `${name},${name.toLowerCase()}@example.com,${city},${beta},${source},${at}`;
};
const send = (raw: string | Uint8Array, query = "", headers: Record<string, string> = basic("admin")) =>
  app.send(`POST /api/admin/waitlist/import${query}`, { raw, headers: { ...CSV, ...headers } });
const list = (...lines: readonly string[]) => [HEADER, ...lines].join("\r\n");
const signups = () => app.db.orm.select().from(waitlistSignups).orderBy(asc(waitlistSignups.emailKey));
const REFUSED_LINE = "Zaynab,no address,,maybe,,yesterday";

test("a list is imported with the evidence of consent, without mails, and again it leaves the same people unchanged", async () => {
  const file = list(
    lineOf("Amina", ",Dearborn,yes,Fair in Dearborn,2025-03-01"),
    lineOf("Omar", ",,,Card,2025-03-02"),
  );
  const first = await send(file);
  expect([first.status, first.json]).toEqual([200, { created: 2, updated: 0, unchanged: 0, refused: [] }]);
  const kept = await signups();
  expect(kept).toMatchObject([
    {
      firstName: "Amina",
      email: "amina@example.com",
      city: "Dearborn",
      isBetaTester: true,
      consentWording: "import",
      consentSource: "Fair in Dearborn",
      consentAt: new Date("2025-03-01"),
      createdAt: new Date("2025-03-01"),
      confirmedAt: null,
      welcomeDueAt: null,
    },
    { firstName: "Omar", city: null, isBetaTester: false, consentSource: "Card" },
  ]);
  await app.operate("admin.waitlist.welcome");
  expect(await app.db.orm.select().from(mails).where(eq(mails.kind, "waitlist-welcome"))).toEqual([]);
  expect((await send(file)).json).toEqual({ created: 0, updated: 0, unchanged: 2, refused: [] });
  expect(await signups()).toEqual(kept);
  const [entry] = await app.db.orm
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, "admin.waitlist.import"));
  expect([entry?.after, JSON.stringify(entry).includes("amina@")]).toEqual([
    { created: 2, updated: 0, unchanged: 0, refused: 0 },
    false,
  ]);
});

test("a list with something new for some of its people updates those alone, and touches no other row", async () => {
  const [beta, city] = [",,,Card,2025-03-01", ",Dearborn,,Card,2025-03-01"];
  const names = ["Amina", "Bilal", "Omar"];
  await send(list(...names.map((name) => lineOf(name, beta))));
  const xmin = () =>
    app.db.query<{ xmin: string }>("select xmin::text from waitlist_signups order by email_key");
  const before = await xmin();
  const more = list(
    lineOf("Amina", beta),
    lineOf("Bilal", city),
    lineOf("Omar", beta),
    lineOf("Zaynab", beta),
  );
  expect((await send(more)).json).toEqual({ created: 1, updated: 1, unchanged: 2, refused: [] });
  const after = await xmin();
  expect([after[0], after[2]]).toEqual([before[0], before[2]] as typeof after);
  expect(after[1]).not.toEqual(before[1]);
});

test("while a line is refused nothing is written, unless refused lines are to be skipped", async () => {
  const file = list(
    lineOf("Amina"),
    REFUSED_LINE,
    "Omar,omar@example.com",
    lineOf("Bilal", ",,,Card,2999-01-01"),
    lineOf("Maryam", ",,,Card,2025-02-31"),
    lineOf("Yusuf", ",,,,2025-03-01"),
  );
  const refused = [
    {
      line: 3,
      reason:
        "Please enter a valid email address; isBetaTester must be true or false; consentSource is required; consentAt must be a date like 2025-03-01, or with a time",
    },
    { line: 4, reason: "Expected 6 fields, found 2" },
    { line: 5, reason: "consentAt is in the future" },
    { line: 6, reason: "consentAt must be a date like 2025-03-01, or with a time" },
    { line: 7, reason: "consentSource is required" },
  ];
  for (const query of ["", "?skipRefused=false"]) {
    const answer = await send(file, query);
    expect([answer.status, answer.json]).toEqual([200, { created: 0, updated: 0, unchanged: 0, refused }]);
  }
  expect(await signups()).toEqual([]);
  expect((await send(file, "?skipRefused=true")).json).toEqual({
    created: 1,
    updated: 0,
    unchanged: 0,
    refused,
  });
  expect((await signups()).map(({ firstName }) => firstName)).toEqual(["Amina"]);
});

test("a line whose own list says that the person may not be written to is refused with the column that says so", async () => {
  const header = "firstName,Email Address,consentSource,consentAt,Status,email_disabled";
  const row = (name: string, status: string, off: string) =>
    `${name},${name}@list.example,Newsletter,2024-05-01,${status},${off}`;
  const lines = [
    row("Ola", "unsubscribed", ""),
    row("Ida", "Cleaned", "0"),
    row("Noor", "subscribed", "true"),
  ];
  const { json } = await send(
    [header, ...lines, row("Bea", "subscribed", "false")].join("\n"),
    "?skipRefused=true",
  );
  expect(json).toEqual({
    created: 1,
    updated: 0,
    unchanged: 0,
    refused: [
      { line: 2, reason: "Status says that this person may not be written to" },
      { line: 3, reason: "Status says that this person may not be written to" },
      { line: 4, reason: "email_disabled says that this person may not be written to" },
    ],
  });
});

test("people who left, were erased or get no mail stay away, and one who joined keeps the text agreed to", async () => {
  const join = (name: string) =>
    app.send("POST /api/waitlist", { body: { firstName: name, email: `${name.toLowerCase()}@example.com` } });
  for (const name of ["Left", "Erased", "Joined"]) await join(name);
  const token = issuePersonToken(app.deps, "leave", "left@example.com", days(1));
  await app.send("POST /api/me/leave", { body: { token } });
  await app.operate("admin.people.erase", { email: "erased@example.com" });
  await app.db.transaction((tx) => suppress(tx, "bounced@example.com", "complained", app.clock.now));
  const names = ["Left", "Erased", "Bounced", "Joined", "New"];
  const file = list(...names.map((name) => lineOf(name, ",Dearborn,yes,Fair,2025-03-01")));
  expect((await send(file)).json).toEqual({ created: 1, updated: 1, unchanged: 0, refused: [] });
  const now = new Map((await signups()).map((row) => [row.firstName, row]));
  expect([...now.keys()].toSorted()).toEqual(["Joined", "Left", "New"]);
  expect(now.get("Left")).toMatchObject({ leftAt: expect.any(Date), isBetaTester: false, city: null });
  expect(now.get("Joined")).toMatchObject({
    consentWording: "waitlist-2",
    consentSource: null,
    isBetaTester: true,
    city: "Dearborn",
  });
});

test("of several lines of one person the last counts, and two imports at the same time make one row each", async () => {
  const twice = list("A,a@example.com,,yes,Fair,2025-03-01", "Aisha,A@example.com,,no,Card,2025-04-01");
  expect((await send(twice)).json).toEqual({ created: 1, updated: 1, unchanged: 0, refused: [] });
  expect(await signups()).toMatchObject([{ firstName: "Aisha", isBetaTester: true, consentSource: "Card" }]);
  const names = Array.from({ length: 50 }, (_, n) => `Person${n}`);
  const both = await Promise.all([
    send(list(...names.map((name) => lineOf(name)))),
    send(list(...names.toReversed().map((name) => lineOf(name)))),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both.reduce((sum, { json }) => sum + json.created, 0)).toBe(50);
  expect(await signups()).toHaveLength(51);
});

test("an import looks up its people in indexes, however many the table has, before it was ever analyzed", async () => {
  const people = (first: number) =>
    list(...Array.from({ length: 2_500 }, (_, n) => lineOf(`Amina${first + n}`)));
  expect((await send(people(0))).json.created).toBe(2_500);
  const rowsRead = async () => {
    await app.db.query("select pg_stat_force_next_flush()");
    const [row] = await app.db.query<{ read: number }>(
      "select seq_tup_read::int as read from pg_stat_user_tables where relname = 'waitlist_signups'",
    );
    return row?.read ?? 0;
  };
  const before = await rowsRead();
  const { json } = await send(people(2_000));
  expect(json).toEqual({ created: 2_000, updated: 0, unchanged: 500, refused: [] });
  expect((await rowsRead()) - before).toBeLessThan(2_000); // one scan would read more
});

test("another kind of file is refused in a sentence, and one above 10 MiB with 413", async () => {
  const wrong: readonly (readonly [string | Uint8Array, string])[] = [
    ["", "The file is empty."],
    [
      "firstName,email\r\nA,a@example.com",
      "No column was recognized as: consentSource, consentAt. If these people agreed, say for the whole list how and when: consentSource and consentAt.",
    ],
    [`${HEADER}\r\n"A,a@example.com`, "The quote that opens on line 2 never closes."],
    [new Uint8Array([0xff, 0xfe, 0x41]), "The file is not valid UTF-8 or UTF-16 text."],
    [
      list(...Array.from({ length: 10_001 }, () => "x")),
      "More than 10,000 lines cannot be read: is this the right file?",
    ],
  ];
  for (const [raw, sentence] of wrong) {
    const answer = await send(raw);
    expect([answer.status, answer.json.error]).toEqual([400, sentence]);
  }
  expect((await send(HEADER + "\n".repeat(10 * 1_024 * 1_024))).status).toBe(413);
  expect((await send(list(lineOf("Amina")), "?skipRefused=perhaps")).status).toBe(400);
  expect((await send("{}", "", { ...basic("admin"), "Content-Type": "application/json" })).status).toBe(415);
  expect(await signups()).toEqual([]);
});

test("only admins import, and the evidence is shown to the person and to staff", async () => {
  const file = list(lineOf("Amina"));
  expect((await send(file, "", {})).status).toBe(401);
  expect((await send(file, "", basic("partner_manager"))).status).toBe(403);
  expect((await send(file)).status).toBe(200);
  const token = issuePersonToken(app.deps, "me", "amina@example.com", days(1));
  const { signup } = (await app.send("POST /api/me", { body: { token } })).json;
  const at = "2025-03-01T00:00:00.000Z";
  expect(signup.consent).toEqual({ id: "import", text: null, at, source: "Fair in Dearborn" });
  const person = await app.send("GET /api/admin/people?email=amina@example.com", {
    headers: basic("super_admin"),
  });
  expect(person.json.data.signups).toMatchObject([{ consentSource: "Fair in Dearborn", consentAt: at }]);
});
