import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { throttle } from "../../core/auth/auth.table.ts";
import { hours, minutes } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { basic, PASSWORD, partner, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp, WEAKER_HASHES } from "../../testing/app.ts";
import { auditLog } from "../audit/table.ts";
import { staffSessions, staffUsers } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
  await staff(app, "super_admin");
  await staff(app, "partner_manager");
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
});
afterAll(() => app.close());

const login = (username: unknown, password: unknown, headers: Record<string, string> = {}) =>
  app.send("POST /api/admin/login", { body: { username, password }, headers });
const session = (headers: Record<string, string>) => app.send("GET /api/admin/session", { headers });

describe("signing in", () => {
  test("signing in starts a session whose token is not stored in the database", async () => {
    const response = await login("ADMIN", PASSWORD);
    expect(response.json).toEqual({
      success: true,
      user: { id: expect.any(String), username: "admin", role: "admin" },
    });
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^staff_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax, dev=/);
    const token = /=([\w-]+);/.exec(cookie)?.[1] ?? "";
    expect(JSON.stringify(await app.db.orm.select().from(staffSessions))).not.toContain(token);
    expect((await session({ Cookie: `staff_session=${token}` })).json).toEqual({
      role: "admin",
      userId: response.json.user.id,
      username: "admin",
      mfaEnabled: false,
    });
    const entries = await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, "admin.session.login"))
      .orderBy(auditLog.id);
    expect(entries.at(-1)).toMatchObject({ actorName: "admin", address: "192.0.2.1" });
  });

  test("an unknown name, a wrong password and an inactive account get the same refusal", async () => {
    const inactive = await staff(app, "admin", "inactive");
    await app.db.orm.update(staffUsers).set({ isActive: false }).where(eq(staffUsers.id, inactive));
    const responses = [
      await login("unknown", PASSWORD),
      await login("admin", "wrong"),
      await login("inactive", PASSWORD),
    ];
    for (const response of responses) {
      expect([response.status, response.json.error, response.json.code]).toEqual([
        401,
        "Invalid credentials",
        "UNAUTHENTICATED",
      ]);
      expect([...response.headers.keys()].sort()).toEqual([...(responses[0]?.headers.keys() ?? [])].sort());
      expect(response.headers.get("www-authenticate")).toBe("Session");
    }
  });

  test("a login needs a name and a password, both strings", async () => {
    for (const [username, password] of [
      ["", ""],
      ["admin", ""],
      [undefined, "x"],
    ]) {
      const response = await login(username, password);
      expect([response.status, response.json.error]).toEqual([
        400,
        "Please enter both username and password",
      ]);
    }
    for (const username of [{ $gt: "" }, ["admin"], 7, true])
      expect((await login(username, PASSWORD)).status).toBe(400);
  });

  test("signing in ignores the session cookie it is sent and ends that session", async () => {
    const first = await signIn(app, "admin");
    const second = await login("admin", PASSWORD, first);
    const cookie = second.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(cookie).not.toBe(first.Cookie ?? "");
    expect([(await session(first)).status, (await session({ Cookie: cookie })).status]).toEqual([401, 200]);
    await login("admin", PASSWORD, { Cookie: "staff_session=attacker" });
    expect((await session({ Cookie: "staff_session=attacker" })).status).toBe(401);
  });

  test("a password is taken exactly as sent", async () => {
    await app.operate("admin.users.create", {
      username: "spaces",
      email: "s@example.com",
      role: "admin",
      password: " a b c d ",
    });
    expect((await login("spaces", " a b c d ")).status).toBe(200);
    expect((await login("spaces", "a b c d")).status).toBe(401);
  });

  test("signing in replaces a hash with weaker parameters", async () => {
    const id = await staff(app, "admin", "old");
    const weak = await Bun.password.hash(PASSWORD, WEAKER_HASHES);
    await app.db.orm.update(staffUsers).set({ passwordHash: weak }).where(eq(staffUsers.id, id));
    await signIn(app, "old");
    const [row] = await app.db.orm.select().from(staffUsers).where(eq(staffUsers.id, id));
    expect(row?.passwordHash).toStartWith("$argon2id$v=19$m=64,t=1");
  });

  /** Runs `work` while a password is being verified. */
  function duringVerification(work: () => Promise<unknown>): void {
    const { verify } = app.deps.passwords;
    spyOn(app.deps.passwords, "verify").mockImplementationOnce(async (password, stored) => {
      const right = await verify(password, stored);
      await work();
      return right;
    });
  }

  const concurrentChanges = [
    {
      username: "re-passworded",
      event: "given a new password",
      change: { password: "quite another passphrase" },
    },
    { username: "closed", event: "deactivated", change: { isActive: false } },
  ];
  for (const { username, event, change } of concurrentChanges) {
    test(`an account that is ${event} during verification is refused like a wrong password`, async () => {
      const id = await staff(app, "admin", username);
      duringVerification(() => app.operate("admin.users.update", { id, ...change }));
      const response = await login(username, PASSWORD);
      expect([response.status, response.json.error]).toEqual([401, "Invalid credentials"]);
      expect(response.headers.get("set-cookie")).toBeNull();
      expect(await app.db.orm.select().from(staffSessions).where(eq(staffSessions.userId, id))).toEqual([]);
    });
  }

  test("rehashing never overwrites a password that was changed concurrently", async () => {
    const id = await staff(app, "admin", "rehashed");
    const weak = await Bun.password.hash(PASSWORD, WEAKER_HASHES);
    await app.db.orm.update(staffUsers).set({ passwordHash: weak }).where(eq(staffUsers.id, id));
    const password = "quite another passphrase";
    duringVerification(() => app.operate("admin.users.resetPassword", { id, password }));
    expect((await login("rehashed", PASSWORD)).status).toBe(401);
    expect((await login("rehashed", password)).status).toBe(200);
  });

  test("parallel sign-ins to an account with a weaker hash all succeed", async () => {
    const id = await staff(app, "admin", "several");
    const weak = await Bun.password.hash(PASSWORD, WEAKER_HASHES);
    await app.db.orm.update(staffUsers).set({ passwordHash: weak }).where(eq(staffUsers.id, id));
    const responses = await Promise.all(Array.from({ length: 6 }, () => login("several", PASSWORD)));
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });
});

