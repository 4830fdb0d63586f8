import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { throttle } from "../../../core/auth/auth.table.ts";
import { minutes } from "../../../shared/duration.ts";
import { basic, PASSWORD, signIn, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { statementsOf } from "../../../testing/database/statements.ts";
import { lastMail } from "../../../testing/mailed.ts";
import { oneTimeLinks } from "../../mail/links/table.ts";
import { mails } from "../../mail/table.ts";
import { staffUsers } from "../table.ts";
import { apiTokens } from "../tokens/table.ts";

const EXPIRED = [400, "This link has expired or was used already"];
const NEW = "a brand new passphrase";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  for (const table of [throttle, staffUsers, mails, oneTimeLinks]) await app.db.orm.delete(table);
  await staff(app, "super_admin", "aisha");
});
afterAll(() => app.close());

const forgot = (body: object) => app.send("POST /api/admin/password/forgot", { body });
const reset = (token: string, newPassword = NEW) =>
  app.send("POST /api/admin/password/reset", { body: { token, newPassword } });
const login = (password: string) =>
  app.send("POST /api/admin/login", { body: { username: "aisha", password } });
const session = (headers: Record<string, string>) => app.send("GET /api/admin/session", { headers });
const outcome = ({ status, json }: { status: number; json: { error?: string } }) => [status, json.error];
const mailedToken = async () => (await lastMail(app, "aisha@example.com", "staff-reset-password")).token;
const mailCount = async () => (await app.db.orm.select().from(mails)).length;

test("a forgotten password is replaced with the link of a mail; sessions end, and the account is told", async () => {
  const cookie = await signIn(app, "aisha");
  expect((await forgot({ username: "AISHA" })).json).toEqual({ success: true });
  const mail = await lastMail(app, "aisha@example.com", "staff-reset-password");
  expect(mail.text).toMatch(/\nhttp:\/\/localhost:3000\/admin\/reset\/[\w-]{43}\n/);
  expect((await reset(mail.token)).json).toEqual({ success: true });
  expect((await session(cookie)).status).toBe(401);
  expect([(await login(PASSWORD)).status, (await login(NEW)).status]).toEqual([401, 200]);
  expect((await lastMail(app, "aisha@example.com", "staff-password-changed")).text).toContain("was changed");
  expect(outcome(await reset(mail.token))).toEqual(EXPIRED);
});

test("a reset takes back what devices have not collected; passkeys and tokens stay, and the mail says so", async () => {
  await app.operate("admin.tokens.create", { username: "aisha", name: "nightly", scopes: ["audit:read"] });
  const { deviceCode, userCode } = (await app.send("POST /api/admin/devices", { body: {} })).json;
  await app.send("POST /api/admin/devices/approve", { headers: basic("aisha"), body: { userCode } });
  await forgot({ username: "aisha" });
  await reset(await mailedToken());
  const polled = await app.send("POST /api/admin/devices/token", { body: { deviceCode } });
  expect(polled.json.code).toBe("EXPIRED");
  expect((await app.db.orm.select().from(apiTokens)).map(({ name }) => name)).toEqual(["nightly"]);
  const { text } = await lastMail(app, "aisha@example.com", "staff-password-changed");
  expect(text).toContain("Passkeys and API tokens still work");
});

test("a name or an address that is not text is refused in a sentence, before anything is looked up", async () => {
  for (const [body, sentence] of [
    [{ username: 5 }, "Username must be text"],
    [{ email: ["aisha@example.com"] }, "Email must be text"],
    [{ username: { a: 1 } }, "Username must be text"],
    [{ username: "aisha", email: 5 }, "Email must be text"],
    [[], "The request could not be read"],
  ] as const)
    expect([body, ...outcome(await forgot(body))]).toEqual([body, 400, sentence]);
  expect(await mailCount()).toBe(0);
});

test("the name or the address, in either field, finds the account", async () => {
  for (const body of [
    { email: "Aisha@example.com" },
    { username: "aisha@example.com" },
    { email: "aisha" },
  ]) {
    await app.db.orm.delete(oneTimeLinks);
    await app.db.orm.delete(mails);
    expect((await forgot(body)).status).toBe(200);
    expect([body, await mailCount()]).toEqual([body, 1]);
  }
  expect(outcome(await forgot({}))).toEqual([400, "Please enter your username or email"]);
});

