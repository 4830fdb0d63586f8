import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { throttle } from "../../../core/auth/auth.table.ts";
import { readEnv } from "../../../env.ts";
import { days, hours, minutes } from "../../../shared/duration.ts";
import { randomId } from "../../../shared/id.ts";
import { PASSWORD, partner, partnerSession } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { pdf } from "../../../testing/evidence-files.ts";
import { mailServer } from "../../../testing/mail-server.ts";
import { lastMail, mailsTo } from "../../../testing/mailed.ts";
import { auditLog } from "../../audit/table.ts";
import { oneTimeLinks } from "../../mail/links/table.ts";
import { mails } from "../../mail/table.ts";
import { partnerPeople } from "../table.ts";
import { passkeyStore } from "./passkeys.ts";

const EXPIRED = [400, "This link has expired or was used already"];
const TAKEN = [409, "An account with this email already exists"];

let app: TestApp;
let email: string;
let owner: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  for (const table of [throttle, oneTimeLinks]) await app.db.orm.delete(table);
  email = address();
  owner = await partner(app, email);
});
afterAll(() => app.close());

type Headers = Readonly<Record<string, string>>;
const address = () => `${randomId()}@noor.example`;
const outcome = ({ status, json }: { status: number; json: { error?: string } }) => [status, json.error];
const post = (path: string, body: object, headers: Headers = {}) =>
  app.send(`POST /partner/api/email/${path}`, { body, headers });
const confirm = (body: object, headers: Headers = {}) => post("confirm", body, headers);
const resend = (headers: Headers = owner.headers) => post("resend", {}, headers);
const undo = (token: string) => post("undo", { token });
const change = (to: string, password = PASSWORD, headers: Headers = owner.headers) =>
  post("change", { email: to, password }, headers);
const me = async () => (await app.send("GET /partner/api/me", { headers: owner.headers })).json;
const account = async (id = owner.id) => {
  const [row] = await app.db.orm.select().from(partnerPeople).where(eq(partnerPeople.id, id));
  if (!row) throw new Error("the account is missing");
  return row;
};
const mailed = (to: string, kind: string) => lastMail(app, to, kind);
/** Changes the address and confirms the new one. Returns the token that undoes it. */
async function changed(from: string, to: string): Promise<string> {
  await change(to);
  await confirm({ token: (await mailed(to, "partner-new-address")).token });
  return (await mailed(from, "partner-address-changed")).token;
}

