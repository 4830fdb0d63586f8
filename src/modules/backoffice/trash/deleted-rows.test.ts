import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { issuePersonToken } from "../../../core/auth/person-tokens.ts";
import { days } from "../../../shared/duration.ts";
import { basic, PASSWORD, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { addPasskey, PARTNER_PASSKEYS } from "../../../testing/passkeys.ts";
import { place } from "../../../testing/places/places.ts";
import { emptyTrash } from "../../audit/trash/service.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "super_admin");
});
beforeEach(async () => {
  await app.db.orm.execute(
    sql`truncate trash_items, waitlist_signups, partnership_inquiries, broadcasts, partners, pois, mails cascade`,
  );
});
afterAll(() => app.close());

const EMAIL = "bilal@person.example";
const asStaff = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("super_admin"), ...(body !== undefined && { body }) });
const rowsOf = async (table: string) => (await app.db.query(`select from ${table}`)).length;
const join = (more: object = {}) =>
  app.send("POST /api/waitlist", { body: { firstName: "Bilal", email: EMAIL, isBetaTester: true, ...more } });
const remove = async (path: string) =>
  expect([path, (await asStaff(`DELETE ${path}`)).json]).toEqual([path, { success: true }]);

async function signup(): Promise<string> {
  await join();
  return (await asStaff(`GET /api/admin/waitlist?q=${EMAIL}`)).json[0].id;
}

/** An inquiry with an answer. */
async function inquiry(): Promise<string> {
  const { id } = (await asStaff("POST /api/admin/partnerships", { businessName: "Noor", email: EMAIL })).json;
  expect((await asStaff(`POST /api/admin/partnerships/${id}/answers`, { text: "Salam" })).status).toBe(201);
  return id;
}

async function held(): Promise<string> {
  await join({ hp_note: "spam" });
  return (await asStaff("GET /api/admin/quarantine")).json[0].id;
}

const draft = async (): Promise<string> =>
  (await asStaff("POST /api/admin/broadcasts", { subject: "News", markdown: "Salam" })).json.id;

/** One deleted record of each kind. Returns the partner's session. */
async function deleteOfEachKind() {
  await remove(`/api/admin/waitlist/${await signup()}`);
  await remove(`/api/admin/quarantine/${await held()}`);
  await remove(`/api/admin/partnerships/${await inquiry()}`);
  await remove(`/api/admin/broadcasts/${await draft()}`);
  const owner = await partner(app, EMAIL);
  await place(app, {}, owner.id);
  await addPasskey(app, PARTNER_PASSKEYS, owner.headers);
  await remove(`/api/partner-manager/partners/${owner.id}`);
  return owner;
}

const TABLES = ["waitlist_signups", "partnership_inquiries", "inquiry_answers", "broadcasts", "partners"];
const sizes = () => Promise.all([...TABLES, "partner_passkeys", "trash_items"].map(rowsOf));

test("deleted records are in no list, count, export, audience and mail", async () => {
  const owner = await deleteOfEachKind();
  expect(await sizes()).toEqual([2, 1, 1, 1, 1, 1, 5]);
  for (const path of ["waitlist", "partnerships", "broadcasts", "quarantine"])
    expect([path, (await asStaff(`GET /api/admin/${path}`)).json]).toEqual([path, []]);
  const waitlist = await asStaff(`GET /api/admin/waitlist?q=${EMAIL}`);
  expect([waitlist.headers.get("x-total-count"), waitlist.json]).toEqual(["0", []]);
  for (const path of ["waitlist", "partnerships"])
    for (const format of ["csv", "jsonl"])
      expect((await asStaff(`GET /api/admin/${path}/export?format=${format}`)).text).not.toContain(EMAIL);
  expect((await asStaff("GET /api/admin/summary")).json).toMatchObject({
    signups: { total: 0, beta: 0, days: [] },
    inquiries: { total: 0, days: [] },
  });
  expect((await asStaff("GET /api/partner-manager/partners")).json).toEqual([]);
  expect((await asStaff("GET /api/partner-manager/partners/counts")).json).toMatchObject({ total: 0 });
  expect((await asStaff(`GET /api/partner-manager/partners/${EMAIL}`)).status).toBe(404);
  const { audience } = (await asStaff("POST /api/admin/broadcasts", { subject: "N", markdown: "S" })).json;
  expect(audience).toBe(0);
  await app.db.query("truncate mails");
  await app.operate("admin.waitlist.welcome");
  await app.send("POST /partner/api/password/forgot", { body: { email: EMAIL } });
  expect(await app.db.query("select kind from mails where sent_at is null and text <> ''")).toEqual([]);
  expect((await app.send("GET /partner/api/me", { headers: owner.headers })).status).toBe(401);
  expect(await app.db.query("select from pois where owner_id is not null")).toEqual([]);
});

