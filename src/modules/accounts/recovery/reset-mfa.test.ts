import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { days, hours } from "../../../shared/duration.ts";
import { basic, PASSWORD, staff } from "../../../testing/accounts.ts";
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

describe("the second person is needed", () => {
  const change = (line: string, body: object = {}) => app.send(line, { headers: basic("omar"), body });
  const lockdown = async () => (await change("POST /api/admin/users/aisha/lockdown")).json.mfaKept;

  test("also long after a super admin has lost the role, for a reset and for a lockdown", async () => {
    await change("PUT /api/admin/users/aisha/role", { role: "admin" });
    app.clock.forward(days(400));
    expect(stateOf(await reset("omar"))).toEqual([200, true, "omar"]);
    expect(await lockdown()).toBe(true);
    expect(stateOf(await reset("maryam"))).toEqual([200, false, null]);
  });

  test("for an inactive super admin, for a reset and for a lockdown", async () => {
    await change("PUT /api/admin/users/aisha/deactivate");
    app.clock.forward(hours(48));
    expect(stateOf(await reset("omar"))).toEqual([200, true, "omar"]);
    expect(await lockdown()).toBe(true);
    expect((await change("PUT /api/admin/users/aisha/activate")).json.mfaEnabled).toBe(true);
  });

  test("and is not an account that became a super admin after the request, in whichever way", async () => {
    for (const [name, role] of [
      ["bilal", "admin"],
      ["yusuf", "super_admin"],
    ] as const)
      await staff(app, role, name);
    await change("PUT /api/admin/users/yusuf/deactivate");
    await reset("omar");
    app.clock.forward(1_000);
    await staff(app, "super_admin", "created");
    const invitation = { username: "invited", email: "invited@example.com", role: "super_admin" };
    const { json } = await change("POST /api/admin/users/invite", invitation);
    const accepted = { token: json.link.split("/").at(-1), password: PASSWORD };
    await app.send("POST /api/admin/invitations/accept", { body: accepted });
    await change("PUT /api/admin/users/bilal/role", { role: "super_admin" });
    await change("PUT /api/admin/users/yusuf/activate");
    for (const name of ["created", "invited", "bilal", "yusuf"]) {
      const { status, json: answer } = await reset(name);
      expect([name, status, answer.error]).toEqual([
        name,
        403,
        "You became a super admin after this reset was requested, so another super admin must confirm it",
      ]);
    }
    expect(stateOf(await reset("maryam"))).toEqual([200, false, null]);
  });

  test("and does not confirm the request of someone who is no super admin any more", async () => {
    await staff(app, "super_admin", "bilal");
    await reset("bilal");
    await change("PUT /api/admin/users/bilal/deactivate");
    expect(stateOf(await reset("omar"))).toEqual([200, true, "omar"]);
    expect(stateOf(await reset("maryam"))).toEqual([200, false, null]);
  });
});
