import { afterAll, beforeAll, expect, test } from "bun:test";
import { generateSync } from "otplib";
import { basic, signIn, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ REQUIRE_STAFF_MFA: "super_admin" });
  await staff(app, "super_admin");
  await staff(app, "admin");
});
afterAll(() => app.close());

const LIST = "GET /api/admin/waitlist";
const BATCH = `GET /trpc/admin.waitlist.list,admin.session.current?batch=1&input=${encodeURIComponent("{}")}`;

test("a super admin who must have MFA is refused over REST, tRPC and Basic, with the code and what to do", async () => {
  const headers = await signIn(app, "super_admin");
  const sentence = "Please set up MFA first: your account must have it";
  const refusals = [
    await app.send(LIST, { headers }),
    await app.send(LIST, { headers: basic("super_admin") }),
    await app.send("DELETE /api/admin/sessions", { headers }),
    await app.send("GET /api/admin/waitlist/export", { headers }),
  ];
  for (const { status, json } of refusals)
    expect([status, json.error, json.code]).toEqual([403, sentence, "MFA_REQUIRED"]);
  const [list, session] = (await app.send(BATCH, { headers })).json;
  expect(list.error.json).toMatchObject({
    message: sentence,
    data: { code: "MFA_REQUIRED", httpStatus: 403 },
  });
  expect(session.result.data.json.mfaSetupRequired).toBe(true);
});

test("a role that need not have MFA is not refused, and its session does not mention it", async () => {
  const headers = await signIn(app, "admin");
  expect((await app.send(LIST, { headers })).status).toBe(200);
  expect((await app.send("GET /api/admin/session", { headers })).json).not.toHaveProperty("mfaSetupRequired");
});

test("an account that must have MFA can change its password, set MFA up and then do everything", async () => {
  await staff(app, "super_admin", "newcomer");
  const { Cookie = "" } = await signIn(app, "newcomer");
  const headers = { Cookie };
  const { secret } = (await app.send("POST /api/admin/mfa/setup", { body: {}, headers })).json;
  const body = { secret, token: generateSync({ secret, epoch: app.clock.now.getTime() / 1_000 }) };
  const enabled = await app.send("POST /api/admin/mfa/enable", { body, headers });
  expect([enabled.status, enabled.json.backupCodes.length]).toEqual([200, 10]);
  const renewed = { Cookie: enabled.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const { status, json } = await app.send("GET /api/admin/session", { headers: renewed });
  expect([status, json.mfaEnabled, json.mfaSetupRequired]).toEqual([200, true, undefined]);
  expect((await app.send(LIST, { headers: renewed })).status).toBe(200);
});

test("an account that must have MFA can sign out", async () => {
  const headers = await signIn(app, "super_admin");
  expect((await app.send("POST /api/admin/logout", { headers })).status).toBe(200);
  expect((await app.send("GET /api/admin/session", { headers })).status).toBe(401);
});

test("a service account with the role is not asked for MFA, as no person can set it up", async () => {
  const input = { service: "probe", scopes: ["server:read", "waitlist:read"] };
  const { token } = (await app.operate("admin.tokens.create", input)) as { token: string };
  const headers = { Authorization: `Bearer ${token}` };
  expect((await app.send(LIST, { headers })).status).toBe(200);
});

test("commands on the server's machine are not refused", async () => {
  expect(await app.operate("admin.users.counts")).toMatchObject({ total: expect.any(Number) });
});
