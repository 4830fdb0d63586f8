import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { throttle } from "../../../core/auth/auth.table.ts";
import { randomId } from "../../../shared/id.ts";
import { PASSWORD, partner } from "../../../testing/accounts.ts";
import { type TestApp, testApp, WEAKER_HASHES } from "../../../testing/app.ts";
import { partnerPeople, partnerSessions } from "../table.ts";

const NEW = "another passphrase";

let app: TestApp;
let email: string;
let owner: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
  email = `${randomId()}@example.com`;
  owner = await partner(app, email);
});
afterAll(() => app.close());

const login = (password: string = PASSWORD) =>
  app.send("POST /partner/api/login", { body: { email, password } });
const change = (currentPassword: string, newPassword: string) =>
  app.send("PUT /partner/api/password", { headers: owner.headers, body: { currentPassword, newPassword } });
const sessions = () => app.db.orm.select().from(partnerSessions).where(eq(partnerSessions.userId, owner.id));
const keep = (passwordHash: string) =>
  app.db.orm.update(partnerPeople).set({ passwordHash }).where(eq(partnerPeople.id, owner.id));
const weakHash = () => Bun.password.hash(PASSWORD, WEAKER_HASHES);

/** What happens while the next password is hashed or verified. */
function during(what: "hash" | "verify", happens: () => Promise<unknown>): void {
  const { passwords } = app.deps;
  const before = passwords[what] as (...sent: unknown[]) => Promise<never>;
  spyOn(passwords, what).mockImplementationOnce(async (...sent: unknown[]) => {
    const answer = await before(...sent);
    await happens();
    return answer;
  });
}

test("a sign-in in progress does not survive a change of the password", async () => {
  const statuses: number[] = [];
  during("verify", async () => statuses.push((await change(PASSWORD, NEW)).status));
  const answer = await login();
  expect([statuses, answer.status, answer.json.error]).toEqual([[200], 401, "Invalid email or password"]);
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(await sessions()).toHaveLength(1); // of the person who changed it
  expect((await login(NEW)).status).toBe(200);
});

test("a hash upgrade never overwrites a new password", async () => {
  await keep(await weakHash());
  const fresh = await app.deps.passwords.hash(NEW);
  during("hash", () => keep(fresh));
  expect((await login()).status).toBe(401);
  expect([(await login()).status, (await login(NEW)).status]).toEqual([401, 200]);
});

test("two parallel sign-ins that upgrade the hash both succeed", async () => {
  await keep(await weakHash());
  const statuses: number[] = [];
  during("hash", async () => statuses.push((await login()).status));
  statuses.push((await login()).status);
  expect([statuses, (await sessions()).length]).toEqual([[200, 200], 3]);
});

test("a sign-in whose account is deleted during the check is refused like an unknown one", async () => {
  during("verify", () => app.db.orm.delete(partnerPeople).where(eq(partnerPeople.id, owner.id)));
  const answer = await login();
  expect([answer.status, answer.json.error]).toEqual([401, "Invalid email or password"]);
});

test("of two password changes with the same current password, one succeeds", async () => {
  const statuses: number[] = [];
  const { headers } = owner;
  during("hash", async () => {
    statuses.push((await change(PASSWORD, NEW)).status);
  });
  const body = { currentPassword: PASSWORD, newPassword: "a third passphrase" };
  statuses.push((await app.send("PUT /partner/api/password", { headers, body })).status);
  expect(statuses).toEqual([200, 401]);
  expect([(await login(NEW)).status, (await login("a third passphrase")).status]).toEqual([200, 401]);
});
