import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { throttle } from "../../core/auth/login-throttle.table.ts";
import { hours, minutes } from "../../shared/duration.ts";
import { basic, PASSWORD, partner, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
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
  test("opens a session whose token stands nowhere in the database", async () => {
    const answer = await login("ADMIN", PASSWORD);
    expect(answer.json).toEqual({
      success: true,
      user: { id: expect.any(String), username: "admin", role: "admin" },
    });
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^staff_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax, dev=/);
    const token = /=([\w-]+);/.exec(cookie)?.[1] ?? "";
    expect(JSON.stringify(await app.db.orm.select().from(staffSessions))).not.toContain(token);
    expect((await session({ Cookie: `staff_session=${token}` })).json).toEqual({
      role: "admin",
      userId: answer.json.user.id,
      username: "admin",
      mfaEnabled: false,
    });
    const acts = await app.db.orm.select().from(auditLog).where(eq(auditLog.action, "admin.session.login"));
    expect(acts.at(-1)).toMatchObject({ actorName: "admin", address: "192.0.2.1" });
  });

  test("is refused alike for an unknown name, a wrong password and an inactive account", async () => {
    const gone = await staff(app, "admin", "gone");
    await app.db.orm.update(staffUsers).set({ isActive: false }).where(eq(staffUsers.id, gone));
    const answers = [
      await login("nobody", PASSWORD),
      await login("admin", "wrong"),
      await login("gone", PASSWORD),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.json.error, answer.json.code]).toEqual([
        401,
        "Invalid credentials",
        "UNAUTHENTICATED",
      ]);
      expect([...answer.headers.keys()].sort()).toEqual([...(answers[0]?.headers.keys() ?? [])].sort());
      expect(answer.headers.get("www-authenticate")).toBe("Session");
    }
  });

  test("needs both name and password, and takes texts only", async () => {
    for (const [username, password] of [
      ["", ""],
      ["admin", ""],
      [undefined, "x"],
    ]) {
      const answer = await login(username, password);
      expect([answer.status, answer.json.error]).toEqual([400, "Please enter both username and password"]);
    }
    for (const username of [{ $gt: "" }, ["admin"], 7, true])
      expect((await login(username, PASSWORD)).status).toBe(400);
  });

  test("replaces whatever cookie came along and ends the session before it", async () => {
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

  test("a hash of weaker parameters is made anew by the next sign-in", async () => {
    const id = await staff(app, "admin", "old");
    const weak = await Bun.password.hash(PASSWORD, { algorithm: "argon2id", memoryCost: 1_024, timeCost: 1 });
    await app.db.orm.update(staffUsers).set({ passwordHash: weak }).where(eq(staffUsers.id, id));
    await signIn(app, "old");
    const [row] = await app.db.orm.select().from(staffUsers).where(eq(staffUsers.id, id));
    expect(row?.passwordHash).toStartWith("$argon2id$v=19$m=4096,t=1");
  });

  /** Something that happens while a password is being looked at. */
  function meanwhile(work: () => Promise<unknown>): void {
    const { verify } = app.deps.passwords;
    spyOn(app.deps.passwords, "verify").mockImplementationOnce(async (password, stored) => {
      const right = await verify(password, stored);
      await work();
      return right;
    });
  }

  const overtaking = [
    { username: "re-passworded", change: { password: "quite another passphrase" } },
    { username: "closed", change: { isActive: false } },
  ];
  for (const { username, change } of overtaking) {
    test(`to an account that is ${username} meanwhile is refused as a wrong one`, async () => {
      const id = await staff(app, "admin", username);
      meanwhile(() => app.operate("admin.users.update", { id, ...change }));
      const answer = await login(username, PASSWORD);
      expect([answer.status, answer.json.error]).toEqual([401, "Invalid credentials"]);
      expect(answer.headers.get("set-cookie")).toBeNull();
      expect(await app.db.orm.select().from(staffSessions).where(eq(staffSessions.userId, id))).toEqual([]);
    });
  }

  test("never puts the old password's hash in the place of a new one", async () => {
    const id = await staff(app, "admin", "rehashed");
    const weak = await Bun.password.hash(PASSWORD, { algorithm: "argon2id", memoryCost: 1_024, timeCost: 1 });
    await app.db.orm.update(staffUsers).set({ passwordHash: weak }).where(eq(staffUsers.id, id));
    const password = "quite another passphrase";
    meanwhile(() => app.operate("admin.users.resetPassword", { id, password }));
    expect((await login("rehashed", PASSWORD)).status).toBe(401);
    expect((await login("rehashed", password)).status).toBe(200);
  });

  test("of several at once with a weaker hash lets all in", async () => {
    const id = await staff(app, "admin", "several");
    const weak = await Bun.password.hash(PASSWORD, { algorithm: "argon2id", memoryCost: 1_024, timeCost: 1 });
    await app.db.orm.update(staffUsers).set({ passwordHash: weak }).where(eq(staffUsers.id, id));
    const answers = await Promise.all(Array.from({ length: 6 }, () => login("several", PASSWORD)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });
});

describe("sessions", () => {
  test("end on the server with the logout", async () => {
    const mine = await signIn(app, "admin");
    const answer = await app.send("POST /api/admin/logout", { headers: mine });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([
      200,
      "staff_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    ]);
    expect((await session(mine)).status).toBe(401);
    expect((await app.send("POST /api/admin/logout")).status).toBe(200);
  });

  test("that have ended lose their cookie with the refusal; where Authorization decides it stays", async () => {
    const mine = await signIn(app, "admin");
    await app.send("DELETE /api/admin/sessions", { headers: await signIn(app, "admin") });
    const gone = (name: string) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;
    const over = await session(mine);
    expect([over.status, over.headers.get("set-cookie")]).toEqual([401, gone("staff_session")]);
    const owner = await app.send("GET /partner/api/me", { headers: { Cookie: "partner_session=ended" } });
    expect([owner.status, owner.headers.get("set-cookie")]).toEqual([401, gone("partner_session")]);
    const malformed = await session({ ...mine, Authorization: "Bearer x" });
    expect([malformed.status, malformed.headers.get("set-cookie")]).toEqual([401, null]);
    expect((await session({})).headers.get("set-cookie")).toBeNull();
  });

  test("end after an hour without use and after twelve hours in all", async () => {
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

  test("of a partner are nothing in the staff cookie, and the reverse", async () => {
    const owner = await partner(app);
    const token = owner.headers.Cookie.split("=")[1];
    expect((await session({ Cookie: `staff_session=${token}` })).status).toBe(401);
    expect((await session(owner.headers)).status).toBe(401);
  });

  test("survive other cookies that are broken, and two of one name are none", async () => {
    const { Cookie = "" } = await signIn(app, "admin");
    expect((await session({ Cookie: `a=%zz; ;=;x; ${Cookie}` })).status).toBe(200);
    expect((await session({ Cookie: `${Cookie}; staff_session=other` })).status).toBe(401);
  });

  test("of an account that was deactivated are over", async () => {
    const id = await staff(app, "admin", "leaver");
    const mine = await signIn(app, "leaver");
    await app.db.orm.update(staffUsers).set({ isActive: false }).where(eq(staffUsers.id, id));
    expect((await session(mine)).status).toBe(401);
  });
});

describe("HTTP Basic", () => {
  const list = (headers: Record<string, string>) => app.send("GET /api/admin/waitlist", { headers });

  test("opens staff calls, sets no cookie and decides alone where it was sent", async () => {
    const good = await signIn(app, "admin");
    const answer = await list(basic("admin"));
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, null]);
    expect((await list({ ...good, ...basic("admin", "wrong") })).status).toBe(401);
  });

  test("lets right calls through however many come at once, and looks at wrong ones up to the limit", async () => {
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

  test("of one address lets the right calls of many names through at once", async () => {
    const names = Array.from({ length: 32 }, (_, n) => `many${n}`);
    for (const name of names) await staff(app, "admin", name);
    const answers = await Promise.all(names.map((name) => list(basic(name))));
    expect(answers.map(({ status }) => status)).toEqual(Array(32).fill(200));
  });

  test("with a wrong password is an act, as often as it is looked at", async () => {
    const refused = async () => {
      const acts = await app.db.orm.select().from(auditLog).where(eq(auditLog.action, "admin.waitlist.list"));
      return acts.filter(({ after }) => (after as { success?: boolean } | null)?.success === false);
    };
    const before = (await refused()).length;
    for (let n = 0; n < 15; n += 1) await list(basic("admin", "a wrong one"));
    const acts = await refused();
    expect(acts).toHaveLength(before + 10);
    expect(acts.at(-1)).toMatchObject({ actorKind: "visitor", subject: null, address: "192.0.2.1" });
    expect(JSON.stringify(acts)).not.toContain("a wrong one");
  });

  test("is never asked for by a challenge that makes browsers remember it", async () => {
    const answer = await list(basic("admin", "wrong"));
    expect(answer.headers.get("www-authenticate")).toBe("Session");
  });

  test("that is malformed is a 401 and never an error of ours", async () => {
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
  });
});

describe("failed sign-ins", () => {
  test("of one name are stopped after ten, known or not, and wait longer each time", async () => {
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

  test("from one address are stopped after thirty over all names and doors", async () => {
    let verified = 0;
    for (let n = 0; n < 40; n += 1) {
      const answer =
        n % 2
          ? await login(`name${n}`, "wrong")
          : await app.send("GET /api/admin/waitlist", { headers: basic(`name${n}`, "wrong") });
      if (answer.status === 401) verified += 1;
      else expect(answer.status).toBe(429);
    }
    expect(verified).toBe(30);
  });

  test("two hundred at once are counted before they are verified", async () => {
    const tries = Array.from({ length: 200 }, (_, n) =>
      app.send("POST /api/admin/login", {
        body: { username: "admin", password: `wrong ${n}` },
        from: `198.51.100.${n}`,
      }),
    );
    const statuses = (await Promise.all(tries)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(11);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });

  test("a right password gives the tries back", async () => {
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

  test("is made by a super_admin, once for a name in any case, and shows no hash", async () => {
    const answer = await create({});
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.json).sort()).toEqual(
      [
        "createdAt",
        "email",
        "id",
        "isActive",
        "lastLoginAt",
        "mfaEnabled",
        "role",
        "updatedAt",
        "username",
      ].sort(),
    );
    expect((await create({ username: "NEW" })).status).toBe(409);
  });

  test("needs no address, and may get one and lose it again", async () => {
    const { email: _, ...bare } = body;
    const made = await app.send("POST /api/admin/users", {
      body: { ...bare, username: "bare" },
      headers: basic("super_admin"),
    });
    expect([made.status, made.json.email]).toEqual([201, ""]);
    for (const email of ["", null])
      expect((await create({ username: `with ${email}`, email })).status).toBe(201);
    const wrong = await create({ username: "wrong", email: "no address" });
    expect([wrong.status, wrong.json.error]).toEqual([400, "Please enter a valid email address"]);
    const put = (change: object) =>
      app.send(`PUT /api/admin/users/${made.json.id}`, { body: change, headers: basic("super_admin") });
    expect((await put({ email: "bare@example.com" })).json.email).toBe("bare@example.com");
    expect((await put({ isActive: true })).json.email).toBe("bare@example.com");
    expect((await put({ email: "" })).json.email).toBe("");
  });

  test("is not made by other roles", async () => {
    expect((await create({ username: "x" }, "admin")).status).toBe(403);
    expect((await create({ username: "x" }, "partner_manager")).status).toBe(403);
  });

  test("with a short, common or missing password, or a wrong role, is refused", async () => {
    for (const password of ["short", "password1", "12345678", "x".repeat(129), "rihla2026", "commonname"]) {
      const answer = await create({ username: "commonname", password });
      expect([password, answer.status]).toEqual([password, 400]);
      expect(answer.json.fields.password).toBeString();
    }
    const missing = await create({ password: "" });
    expect([missing.status, missing.json.error]).toEqual([400, "Username and password are required"]);
    expect((await create({ username: "x", role: "owner" })).status).toBe(400);
  });

  test("of a hundred at once with one name is one", async () => {
    const tries = Array.from({ length: 20 }, () =>
      app.operate("admin.users.create", { ...body, username: "race" }).then(
        () => 201,
        () => 409,
      ),
    );
    const made = (await Promise.all(tries)).filter((status) => status === 201);
    expect(made).toHaveLength(1);
  });
});
