import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { basic, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";

let app: TestApp;
let root: string;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate staff_users, audit_log cascade`);
  root = await staff(app, "super_admin", "root");
  await staff(app, "admin");
});
afterAll(() => app.close());

const post = (act: string, body: unknown, as = "root") =>
  app.send(`POST /api/admin/users/${act}`, { body, headers: basic(as) });
const shown = async (id: string) =>
  (await app.send(`GET /api/admin/users/${id}`, { headers: basic("root") })).json;
const team = () => Promise.all(["noor", "noora", "bilal"].map((name) => staff(app, "admin", name)));

test("all accounts that match are selected if they are as many as were seen", async () => {
  const [noor, noora] = await team();
  const select = (query: string, as = "admin") =>
    app.send(`GET /api/admin/users/select?${query}`, { headers: basic(as) });
  expect((await select("q=noor&count=2")).json.ids.toSorted()).toEqual([noor, noora].toSorted());
  expect((await select("q=noor&count=1")).status).toBe(409);
  expect((await select("q=noor")).status).toBe(400);
});

test("selected accounts are deactivated and activated again; their sessions end, and one's own account is refused by name", async () => {
  const [noor, noora] = await team();
  const cookie = await signIn(app, "noor");
  const off = (await post("deactivate", { ids: [noor, noora, root, "none"] })).json;
  expect([off.done, off.failed]).toEqual([
    2,
    [
      { id: root, name: "root", reason: "You cannot change your own role, status or sign-in here" },
      { id: "none", reason: "This account does not exist" },
    ],
  ]);
  expect(off.changed).toMatchObject([
    { id: noor, role: "admin", isActive: true, updatedAt: (await shown(noor ?? "")).updatedAt },
    { id: noora, role: "admin", isActive: true },
  ]);
  expect((await app.send("GET /api/admin/session", { headers: cookie })).status).toBe(401);
  expect((await post("deactivate", { ids: [noor] })).json).toEqual({ done: 1, failed: [], changed: [] });
  expect((await post("activate", { ids: [noor, noora] })).json.changed).toHaveLength(2);
  expect((await shown(noor ?? "")).isActive).toBe(true);
  const entries = (
    await app.send("GET /api/admin/audit?action=admin.users.deactivateMany", { headers: basic("root") })
  ).json;
  expect(entries.map(({ subject }: { subject: string }) => subject).toSorted()).toEqual(
    [noor, noora].toSorted(),
  );
});

test("selected accounts get a role, but no one becomes a super admin this way", async () => {
  const ids = await team();
  const moved = (await post("role", { ids, role: "partner_manager" })).json;
  expect([moved.done, (await shown(ids[0] ?? "")).role]).toEqual([3, "partner_manager"]);
  expect((await post("role", { ids, role: "super_admin" })).json.fields).toEqual({
    role: "Role must be one of admin, partner_manager",
  });
  expect((await post("role", { ids })).status).toBe(400);
  expect((await post("role", { ids: [], role: "admin" })).status).toBe(400);
});

test("only super admins change several accounts, and a change can be undone unless the account has changed since", async () => {
  const [noor = "", noora = ""] = await team();
  for (const [act, role] of [["deactivate"], ["activate"], ["role", "admin"]] as const)
    expect((await post(act, { ids: [noor], role }, "admin")).status).toBe(403);
  const { changed } = (await post("deactivate", { ids: [noor, noora] })).json;
  await post("activate", { ids: [noora] });
  const undone = await Promise.all(
    changed.map(({ id, isActive, updatedAt }: { id: string; isActive: boolean; updatedAt: string }) =>
      app.send(`PUT /api/admin/users/${id}`, { body: { isActive, updatedAt }, headers: basic("root") }),
    ),
  );
  expect(undone.map(({ status }) => status)).toEqual([200, 409]);
});

test("two super admins who deactivate all at the same time leave one of them", async () => {
  const other = await staff(app, "super_admin", "other");
  const ids = [root, other];
  const both = await Promise.all([post("deactivate", { ids }), post("deactivate", { ids }, "other")]);
  const active = await app.db.query<{ id: string }>(
    "select id from staff_users where is_active and role = 'super_admin'",
  );
  expect(active).toHaveLength(1);
  expect(both.map(({ status }) => status)).toContain(200);
});

test("an operator cannot take away the last active super admin among others", async () => {
  const result = await app.operate("admin.users.deactivateMany", { ids: [root] });
  expect(result).toMatchObject({
    done: 0,
    failed: [{ id: root, name: "root", reason: "The last active super admin cannot be taken away" }],
  });
});
