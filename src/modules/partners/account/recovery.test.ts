import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { throttle } from "../../../core/auth/auth.table.ts";
import { days, hours, minutes } from "../../../shared/duration.ts";
import { randomId } from "../../../shared/id.ts";
import { PASSWORD, partner, partnerSession } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { SoftPasskey } from "../../../testing/authenticator.ts";
import { statementsOf } from "../../../testing/database/statements.ts";
import { failureOf } from "../../../testing/failure.ts";
import { fakeMailer } from "../../../testing/fake-mailer.ts";
import { lastMail, mailsTo } from "../../../testing/mailed.ts";
import { addPasskey, PARTNER_PASSKEYS, sessionOf, signInWith } from "../../../testing/passkeys.ts";
import { auditLog } from "../../audit/table.ts";
import { oneTimeLinks } from "../../mail/links/table.ts";
import { mails } from "../../mail/table.ts";
import { partnerPeople, partnerSessions } from "../table.ts";

const NEW = "another passphrase";
const EXPIRED = [400, "This link has expired or was used already"];

let app: TestApp;
let email: string;
let owner: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  for (const table of [throttle, oneTimeLinks]) await app.db.orm.delete(table);
  email = `${randomId()}@noor.example`.toLowerCase();
  owner = await partner(app, email);
});
afterAll(() => app.close());

const forgot = (address: string = email) =>
  app.send("POST /partner/api/password/forgot", { body: { email: address } });
const reset = (token: unknown, newPassword: unknown = NEW) =>
  app.send("POST /partner/api/password/reset", { body: { token, newPassword } });
const outcome = ({ status, json }: { status: number; json: { error?: string } }) => [status, json.error];
const login = (password: string) =>
  app.send("POST /partner/api/login", { body: { email, password } }).then(({ status }) => status);
const account = async () => {
  const [row] = await app.db.orm.select().from(partnerPeople).where(eq(partnerPeople.id, owner.id));
  if (!row) throw new Error("the account is missing");
  return row;
};
async function resetToken(): Promise<string> {
  await forgot();
  return (await lastMail(app, email, "partner-reset")).token;
}

test("a forgotten password is replaced by the mailed link: sessions and locks end, and the account is told by mail", async () => {
  for (let n = 0; n < 11; n += 1) await login("wrong one");
  expect(await login(PASSWORD)).toBe(429);
  const token = await resetToken();
  const answer = await reset(token);
  expect([answer.status, answer.json, answer.headers.get("set-cookie")]).toEqual([
    200,
    { success: true },
    null,
  ]);
  expect((await app.send("GET /partner/api/me", { headers: owner.headers })).status).toBe(401);
  const ofOwner = eq(partnerSessions.userId, owner.id);
  expect(await app.db.orm.select().from(partnerSessions).where(ofOwner)).toEqual([]);
  expect([await login(PASSWORD), await login(NEW)]).toEqual([401, 200]);
  expect((await mailsTo(app, email)).map(({ kind }) => kind)).toEqual(["partner-reset", "partner-password"]);
  const acts = await app.db.orm
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, owner.id))
    .orderBy(auditLog.id);
  expect(acts.map(({ action, actorKind }) => [action, actorKind]).slice(-5, -2)).toContainEqual([
    "partner.password.reset",
    "visitor",
  ]);
  expect(JSON.stringify(acts)).not.toContain(email);
});

test("a passkey from before the address was proven opens nothing after a reset by its owner", async () => {
  const [before, after] = [new SoftPasskey(), new SoftPasskey()];
  expect((await addPasskey(app, PARTNER_PASSKEYS, owner.headers, before)).status).toBe(201);
  await reset(await resetToken());
  expect((await signInWith(app, PARTNER_PASSKEYS, before)).status).toBe(401);
  const session = await app.send("POST /partner/api/login", { body: { email, password: NEW } });
  expect((await addPasskey(app, PARTNER_PASSKEYS, sessionOf(session), after)).status).toBe(201);
  app.clock.forward(minutes(11));
  await reset(await resetToken(), "a third passphrase");
  expect((await signInWith(app, PARTNER_PASSKEYS, after)).status).toBe(200); // its owner had the address
});

test("a passkey from before the address was confirmed by its link opens nothing after a reset", async () => {
  const passkey = new SoftPasskey();
  const other = `${randomId()}@noor.example`.toLowerCase();
  const body = { email: other, password: PASSWORD, businessName: "Noor", contactName: "M" };
  await app.send("POST /partner/api/register", { body });
  const session = sessionOf(await app.send("POST /partner/api/login", { body }));
  expect((await addPasskey(app, PARTNER_PASSKEYS, session, passkey)).status).toBe(201);
  app.clock.forward(1);
  const { token } = await lastMail(app, other, "partner-welcome");
  expect((await app.send("POST /partner/api/email/confirm", { body: { token } })).status).toBe(200);
  await forgot(other);
  await reset((await lastMail(app, other, "partner-reset")).token);
  expect((await signInWith(app, PARTNER_PASSKEYS, passkey)).status).toBe(401);
});

