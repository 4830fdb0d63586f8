import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from "bun:test";
import { throttle } from "../../../core/auth/auth.table.ts";
import { days, hours, minutes, seconds } from "../../../shared/duration.ts";
import { STAFF_ROLES, TOKEN_SCOPES } from "../../../shared/people/accounts.ts";
import { basic, signIn, staff } from "../../../testing/accounts.ts";
import { operatorContext, type TestApp, testApp } from "../../../testing/app.ts";
import { failureOf } from "../../../testing/failure.ts";
import { CALLS_OF_SCOPE, CALLS_OF_SCOPES } from "../../../testing/token-calls.ts";
import { mails } from "../../mail/table.ts";
import { createToken } from "./service.ts";
import { apiTokens } from "./table.ts";
import { newToken } from "./token.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of STAFF_ROLES) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.delete(apiTokens);
  await app.db.orm.delete(throttle);
});
afterAll(() => app.close());

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

async function create(username: string, body: Record<string, unknown> = {}) {
  const input = { name: "CI", scopes: ["waitlist:read"], ...body };
  return app.send("POST /api/admin/tokens", { headers: basic(username), body: input });
}

/** A token of this account. */
async function tokenOf(username: string, ...scopes: readonly string[]): Promise<string> {
  const answer = await create(username, scopes.length > 0 ? { scopes } : {});
  expect(answer.status).toBe(201);
  return answer.json.token;
}

const listWith = (token: string) => app.send("GET /api/admin/waitlist", { headers: bearer(token) });

test("A token is shown once, lives 90 days, and the database and the list hold only its hash and its ending", async () => {
  const made = await create("admin", { name: "Nightly report" });
  expect(made.status).toBe(201);
  const { token, ...listed } = made.json;
  expect(token).toMatch(/^rihla_[0-9A-Za-z]{40}$/);
  expect(listed).toEqual({
    id: expect.any(String),
    name: "Nightly report",
    scopes: ["waitlist:read"],
    createdAt: app.clock.now.toISOString(),
    expiresAt: new Date(app.clock.now.getTime() + days(90)).toISOString(),
    lastUsedAt: null,
    lastUsedAddress: null,
    username: "admin",
    isService: false,
    ending: token.slice(-4),
    calls: expect.arrayContaining(["GET /api/admin/waitlist", "GET /api/admin/waitlist/sources"]),
  });
  const list = await app.send("GET /api/admin/tokens", { headers: basic("admin") });
  expect(list.json).toEqual([listed]);
  expect(JSON.stringify(await app.db.orm.select().from(apiTokens))).not.toContain(token);
});

test("A new token is announced to its owner by mail and recorded, without the token itself", async () => {
  const token = await tokenOf("admin");
  const [mail] = (await app.db.orm.select().from(mails)).filter(({ kind }) => kind === "staff-token-made");
  expect(mail?.to).toBe("admin@example.com");
  expect(mail?.text).toContain("waitlist:read");
  const audit = await app.send("GET /api/admin/audit?action=admin.tokens", { headers: basic("admin") });
  expect(audit.json[0]).toMatchObject({
    actor: { kind: "staff", name: "admin" },
    action: "admin.tokens.create",
    after: { name: "CI", scopes: ["waitlist:read"], username: "admin" },
  });
  expect(JSON.stringify([mail, audit.json])).not.toContain(token);
});

test("Creating a token is refused without a name, without scopes, and for a bad expiry", async () => {
  const now = app.clock.now.getTime();
  const refused = [
    [{ name: "" }, "Name is required"],
    [{ scopes: undefined }, "Please choose at least one scope"],
    [{ scopes: [] }, "Please choose at least one scope"],
    [{ scopes: ["users:write"] }, expect.stringContaining("A scope must be one of")],
    [{ scopes: "waitlist:read" }, "Scopes must be a list"],
    [{ expiresAt: "soon" }, "expiresAt must be a time"],
    [{ expiresAt: new Date(now - 1) }, "A token must expire in the future"],
    [{ expiresAt: new Date(now + days(367)) }, "A token can be valid for a year at most"],
  ] as const;
  for (const [body, error] of refused)
    expect((await create("admin", body)).json).toMatchObject({ error, code: "INVALID_INPUT" });
  expect(await app.db.orm.select().from(apiTokens)).toEqual([]);
});