test("an unknown, inactive or invited account gets the same answer, and no mail", async () => {
  await staff(app, "admin", "inactive");
  await app.operate("admin.users.deactivate", { id: "inactive" });
  await app.operate("admin.users.invite", { username: "invited", email: "i@example.com", role: "admin" });
  await staff(app, "admin", "without-address");
  await app.operate("admin.users.update", { id: "without-address", email: "" });
  await app.db.orm.delete(mails);
  for (const username of ["nobody", "inactive", "invited", "without-address"]) {
    const { status, json } = await forgot({ username });
    expect([username, status, json]).toEqual([username, 200, { success: true }]);
  }
  expect(await mailCount()).toBe(0);
});

test("a known and an unknown account cost the same statements", async () => {
  const cost = async (username: string) => [
    await statementsOf(() => forgot({ username })),
    await statementsOf(() => forgot({ username })), // no mail within ten minutes
  ];
  const [first = [], second = []] = await cost("aisha");
  expect(first.filter((text) => text.startsWith("insert")).length).toBeGreaterThan(2); // link, mail, audit entry
  expect(second).toEqual(first);
  expect(await cost("nobody")).toEqual([first, second]);
});

test("an address is mailed one link in ten minutes, and only the newest is valid", async () => {
  await forgot({ username: "aisha" });
  const first = await mailedToken();
  await forgot({ email: "aisha@example.com" });
  expect(await mailCount()).toBe(1);
  app.clock.forward(minutes(10));
  await forgot({ username: "aisha" });
  expect(outcome(await reset(first))).toEqual(EXPIRED);
  expect((await reset(await mailedToken())).status).toBe(200);
});

test("a refused password does not use the link up; after thirty minutes it has expired", async () => {
  await forgot({ username: "aisha" });
  const token = await mailedToken();
  for (const [password, sentence] of [
    ["short", "New password must be at least 8 characters"],
    ["password123", "This password is too common"],
    ["aisha likes tea", "The password must not contain the username"],
  ] as const)
    expect(outcome(await reset(token, password))).toEqual([400, sentence]);
  app.clock.forward(minutes(30));
  expect(outcome(await reset(token))).toEqual(EXPIRED);
});

test("a forged link and links of other kinds are refused, and nothing changes", async () => {
  const { link } = (await app.operate("admin.users.invite", {
    username: "invited",
    email: "i@example.com",
    role: "admin",
  })) as { link: string };
  await app.operate("admin.users.resetPassword", { id: "aisha", password: PASSWORD });
  const lock = (await lastMail(app, "aisha@example.com", "staff-password-set")).token;
  for (const token of ["x".repeat(43), link.split("/").at(-1) ?? "", lock])
    expect(outcome(await reset(token))).toEqual(EXPIRED);
  expect((await login(PASSWORD)).status).toBe(200);
});

test("a link ends with a password that its owner changes, and with the address that it was mailed to", async () => {
  await forgot({ username: "aisha" });
  const headers = await signIn(app, "aisha");
  const body = { currentPassword: PASSWORD, newPassword: NEW };
  expect((await app.send("PUT /api/admin/password", { headers, body })).status).toBe(200);
  expect(outcome(await reset(await mailedToken()))).toEqual(EXPIRED);
  app.clock.forward(minutes(10));
  await forgot({ username: "aisha" });
  await app.operate("admin.users.update", { id: "aisha", email: "aisha@new.example" });
  expect(outcome(await reset(await mailedToken()))).toEqual(EXPIRED);
});

test("of twenty parallel uses of a link one succeeds", async () => {
  await forgot({ username: "aisha" });
  const token = await mailedToken();
  const uses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => reset(token, `passphrase number ${n}`)),
  );
  const won = uses.findIndex(({ status }) => status === 200);
  expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await login(`passphrase number ${won}`)).status).toBe(200);
});

test("a reset ends the locks of failed logins, keeps MFA and ends the duty to change the password", async () => {
  await app.operate("admin.users.resetPassword", { id: "aisha", password: PASSWORD });
  await app.db.orm.update(staffUsers).set({ mfaEnabled: true });
  for (let n = 0; n < 11; n += 1) await login("wrong");
  await forgot({ username: "aisha" });
  await reset(await mailedToken());
  expect((await login(NEW)).json).toEqual({ requiresMfa: true });
  const [user] = await app.db.orm.select().from(staffUsers);
  expect(user?.mustChangePassword).toBe(false);
});

test("a deactivated account's link is refused", async () => {
  await staff(app, "super_admin", "omar");
  await forgot({ username: "aisha" });
  const token = await mailedToken();
  await app.operate("admin.users.deactivate", { id: "aisha" });
  expect(outcome(await reset(token))).toEqual(EXPIRED);
});
