import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { generateSync } from "otplib";
import { throttle } from "../../../core/auth/auth.table.ts";
import { days, minutes, seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { basic, PASSWORD, signIn, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { mailsTo } from "../../../testing/mailed.ts";
import { auditLog } from "../../audit/table.ts";
import { staffBackupCodes, staffUsers } from "../table.ts";

let app: TestApp;
let accountCount = 0;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
  // each test starts in the middle of a new time step
  app.clock.now = new Date(Math.ceil(app.clock.now.getTime() / 30_000) * 30_000 + minutes(2) + seconds(15));
});
afterAll(() => app.close());

type Headers = Record<string, string>;
const code = (secret: string, offset = 0): string =>
  generateSync({ secret, epoch: Math.floor((app.clock.now.getTime() + offset) / 1_000) });
const mfa = (verb: string, headers: Headers, body?: unknown) =>
  app.send(`POST /api/admin/mfa/${verb}`, { headers, ...(body !== undefined && { body }) });
const cookieOf = (response: { headers: globalThis.Headers }) =>
  /staff_session=[\w-]+/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? "";

/** Creates an account with MFA on. `first` is the session before, `headers` the one that replaced it. */
async function withMfa() {
  const username = `person${accountCount++}`;
  const id = await staff(app, "admin", username);
  const first = await signIn(app, username);
  const { secret } = (await mfa("setup", first)).json;
  const response = await mfa("enable", first, { secret, token: code(secret) });
  app.clock.forward(minutes(1)); // codes work once, so move past the one that enabled MFA
  const backupCodes: string[] = response.json.backupCodes;
  return { id, username, secret, backupCodes, first, headers: { Cookie: cookieOf(response) } };
}

const login = (username: string, mfaToken?: string, password = PASSWORD) =>
  app.send("POST /api/admin/login", { body: { username, password, mfaToken } });

