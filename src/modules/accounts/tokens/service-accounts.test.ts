import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { throttle } from "../../../core/auth/auth.table.ts";
import { days, minutes } from "../../../shared/duration.ts";
import { STAFF_ROLES } from "../../../shared/people/accounts.ts";
import { basic, PASSWORD, signIn, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { failureOf } from "../../../testing/failure.ts";
import { mails } from "../../mail/table.ts";
import { countByRole, countStaff } from "../queries.ts";
import { staffUsers } from "../table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of STAFF_ROLES) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.delete(staffUsers).where(eq(staffUsers.isService, true));
  await app.db.orm.delete(throttle);
});
afterAll(() => app.close());

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const create = (body: Record<string, unknown> = {}, username = "super_admin") =>
  app.send("POST /api/admin/tokens", {
    headers: basic(username),
    body: { service: "ci", scopes: ["waitlist:read"], ...body },
  });

/** A token of the service account `ci`. */
async function tokenWith(...scopes: readonly string[]): Promise<string> {
  const { status, json } = await create({ scopes });
  expect(status).toBe(201);
  return json.token;
}

const account = async (username = "ci") =>
  (await app.db.orm.select().from(staffUsers).where(eq(staffUsers.username, username)))[0];
const asSuperAdmin = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("super_admin"), ...(body !== undefined && { body }) });