test("a link in the fragment of a page of this site is mailed, and the answer holds nothing of it", async () => {
  const answer = await forgot(` ${email.toUpperCase()} `);
  expect([answer.status, answer.json]).toEqual([200, { success: true }]);
  const { text, token } = await lastMail(app, email, "partner-reset");
  expect(text).toContain(`http://localhost:3000/partner/reset/${token}`);
});

test("an unknown address gets the same answer and no mail, and a malformed one is refused", async () => {
  const answer = await forgot("unknown@noor.example");
  const known = await forgot();
  expect([answer.status, answer.json, [...answer.headers.keys()]]).toEqual([
    known.status,
    known.json,
    [...known.headers.keys()],
  ]);
  expect(await mailsTo(app, "unknown@noor.example")).toEqual([]);
  expect(outcome(await forgot("no address"))).toEqual([400, "Please enter a valid email address"]);
  const acts = await app.db.orm
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, "partner.password.forgot"))
    .orderBy(auditLog.id);
  expect(acts.slice(-2).map(({ subject }) => subject)).toEqual([null, owner.id]);
});

test("a known and an unknown address cost the same statements", async () => {
  const cost = async (address: string) => [
    await statementsOf(() => forgot(address)),
    await statementsOf(() => forgot(address)), // no mail within ten minutes
  ];
  const [first = [], second = []] = await cost(email);
  expect(first.filter((text) => text.startsWith("insert")).length).toBeGreaterThan(2); // link, mail, audit entry
  expect(second).toEqual(first);
  expect(await cost("nobody@noor.example")).toEqual([first, second]);
});

test("an address is mailed one link in ten minutes and five a day, and only the newest is valid", async () => {
  const first = await resetToken();
  expect((await forgot()).status).toBe(200);
  expect(await mailsTo(app, email)).toHaveLength(1);
  const tokens: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    app.clock.forward(minutes(11));
    tokens.push(await resetToken());
  }
  expect(new Set([first, ...tokens]).size).toBe(5);
  expect(outcome(await reset(first))).toEqual(EXPIRED);
  app.clock.forward(days(1));
  expect((await reset(await resetToken())).status).toBe(200);
});

test("an expired, used, forged or foreign token is refused in the same sentence and changes nothing", async () => {
  await app.send("POST /partner/api/email/resend", { headers: owner.headers });
  const { token: confirms } = await lastMail(app, email, "partner-confirm");
  const before = await account();
  for (const token of ["x".repeat(43), "x", "x".repeat(999), confirms])
    expect(outcome(await reset(token))).toEqual(EXPIRED);
  const token = await resetToken();
  app.clock.forward(minutes(30));
  expect(outcome(await reset(token))).toEqual(EXPIRED);
  expect(await account()).toEqual(before);
  const later = await resetToken();
  expect((await reset(later)).status).toBe(200);
  expect(outcome(await reset(later, "a third passphrase"))).toEqual(EXPIRED);
  expect(await login(NEW)).toBe(200);
  for (const missing of [undefined, "", 7]) expect((await reset(missing)).json.code).toBe("INVALID_INPUT");
});

test("a password that is too short or too common is refused and leaves the link valid", async () => {
  const token = await resetToken();
  for (const [password, sentence] of [
    ["short", "New password must be at least 6 characters"],
    ["Something", "This password is too common"],
    ["", "New password is required"],
  ] as const) {
    const { status, json } = await reset(token, password);
    expect([status, json.fields]).toEqual([400, { newPassword: sentence }]);
  }
  expect((await reset(token)).status).toBe(200);
});

test("of twenty parallel uses of a link one succeeds", async () => {
  const token = await resetToken();
  const uses = await Promise.all(Array.from({ length: 20 }, (_, n) => reset(token, `passphrase ${n}`)));
  const statuses = uses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 400)).toHaveLength(19);
  expect(await login(`passphrase ${statuses.indexOf(200)}`)).toBe(200);
});

test("a reset confirms the address that the link was mailed to", async () => {
  expect((await account()).emailConfirmed).toBe(false);
  await reset(await resetToken());
  expect((await account()).emailConfirmedAt).toEqual(app.clock.now);
  app.clock.forward(hours(1));
  await reset(await resetToken());
  expect((await account()).emailConfirmedAt).toEqual(new Date(app.clock.now.getTime() - hours(1)));
});

test("a reset ends a change of address that waits for its confirmation", async () => {
  const next = `next-${email}`;
  const body = { email: next, password: PASSWORD };
  await app.send("POST /partner/api/email/change", { headers: owner.headers, body });
  const { token } = await lastMail(app, next, "partner-new-address");
  await reset(await resetToken());
  expect(outcome(await app.send("POST /partner/api/email/confirm", { body: { token } }))).toEqual(EXPIRED);
  expect((await account()).email).toBe(email);
});

