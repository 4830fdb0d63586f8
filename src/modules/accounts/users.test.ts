import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { throttle } from "../../core/auth/auth.table.ts";
import { basic, PASSWORD, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { staffUsers } from "./table.ts";

let app: TestApp;
let root: string;
beforeAll(async () => {
  app = await testApp();
  root = await staff(app, "super_admin", "root");
  await staff(app, "admin");
  await staff(app, "partner_manager");
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
});
afterAll(() => app.close());

const put = (path: string, body: unknown, as = "root") =>
  app.send(`PUT /api/admin/users/${path}`, { body, headers: basic(as) });
const session = (headers: Record<string, string>) => app.send("GET /api/admin/session", { headers });

describe("staff accounts", () => {
  test("staff accounts are read by admins and changed by super_admins only", async () => {
    const list = (as: string) => app.send("GET /api/admin/users", { headers: basic(as) });
    expect((await list("admin")).json.map((user: { username: string }) => user.username)).toContain("root");
    expect((await list("partner_manager")).status).toBe(403);
    const id = await staff(app, "admin", "target");
    for (const path of [
      id,
      `${id}/deactivate`,
      `${id}/activate`,
      `${id}/role`,
      `${id}/reset-mfa`,
      `${id}/reset-password`,
    ]) {
      const body = { role: "super_admin", password: "a new passphrase" };
      expect([path, (await put(path, body, "admin")).status]).toEqual([path, 403]);
    }
  });

  test("an account is shown by its id to admins, and an unknown one is a 404", async () => {
    const [listed] = (await app.send("GET /api/admin/users", { headers: basic("admin") })).json;
    const show = (id: string, role = "admin") =>
      app.send(`GET /api/admin/users/${id}`, { headers: basic(role) });
    expect((await show(listed.id)).json).toEqual(listed);
    expect((await show("none")).status).toBe(404);
  });

  test("a new role, status or password ends the account's sessions at once", async () => {
    const id = await staff(app, "admin", "moved");
    for (const change of [
      { role: "partner_manager" },
      { isActive: false },
      { isActive: true, password: PASSWORD },
    ]) {
      await app.db.orm.update(staffUsers).set({ isActive: true }).where(eq(staffUsers.id, id));
      const cookie = await signIn(app, "moved");
      expect((await session(cookie)).status).toBe(200);
      expect((await put(id, change)).status).toBe(200);
      expect([change, (await session(cookie)).status]).toEqual([change, 401]);
    }
    const cookie = await signIn(app, "moved");
    expect((await put(id, { email: "other@example.com" })).json.email).toBe("other@example.com");
    expect((await session(cookie)).status).toBe(200);
  });

  test("a deactivated account cannot sign in until it is activated again", async () => {
    await staff(app, "admin", "pausing");
    expect((await put("pausing/deactivate", undefined)).json.isActive).toBe(false);
    const body = { username: "pausing", password: PASSWORD };
    expect((await app.send("POST /api/admin/login", { body })).status).toBe(401);
    expect((await put("PAUSING/activate", undefined)).json.isActive).toBe(true);
    expect((await app.send("POST /api/admin/login", { body })).status).toBe(200);
  });

  test("staff cannot change their own role or status, by id or by username", async () => {
    for (const [path, body] of [
      [root, { role: "admin" }],
      [root, { role: "super_admin" }],
      [root, { isActive: false }],
      ["ROOT", { isActive: true }],
      [`${root}/deactivate`, undefined],
      ["root/role", { role: "admin" }],
      ["root/reset-mfa", undefined],
    ] as const) {
      expect([path, (await put(path, body)).status]).toEqual([path, 403]);
    }
  });

  test("an unknown account is a 404, and an outdated version a 409", async () => {
    expect((await put("unknown", { role: "admin" })).status).toBe(404);
    const id = await staff(app, "admin", "edited");
    const { updatedAt } = (await put(id, { email: "1@example.com" })).json;
    expect((await put(id, { email: "2@example.com", updatedAt })).status).toBe(200);
    expect((await put(id, { email: "3@example.com", updatedAt })).status).toBe(409);
  });

  test("every change needs the version that was read and creates a new one", async () => {
    const id = await staff(app, "admin", "versioned");
    let read = (await put(id, {})).json.updatedAt;
    for (const [path, body] of [
      ["role", { role: "partner_manager" }],
      ["deactivate", {}],
      ["activate", {}],
      ["reset-password", { password: "a new passphrase" }],
      ["reset-mfa", {}],
    ] as const) {
      const first = await put(`${id}/${path}`, { ...body, updatedAt: read });
      expect([path, first.status, first.json.updatedAt > read]).toEqual([path, 200, true]);
      expect([path, (await put(`${id}/${path}`, { ...body, updatedAt: read })).status]).toEqual([path, 409]);
      read = first.json.updatedAt;
    }
    const list = (await app.send("GET /api/admin/users", { headers: basic("root") })).json;
    expect(list.find((user: { id: string }) => user.id === id).updatedAt).toBe(read);
  });

  test("a password that contains the account's name or the brand is refused, by id or by username", async () => {
    const id = await staff(app, "admin", "self-named");
    const weak = {
      "SELF-NAMED": "The password must not contain the username",
      "the s3lf named one": "The password must not contain the username",
      "Admin2026!": "This password is too common",
      "travels of r1hla": "The password must not contain the name Rihla",
    };
    for (const [password, sentence] of Object.entries(weak)) {
      for (const path of [id, `${id}/reset-password`, "Self-Named/reset-password"]) {
        const response = await put(path, { password });
        expect([path, response.status, response.json.fields]).toEqual([path, 400, { password: sentence }]);
      }
    }
    const body = { username: "self-named", password: PASSWORD };
    expect((await app.send("POST /api/admin/login", { body })).status).toBe(200);
  });

  test("one super_admin stays active even when two demote each other concurrently", async () => {
    const other = await staff(app, "super_admin", "second");
    const active = and(eq(staffUsers.role, "super_admin"), eq(staffUsers.isActive, true));
    for (let round = 0; round < 10; round += 1) {
      await app.db.orm
        .update(staffUsers)
        .set({ role: "super_admin", isActive: true })
        .where(eq(staffUsers.id, root));
      await app.db.orm
        .update(staffUsers)
        .set({ role: "super_admin", isActive: true })
        .where(eq(staffUsers.id, other));
      const responses = await Promise.all([
        put("second", { role: "admin" }, "root"),
        put("root/deactivate", {}, "second"),
      ]);
      expect(await app.db.orm.select().from(staffUsers).where(active)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    }
    await app.db.orm
      .update(staffUsers)
      .set({ role: "super_admin", isActive: true })
      .where(eq(staffUsers.id, root));
    await app.db.orm.update(staffUsers).set({ role: "admin" }).where(eq(staffUsers.id, other));
    const last = await app.operate("admin.users.deactivate", { id: "root" }).then(
      () => 200,
      (error: { cause: { status: number } }) => error.cause.status,
    );
    expect(last).toBe(409);
  });
});

describe("own sessions and password", () => {
  test("staff list their sessions and end one of them or all others", async () => {
    await staff(app, "admin", "traveller");
    const here = await signIn(app, "traveller");
    const there = await signIn(app, "traveller");
    const list = await app.send("GET /api/admin/sessions", { headers: here });
    expect(list.json).toHaveLength(2);
    expect(list.json.filter((each: { current: boolean }) => each.current)).toHaveLength(1);
    const other = list.json.find((each: { current: boolean }) => !each.current);
    const stranger = await signIn(app, "admin");
    const end = (headers: Record<string, string>) =>
      app.send(`DELETE /api/admin/sessions/${other.id}`, { headers });
    expect((await end(stranger)).status).toBe(404);
    expect((await end(here)).json).toEqual({ success: true });
    expect((await session(there)).status).toBe(401);
    const third = await signIn(app, "traveller");
    await app.send("DELETE /api/admin/sessions", { headers: here });
    expect([(await session(here)).status, (await session(third)).status]).toEqual([200, 401]);
  });

  test("a password change needs the current password and ends every other session", async () => {
    await staff(app, "admin", "changer");
    const here = await signIn(app, "changer");
    const there = await signIn(app, "changer");
    const change = (currentPassword: string, newPassword: string) =>
      app.send("PUT /api/admin/password", { body: { currentPassword, newPassword }, headers: here });
    expect((await change("wrong", "a whole new passphrase")).status).toBe(401);
    const common = await change(PASSWORD, "password1");
    expect([common.status, common.json.fields]).toEqual([
      400,
      { newPassword: "This password is too common" },
    ]);
    const changed = await change(PASSWORD, "a whole new passphrase");
    expect(changed.status).toBe(200);
    const cookie = /staff_session=[\w-]+/.exec(changed.headers.get("set-cookie") ?? "")?.[0] ?? "";
    const statuses = await Promise.all(
      [here, there, { Cookie: cookie }].map(async (each) => (await session(each)).status),
    );
    expect(statuses).toEqual([401, 401, 200]);
  });
});

describe("the audit log", () => {
  test("an audit entry records actor, action, client address, before and after, and never a secret", async () => {
    const id = await staff(app, "admin", "watched");
    await put(id, { role: "partner_manager", password: "yet another passphrase" });
    const audit = (query: string) => app.send(`GET /api/admin/audit?${query}`, { headers: basic("admin") });
    const [entry] = (await audit("action=admin.users.update&limit=1")).json;
    expect(entry).toMatchObject({
      actor: { kind: "staff", id: root, name: "root" },
      action: "admin.users.update",
      subject: id,
      before: { role: "admin" },
      after: { role: "partner_manager", passwordChanged: true },
      address: "192.0.2.1",
    });
    expect(JSON.stringify((await audit("limit=500")).json)).not.toMatch(/passphrase|argon2/);
    expect((await audit("action=admin.users&limit=500")).json.length).toBeGreaterThan(1);
    expect((await audit("actor=tester&limit=1")).json[0].actor).toEqual({
      kind: "operator",
      id: null,
      name: "tester",
    });
    expect(
      (await audit(`since=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`)).json,
    ).toEqual([]);
    for (const since of ["yesterday", "-000001-01-01T00:00:00Z", "%2B010000-01-01T00:00:00Z"])
      expect([since, (await audit(`since=${since}`)).status]).toEqual([since, 400]);
    expect((await app.send("GET /api/admin/audit", { headers: basic("partner_manager") })).status).toBe(403);
  });

  test("the audit log is paged without gaps or repeats", async () => {
    const ids: string[] = [];
    let next = "/api/admin/audit?limit=7";
    while (next !== "") {
      const response = await app.send(`GET ${next}`, { headers: basic("admin") });
      ids.push(...response.json.map((entry: { id: string }) => entry.id));
      next = /^<(.*)>/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([...ids].sort((a, b) => Number(b) - Number(a)));
  });

  test("failed sign-ins are recorded without the username that was entered", async () => {
    await app.send("POST /api/admin/login", { body: { username: "typed-in-haste", password: "x" } });
    const [entry] = (
      await app.send("GET /api/admin/audit?action=admin.session.login&limit=1", { headers: basic("admin") })
    ).json;
    expect(entry).toMatchObject({ actor: { kind: "visitor", name: null }, after: { success: false } });
    expect(JSON.stringify(entry)).not.toContain("typed-in-haste");
  });

  test("the audit log refuses updates and deletions", async () => {
    for (const statement of ["delete from audit_log", "update audit_log set action = 'x'"]) {
      expect(
        await app.db.query(statement).then(
          () => "done",
          () => "refused",
        ),
      ).toBe("refused");
    }
  });
});
