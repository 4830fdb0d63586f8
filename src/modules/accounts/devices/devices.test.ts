import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from "bun:test";
import { throttle } from "../../../core/auth/auth.table.ts";
import { minutes, seconds } from "../../../shared/duration.ts";
import { STAFF_ROLES, scopesOfRole } from "../../../shared/people/accounts.ts";
import { basic, mfaCode, PASSWORD, signIn, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { lastMail } from "../../../testing/mailed.ts";
import { staffSessions } from "../table.ts";
import { apiTokens } from "../tokens/table.ts";
import { formatUserCode, newUserCode, normalizeUserCode } from "./service.ts";
import { deviceAuthorizations } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of STAFF_ROLES) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.delete(deviceAuthorizations);
  await app.db.orm.delete(apiTokens);
  await app.db.orm.delete(throttle);
});
afterAll(() => app.close());

async function start() {
  const sent = { body: { name: "amina-laptop" }, headers: { "User-Agent": "rihla-cli" }, from: "192.0.2.50" };
  const answer = await app.send("POST /api/admin/devices", sent);
  return answer.json as { deviceCode: string; userCode: string };
}

const poll = (deviceCode: string) => app.send("POST /api/admin/devices/token", { body: { deviceCode } });
const codeOf = async (deviceCode: string) => (await poll(deviceCode)).json.code;

const decide = (verb: "approve" | "deny", userCode: string, body = {}, username = "admin") =>
  app.send(`POST /api/admin/devices/${verb}`, { headers: basic(username), body: { userCode, ...body } });

const approve = (userCode: string, body = {}, username = "admin") =>
  decide("approve", userCode, body, username);

test("A device gets its codes and the page to open, and the database holds neither code", async () => {
  const answer = await app.send("POST /api/admin/devices", { body: {} });
  expect([answer.status, answer.json]).toEqual([
    200,
    {
      deviceCode: expect.stringMatching(/^[\w-]{43}$/),
      userCode: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verificationUrl: "http://localhost:3000/admin/device",
      expiresIn: 600,
      interval: 5,
    },
  ]);
  const stored = JSON.stringify(await app.db.orm.select().from(deviceAuthorizations));
  expect(stored).not.toContain(answer.json.deviceCode);
  expect(stored).not.toContain(answer.json.userCode.replace("-", ""));
});

test("A session that is ended while it approves a device approves none", async () => {
  const { deviceCode, userCode } = await start();
  const headers = await signIn(app, "admin");
  const { transaction } = app.deps.db;
  const spy = spyOn(app.deps.db, "transaction").mockImplementationOnce(async (work, settings) => {
    await app.db.orm.delete(staffSessions);
    return transaction.call(app.deps.db, work, settings) as ReturnType<typeof work>;
  });
  const refused = await app.send("POST /api/admin/devices/approve", { headers, body: { userCode } });
  spy.mockRestore();
  expect(refused.status).toBe(401);
  expect(await codeOf(deviceCode)).toBe("AUTHORIZATION_PENDING");
});

test("User codes use every letter of their alphabet and are read in any case, with and without hyphens", () => {
  const codes = Array.from({ length: 500 }, newUserCode);
  expect([...new Set(codes.join(""))].sort().join("")).toBe("BCDFGHJKLMNPQRSTVWXZ");
  const [code = ""] = codes;
  const typed = formatUserCode(code);
  for (const each of [typed, typed.toLowerCase(), code, ` ${typed.replace("-", " – ")} `])
    expect(normalizeUserCode(each)).toBe(code);
});

test("A poll says that approval is pending, slows down a device that asks too often, and hands over the token once", async () => {
  const { deviceCode, userCode } = await start();
  expect(await codeOf(deviceCode)).toBe("AUTHORIZATION_PENDING");
  const tooFast = await poll(deviceCode);
  expect([tooFast.status, tooFast.json]).toEqual([
    400,
    expect.objectContaining({ code: "SLOW_DOWN", interval: 10 }),
  ]);
  app.clock.forward(seconds(9));
  expect((await poll(deviceCode)).json).toMatchObject({ code: "SLOW_DOWN", interval: 15 });
  app.clock.forward(seconds(15));
  expect(await codeOf(deviceCode)).toBe("AUTHORIZATION_PENDING");
  expect((await approve(userCode.toLowerCase().replace("-", ""))).json).toEqual({ success: true });
  const collected = await poll(deviceCode);
  expect([collected.status, collected.json]).toEqual([
    200,
    expect.objectContaining({ token: expect.stringMatching(/^rihla_/), username: "admin" }),
  ]);
  expect(collected.json.scopes).toEqual(scopesOfRole("admin"));
  expect(await codeOf(deviceCode)).toBe("EXPIRED");
  const headers = { Authorization: `Bearer ${collected.json.token}` };
  expect((await app.send("GET /api/admin/waitlist", { headers })).status).toBe(200);
});