test("a changed password ends a reset link and a change of address that wait", async () => {
  const token = await resetToken();
  const to = `${randomId()}@noor.example`;
  const { headers } = owner;
  await app.send("POST /partner/api/email/change", { body: { email: to, password: PASSWORD }, headers });
  const { token: change } = await lastMail(app, to, "partner-new-address");
  const body = { currentPassword: PASSWORD, newPassword: NEW };
  expect((await app.send("PUT /partner/api/password", { body, headers })).status).toBe(200);
  const confirmed = await app.send("POST /partner/api/email/confirm", { body: { token: change } });
  expect([outcome(confirmed), outcome(await reset(token))]).toEqual([EXPIRED, EXPIRED]);
  expect((await account()).email).toBe(email);
});

test("the link of a deleted account is refused like an expired one", async () => {
  const token = await resetToken();
  await app.operate("partnerManager.partners.delete", { id: owner.id });
  expect(outcome(await reset(token))).toEqual(EXPIRED);
});

test("twenty addresses and tokens a minute from one client address are answered, then 429", async () => {
  const limited = await testApp({ RATE_LIMIT: "on" });
  const statuses: number[] = [];
  for (let n = 0; n < 24; n += 1) {
    const body = n % 2 ? { email: `n${n}@noor.example` } : { token: `t${n}`, newPassword: NEW };
    const line = n % 2 ? "forgot" : "reset";
    statuses.push((await limited.send(`POST /partner/api/password/${line}`, { body })).status);
  }
  await limited.close();
  expect(statuses.slice(0, 20)).not.toContain(429);
  expect(statuses.slice(-3)).toEqual([429, 429, 429]);
});

test("registering a taken address tells its owner once a day, with the way to a new password", async () => {
  const body = { email: email.toUpperCase(), password: NEW, businessName: "Other", contactName: "Other" };
  const register = () => app.send("POST /partner/api/register", { body });
  for (const answer of await Promise.all([register(), register(), register()]))
    expect(outcome(answer)).toEqual([409, "An account with this email already exists"]);
  const tried = await mailsTo(app, email);
  expect(tried.map(({ kind }) => kind)).toEqual(["partner-tried-again"]);
  expect(tried[0]?.text).toContain("http://localhost:3000/partner/auth?tab=forgot");
  expect(tried[0]?.text).not.toContain("Other");
  app.clock.forward(days(1));
  await register();
  expect(await mailsTo(app, email)).toHaveLength(2);
  await app.db.orm.delete(mails);
  const byStaff = () => app.operate("partnerManager.partners.create", body);
  expect(String(await byStaff().catch((error: unknown) => error))).toContain("already exists");
  expect(await mailsTo(app, email)).toEqual([]);
});

test("an address that is registered, deleted and registered again gets one welcome mail in ten minutes", async () => {
  const to = `${randomId()}@noor.example`;
  const body = { email: to, password: PASSWORD, businessName: "Noor", contactName: "Amina" };
  const register = () => app.send("POST /partner/api/register", { body });
  const first = await register();
  const headers = await partnerSession(app, first.json.id);
  await app.send("DELETE /partner/api/me", { body: { password: PASSWORD }, headers });
  expect((await register()).status).toBe(201);
  const kinds = (await mailsTo(app, to)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "partner-welcome")).toHaveLength(1);
});

test("staff mail a partner a link, or get it to hand over where no mail can be sent, which then proves no address", async () => {
  await forgot();
  const ask = (id = email.toUpperCase()) => app.operate("partnerManager.partners.resetPassword", { id });
  const answer = (await ask()) as { email: string; link: string };
  expect(answer).toEqual({
    email,
    link: expect.stringMatching(/^http:\/\/localhost:3000\/partner\/reset\/[\w-]{43}$/),
  });
  expect(await mailsTo(app, email)).toHaveLength(1); // that of the page, which cannot be sent
  const later = (await ask()) as { link: string };
  expect((await reset(answer.link.split("/").at(-1))).status).toBe(400);
  expect(await failureOf(() => ask("nobody@noor.example"))).toMatchObject({ code: "NOT_FOUND" });
  expect((await reset(later.link.split("/").at(-1))).status).toBe(200);
  expect([await login(NEW), (await account()).emailConfirmed]).toEqual([200, false]);

  const wired = await testApp({}, { mailer: fakeMailer(async () => {}) });
  const other = await partner(wired, email);
  const mailed = await wired.operate("partnerManager.partners.resetPassword", { id: other.id });
  expect(mailed).toEqual({ email, link: null });
  expect(
    await failureOf(() => wired.operate("partnerManager.partners.resetPassword", { id: other.id })),
  ).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  const { token } = await lastMail(wired, email, "partner-reset");
  const body = { token, newPassword: NEW };
  expect((await wired.send("POST /partner/api/password/reset", { body })).status).toBe(200);
  expect(await wired.operate("partnerManager.partners.get", { id: email })).toMatchObject({
    id: other.id,
    emailConfirmedAt: wired.clock.now,
  });
  await wired.close();
});