test("A token cannot be created for another account or wider than the own role", async () => {
  const others = await create("admin", { username: "super_admin" });
  expect([others.status, others.json.error]).toEqual([
    403,
    "You can create tokens only for your own account",
  ]);
  const wide = await create("partner_manager", { scopes: ["places:read", "waitlist:read"] });
  expect([wide.status, wide.json.error]).toEqual([
    403,
    "The role of this account has no scope waitlist:read",
  ]);
  expect((await create("partner_manager", { scopes: ["places:read", "reviews:write"] })).status).toBe(201);
});

test("Creating a token needs recent authentication, and neither a token nor a visitor can create one", async () => {
  const session = await signIn(app, "admin");
  const body = { name: "CI", scopes: ["waitlist:read"] };
  expect((await app.send("POST /api/admin/tokens", { headers: session, body })).status).toBe(201);
  app.clock.forward(minutes(11));
  const late = await app.send("POST /api/admin/tokens", { headers: session, body });
  expect([late.status, late.json.code]).toEqual([403, "REAUTHENTICATE"]);
  const byToken = await app.send("POST /api/admin/tokens", {
    headers: bearer(await tokenOf("super_admin", ...TOKEN_SCOPES)),
    body,
  });
  expect([byToken.status, byToken.json.code]).toEqual([403, "REAUTHENTICATE"]);
  expect((await app.send("POST /api/admin/tokens", { body })).status).toBe(401);
});

test("An account has 50 tokens at most", async () => {
  for (let made = 0; made < 50; made++) await tokenOf("admin");
  const more = await create("admin");
  expect([more.status, more.json.code]).toEqual([409, "CONFLICT"]);
});

test("The operator creates, lists and revokes tokens of an account by its name", async () => {
  const input = { name: "CI", scopes: ["audit:read"], username: "Admin" };
  const made = (await app.operate("admin.tokens.create", input)) as { id: string; token: string };
  expect((await app.send("GET /api/admin/audit", { headers: bearer(made.token) })).status).toBe(200);
  await tokenOf("super_admin");
  const all = (await app.operate("admin.tokens.list", {})) as { total: number };
  const ofAdmin = (await app.operate("admin.tokens.list", { username: "admin" })) as { total: number };
  expect([all.total, ofAdmin.total]).toEqual([2, 1]);
  await app.operate("admin.tokens.revoke", { id: made.id });
  expect((await app.send("GET /api/admin/audit", { headers: bearer(made.token) })).status).toBe(401);
  const nameless = () => app.operate("admin.tokens.create", { ...input, username: "" });
  expect(await failureOf(nameless)).toMatchObject({ message: "username is required: whose token is it?" });
});