test("a deleted partner cannot sign in, and the address can register again", async () => {
  await deleteOfEachKind();
  const login = () => app.send("POST /partner/api/login", { body: { email: EMAIL, password: PASSWORD } });
  expect((await login()).status).toBe(401);
  await partner(app, EMAIL);
  expect((await login()).status).toBe(200);
  expect(await rowsOf("partners")).toBe(2);
});

test("the sweep deletes what has been in the trash for 30 days for good, with what belongs to it", async () => {
  await deleteOfEachKind();
  await join();
  app.clock.forward(days(30));
  await app.operate("operator.maintenance.sweep");
  expect(await sizes()).toEqual([1, 0, 0, 0, 0, 0, 0]);
  expect((await asStaff(`GET /api/admin/waitlist?q=${EMAIL}`)).json).toHaveLength(1);
});

test("a person's data has the deleted rows without secrets, and an erasure deletes them for good", async () => {
  await deleteOfEachKind();
  const { data } = (await asStaff(`GET /api/admin/people?email=${EMAIL}`)).json;
  expect([data.signups, data.inquiries, data.quarantine]).toEqual([[], [], []]);
  const rows = Object.fromEntries(
    data.trash.map((item: { kind: string; rows: object }) => [item.kind, item.rows]),
  );
  expect(rows).toMatchObject({
    signup: { signup: [{ email: EMAIL }] },
    quarantine: { signup: [{ email: EMAIL, quarantined: true }] },
    inquiry: { inquiry: [{ email: EMAIL }], answer: [{ text: "Salam" }] },
    partner: {
      partner: [{ business_name: "Noor Grill" }],
      people: [{ email: EMAIL }],
      passkeys: [{ name: expect.any(String) }],
    },
  });
  for (const secret of ["argon2", "password_hash", "public_key", "deleted_at"])
    expect([secret, JSON.stringify(rows).includes(secret)]).toEqual([secret, false]);
  await asStaff("POST /api/admin/people/erase", { email: EMAIL });
  expect(await sizes()).toEqual([0, 0, 0, 1, 0, 0, 1]); // the draft is no person's
});

const CSV = { "Content-Type": "text/csv" };
const LINE = `firstName,email,consentSource,consentAt\nBilal,${EMAIL},Fair,2025-03-01`;

test("a person who leaves while staff have deleted the signup has left once it is restored, and a list brings no one back", async () => {
  const id = await signup();
  await remove(`/api/admin/waitlist/${id}`);
  const token = issuePersonToken(app.deps, "leave", EMAIL, days(1));
  expect((await app.send(`POST /leave/${token}`)).status).toBe(200);
  const imported = await app.send("POST /api/admin/waitlist/import", {
    raw: LINE,
    headers: { ...CSV, ...basic("super_admin") },
  });
  expect(imported.json).toMatchObject({ created: 0, updated: 0 });
  expect((await asStaff(`POST /api/admin/trash/${id}/restore`)).status).toBe(200);
  expect((await asStaff(`GET /api/admin/waitlist?q=${EMAIL}`)).json).toMatchObject([
    { id, leftAt: expect.any(String) },
  ]);
});

test("the trash is emptied in batches, so that no number of records is too many", async () => {
  await app.db.query(`insert into trash_items (id, kind, label, deleted_by, deleted_at)
    select 'gone' || n, 'inquiry', 'Gone', 'amina', now() - interval '40 days' from generate_series(1, 1200) n`);
  await emptyTrash(app.deps);
  expect(await rowsOf("trash_items")).toBe(0);
});