describe("sessions", () => {
  test("logout ends the session on the server", async () => {
    const cookie = await signIn(app, "admin");
    const response = await app.send("POST /api/admin/logout", { headers: cookie });
    expect([response.status, response.headers.get("set-cookie")]).toEqual([
      200,
      "staff_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    ]);
    expect((await session(cookie)).status).toBe(401);
    expect((await app.send("POST /api/admin/logout")).status).toBe(200);
  });

  test("the cookie of an ended session is removed with the 401, unless the Authorization header decided", async () => {
    const cookie = await signIn(app, "admin");
    await app.send("DELETE /api/admin/sessions", { headers: await signIn(app, "admin") });
    const removed = (name: string) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;
    const ended = await session(cookie);
    expect([ended.status, ended.headers.get("set-cookie")]).toEqual([401, removed("staff_session")]);
    const owner = await app.send("GET /partner/api/me", { headers: { Cookie: "partner_session=ended" } });
    expect([owner.status, owner.headers.get("set-cookie")]).toEqual([401, removed("partner_session")]);
    const malformed = await session({ ...cookie, Authorization: "Bearer x" });
    expect([malformed.status, malformed.headers.get("set-cookie")]).toEqual([401, null]);
    expect((await session({})).headers.get("set-cookie")).toBeNull();
  });

  test("a staff session ends after an idle hour and after twelve hours in total", async () => {
    const started = app.clock.now;
    const idle = await signIn(app, "admin");
    app.clock.forward(minutes(59));
    expect((await session(idle)).status).toBe(200);
    app.clock.forward(minutes(59));
    expect((await session(idle)).status).toBe(200);
    app.clock.forward(minutes(61));
    expect((await session(idle)).status).toBe(401);
    const long = await signIn(app, "admin");
    for (let half = 1; half < 24; half += 1) {
      app.clock.forward(minutes(30));
      expect((await session(long)).status).toBe(200);
    }
    app.clock.forward(minutes(30));
    expect((await session(long)).status).toBe(401);
    app.clock.now = started;
  });

  test("polling calls read a staff session without extending it", async () => {
    const started = app.clock.now;
    const cookie = await signIn(app, "admin");
    const poll = () => app.send("GET /api/admin/sync/runs", { headers: cookie });
    for (let n = 0; n < 5; n += 1) {
      app.clock.forward(minutes(11));
      expect((await poll()).status).toBe(200);
    }
    app.clock.forward(minutes(6)); // 61 minutes after the sign-in, 6 after the last poll
    expect((await poll()).status).toBe(401);
    app.clock.now = started;
  });

  test("calls of a page that no one touches read a staff session without extending it", async () => {
    const started = app.clock.now;
    const cookie = await signIn(app, "admin");
    const read = () => app.send("GET /api/admin/session", { headers: { ...cookie, "X-Background": "true" } });
    app.clock.forward(minutes(40));
    expect((await read()).status).toBe(200);
    app.clock.forward(minutes(21)); // 61 minutes after the sign-in, 21 after the last call
    expect((await read()).status).toBe(401);
    app.clock.now = started;
  });

  test("of a partner are nothing in the staff cookie, and the reverse", async () => {
    const owner = await partner(app);
    const token = owner.headers.Cookie.split("=")[1];
    expect((await session({ Cookie: `staff_session=${token}` })).status).toBe(401);
    expect((await session(owner.headers)).status).toBe(401);
  });

  test("broken cookies are ignored, and two session cookies count as none", async () => {
    const { Cookie = "" } = await signIn(app, "admin");
    expect((await session({ Cookie: `a=%zz; ;=;x; ${Cookie}` })).status).toBe(200);
    expect((await session({ Cookie: `${Cookie}; staff_session=other` })).status).toBe(401);
  });

  test("deactivating an account ends its sessions", async () => {
    const id = await staff(app, "admin", "leaver");
    const cookie = await signIn(app, "leaver");
    await app.db.orm.update(staffUsers).set({ isActive: false }).where(eq(staffUsers.id, id));
    expect((await session(cookie)).status).toBe(401);
  });
});

describe("HTTP Basic", () => {
  const list = (headers: Record<string, string>) => app.send("GET /api/admin/waitlist", { headers });

  test("HTTP Basic admits to staff calls, sets no cookie and overrides a session cookie", async () => {
    const good = await signIn(app, "admin");
    const response = await list(basic("admin"));
    expect([response.status, response.headers.get("set-cookie")]).toEqual([200, null]);
    expect((await list({ ...good, ...basic("admin", "wrong") })).status).toBe(401);
  });

  test("parallel Basic calls with the right password all pass, and wrong ones are verified only up to the limit", async () => {
    const spread = (headers: Record<string, string>) =>
      Promise.all(Array.from({ length: 40 }, () => list(headers)));
    const right = await spread(basic("admin"));
    expect(right.map(({ status }) => status)).toEqual(Array(40).fill(200));
    const verify = spyOn(app.deps.passwords, "verify");
    verify.mockClear();
    const wrong = await spread(basic("admin", "wrong"));
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect(verify.mock.calls.length).toBeLessThanOrEqual(11);
  });

  test("parallel Basic calls of many accounts from one address all pass", async () => {
    const names = Array.from({ length: 32 }, (_, n) => `many${n}`);
    for (const name of names) await staff(app, "admin", name);
    const responses = await Promise.all(names.map((name) => list(basic(name))));
    expect(responses.map(({ status }) => status)).toEqual(Array(32).fill(200));
  });

  test("each Basic call with a wrong password that is verified is recorded with its account in the audit log", async () => {
    const refused = async () => {
      const entries = await app.db.orm
        .select()
        .from(auditLog)
        .where(eq(auditLog.action, "admin.waitlist.list"))
        .orderBy(auditLog.id);
      return entries.filter(({ after }) => (after as { success?: boolean } | null)?.success === false);
    };
    const before = (await refused()).length;
    for (let n = 0; n < 15; n += 1) await list(basic("admin", "a wrong one"));
    const entries = await refused();
    expect(entries).toHaveLength(before + 10);
    const [admin] = await app.db.orm.select().from(staffUsers).where(eq(staffUsers.username, "admin"));
    expect(entries.at(-1)).toMatchObject({
      actorKind: "visitor",
      subject: admin?.id ?? "",
      address: "192.0.2.1",
    });
    expect(JSON.stringify(entries)).not.toContain("a wrong one");
  });

  test("a 401 sends no Basic challenge, so browsers do not store credentials", async () => {
    const response = await list(basic("admin", "wrong"));
    expect(response.headers.get("www-authenticate")).toBe("Session");
  });

  test("a malformed Authorization header is a 401", async () => {
    const encoded = (bytes: string | Uint8Array) =>
      `Basic ${Buffer.from(bytes as string).toString("base64")}`;
    const hostile = [
      "Basic",
      "Basic !!!",
      "Bearer x",
      encoded("nocolon"),
      encoded(":empty"),
      encoded("a\0:b"),
      encoded(new Uint8Array([0xff, 0xfe, 0x3a, 0x41])),
      `Basic ${"A".repeat(10_000)}`,
    ];
    for (const Authorization of hostile)
      expect([Authorization, (await list({ Authorization })).status]).toEqual([Authorization, 401]);
    const good = await signIn(app, "admin");
    expect((await list(good)).status).toBe(200);
    for (const Authorization of hostile)
      expect([Authorization, (await list({ ...good, Authorization })).status]).toEqual([Authorization, 401]);
  });
});

describe("failed sign-ins", () => {
  for (const kind of ["disconnected", "unavailable"] as const) {
    test(`attempts that were ${kind} before their check do not count, neither for the name nor for the address`, async () => {
      await staff(app, "admin", kind);
      const verify = spyOn(app.deps.passwords, "verify");
      verify.mockImplementation(() => Promise.reject(new DomainError(kind, "not checked")));
      for (let n = 0; n < 35; n += 1) expect((await login(kind, PASSWORD)).status).not.toBe(429);
      verify.mockRestore();
      const guesses: number[] = [];
      for (let n = 0; n < 9; n += 1) guesses.push((await login(kind, "wrong")).status);
      expect(guesses).toEqual(Array(9).fill(401));
      expect((await login(kind, PASSWORD)).status).toBe(200);
    });
  }

  test("ten failed logins of one name, known or unknown, lock it for growing waits", async () => {
    let host = 0;
    const wrong = (username: string, password = "wrong") =>
      app.send("POST /api/admin/login", { body: { username, password }, from: `203.0.113.${host++}` });
    for (const name of ["admin", "invented"]) {
      const statuses: number[] = [];
      for (let n = 0; n < 12; n += 1) statuses.push((await wrong(name)).status);
      expect([name, ...statuses]).toEqual([name, ...Array(10).fill(401), 429, 429]);
    }
    expect((await wrong("admin", PASSWORD)).status).toBe(429);
    const waits: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const wait = Number((await wrong("admin")).headers.get("retry-after"));
      waits.push(wait);
      app.clock.forward(wait * 1_000);
      expect((await wrong("admin")).status).toBe(401);
    }
    expect(waits).toEqual([30, 60, 120, 240]);
    app.clock.forward(hours(13));
    expect((await wrong("admin", PASSWORD)).status).toBe(200);
  });

  test("thirty failed logins from one address lock it over all names and transports", async () => {
    let verified = 0;
    for (let n = 0; n < 40; n += 1) {
      const response =
        n % 2
          ? await login(`name${n}`, "wrong")
          : await app.send("GET /api/admin/waitlist", { headers: basic(`name${n}`, "wrong") });
      if (response.status === 401) verified += 1;
      else expect(response.status).toBe(429);
    }
    expect(verified).toBe(30);
  });

  /** A wrong token counts like a wrong password, and takes less time. */
  const wrongTokenFrom = async (network: number) =>
    (
      await app.send("GET /api/admin/waitlist", {
        headers: { Authorization: "Bearer wrong" },
        from: `2001:db8:7:${network.toString(16)}::1`,
      })
    ).status;

  test("failed logins from the /64s of one /56 lock it after eight times as many as from one", async () => {
    const wrongLoginFrom = async (network: number) =>
      (
        await app.send("POST /api/admin/login", {
          body: { username: `name${network}`, password: "wrong" },
          from: `2001:db8:7:${network.toString(16)}::1`,
        })
      ).status;
    const statuses = [];
    for (let n = 0; n < 250; n += 1) statuses.push(await wrongLoginFrom(n));
    expect([statuses.filter((each) => each === 401).length, statuses.indexOf(429)]).toEqual([240, 240]);
    expect(await wrongLoginFrom(256)).toBe(401);
  });

  test("five phones of a mobile network lock themselves, and no one else of their /48", async () => {
    for (let phone = 0; phone < 5; phone += 1) {
      for (let n = 0; n < 30; n += 1) expect(await wrongTokenFrom(phone * 256)).toBe(401);
      expect(await wrongTokenFrom(phone * 256)).toBe(429);
    }
    expect(await wrongTokenFrom(5 * 256)).toBe(401);
  });

  test("parallel failed logins are counted before they are verified", async () => {
    const tries = Array.from({ length: 200 }, (_, n) =>
      app.send("POST /api/admin/login", {
        body: { username: "admin", password: `wrong ${n}` },
        from: `198.51.100.${n}`,
      }),
    );
    const statuses = (await Promise.all(tries)).map((response) => response.status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(11);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });

  test("a failed login is recorded with its account, and the one that begins a lock says so", async () => {
    const failures = async () => {
      const entries = await app.db.orm
        .select()
        .from(auditLog)
        .where(eq(auditLog.action, "admin.session.login"))
        .orderBy(auditLog.id);
      return entries.filter(({ after }) => (after as { success?: boolean } | null)?.success === false);
    };
    const [admin] = await app.db.orm.select().from(staffUsers).where(eq(staffUsers.username, "admin"));
    const before = (await failures()).length;
    for (let n = 0; n < 12; n += 1) await login("admin", "wrong");
    await login("nobody-here", "wrong");
    const recorded = (await failures()).slice(before);
    const unlocked = { subject: admin?.id, after: { success: false } };
    expect(recorded.map(({ subject, after }) => ({ subject, after }))).toEqual([
      ...Array(9).fill(unlocked),
      { subject: admin?.id, after: { success: false, locked: "account" } },
      { subject: null, after: { success: false } },
    ]);
    for (let n = 0; n < 30; n += 1) await login(`name${n}`, "wrong");
    const locks = (await failures()).slice(before + 11).filter(({ after }) => "locked" in (after as object));
    expect(locks.map(({ subject, after }) => [subject, after])).toEqual([
      [null, { success: false, locked: "address" }],
    ]);
  });

  test("a known device signs in from an address that strangers have locked, and its own failures do not lock others", async () => {
    const first = await login("admin", PASSWORD);
    const dev = /dev=[\w-]+/.exec(first.headers.get("set-cookie") ?? "")?.[0] ?? "";
    for (let n = 0; n < 31; n += 1) await login(`name${n}`, "wrong");
    const asDevice = (password: string) =>
      app.send("POST /api/admin/login", { body: { username: "admin", password }, headers: { Cookie: dev } });
    expect((await login("admin", PASSWORD)).status).toBe(429);
    expect((await asDevice(PASSWORD)).status).toBe(200);
    await app.db.orm.delete(throttle);
    for (let n = 0; n < 10; n += 1) expect((await asDevice("wrong")).status).toBe(401);
    expect((await asDevice(PASSWORD)).status).toBe(429);
    for (let n = 0; n < 29; n += 1) expect((await login(`other${n}`, "wrong")).status).toBe(401);
    expect((await login("admin", PASSWORD)).status).toBe(200);
  });

  test("a password reset and an unlock end the locks of an account and its devices", async () => {
    const first = await login("admin", PASSWORD);
    const dev = /dev=[\w-]+/.exec(first.headers.get("set-cookie") ?? "")?.[0] ?? "";
    const signIns = async () => [
      (await login("admin", PASSWORD)).status,
      (await login("admin", PASSWORD, { Cookie: dev })).status,
    ];
    const lock = async () => {
      for (let n = 0; n < 11; n += 1) await login("admin", "wrong");
      for (let n = 0; n < 11; n += 1) await login("admin", "wrong", { Cookie: dev });
      return signIns();
    };
    expect(await lock()).toEqual([429, 429]);
    await app.operate("admin.users.unlock", { id: "admin" });
    expect(await signIns()).toEqual([200, 200]);
    expect(await lock()).toEqual([429, 429]);
    await app.operate("admin.users.resetPassword", { id: "admin", password: PASSWORD });
    expect(await signIns()).toEqual([200, 200]);
    const [entry] = await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, "admin.users.unlock"))
      .orderBy(auditLog.id);
    expect(entry).toMatchObject({ actorKind: "operator", after: { unlocked: true } });
  });

  test("only a super_admin unlocks an account, and an unknown one does not exist", async () => {
    const unlock = async (name: string, as: string) =>
      (await app.send(`PUT /api/admin/users/${name}/unlock`, { headers: basic(as) })).status;
    expect(await unlock("admin", "admin")).toBe(403);
    expect(await unlock("nobody", "super_admin")).toBe(404);
    expect(await unlock("admin", "super_admin")).toBe(200);
    expect((await app.send("PUT /api/admin/users/admin/unlock")).status).toBe(401);
  });

  test("a right password resets the count of failures", async () => {
    for (let n = 0; n < 9; n += 1) await login("admin", "wrong");
    expect((await login("admin", PASSWORD)).status).toBe(200);
    for (let n = 0; n < 10; n += 1) expect((await login("admin", "wrong")).status).toBe(401);
    expect((await login("admin", "wrong")).status).toBe(429);
  });
});