test("A token opens the calls of its scopes over REST and tRPC, and no other call", async () => {
  const headers = bearer(await tokenOf("super_admin", ...TOKEN_SCOPES));
  const open = new Set([...Object.values(CALLS_OF_SCOPE).flat(), ...Object.keys(CALLS_OF_SCOPES)]);
  const isOpen = (status: number) => status !== 401 && status !== 403;
  for (const { path, rest, guard, isMutation, download, file } of app.app.operations) {
    if (guard.kind === "public") continue;
    const input = { id: "none", limit: "none", email: "none" };
    if (rest) {
      const line = `${rest.method} ${rest.path.replace(/\{\w+\}/g, "none")}`;
      const { status } = await app.send(line, { headers, ...(isMutation && { body: input }) });
      expect(`${path} by REST: ${isOpen(status)}`).toBe(`${path} by REST: ${open.has(path)}`);
    }
    if (download || file) continue;
    const query = `?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;
    const sent = isMutation
      ? await app.send(`POST /trpc/${path}`, { headers, body: { json: input } })
      : await app.send(`GET /trpc/${path}${query}`, { headers });
    expect(`${path} by tRPC: ${isOpen(sent.status)}`).toBe(`${path} by tRPC: ${open.has(path)}`);
  }
});

test("A token is no session: the session calls do not know it, and what needs a password refuses it as not recent", async () => {
  const headers = bearer(await tokenOf("super_admin", "waitlist:read", "inquiries:write"));
  expect((await app.send("GET /api/admin/session", { headers })).status).toBe(403);
  expect((await app.send("GET /api/partner-manager/session", { headers })).json).toEqual({
    authenticated: false,
  });
  const created = await app.send("POST /api/admin/users", { headers, body: {} });
  expect([created.status, created.json.code]).toEqual([403, "REAUTHENTICATE"]);
  const session = await signIn(app, "admin");
  const both = await app.send("GET /api/admin/session", { headers: { ...session, ...headers } });
  expect(both.status).toBe(403);
});

test("A token exports what its scopes may list, and nothing else", async () => {
  const exports = {
    "waitlist:read": "waitlist",
    "inquiries:read": "partnerships",
    "payments:read": "payments",
    "places:read": "pois",
    "audit:read": "audit",
  } as const;
  for (const scope of Object.keys(exports) as (keyof typeof exports)[]) {
    const headers = bearer(await tokenOf("super_admin", scope));
    for (const [other, name] of Object.entries(exports)) {
      const { status } = await app.send(`GET /api/admin/${name}/export`, { headers });
      expect([scope, name, status]).toEqual([scope, name, other === scope ? 200 : 403]);
    }
  }
});

test("A token is refused when it is made where the account must set up MFA first", async () => {
  const deps = { ...app.deps, settings: { ...app.deps.settings, requireStaffMfa: "super_admin" as const } };
  await staff(app, "super_admin", "without-mfa");
  const make = (username: string) =>
    createToken(operatorContext(deps, "admin.tokens.create"), {
      name: "CI",
      scopes: ["audit:read"],
      service: "",
      username,
    });
  expect(await failureOf(() => make("without-mfa"))).toMatchObject({ status: 403, code: "MFA_REQUIRED" });
  expect(await make("admin")).toMatchObject({ token: expect.any(String) });
});

test("A demoted owner's token loses the scopes at once, and gets them back with the role", async () => {
  await staff(app, "admin", "demoted");
  const token = await tokenOf("demoted", "waitlist:read", "places:read");
  expect((await listWith(token)).status).toBe(200);
  await app.operate("admin.users.setRole", { id: "demoted", role: "partner_manager" });
  expect((await listWith(token)).status).toBe(403);
  expect((await app.send("GET /api/admin/pois", { headers: bearer(token) })).status).toBe(200);
  const listed = await app.send("GET /api/admin/tokens", { headers: basic("demoted") });
  expect(listed.json[0].calls).toEqual([
    "GET /api/admin/intakes/report",
    "GET /api/admin/pois",
    "GET /api/admin/pois/{id}",
    "GET /api/admin/pois/{id}/neighbors",
    "GET /api/admin/pois/{id}/merges",
    "GET /api/admin/pois/tiers",
    "GET /api/admin/pois/{id}/evidence",
    "GET /api/admin/issuers",
    "GET /api/admin/pois/{id}/facts",
    "GET /api/admin/pois/{id}/prayer",
    "GET /api/admin/pois/{id}/suppliers",
  ]);
  await app.operate("admin.users.setRole", { id: "demoted", role: "admin" });
  expect((await listWith(token)).status).toBe(200);
});

test("A deactivated owner's tokens end for good", async () => {
  await staff(app, "admin", "leaver");
  const token = await tokenOf("leaver");
  await app.operate("admin.users.deactivate", { id: "leaver" });
  expect((await listWith(token)).status).toBe(401);
  await app.operate("admin.users.activate", { id: "leaver" });
  expect((await listWith(token)).status).toBe(401);
});

test("A lockdown ends the account's tokens", async () => {
  await staff(app, "admin", "compromised");
  const token = await tokenOf("compromised");
  await app.operate("admin.users.lockdown", { id: "compromised" });
  expect((await listWith(token)).status).toBe(401);
  expect(await app.db.orm.select().from(apiTokens)).toEqual([]);
});

test("A wrong, an expired and a revoked token get the same 401 with a Bearer challenge", async () => {
  const expired = await create("admin", { expiresAt: new Date(app.clock.now.getTime() + hours(1)) });
  const revoked = await create("admin");
  const ended = await app.send(`DELETE /api/admin/tokens/${revoked.json.id}`, { headers: basic("admin") });
  expect(ended.json).toEqual({ success: true });
  app.clock.forward(hours(1));
  for (const token of [newToken(), "rihla_x", expired.json.token, revoked.json.token]) {
    const answer = await listWith(token);
    expect([answer.status, answer.json.error, answer.headers.get("www-authenticate")]).toEqual([
      401,
      "This token is wrong, expired or revoked",
      'Bearer error="invalid_token"',
    ]);
  }
});

test("Revoking another account's token is 404 and changes nothing", async () => {
  const made = await create("super_admin");
  const tried = await app.send(`DELETE /api/admin/tokens/${made.json.id}`, { headers: basic("admin") });
  expect(tried.status).toBe(404);
  expect((await listWith(made.json.token)).status).toBe(200);
});

test("Anyone who holds a token can revoke it without other credentials, and a wrong one gets the same answer", async () => {
  const token = await tokenOf("admin");
  const revoke = (held: string) => app.send("POST /api/admin/tokens/revoke", { body: { token: held } });
  expect((await revoke(token)).json).toEqual({ success: true });
  expect((await listWith(token)).status).toBe(401);
  expect((await revoke(token)).json).toEqual({ success: true });
  for (let tries = 0; tries < 28; tries++) await revoke(newToken());
  expect((await revoke(newToken())).status).toBe(429);
});

test("Bad tokens count as failed logins of the client's address, and a good one still works there", async () => {
  const token = await tokenOf("admin");
  for (let tries = 0; tries < 30; tries++) expect((await listWith(newToken())).status).toBe(401);
  const locked = await listWith(newToken());
  expect([locked.status, locked.headers.has("retry-after")]).toEqual([429, true]);
  expect((await listWith(token)).status).toBe(200);
  const elsewhere = await app.send("GET /api/admin/waitlist", {
    headers: bearer(newToken()),
    from: "192.0.2.99",
  });
  expect(elsewhere.status).toBe(401);
});

test("The last use is written at most once a minute, with the client's address", async () => {
  const token = await tokenOf("admin");
  const lastUse = async () => (await app.db.orm.select().from(apiTokens))[0];
  const first = app.clock.now;
  await listWith(token);
  app.clock.forward(seconds(59));
  await listWith(token);
  expect(await lastUse()).toMatchObject({ lastUsedAt: first, lastUsedAddress: "192.0.2.1" });
  app.clock.forward(seconds(2));
  await app.send("GET /api/admin/waitlist", { headers: bearer(token), from: "192.0.2.7" });
  expect(await lastUse()).toMatchObject({ lastUsedAt: app.clock.now, lastUsedAddress: "192.0.2.7" });
});

test("An audit entry of a call by token names the person and the token", async () => {
  const token = await tokenOf("admin", "inquiries:write", "audit:read");
  const body = { businessName: "Noor Grill", email: "noor@example.com" };
  const made = await app.send("POST /api/admin/partnerships", { headers: bearer(token), body });
  expect(made.status).toBe(201);
  const audit = await app.send("GET /api/admin/audit?limit=1", { headers: bearer(token) });
  expect(audit.json[0]).toMatchObject({
    actor: { kind: "staff", name: "admin" },
    token: { id: expect.any(String), name: "CI" },
    action: "admin.partnerships.create",
  });
});

test("Answers to HTTP Basic say where to get a token, right and wrong passwords alike", async () => {
  const right = await app.send("GET /api/admin/waitlist", { headers: basic("admin") });
  const wrong = await app.send("GET /api/admin/waitlist", { headers: basic("admin", "wrong") });
  const header = "http://localhost:3000/admin/security";
  expect([right.headers.get("x-prefer-token"), wrong.headers.get("x-prefer-token")]).toEqual([
    header,
    header,
  ]);
  expect((await listWith(await tokenOf("admin"))).headers.has("x-prefer-token")).toBe(false);
});

test("Expired tokens are listed for 30 days more, and then deleted", async () => {
  await create("admin", { expiresAt: new Date(app.clock.now.getTime() + days(1)) });
  app.clock.forward(days(30));
  await app.operate("operator.maintenance.sweep");
  expect(await app.db.orm.select().from(apiTokens)).toHaveLength(1);
  app.clock.forward(days(2));
  await app.operate("operator.maintenance.sweep");
  expect(await app.db.orm.select().from(apiTokens)).toEqual([]);
});

test("The access log and error reports hold no token", async () => {
  const { log } = app.deps;
  const spies = [spyOn(log, "info"), spyOn(log, "warn"), spyOn(log, "error")];
  const token = await tokenOf("admin");
  const wrong = newToken();
  await listWith(token);
  await listWith(wrong);
  await app.send(`GET /api/admin/waitlist?token=${token}`, { headers: bearer(token) });
  const broken = spyOn(app.db.orm, "select").mockImplementation(() => {
    throw new Error(`an error that quotes ${token}`);
  });
  expect((await listWith(token)).status).toBe(500);
  broken.mockRestore();
  await app.send("POST /api/admin/tokens/revoke", { body: { token } });
  const lines = JSON.stringify(spies.flatMap(({ mock }) => mock.calls));
  for (const spy of spies) spy.mockRestore();
  expect(lines).toContain("admin.waitlist.list");
  expect(lines).toContain("unexpected error");
  expect([lines.includes(token), lines.includes(wrong)]).toEqual([false, false]);
});
