import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["admin", "partner_manager"] as const) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.execute(
    sql`truncate trash_items, audit_log, waitlist_signups, partnership_inquiries, mails cascade`,
  );
});
afterAll(() => app.close());

const ACT = "an-act-of-this-browser";
const as = (role: string) => (line: string, body?: unknown) =>
  app.send(line, { headers: basic(role), ...(body !== undefined && { body }) });
const asAdmin = as("admin");
const count = async (table: string) => (await app.db.query(`select 1 from ${table}`)).length;
const restoreAct = (act: string, body: object = {}, role = "admin") =>
  as(role)(`POST /api/admin/trash/acts/${act}/restore`, body);

async function signups(names: readonly string[]): Promise<string[]> {
  for (const name of names) {
    app.clock.forward(1);
    await app.send("POST /api/waitlist", { body: { firstName: name, email: `${name}@x.example` } });
  }
  const rows = (await asAdmin("GET /api/admin/waitlist?sort=oldest")).json;
  return rows.map(({ id }: { id: string }) => id);
}
const inquiry = async (businessName: string): Promise<string> =>
  (await asAdmin("POST /api/admin/partnerships", { businessName, email: `${businessName}@x.example` })).json
    .id;

test("all that match are selected if they are as many as were seen, and else refused with how many there are", async () => {
  const ids = await signups(["noor", "noora", "bilal"]);
  const select = (query: string) => asAdmin(`GET /api/admin/waitlist/select?${query}`);
  expect((await select("q=noor&count=2")).json.ids.toSorted()).toEqual(ids.slice(0, 2).toSorted());
  const changed = await select("q=noor&count=3");
  expect([changed.status, changed.json.error]).toEqual([
    409,
    "2 records match by now, not 3. Please look again.",
  ]);
  expect([(await select("q=noor")).status, (await select("count=x")).json.fields]).toEqual([
    400,
    { count: "count must be a whole number" },
  ]);
  expect((await as("partner_manager")("GET /api/admin/waitlist/select?count=0")).status).toBe(403);
});

test("selected signups are deleted, refusals are named, and one act restores all of them", async () => {
  const ids = await signups(["noor", "noora", "bilal"]);
  const deleted = await asAdmin("POST /api/admin/waitlist/delete", { ids: [...ids, "none"], act: ACT });
  expect([deleted.status, deleted.json]).toEqual([
    200,
    { done: 3, failed: [{ id: "none", reason: "This signup does not exist" }] },
  ]);
  expect([await count("current_signups"), await count("trash_items")]).toEqual([0, 3]);
  await app.send("POST /api/waitlist", { body: { firstName: "Noor", email: "noor@x.example" } });
  const restored = (await restoreAct(ACT)).json;
  expect(restored).toMatchObject({ done: 2, next: null });
  expect(restored.failed).toEqual([
    { id: ids[0], reason: "This address has joined the waitlist again since it was deleted" },
  ]);
  expect([await count("current_signups"), await count("trash_items")]).toEqual([3, 1]);
});

test("an act of more than 50 records is restored in several calls", async () => {
  const names = Array.from({ length: 60 }, (_, n) => `n${n}`);
  const ids = await signups(names);
  for (const part of [ids.slice(0, 50), ids.slice(50)])
    expect((await asAdmin("POST /api/admin/waitlist/delete", { ids: part, act: ACT })).status).toBe(200);
  const first = (await restoreAct(ACT)).json;
  const second = (await restoreAct(ACT, { after: first.next })).json;
  expect([first.done, second, await count("current_signups")]).toEqual([
    50,
    { done: 10, failed: [], next: null },
    60,
  ]);
});

test("an act that is unknown, over or of another role is refused, and so are too many ids", async () => {
  const ids = await signups(["noor"]);
  await asAdmin("POST /api/admin/waitlist/delete", { ids, act: ACT });
  expect((await restoreAct(ACT, {}, "partner_manager")).status).toBe(404);
  expect((await restoreAct("another-act-of-mine")).json.error).toBe("Nothing of this is in the trash");
  expect((await restoreAct("x")).status).toBe(400);
  for (const wrong of [[], Array.from({ length: 51 }, (_, n) => `${n}`), "x", ["a\u0000"]])
    expect((await asAdmin("POST /api/admin/waitlist/delete", { ids: wrong })).status).toBe(400);
  expect((await as("partner_manager")("POST /api/admin/waitlist/delete", { ids: ["x"] })).status).toBe(403);
});

test("two who delete the same signups at the same time delete each once", async () => {
  const ids = await signups(["noor", "noora"]);
  const both = [0, 1].map(() => asAdmin("POST /api/admin/waitlist/delete", { ids }));
  const [one, two] = await Promise.all(both);
  expect([(one?.json.done ?? 0) + (two?.json.done ?? 0), await count("trash_items")]).toEqual([2, 2]);
});

test("selected inquiries change their stage and are deleted, each with an entry in the audit log", async () => {
  const ids = [await inquiry("noor"), await inquiry("oasis")];
  const moved = await asAdmin("POST /api/admin/partnerships/progress", {
    ids: [...ids, "none"],
    stage: "won",
  });
  expect(moved.json).toEqual({ done: 2, failed: [{ id: "none", reason: "This inquiry does not exist" }] });
  expect((await asAdmin("GET /api/admin/partnerships/select?stage=won&count=2")).json.ids).toHaveLength(2);
  expect((await asAdmin("POST /api/admin/partnerships/progress", { ids })).status).toBe(400);
  expect((await asAdmin("POST /api/admin/partnerships/delete", { ids, act: ACT })).json.done).toBe(2);
  const entries = (await asAdmin("GET /api/admin/audit?action=admin.partnerships.deleteMany")).json;
  expect(entries.map(({ subject }: { subject: string }) => subject).toSorted()).toEqual(ids.toSorted());
  expect((await restoreAct(ACT)).json.done).toBe(2);
});

test("selected mails are sent again, and those that were sent already are named", async () => {
  const now = app.clock.now;
  for (const [id, sentAt] of [["failed", null] as const, ["sent", now] as const])
    await app.db.query(
      `insert into mails (id, "to", to_key, subject, text, kind, created_at, sent_at)
       values ($1, 'a@x.example', 'a@x.example', 'Salam', 'x', 'partner-welcome', $2, $3)`,
      [id, now, sentAt],
    );
  expect((await asAdmin("GET /api/admin/mails/select?state=failed&count=1")).json.ids).toEqual(["failed"]);
  const retried = await asAdmin("POST /api/admin/mails/retry", { ids: ["failed", "sent"] });
  expect(retried.json).toEqual({ done: 1, failed: [{ id: "sent", reason: "This mail was sent already" }] });
});