describe("turning MFA on", () => {
  test("MFA setup returns a secret, a QR code and an otpauth URL, and MFA stays off until a code confirms it", async () => {
    const username = `person${accountCount++}`;
    await staff(app, "admin", username);
    const headers = await signIn(app, username);
    const { json } = await mfa("setup", headers);
    expect(json.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(json.qrCodeUrl).toStartWith("data:image/png;base64,");
    expect(json.otpauthUrl).toBe(`otpauth://totp/Rihla:${username}?secret=${json.secret}&issuer=Rihla`);
    expect((await app.send("GET /api/admin/mfa/status", { headers })).json).toEqual({
      mfaEnabled: false,
      hasBackupCodes: false,
      backupCodesLeft: 0,
    });
    expect((await login(username)).json.success).toBe(true);
  });

  test("MFA is enabled only with the latest pending secret, within ten minutes", async () => {
    const username = `person${accountCount++}`;
    await staff(app, "admin", username);
    const headers = await signIn(app, username);
    const old = (await mfa("setup", headers)).json.secret;
    const { secret } = (await mfa("setup", headers)).json;
    const invented = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    const refused = { error: "Invalid verification code. Please try again.", code: "INVALID_INPUT" };
    for (const body of [
      { secret: invented, token: code(invented) },
      { secret: old, token: code(old) },
      { secret, token: "000000" },
      { secret, token: "" },
      { secret, token: "１２３４５６" },
    ]) {
      const response = await mfa("enable", headers, body);
      expect([response.status, response.json]).toEqual([400, expect.objectContaining(refused)]);
    }
    app.clock.forward(minutes(10));
    expect((await mfa("enable", headers, { secret, token: code(secret) })).status).toBe(400);
  });

  test("enabling MFA returns ten backup codes, stores no readable secret and replaces all sessions", async () => {
    const username = `person${accountCount++}`;
    const id = await staff(app, "admin", username);
    const other = await signIn(app, username);
    const headers = await signIn(app, username);
    const { secret } = (await mfa("setup", headers)).json;
    const response = await mfa("enable", headers, { secret, token: code(secret) });
    expect(response.json.backupCodes).toHaveLength(10);
    for (const each of response.json.backupCodes)
      expect(each).toMatch(/^[A-Z2-9]{2}-[A-Z2-9]{5}-[A-Z2-9]{5}$/);
    const session = (cookie: Headers) => app.send("GET /api/admin/session", { headers: cookie });
    expect((await session(other)).status).toBe(401);
    expect((await session(headers)).status).toBe(401);
    expect((await session({ Cookie: cookieOf(response) })).json).toMatchObject({ mfaEnabled: true });
    const stored = JSON.stringify([
      await app.db.orm.select().from(staffUsers).where(eq(staffUsers.id, id)),
      await app.db.orm.select().from(staffBackupCodes),
    ]);
    for (const each of [secret, ...response.json.backupCodes]) expect(stored).not.toContain(each);
    expect((await mfa("setup", { Cookie: cookieOf(response) })).status).toBe(409);
    expect((await login(username, code(secret))).status).toBe(401); // the code that enabled MFA does not work twice
  });
});

describe("signing in with MFA", () => {
  test("a right password without a code asks for the code and sets no cookie", async () => {
    const { username } = await withMfa();
    const response = await login(username);
    expect([response.status, response.json, response.headers.get("set-cookie")]).toEqual([
      200,
      { requiresMfa: true },
      null,
    ]);
    const wrong = await login(username, "123456", "wrong");
    expect([wrong.status, wrong.json.error]).toEqual([401, "Invalid credentials"]);
  });

  test("a right password without a code is on record, and told to the owner once a day if a new device repeats it", async () => {
    const { username, secret, id } = await withMfa();
    const entries = async () =>
      (await app.db.orm.select().from(auditLog).where(eq(auditLog.subject, id))).filter(({ after }) =>
        JSON.stringify(after).includes("codeMissing"),
      ).length;
    const told = async () =>
      (await mailsTo(app, `${username}@example.com`)).filter(({ kind }) => kind === "staff-code-missing")
        .length;
    const byBasic = () => app.send("GET /api/admin/users", { headers: basic(username) });
    await login(username);
    const answer = await byBasic();
    expect([answer.status, answer.headers.get("x-mfa-token")]).toEqual([401, "required"]);
    expect([await entries(), await told()]).toEqual([2, 0]); // the first steps of signing in twice
    await login(username);
    for (let n = 0; n < 5; n += 1) await byBasic();
    expect([await entries(), await told()]).toEqual([8, 1]);
    app.clock.forward(days(1) + minutes(1));
    const signedIn = await login(username, code(secret));
    const Cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    const body = { username, password: PASSWORD };
    for (let n = 0; n < 4; n += 1) await app.send("POST /api/admin/login", { body, headers: { Cookie } });
    expect(await told()).toBe(1); // on a device that the owner has used
  });

  test("a code of the current or previous time step is valid, and of the next only in the last seconds", async () => {
    const cases: [number, number][] = [
      [0, 200],
      [-30, 200],
      [-60, 401],
      [30, 401],
      [60, 401],
    ];
    for (const [offset, status] of cases) {
      const { username, secret } = await withMfa();
      const response = await login(username, code(secret, seconds(offset)));
      expect([offset, response.status]).toEqual([offset, status]);
    }
  });

  test("a code works once over all transports, however many parallel tries", async () => {
    const { username, secret, headers } = await withMfa();
    const now = code(secret);
    const responses = await Promise.all(Array.from({ length: 9 }, () => login(username, now)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const byBasic = await app.send("GET /api/admin/waitlist", {
      headers: { ...basic(username), "X-MFA-Token": now },
    });
    expect(byBasic.status).toBe(401);
    app.clock.forward(minutes(11));
    const stale = await mfa("disable", headers, { password: PASSWORD, token: now });
    expect(stale.status).toBe(401);
  });

  test("a malformed code gets the same message as a wrong one", async () => {
    const { username } = await withMfa();
    for (const wrong of ["12345", "1234567", "abcdef", "١٢٣٤٥٦", "12 345", "AB-CDEFG-HJKLM", "\u0000"]) {
      const response = await login(username, wrong);
      expect([wrong, response.status, response.json.error]).toEqual([wrong, 401, "Invalid MFA code"]);
    }
    const notText = await app.send("POST /api/admin/login", {
      body: { username, password: PASSWORD, mfaToken: 123456 },
    });
    expect(notText.status).toBe(400);
  });

  test("ten wrong codes lock the sign-in until an operator unlocks it, and wrong passwords do not count as codes", async () => {
    const { username, secret } = await withMfa();
    for (let n = 0; n < 9; n += 1) await login(username, "000000", "wrong");
    await app.db.orm.delete(throttle);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await login(username, "000000")).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await login(username, code(secret))).status).toBe(429);
    const recorded = await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, "admin.session.login"))
      .orderBy(auditLog.id);
    const [account] = await app.db.orm.select().from(staffUsers).where(eq(staffUsers.username, username));
    const ownLocks = recorded
      .filter(({ subject, after }) => subject === account?.id && "locked" in (after as object))
      .map(({ after }) => after);
    expect(ownLocks).toEqual([{ success: false, locked: "code" }]);
    await app.operate("admin.users.unlock", { id: username });
    expect((await login(username, code(secret))).status).toBe(200);
  });
});

