import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { throttle } from "../../../core/auth/auth.table.ts";
import { minutes } from "../../../shared/duration.ts";
import { PASSWORD, signIn, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { lastMail } from "../../../testing/mailed.ts";
import { accessOf } from "../../../testing/staff-access.ts";
import { oneTimeLinks } from "../../mail/links/table.ts";
import { mails } from "../../mail/table.ts";
import { passkeyStore } from "../passkeys.ts";
import { staffUsers } from "../table.ts";

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

const lock = (token: string) => app.send("POST /api/admin/lock", { body: { token } });
const login = (password: string) =>
  app.send("POST /api/admin/login", { body: { username: "aisha", password } });

/** A sign-in from a device that is new to the account, and the token of the mail about it. */
async function newDevice() {
  await signIn(app, "aisha");
  const cookie = await signIn(app, "aisha");
  return { cookie, token: (await lastMail(app, "aisha@example.com", "staff-new-device")).token };
}

test("the link of a notice locks the account: its sessions end, and its password no longer works", async () => {
  const { cookie, token } = await newDevice();
  expect((await lock(token)).json).toEqual({ success: true });
  expect((await app.send("GET /api/admin/session", { headers: cookie })).status).toBe(401);
  expect((await login(PASSWORD)).status).toBe(401);
  const [user] = await app.db.orm.select().from(staffUsers);
  expect(user?.lockedAt).toEqual(app.clock.now);
  const again = await lock(token);
  expect([again.status, again.json.error]).toEqual([400, "This link has expired or was used already"]);
});

test("the link of a notice ends the account's API tokens and passkeys, and those of others stay", async () => {
  await staff(app, "super_admin", "omar");
  const [own, other] = [await accessOf(app, "aisha"), await accessOf(app, "omar")];
  expect([await own.opens(), await other.opens()]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  await lock((await newDevice()).token);
  expect([await own.opens(), await other.opens()]).toEqual([
    [401, 401],
    [200, 200],
  ]);
});

test("a locked account is opened by a link mailed to its address, or by a super admin's new password", async () => {
  await lock((await newDevice()).token);
  await app.send("POST /api/admin/password/forgot", { body: { username: "aisha" } });
  const { token } = await lastMail(app, "aisha@example.com", "staff-reset-password");
  await app.send("POST /api/admin/password/reset", { body: { token, newPassword: NEW } });
  expect((await login(NEW)).status).toBe(200);
  await lock((await newDeviceAgain()).token);
  await app.operate("admin.users.resetPassword", { id: "aisha", password: PASSWORD });
  expect((await login(PASSWORD)).status).toBe(200);
  const [user] = await app.db.orm.select().from(staffUsers);
  expect(user?.lockedAt).toBeNull();
});

const newDeviceAgain = async () => {
  await app.db.orm.delete(mails);
  await login(NEW);
  return lastMail(app, "aisha@example.com", "staff-new-device");
};

test("the first sign-in of an account and one of a known device send no mail, and ten a day are the most", async () => {
  const first = await login(PASSWORD);
  const device = /dev=([\w-]+)/.exec(first.headers.get("set-cookie") ?? "")?.[0] ?? "";
  const known = { headers: { Cookie: device }, body: { username: "aisha", password: PASSWORD } };
  expect((await app.send("POST /api/admin/login", known)).status).toBe(200);
  expect(await app.db.orm.select().from(mails)).toHaveLength(0);
  for (let n = 0; n < 12; n += 1) await login(PASSWORD);
  expect(await app.db.orm.select().from(mails)).toHaveLength(10);
});

test("the other super admins are told, and links of other kinds do not lock", async () => {
  await staff(app, "super_admin", "omar");
  await app.send("POST /api/admin/password/forgot", { body: { username: "aisha" } });
  expect((await lock((await lastMail(app, "aisha@example.com", "staff-reset-password")).token)).status).toBe(
    400,
  );
  expect((await login(PASSWORD)).status).toBe(200);
  const { token } = await newDevice();
  const uses = await Promise.all(Array.from({ length: 20 }, () => lock(token)));
  expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await lastMail(app, "omar@example.com", "staff-locked-by-owner")).text).toContain(
    "aisha was locked",
  );
});

test("a mailbox alone does not open a locked account that must have MFA and had only passkeys", async () => {
  const strict = await testApp({ REQUIRE_STAFF_MFA: "super_admin" });
  const id = await staff(strict, "super_admin", "aisha");
  const key = { credentialId: "phone", publicKey: "", counter: 0, transports: [] };
  await strict.db.transaction((tx) => passkeyStore.add(tx, id, "phone", key, strict.clock.now));
  const forgot = () => strict.send("POST /api/admin/password/forgot", { body: { username: "aisha" } });
  const mailed = async (kind: string) => (await lastMail(strict, "aisha@example.com", kind)).token;
  const reset = async (token: string) =>
    (await strict.send("POST /api/admin/password/reset", { body: { token, newPassword: NEW } })).status;
  await forgot();
  expect(await reset(await mailed("staff-reset-password"))).toBe(200);
  strict.clock.forward(minutes(10));
  await forgot();
  const second = await mailed("staff-reset-password");
  const locked = await strict.send("POST /api/admin/lock", {
    body: { token: await mailed("staff-password-changed") },
  });
  expect([locked.status, await reset(second)]).toEqual([200, 400]);
  strict.clock.forward(minutes(10));
  expect((await forgot()).json).toEqual({ success: true });
  expect(await mailed("staff-reset-password")).toBe(second);
  await strict.operate("admin.users.resetPassword", { id: "aisha", password: PASSWORD });
  await signIn(strict, "aisha");
  await strict.close();
});