describe("a new staff account", () => {
  const body = {
    username: "new",
    email: "new@example.com",
    role: "admin",
    password: "another long passphrase",
  };
  const create = (change: object, as = "super_admin") =>
    app.send("POST /api/admin/users", { body: { ...body, ...change }, headers: basic(as) });

  test("a super_admin creates an account, whose name is unique in any case and whose hash is never shown", async () => {
    const response = await create({});
    expect(response.status).toBe(201);
    expect(Object.keys(response.json).sort()).toEqual(
      [
        "createdAt",
        "email",
        "id",
        "invitedAt",
        "isActive",
        "isService",
        "lastLoginAt",
        "lockedAt",
        "mfaEnabled",
        "mfaResetBy",
        "mfaResetUntil",
        "role",
        "updatedAt",
        "username",
      ].sort(),
    );
    expect((await create({ username: "NEW" })).status).toBe(409);
  });

  test("an email address is optional, can be added and can be removed", async () => {
    const { email: _, ...bare } = body;
    const created = await app.send("POST /api/admin/users", {
      body: { ...bare, username: "bare" },
      headers: basic("super_admin"),
    });
    expect([created.status, created.json.email]).toEqual([201, ""]);
    for (const email of ["", null])
      expect((await create({ username: `with ${email}`, email })).status).toBe(201);
    const wrong = await create({ username: "wrong", email: "no address" });
    expect([wrong.status, wrong.json.error]).toEqual([400, "Please enter a valid email address"]);
    const put = (change: object) =>
      app.send(`PUT /api/admin/users/${created.json.id}`, { body: change, headers: basic("super_admin") });
    expect((await put({ email: "bare@example.com" })).json.email).toBe("bare@example.com");
    expect((await put({ isActive: true })).json.email).toBe("bare@example.com");
    expect((await put({ email: "" })).json.email).toBe("");
  });

  test("other roles cannot create accounts", async () => {
    expect((await create({ username: "x" }, "admin")).status).toBe(403);
    expect((await create({ username: "x" }, "partner_manager")).status).toBe(403);
  });

  test("an account with a short, common or missing password or an unknown role is refused", async () => {
    for (const password of ["short", "password1", "12345678", "x".repeat(129), "rihla2026", "commonname"]) {
      const response = await create({ username: "commonname", password });
      expect([password, response.status]).toEqual([password, 400]);
      expect(response.json.fields.password).toBeString();
    }
    const missing = await create({ password: "" });
    expect([missing.status, missing.json.error]).toEqual([400, "Username and password are required"]);
    expect((await create({ username: "x", role: "owner" })).status).toBe(400);
  });

  test("twenty parallel requests for one name create one account", async () => {
    const tries = Array.from({ length: 20 }, () =>
      app.operate("admin.users.create", { ...body, username: "race" }).then(
        () => 201,
        () => 409,
      ),
    );
    const created = (await Promise.all(tries)).filter((status) => status === 201);
    expect(created).toHaveLength(1);
  });
});
