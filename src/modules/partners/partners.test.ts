import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { throttle } from "../../core/auth/auth.table.ts";
import { days, hours, minutes } from "../../shared/duration.ts";
import { staff } from "../../testing/accounts.ts";
import { type TestApp, testApp, WEAKER_HASHES } from "../../testing/app.ts";
import { failureOf } from "../../testing/failure.ts";
import { auditLog } from "../audit/table.ts";
import { mails } from "../mail/table.ts";
import { partnerPeople, partnerSessions } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
});
afterAll(() => app.close());

type Headers = Record<string, string>;
const PASSWORD = "six figs and a pear";
const business = (email: string, change: object = {}) => ({
  email,
  password: PASSWORD,
  businessName: "Noor Grill",
  contactName: "Maryam",
  ...change,
});
const register = (body: object, from?: string) =>
  app.send("POST /partner/api/register", { body, ...(from && { from }) });
const login = (email: unknown, password: unknown = PASSWORD, headers: Headers = {}) =>
  app.send("POST /partner/api/login", { body: { email, password }, headers });
const me = (headers: Headers) => app.send("GET /partner/api/me", { headers });
const cookieOf = (answer: { headers: globalThis.Headers }): Headers => ({
  Cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "",
});
/** A registered business with a session. */
async function signedIn(email: string): Promise<Headers> {
  await register(business(email));
  return cookieOf(await login(email));
}
const actsOf = (action: string) =>
  app.db.orm
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, `partner.session.${action}`))
    .orderBy(auditLog.id);

describe("a business that registers", () => {
  test("gets an unverified account, a welcome mail and no session", async () => {
    const body = business("Owner@Noor.example", { phone: "+1 212 555 0100", isVerified: true, id: "mine" });
    const answer = await register(body);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([201, null]);
    expect(answer.json).toEqual({
      id: expect.stringMatching(/^\w{26}$/),
      email: "Owner@Noor.example",
      businessName: "Noor Grill",
      contactName: "Maryam",
      phone: "(212) 555-0100",
      isVerified: false,
      emailConfirmed: false,
      updatedAt: expect.any(String),
    });
    const [row] = await app.db.orm.select().from(partnerPeople).where(eq(partnerPeople.id, answer.json.id));
    expect(row?.passwordHash).toStartWith("$argon2id$");
    const [mail] = await app.db.orm.select().from(mails).where(eq(mails.toKey, "owner@noor.example"));
    expect(mail).toMatchObject({ kind: "partner-welcome", subject: "Welcome to Rihla", sentAt: null });
    expect(mail?.text).toContain("http://localhost:3000/partner/auth");
    const [act] = await actsOf("register");
    expect(act).toMatchObject({ actorKind: "visitor", subject: answer.json.id });
    expect(JSON.stringify(act)).not.toMatch(/owner@noor|Maryam|5550100|argon2/i);
  });

  test("with an address that has an account is refused, in any case and Unicode form", async () => {
    expect((await register(business("caf\u00e9@noor.example"))).status).toBe(201);
    for (const email of ["CAF\u00c9@NOOR.example", "cafe\u0301@noor.example", " caf\u00e9@noor.example "]) {
      const answer = await register(business(email));
      expect([answer.status, answer.json.error]).toEqual([409, "An account with this email already exists"]);
    }
  });

  test("a hundred times in parallel gets one account and ninety-nine refusals", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        register(business(n % 2 ? "Race@noor.example" : "race@noor.example"), `203.0.113.${n}`),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(99).fill(409)]);
  });

  test("is refused missing fields, malformed fields and common passwords", async () => {
    const refused = async (change: object) => (await register(business("bad@noor.example", change))).json;
    for (const field of ["email", "businessName", "contactName", "password"]) {
      expect(await refused({ [field]: "" })).toMatchObject({
        code: "INVALID_INPUT",
        fields: { [field]: expect.any(String) },
      });
    }
    expect((await refused({ password: "12345" })).error).toBe("Password must be at least 6 characters");
    expect((await refused({ email: "no address" })).error).toBe("Please enter a valid email address");
    expect((await refused({ phone: "123" })).fields.phone).toBe("Phone must have 10 digits");
    expect((await refused({ password: "x".repeat(129) })).fields.password).toBeString();
    const sentence = "This password is too common";
    for (const password of ["123456", "Password1"]) {
      expect([password, await refused({ password })]).toEqual([
        password,
        expect.objectContaining({ error: sentence, fields: { password: sentence } }),
      ]);
    }
    expect(
      await app.db.orm.select().from(partnerPeople).where(eq(partnerPeople.emailKey, "bad@noor.example")),
    ).toEqual([]);
  });

  test("may use a password of 6 to 128 characters, exactly as sent", async () => {
    for (const [n, password] of [" a b c", "\u{1F54C}".repeat(128), "sajjadah"].entries()) {
      expect((await register(business(`exact${n}@noor.example`, { password }))).status).toBe(201);
      expect((await login(`exact${n}@noor.example`, password)).status).toBe(200);
      expect((await login(`exact${n}@noor.example`, ` ${password}`)).status).toBe(401);
    }
  });

  test("more than five times in an hour from one address has to wait", async () => {
    const limited = await testApp({ RATE_LIMIT: "on" });
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const body = business(`volume${n}@noor.example`);
      statuses.push((await limited.send("POST /partner/api/register", { body })).status);
    }
    await limited.close();
    // the first is lent, so an instance may pass the limit by one
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(201));
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });
});

