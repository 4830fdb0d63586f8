import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { days } from "../../../shared/duration.ts";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["admin", "super_admin", "partner_manager"] as const) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.execute(
    sql`truncate trash_items, audit_log, waitlist_signups, partnership_inquiries, inquiry_answers, inquiry_replies, broadcasts, broadcast_recipients`,
  );
});
afterAll(() => app.close());

const TRASH = "/api/admin/trash";
const SIGNUPS = "/api/admin/waitlist";
const EMAIL = "bilal@person.example";
const as = (role: string) => (line: string, body?: unknown) =>
  app.send(line, { headers: basic(role), ...(body !== undefined && { body }) });
const asAdmin = as("admin");
const restore = (id: string, role = "admin") => as(role)(`POST ${TRASH}/${id}/restore`);
const list = async (query = "", role = "admin") => (await as(role)(`GET ${TRASH}${query}`)).json;
const join = (email = EMAIL, firstName = "Bilal") =>
  app.send("POST /api/waitlist", { body: { firstName, email, isBetaTester: true } });
const table = (name: string) =>
  app.db.query<{ row: unknown }>(`select to_jsonb(t) as row from "${name}" t order by to_jsonb(t)::text`);
const actions = async () =>
  (await app.db.query<{ action: string }>("select action from audit_log order by id")).map(
    ({ action }) => action,
  );

/** Joins, deletes the signup, and returns its id with the rows from before. */
async function deletedSignup(email = EMAIL) {
  await join(email);
  const before = await table("current_signups");
  const [{ id }] = (await asAdmin(`GET ${SIGNUPS}?q=${email}`)).json;
  expect((await asAdmin(`DELETE ${SIGNUPS}/${id}`)).json).toEqual({ success: true });
  return { id, before } as const;
}

