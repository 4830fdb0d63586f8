import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { CARDS, decide, give } from "../../testing/gifts.ts";
import { fillPersonAndTrash, PERSON } from "../../testing/person.ts";

let home: string;
let app: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-people-"));
  app = await testApp({ DATA_DIR: home });
  for (const role of ["super_admin", "admin", "partner_manager"] as const) await staff(app, role);
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

const asStaff = (line: string, body?: unknown, who = "admin") =>
  app.send(line, { headers: basic(who), ...(body !== undefined && { body }) });

/** Every row of every table that contains one of the texts, as `table: row`. */
async function rowsWith(texts: readonly string[]): Promise<readonly string[]> {
  const tables = await app.db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.db.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`);
    for (const { row } of rows) {
      if (texts.some((text) => row.toLowerCase().includes(text))) found.push(`${name}: ${row}`);
    }
  }
  return found;
}

const tablesOf = (rows: readonly string[]): readonly string[] =>
  [...new Set(rows.map((row) => row.split(":")[0] ?? ""))].sort();

test("erasing a person leaves their name, address and texts nowhere but in what the answer names", async () => {
  await fillPersonAndTrash(app);
  expect(tablesOf(await rowsWith(PERSON.traces))).toEqual([
    "audit_log",
    "broadcast_recipients",
    "evidence_files",
    "inquiry_answers",
    "inquiry_replies",
    "mails",
    "partner_invitations",
    "partner_people",
    "partner_sessions",
    "partners",
    "partnership_inquiries",
    "payments",
    "place_proposals",
    "place_reports",
    "place_suggestions",
    "place_transfers",
    "pledges",
    "poi_claims",
    "poi_requests",
    "signup_links",
    "staff_notes",
    "trash_items",
    "waitlist_signups",
  ]);
  expect(readdirSync(join(home, "evidence"))).toHaveLength(1);

  const answer = await app.operate("admin.waitlist.forget", { email: PERSON.email });

  const year = app.clock.now.getTime() + 365 * 86_400_000;
  expect(answer).toMatchObject({
    success: true,
    kept: [
      { what: "Places, without their owner", count: 1, until: null },
      {
        what: "Decisions on claims, requests, changes and transfers, without names, texts and files",
        count: 5,
        until: null,
      },
      { what: "Gifts that were received, with name and email address", count: 1, until: expect.any(Date) },
      { what: "Audit entries", count: expect.any(Number), until: new Date(year) },
    ],
  });
  const left = await rowsWith(PERSON.traces);
  expect(left).toHaveLength(1);
  expect(left[0]).toContain('"amount_cents": 1400');
  expect(existsSync(join(home, "evidence")) ? readdirSync(join(home, "evidence")) : []).toEqual([]);
  const [owned] = await app.db.query<{ owned: number }>("select count(owner_id)::int as owned from pois");
  expect(owned?.owned).toBe(1); // of the neighbor whose place the person asked for
});

test("of an erased person the audit log keeps time, action and ids, and who of the staff acted", async () => {
  const email = "hamza@person.example";
  const body = { businessName: "Hamza Tires", email, city: "Hamzaville", website: "hamza.example" };
  const { id } = (await asStaff("POST /api/admin/partnerships", body)).json;
  await app.operate("admin.waitlist.forget", { email });
  const entries = (await asStaff("GET /api/admin/audit?limit=500", undefined, "super_admin")).json;
  const [entry] = entries.filter((each: { subject: string }) => each.subject === id).slice(-1);
  expect(entry).toMatchObject({
    action: "admin.partnerships.create",
    actor: { kind: "staff", name: "admin" },
    before: null,
    after: null,
  });
  expect(await rowsWith(["hamza"])).toEqual([]);
});

test("an erasure that fails half way changes nothing", async () => {
  const email = "half@person.example";
  await app.send("POST /api/waitlist", { body: { firstName: "Half", email } });
  await app.db.query("alter table mails rename to mails_away");
  const failed = await app.operate("admin.waitlist.forget", { email }).catch((error: unknown) => error);
  await app.db.query("alter table mails_away rename to mails");
  expect(failed).toBeInstanceOf(Error);
  expect(tablesOf(await rowsWith([email]))).toEqual(["waitlist_signups"]);
});

test("a staff account is named in the answer and not touched, and an unknown address changes nothing", async () => {
  expect(await app.operate("admin.waitlist.forget", { email: "Admin@example.com" })).toMatchObject({
    forgotten: 0,
    kept: [{ what: "Staff accounts", count: 1, until: null }],
  });
  expect(await app.operate("admin.waitlist.forget", { email: "who@example.com" })).toEqual({
    success: true,
    forgotten: 0,
    kept: [],
  });
});

test("the audit log still refuses every other change, also during an erasure", async () => {
  const refused = async (change: string) =>
    await app.db
      .transaction(async (tx) => {
        await tx.execute(sql`select set_config('rihla.erasure', 'on', true)`);
        await tx.execute(sql.raw(change));
      })
      .then(
        () => change,
        () => "refused",
      );
  for (const change of [
    "update audit_log set action = 'other'",
    "update audit_log set before = null, after = null, subject = 'other'",
    "update audit_log set before = null, after = null, actor_name = 'other'",
    `update audit_log set after = '{"success":true}'`,
    "delete from audit_log",
  ])
    expect(await refused(change)).toBe("refused");
});

test("an erased giver whose open payment succeeds later gets no receipt and stays without a name", async () => {
  const email = "late@person.example";
  const { paymentUrl } = (await give(app, { customerEmail: email, customerName: "Late Q", amount: 15 })).json;
  await app.operate("admin.waitlist.forget", { email });
  await decide(app, paymentUrl, "confirm");
  expect(await rowsWith(["late@", "late q"])).toEqual([]);
  const [paid] = await app.db.query<{ status: string }>(
    "select status from payments where amount_cents = 1500",
  );
  expect(paid?.status).toBe("succeeded");
});

test("gifts are found in every spelling of an address, also one with letters that the database lowers otherwise", async () => {
  for (const [typed, spelled] of [
    ["İbrahim@letters.example", "İBRAHIM@Letters.example"],
    ["ΑΣΣ@letters.example", "ασς@letters.example"],
    ["Ünal@letters.example", "ÜNAL@letters.example"],
  ]) {
    const giver = { customerEmail: typed, customerName: "Unlowered Q" };
    await give(app, { ...giver, amount: 16 });
    await give(app, { ...giver, amount: 17, cardNumber: CARDS.away });
    expect(await rowsWith(["unlowered q"])).not.toEqual([]);
    expect(await app.operate("admin.waitlist.forget", { email: spelled })).toMatchObject({ forgotten: 3 });
    expect(await rowsWith(["unlowered q", "@letters.example"])).toEqual([]);
  }
});

test("a signup that is released from the quarantine while its person is erased is erased too", async () => {
  for (let round = 0; round < 10; round++) {
    const email = `released-${round}@person.example`;
    await app.send("POST /api/waitlist", { body: { firstName: "Released", email, hp_note: "spam" } });
    const held = (await asStaff("GET /api/admin/quarantine")).json as { id: string; email: string }[];
    const id = held.find((each) => each.email === email)?.id;
    const [erased] = await Promise.all([
      app.operate("admin.waitlist.forget", { email }),
      app.operate("admin.quarantine.release", { id }).catch((error: unknown) => error),
    ]);
    expect(erased).toMatchObject({ forgotten: 1 });
    expect(await rowsWith([email])).toEqual([]);
  }
});

test("no one but a super admin may erase anyone, by either name of the procedure", async () => {
  const body = { json: { email: "who@example.com" } };
  for (const name of ["admin.waitlist.forget", "admin.people.erase"]) {
    const url = `POST /trpc/${name}`;
    for (const role of ["admin", "partner_manager"])
      expect((await app.send(url, { body, headers: basic(role) })).status).toBe(403);
    expect((await app.send(url, { body })).status).toBe(401);
    expect((await app.send(url, { body, headers: basic("super_admin") })).status).toBe(200);
  }
});
