import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { throttle } from "../../../core/auth/auth.table.ts";
import { randomId } from "../../../shared/id.ts";
import { PASSWORD, partner } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { SoftPasskey } from "../../../testing/authenticator.ts";
import { lastMail, mailsTo } from "../../../testing/mailed.ts";
import { addPasskey, PARTNER_PASSKEYS, signInWith } from "../../../testing/passkeys.ts";
import { mails } from "../../mail/table.ts";
import { partnerSessions } from "../table.ts";

const NEW = "another passphrase";

let app: TestApp;
let email: string;
let owner: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
  email = `${randomId()}@noor.example`.toLowerCase();
  owner = await partner(app, email);
});
afterAll(() => app.close());

const login = (password: string, headers: Record<string, string> = {}) =>
  app.send("POST /partner/api/login", { body: { email, password }, headers });
const lock = (token: string) => app.send("POST /partner/api/lock", { body: { token } });
/** A sign-in from a device that is new to the account, and the mail about it. */
async function newDevice() {
  await login(PASSWORD);
  await login(PASSWORD, { "User-Agent": "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0" });
  return lastMail(app, email, "partner-new-device");
}

test("a sign-in from a new device is reported with time, address and device, the first sign-in of all is not", async () => {
  const first = await login(PASSWORD);
  const device = /dev=[\w-]+/.exec(first.headers.get("set-cookie") ?? "")?.[0] ?? "";
  await login(PASSWORD, { Cookie: device });
  expect(await mailsTo(app, email)).toEqual([]);
  const { text } = await newDevice();
  expect(text).toMatch(
    /\nWhen: \w+day, .* UTC\nWhere: network address 192\.0\.2\.1\nDevice: Firefox on Windows\n/,
  );
  expect(text).toMatch(/\nLock my account:\nhttp:\/\/localhost:3000\/partner\/lock\/[\w-]{43}\n/);
});

test("the link of a notice locks the account until its password is reset by mail", async () => {
  const { token } = await newDevice();
  expect((await lock(token)).json).toEqual({ success: true });
  expect(await app.db.orm.select().from(partnerSessions).where(eq(partnerSessions.userId, owner.id))).toEqual(
    [],
  );
  expect((await login(PASSWORD)).status).toBe(401);
  const again = await lock(token);
  expect([again.status, again.json.error]).toEqual([400, "This link has expired or was used already"]);
  await app.send("POST /partner/api/password/forgot", { body: { email } });
  const { token: reset } = await lastMail(app, email, "partner-reset");
  await app.send("POST /partner/api/password/reset", { body: { token: reset, newPassword: NEW } });
  expect((await login(NEW)).status).toBe(200);
});

test("the link of a notice ends the account's passkeys", async () => {
  const passkey = new SoftPasskey();
  await addPasskey(app, PARTNER_PASSKEYS, owner.headers, passkey);
  expect((await signInWith(app, PARTNER_PASSKEYS, passkey)).status).toBe(200);
  await lock((await lastMail(app, email, "partner-passkey-added")).token);
  expect((await signInWith(app, PARTNER_PASSKEYS, passkey)).status).toBe(401);
});

test("a link of another kind does not lock, and of twenty parallel uses of a lock link one succeeds", async () => {
  await app.send("POST /partner/api/password/forgot", { body: { email } });
  expect((await lock((await lastMail(app, email, "partner-reset")).token)).status).toBe(400);
  expect((await login(PASSWORD)).status).toBe(200);
  const { token } = await newDevice();
  const uses = await Promise.all(Array.from({ length: 20 }, () => lock(token)));
  expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("at most ten mails a day report new devices", async () => {
  for (let n = 0; n < 13; n += 1) await login(PASSWORD);
  const sent = await app.db.orm.select().from(mails).where(eq(mails.to, email));
  expect(sent.map(({ kind }) => kind)).toEqual(Array(10).fill("partner-new-device"));
});
