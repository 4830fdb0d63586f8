import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { days } from "../../shared/duration.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { fakeMailer } from "../../testing/fake-mailer.ts";

let app: TestApp;
let id: string;
let send = async (): Promise<void> => {};
beforeAll(async () => {
  app = await testApp({}, { mailer: fakeMailer(() => send()) });
  for (const role of ["admin", "partner_manager"] as const) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate waitlist_signups, mails, audit_log cascade`);
  id = await join("Aisha", "aisha@exmaple.com");
});
afterAll(() => app.close());

const as = (line: string, body?: unknown, role = "admin") =>
  app.send(line, { headers: basic(role), ...(body !== undefined && { body }) });
async function join(firstName: string, email: string): Promise<string> {
  await app.send("POST /api/waitlist", { body: { firstName, email } });
  return (await as(`GET /api/admin/waitlist?q=${email}`)).json[0].id;
}
const show = async () => (await as(`GET /api/admin/waitlist/${id}`)).json;
const correct = (body: object, role = "admin", of = id) => as(`PUT /api/admin/waitlist/${of}`, body, role);
const welcome = () => app.operate("admin.waitlist.welcome", {});
const outbox = async (): Promise<{ to: string; state: string; lastError: string | null }[]> =>
  (await as("GET /api/admin/mails")).json
    .map(({ to, state, lastError }: Record<string, unknown>) => ({ to, state, lastError }))
    .toSorted((one: { to: string }, other: { to: string }) => (one.to < other.to ? -1 : 1));
const mailed = async () =>
  (await app.db.query<{ to: string }>(`select "to" from mails order by created_at, id`)).map(({ to }) => to);

test("staff correct an address: it must be confirmed again and is mailed, and no mail goes to the wrong one any more", async () => {
  await welcome();
  await app.db.query("update waitlist_signups set confirmed_at = now() where id = $1", [id]);
  expect(await mailed()).toEqual(["aisha@exmaple.com"]);
  const { updatedAt } = await show();
  const corrected = await correct({ email: "Aisha@example.com", city: "Dearborn, MI", updatedAt });
  expect([corrected.status, corrected.json]).toMatchObject([
    200,
    { id, firstName: "Aisha", email: "Aisha@example.com", city: "Dearborn, MI", isBetaTester: false },
  ]);
  expect(await show()).toMatchObject({ confirmedAt: null, updatedAt: corrected.json.updatedAt });
  await welcome();
  expect(await outbox()).toEqual([
    { to: "Aisha@example.com", state: "waiting", lastError: null },
    { to: "aisha@exmaple.com", state: "failed", lastError: "The address was corrected" },
  ]);
  const [entry] = (await as("GET /api/admin/audit?action=admin.waitlist.update")).json;
  expect([entry.subject, entry.after]).toEqual([id, { changed: ["email", "city"] }]);
});

test("a mail to a wrong address that a sender has just taken is not tried again, nor can staff retry it", async () => {
  await welcome();
  await app.send("POST /api/me/link", { body: { email: "aisha@exmaple.com" } });
  const taken = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  send = () => {
    taken.resolve();
    return answer.promise;
  };
  const delivered = app.operate("operator.mail.deliver");
  await taken.promise;
  await correct({ email: "aisha@example.com" });
  answer.reject(Object.assign(new Error("try later"), { responseCode: 451 }));
  expect(await delivered).toEqual({ sent: 0, failed: 2 });
  app.clock.forward(days(2));
  expect(await app.operate("operator.mail.deliver")).toEqual({ sent: 0, failed: 0 });
  const stopped = (await as("GET /api/admin/mails?q=exmaple")).json;
  expect(stopped.map(({ lastError }: { lastError: string }) => lastError)).toEqual([
    "The address was corrected",
    "The address was corrected",
  ]);
  const again = await as(`POST /api/admin/mails/${stopped[0].id}/retry`, {});
  expect([again.status, again.json.error]).toEqual([
    409,
    "This mail was withdrawn. The address was corrected.",
  ]);
});

test("a corrected address that is corrected back is mailed again at once", async () => {
  await welcome();
  await correct({ email: "aisha@example.com" });
  await correct({ email: "aisha@exmaple.com" });
  await welcome();
  expect((await outbox()).filter(({ state }) => state === "waiting").map(({ to }) => to)).toEqual([
    "aisha@exmaple.com",
  ]);
});

test("a name, a city and the beta wish are corrected without another mail, and what is not sent stays", async () => {
  await welcome();
  const { updatedAt } = (await correct({ firstName: "Aysha", isBetaTester: true })).json;
  expect(await show()).toMatchObject({ firstName: "Aysha", isBetaTester: true, email: "aisha@exmaple.com" });
  const again = (await correct({ city: "", email: "AISHA@exmaple.com", updatedAt })).json;
  expect(again).toMatchObject({ firstName: "Aysha", city: null, email: "AISHA@exmaple.com" });
  await welcome();
  expect(await mailed()).toHaveLength(1);
});

test("someone who left is corrected without a mail, and stays off the waitlist", async () => {
  await app.db.query("update waitlist_signups set left_at = now(), welcome_due_at = null where id = $1", [
    id,
  ]);
  expect((await correct({ email: "aisha@example.com" })).status).toBe(200);
  await welcome();
  expect([await mailed(), (await show()).leftAt === null]).toEqual([[], false]);
});

test("the second of two corrections of one version is refused with the current one, and so is one after the person's own", async () => {
  const { updatedAt } = await show();
  const both = await Promise.all(["Aysha", "Ayesha"].map((firstName) => correct({ firstName, updatedAt })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect(refused?.json.error).toBe(
    "This signup was changed by someone else meanwhile. Please look at it again.",
  );
  const now = (await show()).updatedAt;
  await app.send("POST /api/waitlist", {
    body: { firstName: "A", email: "aisha@exmaple.com", isBetaTester: true },
  });
  expect((await correct({ firstName: "Aisha", updatedAt: now })).status).toBe(409);
});

test("an address that is on the waitlist already, a wrong one, an unknown or quarantined signup and other roles are refused", async () => {
  await join("Bilal", "bilal@example.com");
  const taken = await correct({ email: "Bilal@Example.com" });
  expect([taken.status, taken.json.fields]).toEqual([
    409,
    { email: "This address is on the waitlist already" },
  ]);
  expect((await correct({ email: "no address" })).json.fields).toHaveProperty("email");
  expect((await correct({ firstName: " " })).json.fields).toHaveProperty("firstName");
  expect((await correct({ isBetaTester: "yes" })).status).toBe(400);
  expect((await correct({}, "admin", "none")).status).toBe(404);
  expect((await correct({}, "partner_manager")).status).toBe(403);
  await app.db.query("update waitlist_signups set quarantined = true where id = $1", [id]);
  expect((await correct({ firstName: "X" })).status).toBe(404);
});