describe("signing in as a partner", () => {
  test("returns the profile and opens a session whose token is not stored in the database", async () => {
    const { json: profile } = await register(business("in@noor.example"));
    const answer = await login(" IN@noor.example ");
    expect([answer.status, answer.json]).toEqual([200, profile]);
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^partner_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax, dev=/,
    );
    const token = /=([\w-]+);/.exec(cookie)?.[1] ?? "";
    expect(JSON.stringify(await app.db.orm.select().from(partnerSessions))).not.toContain(token);
    expect((await me(cookieOf(answer))).json).toEqual(profile);
    const acts = await actsOf("login");
    expect(acts.at(-1)).toMatchObject({
      actorKind: "partner",
      subject: profile.id,
      after: { success: true },
    });
  });

  test("sets a host-only cookie if the site uses HTTPS", async () => {
    const secure = await testApp({ PUBLIC_URL: "https://rihla.example" });
    const headers = { Origin: "https://rihla.example" };
    await secure.send("POST /partner/api/register", { body: business("s@noor.example"), headers });
    const body = { email: "s@noor.example", password: PASSWORD };
    const answer = await secure.send("POST /partner/api/login", { body, headers });
    await secure.close();
    expect(answer.headers.get("set-cookie")).toMatch(/^__Host-partner_session=[^;]+; Path=\/; .*; Secure, /);
  });

  test("is refused identically for an unknown address and a wrong password, and recorded without the credentials", async () => {
    await register(business("known@noor.example"));
    const answers = [
      await login("unknown@noor.example"),
      await login("known@noor.example", "wrong one"),
      await login("no address at all"),
    ];
    for (const { status, json, headers } of answers) {
      expect([status, json.error, json.code]).toEqual([401, "Invalid email or password", "UNAUTHENTICATED"]);
      expect([...headers.keys()]).toEqual([...(answers[0]?.headers.keys() ?? [])]);
    }
    const act = (await actsOf("login")).at(-1);
    expect(act).toMatchObject({ actorKind: "visitor", subject: null, after: { success: false } });
    expect((await login("", "")).status).toBe(400);
  });

  test("ignores the cookie of the request, and ends its session", async () => {
    const before = await signedIn("twice@noor.example");
    const after = cookieOf(await login("twice@noor.example", PASSWORD, before));
    expect([(await me(before)).status, (await me(after)).status]).toEqual([401, 200]);
    await login("twice@noor.example", PASSWORD, { Cookie: "partner_session=attacker" });
    expect((await me({ Cookie: "partner_session=attacker" })).status).toBe(401);
  });

  test("is throttled after ten failures of one address, known or not, even with the right password", async () => {
    await register(business("tries@noor.example"));
    let host = 0;
    const wrong = (email: string, password = "wrong one") =>
      app.send("POST /partner/api/login", { body: { email, password }, from: `203.0.113.${host++}` });
    for (const email of ["tries@noor.example", "nobody@noor.example"]) {
      const statuses: number[] = [];
      for (let n = 0; n < 12; n += 1) statuses.push((await wrong(email)).status);
      expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    }
    const locked = await wrong("TRIES@noor.example", PASSWORD);
    expect([locked.status, locked.headers.get("retry-after")]).toEqual([429, "30"]);
    app.clock.forward(hours(13));
    expect((await wrong("tries@noor.example", PASSWORD)).status).toBe(200);
  });

  test("works again once a manager has unlocked the partner", async () => {
    await register(business("locked@noor.example"));
    for (let n = 0; n < 11; n += 1) await login("locked@noor.example", "wrong one");
    expect((await login("locked@noor.example")).status).toBe(429);
    const unlocked = await app.operate("partnerManager.partners.unlock", { id: "LOCKED@noor.example" });
    expect(unlocked).toMatchObject({ email: "locked@noor.example" });
    expect((await login("locked@noor.example")).status).toBe(200);
    const unknown = () => app.operate("partnerManager.partners.unlock", { id: "nobody@noor.example" });
    expect(await failureOf(unknown)).toMatchObject({ message: "This partner does not exist" });
  });

  test("a failed login is recorded with its partner", async () => {
    await register(business("recorded@noor.example"));
    const { id } = (await login("recorded@noor.example")).json;
    await login("recorded@noor.example", "wrong one");
    const entries = await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, id))
      .orderBy(auditLog.id);
    expect(entries.at(-1)).toMatchObject({ action: "partner.session.login", after: { success: false } });
  });

  test("from a known device still works while other devices are throttled", async () => {
    await register(business("device@noor.example"));
    const first = await login("device@noor.example");
    const dev = /dev=[\w-]+/.exec(first.headers.get("set-cookie") ?? "")?.[0] ?? "";
    for (let n = 0; n < 11; n += 1) await login("device@noor.example", "wrong one");
    expect((await login("device@noor.example")).status).toBe(429);
    expect((await login("device@noor.example", PASSWORD, { Cookie: dev })).status).toBe(200);
    expect((await login("other@noor.example", PASSWORD, { Cookie: dev })).status).toBe(401);
  });

  test("shares its failures per network address with the staff login", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 32; n += 1) {
      const answer =
        n % 2
          ? await login(`name${n}@noor.example`, "wrong one")
          : await app.send("POST /api/admin/login", { body: { username: `n${n}`, password: "wrong" } });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(30).fill(401), 429, 429]);
  });

  test("counts two hundred parallel attempts before it verifies them", async () => {
    await register(business("flood@noor.example"));
    const tries = Array.from({ length: 200 }, (_, n) =>
      app.send("POST /partner/api/login", {
        body: { email: "flood@noor.example", password: `wrong ${n}` },
        from: `198.51.100.${n}`,
      }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(11);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });

  test("upgrades a hash with weaker parameters", async () => {
    const { json } = await register(business("weak@noor.example"));
    const weak = await Bun.password.hash(PASSWORD, WEAKER_HASHES);
    await app.db.orm.update(partnerPeople).set({ passwordHash: weak }).where(eq(partnerPeople.id, json.id));
    expect((await login("weak@noor.example")).status).toBe(200);
    const [row] = await app.db.orm.select().from(partnerPeople).where(eq(partnerPeople.id, json.id));
    expect(row?.passwordHash).toStartWith("$argon2id$v=19$m=64,t=1");
  });
});

