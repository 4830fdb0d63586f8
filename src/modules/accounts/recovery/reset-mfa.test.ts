import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { hours } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { mails } from "../../mail/table.ts";
import { staffUsers } from "../table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.delete(staffUsers);
  for (const name of ["aisha", "omar", "maryam"]) await staff(app, "super_admin", name);
  await app.db.orm.update(staffUsers).set({ mfaEnabled: true }).where(eq(staffUsers.username, "aisha"));
  await app.db.orm.delete(mails);
});
afterAll(() => app.close());

const reset = (as: string, id = "aisha") =>
  app.send(`PUT /api/admin/users/${id}/reset-mfa`, { headers: basic(as) });
const stateOf = ({ status, json }: Awaited<ReturnType<typeof reset>>) => [
  status,
  json.mfaEnabled,
  json.mfaResetBy,
];
const recipients = async () =>
  (await app.db.orm.select().from(mails)).map(({ to }) => to.split("@")[0]).sort();

test("the MFA of a super admin is reset by the second of two others, and all super admins are told", async () => {
  const requested = await reset("omar");
  expect(stateOf(requested)).toEqual([200, true, "omar"]);
  expect(new Date(requested.json.mfaResetUntil).getTime()).toBe(app.clock.now.getTime() + hours(24));
  expect(await recipients()).toEqual(["aisha", "maryam"]);
  expect(stateOf(await reset("omar"))).toEqual([200, true, "omar"]); // the same person again changes nothing
  expect(await recipients()).toHaveLength(2);
  expect(stateOf(await reset("maryam"))).toEqual([200, false, null]);
});

test("a request that no one confirms within 24 hours lapses, and the next call is a request again", async () => {
  await reset("omar");
  app.clock.forward(hours(24));
  expect(stateOf(await reset("maryam"))).toEqual([200, true, "maryam"]);
  expect(stateOf(await reset("omar"))).toEqual([200, false, null]);
});

test("neither the owner nor an admin can request or confirm it", async () => {
  await staff(app, "admin", "bilal");
  expect((await reset("bilal")).status).toBe(403);
  await app.db.orm.update(staffUsers).set({ mfaEnabled: true }).where(eq(staffUsers.username, "omar"));
  await reset("maryam", "omar");
  await app.db.orm.update(staffUsers).set({ mfaEnabled: false });
  expect((await reset("omar", "omar")).status).toBe(403);
});

test("with only one other super admin, the refusal names the command of the operator, which needs no second person", async () => {
  await app.operate("admin.users.deactivate", { id: "maryam" });
  const { status, json } = await reset("omar");
  expect([status, json.error]).toEqual([409, expect.stringContaining("rihla admin reset-mfa aisha")]);
  expect(await app.operate("admin.users.resetMfa", { id: "aisha" })).toMatchObject({ mfaEnabled: false });
});

test("one call resets the MFA of other roles, and of a super admin without MFA it ends the sessions", async () => {
  await staff(app, "admin", "bilal");
  await app.db.orm.update(staffUsers).set({ mfaEnabled: true }).where(eq(staffUsers.username, "bilal"));
  expect(stateOf(await reset("omar", "bilal"))).toEqual([200, false, null]);
  expect(stateOf(await reset("omar", "maryam"))).toEqual([200, false, null]);
});

test("of two parallel first calls one is the request and the other confirms it", async () => {
  const both = await Promise.all([reset("omar"), reset("maryam")]);
  expect(both.map(({ json }) => json.mfaEnabled).sort()).toEqual([false, true]);
});
