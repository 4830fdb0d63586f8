import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { generateSync } from "otplib";
import { throttle } from "../../core/auth/auth.table.ts";
import type { Operation } from "../../core/rpc/operations.ts";
import { minutes } from "../../shared/duration.ts";
import { basic, PASSWORD, partner, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { auditLog } from "../audit/table.ts";

type Headers = Record<string, string>;

const STALE = minutes(10) + 1;
const REFUSED = { status: 403, code: "REAUTHENTICATE", error: "Please confirm that it is you" };

let app: TestApp;
let recent: readonly Operation[];
beforeAll(async () => {
  app = await testApp();
  recent = app.app.operations.filter(({ guard }) => guard.kind === "staff" && guard.recent);
  await staff(app, "super_admin");
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
});
afterAll(() => app.close());

const outcome = ({ status, json }: { status: number; json: { code?: string; error?: string } }) => ({
  status,
  code: json?.code,
  error: json?.error,
});
const cookieOf = (response: { headers: globalThis.Headers }): Headers => ({
  Cookie: /staff_session=[\w-]+/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? "",
});
const confirm = (headers: Headers, body: object = {}) =>
  app.send("POST /api/admin/session/reauthenticate", { headers, body });
const session = (headers: Headers) => app.send("GET /api/admin/session", { headers });

/** Invalid input, so that a call that passes its guard changes nothing. */
const INPUT = { id: "none", email: "none", isActive: "none", limit: "none" };

function overRest({ rest, isMutation }: Operation, headers: Headers) {
  const line = `${rest?.method} ${rest?.path.replace(/\{\w+\}/g, "none")}`;
  return app.send(line, { headers, ...(isMutation && { body: INPUT }) });
}

async function overTrpc({ path }: Operation, headers: Headers) {
  const { status, json } = await app.send(`POST /trpc/${path}`, { headers, body: { json: INPUT } });
  const error = json.error?.json; // none where a call without input succeeds
  return { status, json: { code: error?.data.code, error: error?.message } };
}

async function staleSession(username = "super_admin"): Promise<Headers> {
  const headers = await signIn(app, username);
  app.clock.forward(STALE);
  return headers;
}

/** An export that is about no person. */
const COUNTS_ONLY = "admin.waitlist.exportSources";

describe("calls that need recent authentication", () => {
  test("staff account changes, passkeys, exports, reading and erasing a person, deleting a partner and resetting its password, sending a broadcast, and new API tokens need recent authentication", () => {
    expect(recent.map(({ path }) => path).sort()).toEqual([
      "admin.audit.export",
      "admin.broadcasts.resume",
      "admin.broadcasts.send",
      "admin.broadcasts.test",
      "admin.devices.approve",
      "admin.partnerships.export",
      "admin.passkeys.add",
      "admin.passkeys.delete",
      "admin.passkeys.startAdding",
      "admin.payments.export",
      "admin.people.erase",
      "admin.people.export",
      "admin.people.show",
      "admin.pois.export",
      "admin.tokens.create",
      "admin.users.activate",
      "admin.users.activateMany",
      "admin.users.create",
      "admin.users.deactivate",
      "admin.users.deactivateMany",
      "admin.users.invite",
      "admin.users.lockdown",
      "admin.users.resetMfa",
      "admin.users.resetPassword",
      "admin.users.setRole",
      "admin.users.setRoleMany",
      "admin.users.unlock",
      "admin.users.update",
      "admin.waitlist.export",
      "admin.waitlist.forget",
      "partnerManager.partners.delete",
      "partnerManager.partners.deleteMany",
      "partnerManager.partners.endSession",
      "partnerManager.partners.endSessions",
      "partnerManager.partners.invite",
      "partnerManager.partners.inviteMany",
      "partnerManager.partners.removePerson",
      "partnerManager.partners.resetPassword",
    ]);
    const writes = app.app.operations.filter(
      ({ path, isMutation, download, guard }) =>
        (isMutation && path.startsWith("admin.users.")) ||
        (download !== null && guard.kind === "staff" && path !== COUNTS_ONLY),
    );
    expect(writes.filter((each) => !recent.includes(each))).toEqual([]);
  });

  test("a session older than ten minutes is refused over REST and over tRPC, a newer one is not", async () => {
    const fresh = await signIn(app, "super_admin");
    const restCalls = recent.filter(({ rest }) => rest !== null);
    const trpcCalls = recent.filter(({ download, isMutation }) => download === null && isMutation);
    expect([restCalls.length, trpcCalls.length]).toEqual([37, 31]);
    for (const each of restCalls) expect((await overRest(each, fresh)).status).not.toBe(403);
    for (const each of trpcCalls) expect((await overTrpc(each, fresh)).status).not.toBe(403);
    app.clock.forward(STALE);
    for (const each of restCalls)
      expect([each.path, outcome(await overRest(each, fresh))]).toEqual([each.path, REFUSED]);
    for (const each of trpcCalls)
      expect([each.path, outcome(await overTrpc(each, fresh))]).toEqual([each.path, REFUSED]);
    expect((await session(fresh)).status).toBe(200); // it is still signed in
  });

  test("a refused call changes nothing", async () => {
    const headers = await staleSession();
    const body = { username: "intruder", role: "super_admin", password: PASSWORD, email: "" };
    const created = await app.send("POST /api/admin/users", { headers, body });
    const { id } = await partner(app, "kept@example.com");
    const deleted = await app.send(`DELETE /api/partner-manager/partners/${id}`, { headers });
    expect([outcome(created), outcome(deleted)]).toEqual([REFUSED, REFUSED]);
    const users = await app.send("GET /api/admin/users?q=intruder", { headers });
    const partners = await app.send("GET /api/partner-manager/partners?q=kept", { headers });
    expect([users.json.length, partners.json.length]).toEqual([0, 1]);
  });

  test("a role that may not make the call at all learns nothing of the ten minutes", async () => {
    await staff(app, "partner_manager");
    const headers = await staleSession("partner_manager");
    const { status, json } = await app.send("GET /api/admin/waitlist/export", { headers });
    expect([status, json.code]).toEqual([403, "FORBIDDEN"]);
  });

  test("HTTP Basic, which sends the password with each call, and the operator are always recent", async () => {
    await staleSession();
    const csv = await app.send("GET /api/admin/waitlist/export", { headers: basic("super_admin") });
    expect(csv.status).toBe(200);
    expect(
      await app.operate("admin.users.setRole", { id: "super_admin", role: "super_admin" }),
    ).toMatchObject({
      role: "super_admin",
    });
  });
});

describe("reauthenticating", () => {
  test("the password makes a stale session recent for ten minutes and gives it a new token", async () => {
    const headers = await staleSession();
    const other = await signIn(app, "super_admin");
    expect((await app.send("GET /api/admin/waitlist/export", { headers })).status).toBe(403);
    const confirmed = await confirm(headers, { password: PASSWORD });
    expect([confirmed.status, confirmed.json]).toEqual([200, { success: true }]);
    const next = cookieOf(confirmed);
    expect((await app.send("GET /api/admin/waitlist/export", { headers: next })).status).toBe(200);
    expect([(await session(headers)).status, (await session(other)).status]).toEqual([401, 200]);
    app.clock.forward(STALE);
    expect((await app.send("GET /api/admin/waitlist/export", { headers: next })).status).toBe(403);
  });

  test("reauthenticating does not extend the session", async () => {
    let headers = await signIn(app, "super_admin");
    for (let half = 0; half < 23; half += 1) {
      app.clock.forward(minutes(30));
      headers = cookieOf(await confirm(headers, { password: PASSWORD }));
    }
    const last = await confirm(headers, { password: PASSWORD });
    expect(last.headers.get("set-cookie")).toContain("Max-Age=1800;");
    app.clock.forward(minutes(30));
    expect((await session(cookieOf(last))).status).toBe(401);
  });

  test("without a password the call says whether the session is still recent, and records nothing", async () => {
    const headers = await signIn(app, "super_admin");
    const before = await app.db.orm.select().from(auditLog).orderBy(auditLog.id);
    const asked = await confirm(headers);
    expect([asked.status, asked.headers.get("set-cookie")]).toEqual([200, null]);
    app.clock.forward(STALE);
    expect(outcome(await confirm(headers))).toEqual(REFUSED);
    expect(await app.db.orm.select().from(auditLog).orderBy(auditLog.id)).toHaveLength(before.length);
  });

  test("a wrong password is refused also in a recent session, is recorded, and leaves the session as it was", async () => {
    const headers = await signIn(app, "super_admin");
    const wrong = await confirm(headers, { password: "not this one" });
    expect([wrong.status, wrong.json.error]).toEqual([401, "Invalid credentials"]);
    expect((await session(headers)).status).toBe(200);
    app.clock.forward(STALE);
    expect((await confirm(headers, { password: "not this one" })).status).toBe(401);
    expect(outcome(await app.send("GET /api/admin/waitlist/export", { headers }))).toEqual(REFUSED);
    const action = eq(auditLog.action, "admin.session.reauthenticate");
    const entries = await app.db.orm.select().from(auditLog).where(action).orderBy(auditLog.id);
    const failed = entries.filter(({ after }) => (after as { success: boolean }).success === false);
    expect(failed.map(({ actorKind }) => actorKind)).toEqual(["staff", "staff"]);
  });

  test("wrong passwords are throttled like a sign-in, and then the right one is refused too", async () => {
    await staff(app, "admin", "throttled");
    const headers = await staleSession("throttled");
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await confirm(headers, { password: "wrong" })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const right = await confirm(headers, { password: PASSWORD });
    expect([right.status, Number(right.headers.get("retry-after")) > 0]).toEqual([429, true]);
    app.clock.forward(minutes(1));
    expect((await confirm(headers, { password: PASSWORD })).status).toBe(200);
  });

  test("with MFA on, the password alone is not enough, and each code works once", async () => {
    await staff(app, "admin", "careful");
    const first = await signIn(app, "careful");
    const { secret } = (await app.send("POST /api/admin/mfa/setup", { headers: first })).json;
    const code = () => {
      const epoch = Math.floor(app.clock.now.getTime() / 1_000);
      return generateSync({ secret, epoch });
    };
    const on = await app.send("POST /api/admin/mfa/enable", {
      headers: first,
      body: { secret, token: code() },
    });
    app.clock.forward(STALE);
    const headers = cookieOf(on);
    expect(outcome(await confirm(headers, { password: PASSWORD }))).toEqual(REFUSED);
    expect((await confirm(headers, { password: PASSWORD, token: "000000" })).status).toBe(401);
    const token = code();
    const confirmed = await confirm(headers, { password: PASSWORD, token });
    expect(confirmed.status).toBe(200);
    expect((await confirm(cookieOf(confirmed), { password: PASSWORD, token })).status).toBe(401);
    const backup = { password: PASSWORD, token: on.json.backupCodes[0] };
    expect((await confirm(cookieOf(confirmed), backup)).status).toBe(200);
  });

  test("two reauthentications in parallel leave the caller with one session", async () => {
    const headers = await staleSession();
    const both = await Promise.all([1, 2].map(() => confirm(headers, { password: PASSWORD })));
    expect(both.some(({ status }) => status === 200)).toBe(true);
    const opened = both.map(cookieOf).filter(({ Cookie }) => Cookie);
    expect(opened).toHaveLength(1);
    expect((await session(opened[0] ?? {})).status).toBe(200);
  });
});