describe("a deleted signup", () => {
  test("is in no list, and comes back with its id and every value", async () => {
    const { id, before } = await deletedSignup();
    expect([await table("current_signups"), (await asAdmin(`GET ${SIGNUPS}`)).json]).toEqual([[], []]);
    expect(await list()).toEqual([
      {
        id,
        kind: "signup",
        label: "Bilal",
        email: EMAIL,
        act: null,
        deletedBy: "admin",
        deletedAt: app.clock.now.toISOString(),
        keptUntil: new Date(app.clock.now.getTime() + days(30)).toISOString(),
      },
    ]);
    app.clock.forward(days(29));
    const restored = await restore(id);
    expect([restored.status, restored.json]).toEqual([
      200,
      { success: true, id, kind: "signup", label: "Bilal", notes: [] },
    ]);
    expect([await table("current_signups"), await list()]).toEqual([before, []]);
  });

  test("leaves its address free to join again, and is then refused", async () => {
    const { id } = await deletedSignup();
    await join();
    const joined = await table("current_signups");
    const refused = await restore(id);
    expect([refused.status, refused.json.error]).toEqual([
      409,
      "This address has joined the waitlist again since it was deleted",
    ]);
    expect([await table("current_signups"), (await list()).length]).toEqual([joined, 1]);
  });

  test("is restored once, however often it is asked for at the same time", async () => {
    const { id } = await deletedSignup();
    const statuses = (await Promise.all([restore(id), restore(id), restore(id)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 404, 404]);
    expect(await table("current_signups")).toHaveLength(1);
  });

  test("is there once, whether it is restored or joins again first", async () => {
    for (const email of ["race1@x.example", "race2@x.example", "race3@x.example"]) {
      const { id } = await deletedSignup(email);
      const [restored, joined] = await Promise.all([restore(id), join(email)]);
      expect([[200, 409].includes(restored.status), joined.status]).toEqual([true, 201]);
      const kept = await list(`?q=${email}`);
      expect([(await asAdmin(`GET ${SIGNUPS}?q=${email}`)).json.length, kept.length]).toEqual([
        1,
        restored.status === 200 ? 0 : 1,
      ]);
    }
  });

  test("that does not exist is refused, and so is one in quarantine", async () => {
    await app.send("POST /api/waitlist", { body: { firstName: "B", email: EMAIL, hp_note: "x" } });
    const [held] = (await asAdmin("GET /api/admin/quarantine")).json;
    for (const id of ["none", held.id])
      expect([id, (await asAdmin(`DELETE ${SIGNUPS}/${id}`)).status]).toEqual([id, 404]);
  });
});

describe("the trash", () => {
  test("is searched by name and address, filtered by kind and paged, the last deleted first", async () => {
    for (const email of ["a@one.example", "b@two.example"]) {
      await deletedSignup(email);
      app.clock.forward(1_000);
    }
    const inquiry = { businessName: "Noor Grill", email: "c@three.example" };
    const { id } = (await asAdmin("POST /api/admin/partnerships", inquiry)).json;
    await asAdmin(`DELETE /api/admin/partnerships/${id}`);
    const emails = async (query: string) => (await list(query)).map(({ email }: { email: string }) => email);
    expect(await emails("")).toEqual(["c@three.example", "b@two.example", "a@one.example"]);
    expect(await emails("?q=NOOR")).toEqual(["c@three.example"]);
    expect(await emails("?q=two.ex")).toEqual(["b@two.example"]);
    expect(await emails("?kind=signup")).toEqual(["b@two.example", "a@one.example"]);
    const first = await asAdmin(`GET ${TRASH}?limit=2`);
    expect(first.headers.get("x-total-count")).toBe("3");
    const next = /<[^?]*(\?[^>]*)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect(await emails(next)).toEqual(["a@one.example"]);
    expect((await asAdmin(`GET ${TRASH}?kind=mail`)).status).toBe(400);
  });

  test("forgets a record after 30 days, and the sweep deletes it", async () => {
    const { id } = await deletedSignup();
    app.clock.forward(days(30));
    expect([await list(), (await restore(id)).status]).toEqual([[], 404]);
    expect(await table("trash_items")).toHaveLength(1);
    await app.operate("operator.maintenance.sweep");
    expect(await table("trash_items")).toEqual([]);
  });

  test("forgets what a person asks to have erased, and shows it to the person and to staff before", async () => {
    const { id } = await deletedSignup();
    await deletedSignup("other@person.example");
    const person = (await as("super_admin")(`GET /api/admin/people?email=${EMAIL}`)).json;
    expect(person.data.trash).toMatchObject([
      {
        id,
        kind: "signup",
        label: "Bilal",
        rows: { signup: [{ first_name: "Bilal" }] },
        onErasure: "deleted",
      },
    ]);
    await as("super_admin")("POST /api/admin/people/erase", { email: EMAIL });
    expect([(await restore(id)).status, (await list()).length]).toEqual([404, 1]);
    expect(JSON.stringify([await table("trash_items"), await table("audit_log")])).not.toContain(EMAIL);
  });

  test("shows and restores nothing that the caller may not delete", async () => {
    const { id } = await deletedSignup();
    expect(await list("", "partner_manager")).toEqual([]);
    expect((await as("partner_manager")(`GET ${TRASH}/${id}`)).status).toBe(404);
    expect((await asAdmin(`GET ${TRASH}/${id}`)).json).toMatchObject({ id, kind: "signup", label: "Bilal" });
    const refused = await restore(id, "partner_manager");
    expect([refused.status, refused.json.error]).toEqual([404, "There is no such record in the trash"]);
    expect([(await restore(id)).status, (await restore(id)).status]).toEqual([200, 404]);
    expect((await app.send(`GET ${TRASH}`)).status).toBe(401);
    const { headers } = await partner(app, "owner@example.com");
    expect((await app.send(`POST ${TRASH}/${id}/restore`, { headers })).status).toBe(401);
  });

  test("records each restoration in words", async () => {
    const { id } = await deletedSignup();
    await restore(id);
    expect((await actions()).slice(-2)).toEqual(["admin.waitlist.delete", "admin.trash.restore"]);
    const draft = { subject: "News", markdown: "Salam" };
    const { id: news } = (await asAdmin("POST /api/admin/broadcasts", draft)).json;
    const before = await table("broadcasts");
    await asAdmin(`DELETE /api/admin/broadcasts/${news}`);
    expect((await restore(news)).json).toMatchObject({ kind: "broadcast", label: "News" });
    expect(await table("broadcasts")).toEqual(before);
  });
});
