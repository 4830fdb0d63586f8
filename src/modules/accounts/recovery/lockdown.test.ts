import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { throttle } from "../../../core/auth/auth.table.ts";
import { basic, PASSWORD, signIn, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { lastMail } from "../../../testing/mailed.ts";
import { accessOf } from "../../../testing/staff-access.ts";
import { oneTimeLinks } from "../../mail/links/table.ts";
import { mails } from "../../mail/table.ts";
import { staffUsers } from "../table.ts";

const NEW = "a brand new passphrase";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  for (const table of [throttle, staffUsers, mails, oneTimeLinks]) await app.db.orm.delete(table);
  await staff(app, "super_admin", "root");
  await staff(app, "admin", "bilal");
});
afterAll(() => app.close());

const lockdown = (as: string, id: string) =>
  app.send(`POST /api/admin/users/${id}/lockdown`, { headers: basic(as), body: {} });
const login = (password: string) =>
  app.send("POST /api/admin/login", { body: { username: "bilal", password } });
const withMfa = (username: string) =>
  app.db.orm.update(staffUsers).set({ mfaEnabled: true }).where(eq(staffUsers.username, username));

test("a lockdown ends sessions, links, password and MFA, shows the last entries, and returns a link for a new password", async () => {
  await withMfa("bilal");
  await app.send("POST /api/admin/password/forgot", { body: { username: "bilal" } });
  const { token: mailed } = await lastMail(app, "bilal@example.com", "staff-reset-password");
  await login("wrong");
  const { status, json } = await lockdown("root", "bilal");
  expect([status, json.mfaKept, json.user.mfaEnabled, json.user.lockedAt]).toEqual([
    200,
    false,
    false,
    app.clock.now.toISOString(),
  ]);
  expect(json.entries.map(({ action }: { action: string }) => action)).toEqual([
    "admin.session.login",
    "admin.recovery.forgotPassword",
    "admin.users.create",
  ]);
  expect((await login(PASSWORD)).status).toBe(401);
  const reset = (token: string) =>
    app.send("POST /api/admin/password/reset", { body: { token, newPassword: NEW } });
  expect((await reset(mailed)).status).toBe(400);
  const token = json.link.split("/").at(-1);
  expect([(await reset(token)).status, (await reset(token)).status]).toEqual([200, 400]);
  expect((await login(NEW)).json.success).toBe(true);
});

test("a lockdown ends API tokens and passkeys, and keeps the passkeys of a super admin whom one other locks down", async () => {
  const bilal = await accessOf(app, "bilal");
  expect(await bilal.opens()).toEqual([200, 200]);
  expect((await lockdown("root", "bilal")).json.mfaKept).toBe(false);
  expect(await bilal.opens()).toEqual([401, 401]);
  await staff(app, "super_admin", "omar");
  const omar = await accessOf(app, "omar");
  const { json } = await lockdown("root", "omar");
  expect([json.mfaKept, await omar.opens()]).toEqual([true, [401, 401]]);
  await app.operate("admin.users.activate", { id: "omar" });
  expect(await omar.opens()).toEqual([401, 401]); // still locked
  const body = { token: json.link.split("/").at(-1), newPassword: NEW };
  await app.send("POST /api/admin/password/reset", { body });
  expect(await omar.opens()).toEqual([401, 200]);
});

test("sessions end at once, and at most fifty entries are shown", async () => {
  const cookie = await signIn(app, "bilal");
  const id = (await app.send("GET /api/admin/session", { headers: cookie })).json.userId;
  await app.db.query(
    "insert into audit_log (at, actor_kind, action, subject) select now(), 'visitor', 'x', $1 from generate_series(1, 60)",
    [id],
  );
  const { user, entries } = (await app.operate("admin.users.lockdown", { id: "bilal" })) as {
    user: { isActive: boolean };
    entries: unknown[];
  };
  expect([user.isActive, entries.length]).toEqual([true, 50]);
  expect((await app.send("GET /api/admin/session", { headers: cookie })).status).toBe(401);
});

test("one super admin deactivates another one with a second factor instead of resetting it, and the operator resets it", async () => {
  await staff(app, "super_admin", "omar");
  await withMfa("omar");
  const { json } = await lockdown("root", "omar");
  expect([json.mfaKept, json.user.mfaEnabled, json.user.isActive]).toEqual([true, true, false]);
  expect(await app.operate("admin.users.lockdown", { id: "omar" })).toMatchObject({
    mfaKept: false,
    user: { mfaEnabled: false },
  });
});

test("an admin, the owner and an unknown account are refused, and nothing changes", async () => {
  await staff(app, "super_admin", "omar");
  expect((await lockdown("bilal", "omar")).status).toBe(403);
  expect((await lockdown("root", "root")).status).toBe(403);
  expect((await lockdown("root", "nobody")).status).toBe(404);
  expect((await login(PASSWORD)).status).toBe(200);
});

test("the owner and the other super admins are told", async () => {
  await staff(app, "super_admin", "omar");
  await lockdown("root", "bilal");
  expect((await lastMail(app, "bilal@example.com", "staff-locked-down")).token).toBe("");
  expect((await lastMail(app, "omar@example.com", "staff-locked-down")).text).toContain(
    "root locked bilal down",
  );
});