describe("backup codes", () => {
  test("each backup code signs in once, in any notation, and only with the right password", async () => {
    const { username, backupCodes, headers } = await withMfa();
    const [one = "", two = ""] = backupCodes;
    expect((await login(username, one, "wrong")).status).toBe(401);
    expect((await login(username, one.toLowerCase().replaceAll("-", " "))).status).toBe(200);
    expect((await login(username, one)).status).toBe(401);
    expect((await login(username, two)).status).toBe(200);
    const status = await app.send("GET /api/admin/mfa/status", { headers });
    expect(status.json).toEqual({ mfaEnabled: true, hasBackupCodes: true, backupCodesLeft: 8 });
  });

  test("a backup code that was not checked because its client left does not count as wrong", async () => {
    const { username, backupCodes } = await withMfa();
    const { verify } = app.deps.passwords;
    const checks = spyOn(app.deps.passwords, "verify");
    for (let n = 0; n < 12; n += 1) {
      checks.mockImplementationOnce(verify);
      checks.mockImplementationOnce(() => Promise.reject(new DomainError("disconnected", "not checked")));
      expect((await login(username, backupCodes[0])).status).not.toBe(429);
    }
    checks.mockRestore();
    expect((await login(username, backupCodes[0])).status).toBe(200);
  });

  test("a backup code signs in once under fifty parallel tries", async () => {
    const { username, backupCodes } = await withMfa();
    await app.db.orm.delete(throttle);
    const sent = backupCodes[0] ?? "";
    const tries = Array.from({ length: 50 }, (_, n) =>
      app.send("POST /api/admin/login", {
        body: { username, password: PASSWORD, mfaToken: sent },
        from: `198.51.100.${n}`,
      }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 401, 429, 503].includes(status))).toBe(true);
  });

  test("regenerating backup codes voids the old ones", async () => {
    const { username, backupCodes, headers } = await withMfa();
    const response = await mfa("regenerate-backup-codes", headers);
    expect(response.json.backupCodes).toHaveLength(10);
    expect((await login(username, backupCodes[0])).status).toBe(401);
    expect((await login(username, response.json.backupCodes[0])).status).toBe(200);
  });
});