test("An approval that was not collected ends with the sessions of the account that gave it, in every way they can end", async () => {
  const operate = (path: string, input: object = {}) => app.operate(path, { id: "approver", ...input });
  await staff(app, "admin", "approver");
  const session = () => signIn(app, "approver");
  const body = { currentPassword: PASSWORD, newPassword: "another long passphrase" };
  const endings: Record<string, (headers: Record<string, string>) => Promise<unknown>> = {
    "ended another session": async (headers) => {
      const sessions = (await app.send("GET /api/admin/sessions", { headers: await session() })).json;
      const { id } = sessions.find(({ current }: { current: boolean }) => !current);
      return app.send(`DELETE /api/admin/sessions/${id}`, { headers });
    },
    "ended all others": (headers) => app.send("DELETE /api/admin/sessions", { headers }),
    "own new password": (headers) => app.send("PUT /api/admin/password", { headers, body }),
    "MFA on": async (headers) => {
      const { secret } = (await app.send("POST /api/admin/mfa/setup", { headers })).json;
      const enabling = { secret, token: mfaCode(app, secret) };
      return app.send("POST /api/admin/mfa/enable", { headers, body: enabling });
    },
    "MFA reset": () => operate("admin.users.resetMfa"),
    "password by another": () => operate("admin.users.update", { password: PASSWORD }),
    "another role": () => operate("admin.users.setRole", { role: "super_admin" }),
    deactivated: () => operate("admin.users.deactivate"),
  };
  for (const [ending, end] of Object.entries(endings)) {
    await app.db.orm.delete(throttle);
    await operate("admin.users.activate").catch(() => null); // it is active in most
    await operate("admin.users.resetMfa");
    await operate("admin.users.update", { password: PASSWORD });
    const [headers, { deviceCode, userCode }] = [await session(), await start()];
    const approved = await app.send("POST /api/admin/devices/approve", { headers, body: { userCode } });
    expect([ending, approved.status]).toEqual([ending, 200]);
    await end(headers);
    expect([ending, (await poll(deviceCode)).json.token]).toEqual([ending, undefined]);
  }
  expect(await app.db.orm.select().from(apiTokens)).toEqual([]);
});

test("Signing out, and confirming the password, leave an approval to its device", async () => {
  await staff(app, "admin", "approver2");
  for (const [line, body] of [
    ["POST /api/admin/logout", {}],
    ["POST /api/admin/session/reauthenticate", { password: PASSWORD }],
  ] as const) {
    const [headers, { deviceCode, userCode }] = [await signIn(app, "approver2"), await start()];
    await app.send("POST /api/admin/devices/approve", { headers, body: { userCode } });
    await app.send(line, { headers, body });
    expect([line, (await poll(deviceCode)).status]).toEqual([line, 200]);
  }
});

test("Of twenty parallel polls after the approval exactly one gets the token", async () => {
  const { deviceCode, userCode } = await start();
  await approve(userCode, { scopes: ["audit:read"] });
  const polls = await Promise.all(Array.from({ length: 20 }, () => poll(deviceCode)));
  expect(polls.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = polls.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status, json }) => `${status} ${json.code}`))).toEqual(
    new Set(["400 EXPIRED"]),
  );
  expect(await app.db.orm.select().from(apiTokens)).toHaveLength(1);
});

test("Polls of a code that was used up are no guesses, so they do not lock the client's address", async () => {
  const { deviceCode, userCode } = await start();
  await approve(userCode, { scopes: ["audit:read"] });
  for (let polls = 0; polls < 40; polls += 1) await poll(deviceCode);
  expect(await codeOf(deviceCode)).toBe("EXPIRED");
});

test("The mail about a device's token holds no address or markup that the device put into its name", async () => {
  const body = { name: "Confirm at https://evil.example/x <b>now</b>" };
  const started = (await app.send("POST /api/admin/devices", { body })).json;
  await approve(started.userCode, { scopes: ["audit:read"] });
  await poll(started.deviceCode);
  const { text } = await lastMail(app, "admin@example.com", "staff-token-made");
  expect(text).toContain('"Confirm at https evil example x b now b"');
  expect(text).not.toMatch(/evil\.example|<b>/);
});

test("A device's token has the scopes that were ticked, all of the role's where none is, and none that the role lacks", async () => {
  const ticked = await start();
  await approve(ticked.userCode, { scopes: ["audit:read"] });
  expect((await poll(ticked.deviceCode)).json.scopes).toEqual(["audit:read"]);
  const all = await start();
  await approve(all.userCode, { scopes: [] }, "partner_manager");
  expect((await poll(all.deviceCode)).json.scopes).toEqual(["places:read", "reviews:write"]);
  const wide = await start();
  expect((await approve(wide.userCode, { scopes: ["sync:run"] }, "partner_manager")).status).toBe(403);
  expect(await codeOf(wide.deviceCode)).toBe("AUTHORIZATION_PENDING");
});