describe("a partner's sessions", () => {
  test("end with the logout, which never fails and clears the browser's data over REST", async () => {
    const mine = await signedIn("out@noor.example");
    const answer = await app.send("POST /partner/api/logout", { headers: mine });
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    expect(answer.headers.get("set-cookie")).toBe(
      "partner_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    );
    expect(answer.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect((await me(mine)).status).toBe(401);
    expect((await app.send("POST /partner/api/logout", { headers: mine })).status).toBe(200);
    expect((await app.send("POST /partner/api/logout")).status).toBe(200);
    expect(await actsOf("logout")).toHaveLength(1);
  });

  test("end after seven days without use and after thirty days in all", async () => {
    const started = app.clock.now;
    const idle = await signedIn("idle@noor.example");
    app.clock.forward(days(7) - minutes(1));
    expect((await me(idle)).status).toBe(200);
    app.clock.forward(days(7) + minutes(1));
    expect((await me(idle)).status).toBe(401);
    const long = cookieOf(await login("idle@noor.example"));
    for (let day = 6; day < 30; day += 6) {
      app.clock.forward(days(6));
      expect((await me(long)).status).toBe(200);
    }
    app.clock.forward(days(6));
    expect((await me(long)).status).toBe(401);
    app.clock.now = started;
  });

  test("are listed for their owner, who can revoke one or all others, but no other account's", async () => {
    const first = await signedIn("list@noor.example");
    const second = cookieOf(await login("list@noor.example"));
    const third = cookieOf(await login("list@noor.example"));
    const stranger = await signedIn("stranger@noor.example");
    const list = async (headers: Headers) => (await app.send("GET /partner/api/sessions", { headers })).json;
    const seen = (await list(second)) as { id: string; current: boolean }[];
    expect(seen).toHaveLength(3);
    expect(Object.keys(seen[0] ?? {}).sort()).toEqual([
      "address",
      "createdAt",
      "current",
      "device",
      "id",
      "lastSeenAt",
    ]);
    const own = seen.find(({ current }) => current)?.id;
    const theirs = await app.send(`DELETE /partner/api/sessions/${own}`, { headers: stranger });
    expect(theirs.status).toBe(404);
    const firstId = ((await list(first)) as typeof seen).find(({ current }) => current)?.id;
    const ended = await app.send(`DELETE /partner/api/sessions/${firstId}`, { headers: second });
    expect([ended.status, ended.json, (await me(first)).status]).toEqual([200, { success: true }, 401]);
    expect((await app.send("DELETE /partner/api/sessions", { headers: second })).status).toBe(200);
    expect([(await me(third)).status, (await me(second)).status, (await me(stranger)).status]).toEqual([
      401, 200, 200,
    ]);
  });

  test("are not valid as staff sessions, nor the reverse", async () => {
    await staff(app, "super_admin");
    const mine = await signedIn("swap@noor.example");
    const token = mine.Cookie?.split("=")[1];
    const asStaff = { headers: { Cookie: `staff_session=${token}` } };
    expect((await app.send("GET /api/admin/session", asStaff)).status).toBe(401);
    const body = { username: "super_admin", password: "a long enough passphrase" };
    const admin = cookieOf(await app.send("POST /api/admin/login", { body }));
    expect((await me({ Cookie: `partner_session=${admin.Cookie?.split("=")[1]}` })).status).toBe(401);
  });
});

describe("a partner's password", () => {
  const change = (headers: Headers, currentPassword: string, newPassword: string) =>
    app.send("PUT /partner/api/password", { headers, body: { currentPassword, newPassword } });

  test("is changed with the current one: other sessions end and the caller's is renewed", async () => {
    const mine = await signedIn("change@noor.example");
    const other = cookieOf(await login("change@noor.example"));
    const answer = await change(mine, PASSWORD, "another passphrase");
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    expect([(await me(mine)).status, (await me(other)).status, (await me(cookieOf(answer))).status]).toEqual([
      401, 401, 200,
    ]);
    expect((await login("change@noor.example")).status).toBe(401);
    expect((await login("change@noor.example", "another passphrase")).status).toBe(200);
    const kinds = await app.db.orm.select().from(mails).where(eq(mails.toKey, "change@noor.example"));
    expect([...new Set(kinds.map(({ kind }) => kind))].sort()).toEqual([
      "partner-new-device",
      "partner-password",
      "partner-welcome",
    ]);
  });

  test("is unchanged if the current one is wrong, the new one too short or common, or the caller is signed out", async () => {
    const mine = await signedIn("stay@noor.example");
    expect((await change(mine, "wrong one", "another passphrase")).status).toBe(401);
    expect((await change({}, PASSWORD, "another passphrase")).status).toBe(401);
    expect((await change(mine, PASSWORD, "short")).json.fields.newPassword).toBe(
      "New password must be at least 6 characters",
    );
    expect((await change(mine, PASSWORD, "Something")).json.fields.newPassword).toBe(
      "This password is too common",
    );
    expect((await me(mine)).status).toBe(200);
    for (let n = 0; n < 11; n += 1) await change(mine, "wrong one", "another passphrase");
    expect((await change(mine, PASSWORD, "another passphrase")).status).toBe(429);
  });
});