describe("operations that need recent authentication", () => {
  for (const verb of ["disable", "regenerate-backup-codes"]) {
    test(`${verb} needs password and code again after ten minutes`, async () => {
      const { secret, headers } = await withMfa();
      app.clock.forward(minutes(11));
      const response = await mfa(verb, headers);
      expect([response.status, response.json.code]).toEqual([403, "REAUTHENTICATE"]);
      expect((await mfa(verb, headers, { password: PASSWORD })).json.code).toBe("REAUTHENTICATE");
      expect((await mfa(verb, headers, { password: "wrong", token: code(secret) })).status).toBe(401);
      expect((await mfa(verb, headers, { password: PASSWORD, token: "000000" })).status).toBe(401);
      expect((await mfa(verb, headers, { password: PASSWORD, token: code(secret) })).status).toBe(200);
    });
  }

  test("the ten minutes count from the last password and code, not from the last operation", async () => {
    const { secret, headers } = await withMfa();
    app.clock.forward(minutes(6));
    const first = await mfa("regenerate-backup-codes", headers);
    expect(first.status).toBe(200);
    app.clock.forward(minutes(6));
    const next = { Cookie: cookieOf(first) };
    expect((await mfa("disable", next)).json.code).toBe("REAUTHENTICATE");
    const proven = await mfa("regenerate-backup-codes", next, { password: PASSWORD, token: code(secret) });
    app.clock.forward(minutes(6));
    expect((await mfa("disable", { Cookie: cookieOf(proven) })).status).toBe(200);
  });

  test("a password change counts as reauthentication only if the code was given too", async () => {
    const { secret, headers } = await withMfa();
    const change = (currentPassword: string, newPassword: string, cookie: Headers, mfaToken?: string) =>
      app.send("PUT /api/admin/password", {
        body: { currentPassword, newPassword, mfaToken },
        headers: cookie,
      });
    const other = "quite another passphrase";
    app.clock.forward(minutes(6));
    const first = await change(PASSWORD, other, headers);
    app.clock.forward(minutes(6));
    const next = { Cookie: cookieOf(first) };
    expect((await mfa("disable", next)).json.code).toBe("REAUTHENTICATE");
    const second = await change(other, PASSWORD, next, code(secret));
    expect(second.status).toBe(200);
    expect((await mfa("disable", { Cookie: cookieOf(second) })).status).toBe(200);
  });

  test("reauthentication does not extend the session", async () => {
    const { secret, headers } = await withMfa();
    for (let half = 1; half < 24; half += 1) {
      app.clock.forward(minutes(30));
      expect((await app.send("GET /api/admin/session", { headers })).status).toBe(200);
    }
    const renewed = await mfa("regenerate-backup-codes", headers, {
      password: PASSWORD,
      token: code(secret),
    });
    expect(renewed.headers.get("set-cookie")).toContain("Max-Age=1740;"); // the session began a minute earlier
    app.clock.forward(minutes(30));
    const late = await app.send("GET /api/admin/session", { headers: { Cookie: cookieOf(renewed) } });
    expect(late.status).toBe(401);
  });

  test("each wrong password or code that is verified is recorded in the audit log", async () => {
    const { id, secret, headers } = await withMfa();
    app.clock.forward(minutes(11));
    const wrong = { password: "a wrong one", token: code(secret) };
    expect((await mfa("disable", headers, wrong)).status).toBe(401);
    expect((await mfa("disable", headers, { password: PASSWORD, token: "000000" })).status).toBe(401);
    for (let n = 0; n < 12; n += 1) {
      const body = { currentPassword: "a wrong one", newPassword: "quite another passphrase" };
      await app.send("PUT /api/admin/password", { body, headers });
    }
    const entries = await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, id))
      .orderBy(auditLog.id);
    const refused = entries.filter(({ after }) => (after as { success?: boolean } | null)?.success === false);
    const paths = refused.map(({ action }) => action);
    expect(paths).toEqual([
      ...Array(2).fill("admin.mfa.disable"),
      ...Array(10).fill("admin.session.changePassword"),
    ]);
    expect(refused.every(({ actorKind, actorId }) => actorKind === "staff" && actorId === id)).toBe(true);
  });

  test("after MFA is turned off, the password alone signs in", async () => {
    const { username, headers } = await withMfa();
    expect((await mfa("disable", headers)).json).toEqual({ success: true });
    expect((await login(username)).json.success).toBe(true);
  });
});

describe("HTTP Basic with MFA", () => {
  const list = (headers: Headers) => app.send("GET /api/admin/waitlist", { headers });

  test("HTTP Basic with MFA needs a fresh code, and the 401 names the missing header", async () => {
    const { username, secret, backupCodes } = await withMfa();
    for (const extra of [{}, { "X-MFA-Token": "000000" }, { "X-MFA-Token": backupCodes[0] ?? "" }]) {
      const response = await list({ ...basic(username), ...extra });
      expect([response.status, response.headers.get("x-mfa-token")]).toEqual([401, "required"]);
    }
    const good = { ...basic(username), "X-MFA-Token": code(secret) };
    expect((await list(good)).status).toBe(200);
    expect((await list(good)).status).toBe(401);
  });
});

describe("a known device", () => {
  test("a known device can sign in while strangers are locked out", async () => {
    const username = `person${accountCount++}`;
    await staff(app, "admin", username);
    const first = await login(username);
    const device = /dev=[\w-]+/.exec(first.headers.get("set-cookie") ?? "")?.[0] ?? "";
    for (let n = 0; n < 12; n += 1) await login(username, undefined, "wrong");
    await app.db.orm.delete(throttle).where(eq(throttle.failures, 0));
    const from = "203.0.113.77";
    const body = { username, password: PASSWORD };
    const stranger = await app.send("POST /api/admin/login", { body, from });
    const owner = await app.send("POST /api/admin/login", { body, from, headers: { Cookie: device } });
    const forger = await app.send("POST /api/admin/login", {
      body,
      from,
      headers: { Cookie: `dev=${"A".repeat(44)}` },
    });
    expect([stranger.status, owner.status, forger.status]).toEqual([429, 200, 429]);
  });
});
