import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { throttle } from "../../core/auth/auth.table.ts";
import { minutes } from "../../shared/duration.ts";
import { basic, PASSWORD, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { SoftPasskey } from "../../testing/authenticator.ts";
import { addPasskey, STAFF_PASSKEYS, sessionOf, signInWith } from "../../testing/passkeys.ts";
import { mails } from "../mail/table.ts";
import { deletePasskeysOf } from "./passkeys.ts";
import { staffPasskeys } from "./table.ts";

type Headers = Record<string, string>;

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ REQUIRE_STAFF_MFA: "super_admin" });
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
});
afterAll(() => app.close());

const USERS = "GET /api/admin/users";
const session = (headers: Headers) => app.send("GET /api/admin/session", { headers });
const passkeysOf = (id: string) =>
  app.db.orm.select().from(staffPasskeys).where(eq(staffPasskeys.userId, id));

async function withPasskey(role: "admin" | "super_admin" | "partner_manager", name: string) {
  const id = await staff(app, role, name);
  const passkey = new SoftPasskey();
  const added = await addPasskey(app, STAFF_PASSKEYS, await signIn(app, name), passkey);
  if (added.status !== 201) throw new Error(`adding a passkey answered ${added.status}: ${added.text}`);
  return { id, passkey, added };
}

const signedInWith = async (passkey: SoftPasskey) =>
  sessionOf(await signInWith(app, STAFF_PASSKEYS, passkey));

describe("an account that must have MFA", () => {
  test("has it by adding its first passkey, at once and in later sign-ins with the passkey", async () => {
    const { passkey, added } = await withPasskey("super_admin", "first");
    const headers = sessionOf(added);
    expect((await session(headers)).json).not.toHaveProperty("mfaSetupRequired");
    expect((await app.send(USERS, { headers })).status).toBe(200);
    const later = await signedInWith(passkey);
    expect((await session(later)).json).toMatchObject({ username: "first", mfaEnabled: false });
    expect((await app.send(USERS, { headers: later })).status).toBe(200);
  });

  test("still lacks it where it signs in with its password alone, over every transport", async () => {
    await withPasskey("super_admin", "lazy");
    const headers = await signIn(app, "lazy");
    expect((await session(headers)).json.mfaSetupRequired).toBe(true);
    for (const sent of [headers, basic("lazy")])
      expect((await app.send(USERS, { headers: sent })).json.code).toBe("MFA_REQUIRED");
  });

  test("cannot add a second factor with the password alone once it has a passkey, but can use the passkey", async () => {
    const { passkey } = await withPasskey("super_admin", "guarded");
    const headers = await signIn(app, "guarded");
    const refused = [
      await app.send("POST /api/admin/mfa/setup", { headers, body: {} }),
      await addPasskey(app, STAFF_PASSKEYS, headers),
    ];
    const sentence = "Please use your passkey first: your account has one";
    for (const { status, json } of refused)
      expect([status, json.code, json.error]).toEqual([403, "MFA_REQUIRED", sentence]);
    const { json } = await app.send(`POST ${STAFF_PASSKEYS}/sign-in/options`);
    const body = { passkey: passkey.get(json) };
    const used = sessionOf(await app.send("POST /api/admin/session/reauthenticate", { headers, body }));
    expect((await app.send(USERS, { headers: used })).status).toBe(200);
    expect((await addPasskey(app, STAFF_PASSKEYS, used)).status).toBe(201);
  });

  test("lacks it again where the passkey of its session is removed", async () => {
    const { passkey, added } = await withPasskey("super_admin", "removing");
    const headers = await signedInWith(passkey);
    const removed = await app.send(`DELETE ${STAFF_PASSKEYS}/${added.json.id}`, { headers });
    expect((await session(sessionOf(removed))).json.mfaSetupRequired).toBe(true);
  });
});

test("a passkey signs in without a code where MFA is on, and the session is recently authenticated", async () => {
  const { passkey } = await withPasskey("admin", "both");
  await app.db.query("update staff_users set mfa_enabled = true where username = 'both'");
  const password = { username: "both", password: PASSWORD };
  expect((await app.send("POST /api/admin/login", { body: password })).json).toEqual({ requiresMfa: true });
  const signedIn = await signInWith(app, STAFF_PASSKEYS, passkey);
  expect(signedIn.json).toMatchObject({ success: true, user: { username: "both", role: "admin" } });
  const headers = sessionOf(signedIn);
  expect((await app.send("GET /api/admin/waitlist/export", { headers })).status).toBe(200);
  app.clock.forward(minutes(10) + 1);
  expect((await app.send("GET /api/admin/waitlist/export", { headers })).json.code).toBe("REAUTHENTICATE");
});

test("a deactivated account's passkey is refused in the words of an unknown one, and works once it is active", async () => {
  const { id, passkey } = await withPasskey("admin", "leaving");
  await app.operate("admin.users.deactivate", { id });
  const unknown = await signInWith(app, STAFF_PASSKEYS, new SoftPasskey());
  const refused = await signInWith(app, STAFF_PASSKEYS, passkey);
  expect([refused.status, refused.json.error]).toEqual([401, unknown.json.error]);
  await app.operate("admin.users.activate", { id });
  expect((await signInWith(app, STAFF_PASSKEYS, passkey)).status).toBe(200);
});

test("resetting MFA removes the passkeys, ends the sessions and tells the owner", async () => {
  const { id, passkey } = await withPasskey("admin", "lost");
  const headers = await signedInWith(passkey);
  await app.operate("admin.users.resetMfa", { id });
  expect(await passkeysOf(id)).toEqual([]);
  expect((await session(headers)).status).toBe(401);
  expect((await signInWith(app, STAFF_PASSKEYS, passkey)).status).toBe(401);
  const sent = await app.db.orm.select().from(mails).where(eq(mails.kind, "staff-mfa-off"));
  expect(sent).toHaveLength(1);
});

test("deleting the passkeys of an account leaves those of others", async () => {
  const [first, second] = [await withPasskey("admin", "one"), await withPasskey("admin", "two")];
  expect(await app.db.transaction((tx) => deletePasskeysOf(tx, first.id))).toBe(1);
  expect([(await passkeysOf(first.id)).length, (await passkeysOf(second.id)).length]).toEqual([0, 1]);
});

test("partner managers sign in with a passkey at their own screen, and an admin is refused there", async () => {
  const manager = await withPasskey("partner_manager", "manager");
  const admin = await withPasskey("admin", "not-a-manager");
  const enter = async (passkey: SoftPasskey) => {
    const { json } = await app.send(`POST ${STAFF_PASSKEYS}/sign-in/options`);
    const body = { response: passkey.get(json) };
    return app.send("POST /api/partner-manager/passkeys/sign-in", { body });
  };
  const entered = await enter(manager.passkey);
  expect([entered.status, entered.json]).toEqual([200, { user: { username: "manager" } }]);
  const headers = sessionOf(entered);
  const { json } = await app.send("GET /api/partner-manager/session", { headers });
  expect(json).toEqual({ authenticated: true, user: { username: "manager" } });
  const refused = await enter(admin.passkey);
  expect([refused.status, refused.headers.get("set-cookie")]).toEqual([403, null]);
});