describe("the address of a partner", () => {
  test("is confirmed by the link of the welcome mail, once, and the profile says so", async () => {
    const to = address();
    const body = { email: to, password: PASSWORD, businessName: "Noor", contactName: "Amina" };
    const { json } = await app.send("POST /partner/api/register", { body });
    expect(json.emailConfirmed).toBe(false);
    const { token, text } = await mailed(to, "partner-welcome");
    expect(text).toContain(`http://localhost:3000/partner/confirm/${token}`);
    const answer = await confirm({ token });
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    expect(outcome(await confirm({ token }))).toEqual(EXPIRED);
    const headers = await partnerSession(app, json.id);
    const profile = (await app.send("GET /partner/api/me", { headers })).json;
    expect(profile).toMatchObject({ id: json.id, emailConfirmed: true });
    const acts = await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, "partner.email.confirm"))
      .orderBy(auditLog.id);
    expect(acts.at(-1)).toMatchObject({ actorKind: "visitor", subject: json.id });
  });

  test("is mailed five confirmations a day with all others of its mailbox, whatever is added after a plus", async () => {
    const register = async (n: number) => {
      const body = { email: `tagged+${n}@example.com`, password: PASSWORD, businessName: "Noor" };
      return app.send("POST /partner/api/register", {
        body: { ...body, contactName: "Amina" },
        from: `192.0.2.${n}`,
      });
    };
    const answers = await Promise.all(Array.from({ length: 7 }, (_, n) => register(n)));
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(201));
    const toMailbox = async () => {
      const all = await app.db.orm.select({ to: mails.to }).from(mails);
      return all.filter(({ to }) => to.startsWith("tagged+")).length;
    };
    expect(await toMailbox()).toBe(5);
    app.clock.forward(minutes(10));
    const headers = await partnerSession(app, answers[0]?.json.id);
    expect((await resend(headers)).status).toBe(200);
    expect(await toMailbox()).toBe(5);
  });

  test("is confirmed by the code of its own account's mail, in the session only", async () => {
    await resend();
    const { code, token } = await mailed(email, "partner-confirm");
    const other = await partner(app, address());
    const wrong = [400, "This code is incorrect or has expired"];
    expect((await confirm({ code })).status).toBe(401);
    expect(outcome(await confirm({ code }, other.headers))).toEqual(wrong);
    expect(outcome(await confirm({ code: "no code" }, owner.headers))).toEqual(wrong);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await confirm({ code: spaced }, owner.headers)).status).toBe(200);
    expect(outcome(await confirm({ code }, owner.headers))).toEqual(wrong);
    expect(outcome(await confirm({ token }))).toEqual(EXPIRED);
    expect((await me()).emailConfirmed).toBe(true);
  });

  test("is not confirmed by guesses of the code, which are limited to ten an hour", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await confirm({ code: "000000" }, owner.headers)).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });

  test("is not confirmed by an expired, forged or missing token or one of another kind", async () => {
    await app.send("POST /partner/api/password/forgot", { body: { email } });
    const resets = (await mailed(email, "partner-reset")).token;
    for (const token of ["x", "x".repeat(43), resets])
      expect(outcome(await confirm({ token }))).toEqual(EXPIRED);
    expect((await confirm({})).json).toMatchObject({ error: "Token is required", code: "INVALID_INPUT" });
    await resend();
    const { token } = await mailed(email, "partner-confirm");
    app.clock.forward(days(1));
    expect(outcome(await confirm({ token }))).toEqual(EXPIRED);
    expect((await account()).emailConfirmed).toBe(false);
  });

  test("is not confirmed by GET or HEAD, which mail scanners send", async () => {
    await resend();
    const { token } = await mailed(email, "partner-confirm");
    for (const method of ["GET", "HEAD"])
      expect((await app.send(`${method} /partner/api/email/confirm?token=${token}`)).status).toBe(405);
    expect((await account()).emailConfirmed).toBe(false);
    expect((await confirm({ token })).status).toBe(200);
  });

  test("is mailed another link on request, at most once in ten minutes, and none once it is confirmed", async () => {
    expect((await resend({})).status).toBe(401);
    for (let n = 0; n < 3; n += 1) expect((await resend()).status).toBe(200);
    expect(await mailsTo(app, email)).toHaveLength(1);
    const { token } = await mailed(email, "partner-confirm");
    app.clock.forward(minutes(10));
    await resend();
    expect(outcome(await confirm({ token }))).toEqual(EXPIRED);
    const uses = await Promise.all(
      Array.from({ length: 20 }, async () =>
        confirm({ token: (await mailed(email, "partner-confirm")).token }),
      ),
    );
    expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
    app.clock.forward(minutes(10));
    await resend();
    expect(await mailsTo(app, email)).toHaveLength(2);
  });
});

describe("where an address must be confirmed", () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await testApp({ REQUIRE_CONFIRMED_EMAIL: "on" });
  });
  afterAll(() => strict.close());

  test("evidence, claims, requests, transfers and renewals are refused until it is", async () => {
    const { id, headers } = await partner(strict, email);
    const request = {
      name: "Noor",
      address: "1 Main St",
      city: "Dearborn",
      state: "MI",
      category: "restaurant",
    };
    const declaration = { kind: "declaration", meatFree: true, noAlcohol: true, noPork: true };
    const sent = async () => [
      await strict.send("POST /partner/api/poi-claims", { headers, body: { poiId: "x", documents: ["d"] } }),
      await strict.send("POST /partner/api/poi-requests", { headers, body: request }),
      await strict.send("POST /partner/api/evidence", {
        headers: { ...headers, "Content-Type": "application/pdf", "X-File-Name": "a.pdf" },
        raw: pdf(),
      }),
      await strict.send("POST /partner/api/pois/none/transfer", { headers, body: { documents: ["d"] } }),
      await strict.send("POST /partner/api/my-pois/none/renewals", { headers, body: declaration }),
    ];
    for (const { status, json } of await sent())
      expect([status, json.code, json.error]).toEqual([
        403,
        "CONFIRM_EMAIL",
        "Please confirm your email address first",
      ]);
    await strict.db.orm
      .update(partnerPeople)
      .set({ emailConfirmedAt: new Date() })
      .where(eq(partnerPeople.id, id));
    expect((await sent()).map(({ status }) => status)).toEqual([404, 201, 201, 404, 404]);
  });

  test("is decided by MAIL_URL, or by REQUIRE_CONFIRMED_EMAIL where that is set", () => {
    const required = (environment: Record<string, string>) => readEnv(environment).requireConfirmedEmail;
    const MAIL_URL = "smtp://127.0.0.1:25";
    expect([{}, { MAIL_URL }].map(required)).toEqual([false, true]);
    const forced = [{ MAIL_URL, REQUIRE_CONFIRMED_EMAIL: "off" }, { REQUIRE_CONFIRMED_EMAIL: "on" }];
    expect(forced.map(required)).toEqual([false, true]);
    expect(() => required({ REQUIRE_CONFIRMED_EMAIL: "maybe" })).toThrow("REQUIRE_CONFIRMED_EMAIL");
  });
});

