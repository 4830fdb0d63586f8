import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { generateSync } from "otplib";
import { throttle } from "../../core/auth/auth.table.ts";
import { DatabaseUnavailable } from "../../db/errors.ts";
import { minutes } from "../../shared/duration.ts";
import { basic, PASSWORD, partner, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { auditLog } from "../audit/table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "partner_manager");
  await staff(app, "super_admin");
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
});
afterAll(() => app.close());

const login = (username: string, password = PASSWORD, more: object = {}) =>
  app.send("POST /api/partner-manager/login", { body: { username, password, ...more } });
const session = (headers: Record<string, string> = {}) =>
  app.send("GET /api/partner-manager/session", { headers });
const cookieOf = (response: { headers: Headers }) => ({
  Cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "",
});

/** Turns MFA on for an account. Returns a function whose codes are each of a later time step, because a code works once. */
async function withMfa(username: string): Promise<() => string> {
  const headers = await signIn(app, username);
  const { json } = await app.send("POST /api/admin/mfa/setup", { headers });
  const code = () => {
    app.clock.forward(minutes(1));
    return generateSync({ secret: json.secret, epoch: Math.floor(app.clock.now.getTime() / 1_000) });
  };
  const body = { secret: json.secret, token: code() };
  const response = await app.send("POST /api/admin/mfa/enable", { headers, body });
  if (response.status !== 200) throw new Error(`MFA was not turned on: ${response.text}`);
  return code;
}

describe("the partner manager login", () => {
  test("partner managers and super_admins sign in with a staff session", async () => {
    for (const name of ["partner_manager", "super_admin"]) {
      const response = await login(name);
      expect([response.status, response.json]).toEqual([200, { user: { username: name } }]);
      expect(response.headers.get("set-cookie")).toMatch(/^staff_session=[\w-]{43}; Path=\/; Max-Age=43200;/);
      expect((await session(cookieOf(response))).json).toEqual({
        authenticated: true,
        user: { username: name },
      });
      expect((await app.send("GET /api/admin/session", { headers: cookieOf(response) })).status).toBe(200);
    }
  });

  test("another role is refused, only after the right password, and recorded in the audit log", async () => {
    const wrong = await login("admin", "wrong");
    expect([wrong.status, wrong.json.error]).toEqual([401, "Invalid credentials"]);
    const right = await login("admin");
    expect([right.status, right.json.code, right.headers.get("set-cookie")]).toEqual([
      403,
      "FORBIDDEN",
      null,
    ]);
    const entries = await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, "partnerManager.session.login"))
      .orderBy(auditLog.id);
    expect(entries.at(-1)).toMatchObject({ subject: expect.any(String), after: { success: false } });
  });

  test("an unknown name and a wrong password get the same refusal, and ten failures lock the login", async () => {
    for (const name of ["partner_manager", "unknown"])
      expect((await login(name, "wrong")).json.error).toBe("Invalid credentials");
    const empty = await login("", "");
    expect([empty.status, empty.json.error]).toEqual([400, "Please enter both username and password"]);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await login("partner_manager", "wrong")).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    expect(Number((await login("partner_manager")).headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("an account with MFA needs its code, even before a wrong role is refused", async () => {
    for (const [role, status] of [
      ["partner_manager", 200],
      ["admin", 403],
    ] as const) {
      await staff(app, role, `coded-${role}`);
      const code = await withMfa(`coded-${role}`);
      const challenge = await login(`coded-${role}`);
      expect([challenge.status, challenge.json, challenge.headers.get("set-cookie")]).toEqual([
        200,
        { requiresMfa: true },
        null,
      ]);
      const wrong = await login(`coded-${role}`, PASSWORD, { mfaToken: "000000" });
      expect([wrong.status, wrong.json.error]).toEqual([401, "Invalid MFA code"]);
      expect((await login(`coded-${role}`, PASSWORD, { mfaToken: code() })).status).toBe(status);
    }
  });
});

describe("the partner manager session", () => {
  test("anyone may read the session state, and it is never a 401", async () => {
    const owner = await partner(app);
    const signedOut = { authenticated: false };
    for (const headers of [
      {},
      owner.headers,
      { Cookie: "staff_session=invented" },
      await signIn(app, "admin"),
      basic("partner_manager", "wrong"),
      { Authorization: "Bearer x" },
    ]) {
      const response = await session(headers);
      expect([response.status, response.json]).toEqual([200, signedOut]);
    }
    expect((await session(basic("partner_manager"))).json.authenticated).toBe(true);
  });

  test("logout ends the session and needs none", async () => {
    const headers = cookieOf(await login("partner_manager"));
    const response = await app.send("POST /api/partner-manager/logout", { headers });
    expect([response.status, response.headers.get("set-cookie")]).toEqual([
      200,
      "staff_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    ]);
    expect((await session(headers)).json).toEqual({ authenticated: false });
    expect((await app.send("POST /api/partner-manager/logout")).status).toBe(200);
  });

  test("the session state is a 503 during a database outage, and the cookie stays", async () => {
    const headers = cookieOf(await login("partner_manager"));
    const { validate } = app.deps.sessions.staff;
    app.deps.sessions.staff.validate = () => Promise.reject(new DatabaseUnavailable("away"));
    const response = await session(headers);
    app.deps.sessions.staff.validate = validate;
    expect([response.status, response.headers.get("set-cookie")]).toEqual([503, null]);
    expect((await session(headers)).json.authenticated).toBe(true);
  });
});