test("The person who approves sees the device's name, program and address", async () => {
  const { userCode } = await start();
  const shown = await app.send(`GET /api/admin/devices/${userCode}`, { headers: basic("partner_manager") });
  expect(shown.json).toMatchObject({
    userCode,
    name: "amina-laptop",
    device: "rihla-cli",
    address: "192.0.2.50",
    scopes: ["places:read", "reviews:write"],
  });
});

test("A denied device learns it once, and its code is used up", async () => {
  const { deviceCode, userCode } = await start();
  expect((await decide("deny", userCode)).json).toEqual({ success: true });
  expect((await approve(userCode)).json).toMatchObject({ error: "This code is wrong or has expired" });
  expect(await codeOf(deviceCode)).toBe("ACCESS_DENIED");
  expect(await codeOf(deviceCode)).toBe("EXPIRED");
});

test("Codes expire after ten minutes, for the device and for the person, approved or not", async () => {
  const waiting = await start();
  const approved = await start();
  await approve(approved.userCode);
  app.clock.forward(minutes(10));
  expect([await codeOf(waiting.deviceCode), await codeOf(approved.deviceCode)]).toEqual([
    "EXPIRED",
    "EXPIRED",
  ]);
  expect((await approve(waiting.userCode)).status).toBe(400);
  await app.operate("operator.maintenance.sweep");
  expect(await app.db.orm.select().from(deviceAuthorizations)).toEqual([]);
});

test("Only one of two people who decide at the same time does", async () => {
  const { userCode } = await start();
  const [one, other] = await Promise.all([approve(userCode), approve(userCode, {}, "super_admin")]);
  expect([one.status, other.status].sort()).toEqual([200, 400]);
});

test("Approving needs recent authentication, and no visitor and no token can do it", async () => {
  const { deviceCode, userCode } = await start();
  expect((await app.send("POST /api/admin/devices/approve", { body: { userCode } })).status).toBe(401);
  const session = await signIn(app, "admin");
  app.clock.forward(minutes(9));
  const other = await start();
  app.clock.forward(minutes(2));
  const late = await app.send("POST /api/admin/devices/approve", {
    headers: session,
    body: { userCode: other.userCode },
  });
  expect([late.status, late.json.code]).toEqual([403, "REAUTHENTICATE"]);
  await approve(other.userCode);
  const { token } = (await poll(other.deviceCode)).json;
  const third = await start();
  const byToken = await app.send("POST /api/admin/devices/approve", {
    headers: { Authorization: `Bearer ${token}` },
    body: { userCode: third.userCode },
  });
  expect(byToken.status).toBe(403);
  expect(await codeOf(deviceCode)).toBe("EXPIRED");
});

test("Guessing user codes is stopped after ten wrong ones within the hour", async () => {
  const { userCode } = await start();
  for (let tries = 0; tries < 10; tries++) expect((await approve("BBBB-BBBB")).status).toBe(400);
  const locked = await approve(userCode);
  expect([locked.status, locked.headers.has("retry-after")]).toEqual([429, true]);
  expect((await approve(userCode, {}, "super_admin")).status).toBe(200);
});

test("Wrong device codes count as failed logins of the client's address", async () => {
  for (let tries = 0; tries < 30; tries++) expect(await codeOf("wrong")).toBe("EXPIRED");
  expect((await poll("wrong")).status).toBe(429);
});

test("A device approved by someone who is deactivated before it collects its token gets none", async () => {
  await staff(app, "admin", "leaver");
  const { deviceCode, userCode } = await start();
  await approve(userCode, {}, "leaver");
  await app.operate("admin.users.deactivate", { id: "leaver" });
  expect(await codeOf(deviceCode)).toBe("EXPIRED");
  expect(await app.db.orm.select().from(apiTokens)).toEqual([]);
});

test("Approval and token are recorded with the person who approved, without codes", async () => {
  const { deviceCode, userCode } = await start();
  await approve(userCode, { scopes: ["audit:read"] });
  const { token } = (await poll(deviceCode)).json;
  const audit = await app.send("GET /api/admin/audit?action=admin.devices&limit=2", {
    headers: basic("admin"),
  });
  expect(audit.json).toMatchObject([
    { action: "admin.devices.token", actor: { name: "admin" }, after: { name: "amina-laptop" } },
    { action: "admin.devices.approve", actor: { name: "admin" }, after: { address: "192.0.2.50" } },
  ]);
  for (const secret of [deviceCode, userCode, token]) expect(audit.text).not.toContain(secret);
});