describe("a token of a service account", () => {
  test("is created with the account by a super admin, opens the calls of its scopes, and is listed with its last use and end", async () => {
    const made = await create();
    expect([made.status, made.json]).toEqual([
      201,
      expect.objectContaining({ name: "ci", username: "ci", isService: true, scopes: ["waitlist:read"] }),
    ]);
    const headers = bearer(made.json.token);
    expect((await app.send("GET /api/admin/waitlist", { headers })).status).toBe(200);
    expect((await app.send("GET /api/admin/partnerships", { headers })).status).toBe(403);
    const [listed] = (await asSuperAdmin("GET /api/admin/tokens")).json;
    expect(listed).toMatchObject({
      id: made.json.id,
      isService: true,
      lastUsedAt: app.clock.now.toISOString(),
      expiresAt: new Date(app.clock.now.getTime() + days(90)).toISOString(),
    });
    const late = await create({ expiresAt: new Date(app.clock.now.getTime() + days(367)) });
    expect([late.status, late.json.error]).toEqual([400, "A token can be valid for a year at most"]);
  });

  test("is created by an operator, and its account has the narrowest role that has the scopes", async () => {
    const roleOf = async (service: string, ...scopes: readonly string[]) => {
      await app.operate("admin.tokens.create", { service, scopes });
      return (await account(service))?.role;
    };
    expect(await roleOf("maps", "places:read", "reviews:write")).toBe("partner_manager");
    expect(await roleOf("report", "places:read", "waitlist:read")).toBe("admin");
    expect(await roleOf("probe", "server:read")).toBe("super_admin");
  });

  test("is the second one of its account where the name is known, in any spelling, and no wider than its role", async () => {
    await tokenWith("places:read");
    const second = await create({ service: " CI ", name: "Nightly", scopes: ["reviews:write"] });
    expect([second.status, second.json.name, second.json.username]).toEqual([201, "Nightly", "ci"]);
    const wider = await create({ scopes: ["audit:read"] });
    expect([wider.status, wider.json.error]).toEqual([
      403,
      "The role of this account has no scope audit:read",
    ]);
  });

  test("is refused to other roles, with a person's name, for two accounts, without recent authentication and by a token", async () => {
    for (const role of ["admin", "partner_manager"]) {
      const { status, json } = await create({ scopes: ["places:read"] }, role);
      expect([status, json.error]).toEqual([403, "Only a super admin can create tokens of service accounts"]);
    }
    const taken = await create({ service: "Admin" });
    expect([taken.status, taken.json.error]).toEqual([409, "This username is already taken"]);
    const two = await create({ username: "super_admin" });
    expect([two.status, two.json.fields]).toEqual([400, { service: expect.any(String) }]);
    const headers = await signIn(app, "super_admin");
    app.clock.forward(minutes(11));
    const body = { service: "ci", scopes: ["waitlist:read"] };
    const old = await app.send("POST /api/admin/tokens", { headers, body });
    expect([old.status, old.json.code]).toEqual([403, "REAUTHENTICATE"]);
    expect(await account()).toBeUndefined();
    const byToken = await app.send("POST /api/admin/tokens", {
      headers: bearer(await tokenWith("server:write")),
      body,
    });
    expect([byToken.status, byToken.json.code]).toEqual([403, "REAUTHENTICATE"]);
  });

  test("is one of two of the same account where two create a name at once, and a person's name goes to one of them", async () => {
    const made = await Promise.all([create(), create()]);
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect((await asSuperAdmin("GET /api/admin/users?q=ci")).json).toHaveLength(1);
    const person = { username: "race", email: "", role: "admin", password: PASSWORD };
    const both = await Promise.all([
      create({ service: "race" }),
      asSuperAdmin("POST /api/admin/users", person),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test("is announced to every super admin, the one who made it too, and never to the account", async () => {
    await app.db.orm.delete(mails);
    await tokenWith("server:write");
    const sent = await app.db.orm.select().from(mails);
    expect(sent.map(({ to, kind }) => [to, kind])).toEqual([["super_admin@example.com", "staff-token-made"]]);
    expect(sent[0]?.text).toContain("the service account ci");
    expect(sent[0]?.text).toContain("/admin/users");
  });

  test("is named in the audit log: who made it, and what is done with it", async () => {
    const headers = bearer(await tokenWith("waitlist:write"));
    const person = { firstName: "Layla", email: "layla@example.com", city: "Dearborn" };
    await app.send("POST /api/waitlist", { body: person });
    const [{ id }] = (await asSuperAdmin("GET /api/admin/waitlist?q=layla")).json;
    await app.send(`DELETE /api/admin/waitlist/${id}`, { headers });
    const [made] = (await asSuperAdmin("GET /api/admin/audit?action=admin.tokens.create")).json;
    expect(made).toMatchObject({ actor: { name: "super_admin" }, after: { name: "ci", service: "ci" } });
    const [called] = (await asSuperAdmin("GET /api/admin/audit?actor=service%20ci")).json;
    expect(called).toMatchObject({
      actor: { kind: "staff", name: "service ci" },
      token: { name: "ci" },
      action: "admin.waitlist.delete",
    });
  });

  test("is revoked by super admins, and not by an admin, who does not see it", async () => {
    const token = await tokenWith("waitlist:read");
    const { id } = (await asSuperAdmin("GET /api/admin/tokens")).json[0];
    const asAdmin = { headers: basic("admin") };
    expect((await app.send("GET /api/admin/tokens", asAdmin)).json).toEqual([]);
    expect((await app.send(`DELETE /api/admin/tokens/${id}`, asAdmin)).status).toBe(404);
    expect((await asSuperAdmin(`DELETE /api/admin/tokens/${id}`)).status).toBe(200);
    expect((await app.send("GET /api/admin/waitlist", { headers: bearer(token) })).status).toBe(401);
    const [listed] = (await asSuperAdmin("GET /api/admin/users?q=ci")).json;
    expect(listed).toMatchObject({ username: "ci", isService: true, isActive: true });
  });

  test("ends with a deactivation of its account, which gets a new one only once it is active again", async () => {
    const token = await tokenWith("waitlist:read");
    expect((await asSuperAdmin("PUT /api/admin/users/ci/deactivate", {})).status).toBe(200);
    expect((await app.send("GET /api/admin/waitlist", { headers: bearer(token) })).status).toBe(401);
    const inactive = await create();
    expect([inactive.status, inactive.json.error]).toEqual([
      409,
      "This service account is deactivated. Please activate it first.",
    ]);
    expect((await asSuperAdmin("PUT /api/admin/users/ci/activate", {})).status).toBe(200);
    await tokenWith("waitlist:read");
  });
});

describe("a service account", () => {
  const NO_PASSWORD = "This is a service account: it has no password";

  test("is refused a password, an address, another role, an invitation, an MFA reset and a lockdown", async () => {
    await tokenWith("waitlist:read");
    const invitation = { username: "ci", email: "ci@example.com", role: "admin" };
    const refused = [
      await asSuperAdmin("PUT /api/admin/users/ci/reset-password", { password: PASSWORD }),
      await asSuperAdmin("PUT /api/admin/users/ci/role", { role: "super_admin" }),
      await asSuperAdmin("PUT /api/admin/users/ci", { email: "ci@example.com" }),
      await asSuperAdmin("POST /api/admin/users/invite", invitation),
      await asSuperAdmin("PUT /api/admin/users/ci/reset-mfa", {}),
      await asSuperAdmin("POST /api/admin/users/ci/lockdown"),
    ];
    for (const { status, json } of refused) expect([status, json.error]).toEqual([409, NO_PASSWORD]);
    const many = await asSuperAdmin("POST /api/admin/users/role", {
      ids: [(await account())?.id],
      role: "partner_manager",
    });
    expect(JSON.stringify(many.json)).toContain(NO_PASSWORD);
    expect(await account()).toMatchObject({ role: "admin", email: "", isActive: true, lockedAt: null });
  });

  test("cannot sign in, and a forgotten password sends nothing, with the answers that an unknown name gets", async () => {
    await tokenWith("waitlist:read");
    await app.db.orm.delete(mails);
    for (const username of ["ci", "nobody"]) {
      const body = { username, password: "" };
      const login = await app.send("POST /api/admin/login", { body: { ...body, password: PASSWORD } });
      expect([login.status, login.json.error]).toEqual([401, "Invalid credentials"]);
      const forgot = await app.send("POST /api/admin/password/forgot", { body: { username } });
      expect([forgot.status, forgot.json]).toEqual([200, { success: true }]);
      expect((await app.send("GET /api/admin/waitlist", { headers: basic(username) })).status).toBe(401);
    }
    expect(await app.db.orm.select().from(mails)).toEqual([]);
  });

  test("is no person: neither the last super admin nor counted, a reviewer, or a reader of certificates", async () => {
    const headers = bearer(await tokenWith("server:write", "reviews:write"));
    expect(await account()).toMatchObject({ role: "super_admin", superAdminSince: null });
    const last = await failureOf(() => app.operate("admin.users.deactivate", { id: "super_admin" }));
    expect(last).toMatchObject({ message: "The last active super admin cannot be taken away" });
    expect(await countStaff(app.deps)).toBe(STAFF_ROLES.length);
    expect((await countByRole(app.deps)).map(({ accounts }) => accounts)).toEqual([1, 1, 1]);
    expect((await asSuperAdmin("GET /api/admin/users/counts")).json).toMatchObject({
      total: STAFF_ROLES.length,
      active: STAFF_ROLES.length,
    });
    expect((await asSuperAdmin("GET /api/reviews/reviewers")).json).toHaveLength(STAFF_ROLES.length);
    const read = { number: "1", issuerId: "ifanca", validUntil: "2027-01-01" };
    const certificate = { ...read, kind: "certificate" };
    for (const [line, body] of [
      ["POST /api/reviews/readings/none", read],
      ["POST /api/admin/pois/none/evidence", certificate],
    ] as const) {
      const { status, json } = await app.send(line, { headers, body });
      expect([status, json.error]).toEqual([
        403,
        "A service account cannot read certificates: two people do",
      ]);
    }
  });
});
