import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { minutes } from "../../shared/duration.ts";
import { basic, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { failureOf } from "../../testing/failure.ts";
import { lastMail } from "../../testing/mailed.ts";
import { staffSessions, staffUsers } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.delete(staffUsers);
  await staff(app, "super_admin", "root");
  await staff(app, "admin", "bilal");
});
afterAll(() => app.close());

const list = (headers: Record<string, string>, query = "") =>
  app.send(`GET /api/admin/sessions${query}`, { headers });
const end = (headers: Record<string, string>, id: string, account?: string) =>
  app.send(`DELETE /api/admin/sessions/${id}`, { headers, body: { account } });
const sessionOf = async (name: string) => (await list(basic(name))).json[0].id as string;

test("a super admin and the operator see and end the sessions of an account, whose owner is told", async () => {
  const cookie = await signIn(app, "bilal");
  const [listed] = (await list(basic("root"), "?account=BILAL")).json;
  expect(listed).toMatchObject({ id: await sessionOf("bilal"), current: false });
  expect((await end(basic("root"), listed.id, "bilal")).json).toEqual({ success: true });
  expect((await list(cookie)).status).toBe(401);
  expect((await lastMail(app, "bilal@example.com", "staff-sessions-ended")).text).toContain("By: root");
  await signIn(app, "bilal");
  expect(await app.operate("admin.session.list", { account: "bilal" })).toHaveLength(1);
  await app.operate("admin.session.end", { id: await sessionOf("bilal"), account: "bilal" });
  expect(await app.db.orm.select().from(staffSessions)).toHaveLength(0);
});

test("an admin sees and ends only sessions of the own account", async () => {
  await signIn(app, "root");
  await signIn(app, "bilal");
  expect((await list(basic("bilal"), "?account=root")).status).toBe(403);
  expect((await list(basic("bilal"), "?account=nobody")).status).toBe(403);
  expect((await end(basic("bilal"), await sessionOf("root"), "root")).status).toBe(403);
  expect((await end(basic("bilal"), await sessionOf("root"))).status).toBe(404);
  expect((await end(basic("bilal"), await sessionOf("bilal"))).status).toBe(200);
});

test("a session of another account is ended only with recent authentication, by its own account's name", async () => {
  await signIn(app, "bilal");
  const cookie = await signIn(app, "root");
  const id = await sessionOf("bilal");
  expect((await end(cookie, id)).status).toBe(404);
  expect((await end(cookie, id, "nobody")).status).toBe(404);
  app.clock.forward(minutes(11));
  expect((await end(cookie, id, "bilal")).json.code).toBe("REAUTHENTICATE");
});

test("the operator has no sessions and must name an account", async () => {
  const refused = await failureOf(() => app.operate("admin.session.list", {}));
  expect(String(refused)).toContain("Please name the account with --account");
});