describe("a change of address", () => {
  test("counts once the new address is confirmed, and the old one is mailed how to undo it", async () => {
    const to = address();
    const answer = await change(to);
    expect([answer.status, answer.json.email]).toEqual([200, email]);
    const before = await account();
    const status = async () => (await app.send("GET /partner/api/email", { headers: owner.headers })).json;
    expect(await status()).toEqual({ confirmed: false, required: false, mailed: false, pending: to });
    const { token } = await mailed(to, "partner-new-address");
    expect(await mailsTo(app, email)).toEqual([]);
    expect((await confirm({ token })).status).toBe(200);
    expect(await me()).toMatchObject({ email: to, emailConfirmed: true });
    expect(await status()).toMatchObject({ confirmed: true, pending: null });
    expect((await app.send("GET /partner/api/email")).status).toBe(401);
    expect((await account()).updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    const login = (name: string) =>
      app.send("POST /partner/api/login", { body: { email: name, password: PASSWORD } });
    expect([(await login(email)).status, (await login(to)).status]).toEqual([401, 200]);
    const { text, token: undoes } = await mailed(email, "partner-address-changed");
    expect(text).toContain(`http://localhost:3000/partner/undo-email/${undoes}`);
    expect(text).not.toContain(to);
  });

  test("is confirmed by the code as well", async () => {
    const to = address();
    await change(to);
    const { code } = await mailed(to, "partner-new-address");
    expect((await confirm({ code }, owner.headers)).status).toBe(200);
    expect((await me()).email).toBe(to);
  });

  test("tells of a taken address only after the right password, and refuses the current and a malformed one", async () => {
    const taken = address();
    await partner(app, taken);
    expect(outcome(await change(taken, "wrong one"))).toEqual([401, "Your current password is not right"]);
    expect(outcome(await change(taken))).toEqual(TAKEN);
    expect((await change(email.toUpperCase())).json.fields).toEqual({
      email: "This is already the address of your account",
    });
    expect(outcome(await change("no address"))).toEqual([400, "Please enter a valid email address"]);
    expect((await change(address(), PASSWORD, {})).status).toBe(401);
    const to = address();
    expect((await change(to)).status).toBe(200);
    const again = await change(to);
    expect([again.status, again.headers.get("retry-after")]).toEqual([429, "600"]);
    expect(again.json.error).toStartWith("A link was made for this address"); // without mail nothing was mailed
  });

  test("to an address that another account takes first is refused with 409 and leaves its link valid", async () => {
    const to = address();
    await change(to);
    const { token } = await mailed(to, "partner-new-address");
    const rival = await partner(app, address());
    const taking = { email: to, emailKey: to.toLowerCase() };
    await app.db.orm.update(partnerPeople).set(taking).where(eq(partnerPeople.id, rival.id));
    expect(outcome(await confirm({ token }))).toEqual(TAKEN);
    await app.db.orm.delete(partnerPeople).where(eq(partnerPeople.id, rival.id));
    expect((await confirm({ token })).status).toBe(200);
  });

  test("by two accounts to one address at the same time succeeds for one", async () => {
    const to = address();
    const rival = await partner(app, address());
    await change(to);
    const first = await mailed(to, "partner-new-address");
    // another slot, as if the limit of mails were another
    await app.db.orm.update(oneTimeLinks).set({ slot: randomId() });
    await change(to, PASSWORD, rival.headers);
    const second = await mailed(to, "partner-new-address");
    const answers = await Promise.all([first, second].map(({ token }) => confirm({ token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("is undone from the old address for seven days: sessions and waiting links end", async () => {
    const to = address();
    const undoes = await changed(email, to);
    await app.send("POST /partner/api/password/forgot", { body: { email: to } });
    const resets = (await mailed(to, "partner-reset")).token;
    app.clock.forward(days(7) - minutes(1));
    expect((await undo(undoes)).json).toEqual({ success: true });
    expect((await app.send("GET /partner/api/me", { headers: owner.headers })).status).toBe(401);
    expect(await account()).toMatchObject({ email, emailConfirmed: true });
    expect(outcome(await undo(undoes))).toEqual(EXPIRED);
    const body = { token: resets, newPassword: "another passphrase" };
    expect(outcome(await app.send("POST /partner/api/password/reset", { body }))).toEqual(EXPIRED);
  });

  test("that is undone is reported to the address that loses the account, and a new password is mailed for", async () => {
    const to = address();
    const undoes = await changed(email, to);
    await app.send("POST /partner/api/password/forgot", { body: { email } });
    await undo(undoes);
    const lost = await mailed(to, "partner-address-undone");
    expect([lost.text.includes("has the earlier address again"), lost.token]).toEqual([true, ""]);
    expect(lost.text).not.toMatch(/192\.0\.2|network address/);
    expect(lost.text).not.toContain(email);
    const { token } = await mailed(email, "partner-address-restored");
    const body = { token, newPassword: "another passphrase" };
    expect((await app.send("POST /partner/api/password/reset", { body })).status).toBe(200);
    const login = (password: string) => app.send("POST /partner/api/login", { body: { email, password } });
    expect([(await login(PASSWORD)).status, (await login("another passphrase")).status]).toEqual([401, 200]);
  });

  test("that is undone takes the passkeys that were added after it", async () => {
    const add = (name: string) =>
      app.db.transaction((tx) =>
        passkeyStore.add(
          tx,
          owner.id,
          name,
          { credentialId: randomId(), publicKey: "", counter: 0, transports: [] },
          app.clock.now,
        ),
      );
    const confirmed = { emailConfirmedAt: app.clock.now };
    await app.db.orm.update(partnerPeople).set(confirmed).where(eq(partnerPeople.id, owner.id));
    await add("phone");
    app.clock.forward(minutes(1));
    const undoes = await changed(email, address());
    app.clock.forward(minutes(1));
    await add("stranger's");
    await undo(undoes);
    expect((await passkeyStore.list(app.db.orm, owner.id)).map(({ name }) => name)).toEqual(["phone"]);
  });

  test("cannot be undone after seven days, nor with a forged token", async () => {
    const undoes = await changed(email, address());
    app.clock.forward(days(7));
    expect(outcome(await undo(undoes))).toEqual(EXPIRED);
    expect(outcome(await undo("x".repeat(43)))).toEqual(EXPIRED);
  });

  test("is undone past later changes, whose addresses can then not take the account back", async () => {
    const [second, third] = [address(), address()];
    const first = await changed(email, second);
    app.clock.forward(hours(1));
    const later = await changed(second, third);
    expect((await undo(first)).status).toBe(200);
    expect((await account()).email).toBe(email);
    expect(outcome(await undo(later))).toEqual(EXPIRED);
  });

  test("is undone with the lock links that the new address was sent", async () => {
    const to = address();
    const undoes = await changed(email, to);
    const headers = await partnerSession(app, owner.id);
    const body = { currentPassword: PASSWORD, newPassword: "another passphrase" };
    await app.send("PUT /partner/api/password", { body, headers });
    const { token } = await mailed(to, "partner-password");
    expect((await undo(undoes)).status).toBe(200);
    expect(outcome(await app.send("POST /partner/api/lock", { body: { token } }))).toEqual(EXPIRED);
  });

  test("that a later address undid can still be undone from an earlier one", async () => {
    const [second, third] = [address(), address()];
    const first = await changed(email, second);
    app.clock.forward(hours(1));
    await undo(await changed(second, third));
    expect((await account()).email).toBe(second);
    expect((await undo(first)).status).toBe(200);
    expect((await account()).email).toBe(email);
  });

  test("cannot be undone while another account has the old address: 409, and the link stays valid", async () => {
    const undoes = await changed(email, address());
    const taker = await partner(app, email);
    expect(outcome(await undo(undoes))).toEqual(TAKEN);
    await app.db.orm.delete(partnerPeople).where(eq(partnerPeople.id, taker.id));
    expect((await undo(undoes)).status).toBe(200);
  });
});

test("the mails arrive as text and HTML with the link, and the outbox then holds neither link nor code", async () => {
  const server = await mailServer();
  const wired = await testApp({ MAIL_URL: server.url, PUBLIC_URL: "https://rihla.example" });
  const body = { email, password: PASSWORD, businessName: "Noor", contactName: "Amina" };
  await wired.send("POST /partner/api/register", { body });
  const { token, code } = await lastMail(wired, email, "partner-welcome");
  await wired.operate("operator.mail.deliver");
  const { text = "", html = "", subject } = await PostalMime.parse(server.taken[0]?.data ?? "");
  const url = `https://rihla.example/partner/confirm/${token}`;
  expect([subject, text.includes(url), text.includes(code)]).toEqual(["Welcome to Rihla", true, true]);
  expect([html.includes(`href="${url}"`), html.includes(`>${code}<`)]).toEqual([true, true]);
  const [sent] = await mailsTo(wired, email);
  expect(sent?.text).not.toMatch(new RegExp(`${token}|${code}`));
  const confirmed = await wired.send("POST /partner/api/email/confirm", { body: { token } });
  expect(confirmed.status).toBe(200);
  await Promise.all([wired.close(), server.close()]);
});
