import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { throttle } from "../../../core/auth/auth.table.ts";
import { days, minutes } from "../../../shared/duration.ts";
import { basic, PASSWORD, signIn, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { type MailServer, mailServer } from "../../../testing/mail-server.ts";
import { lastMail, mailsTo } from "../../../testing/mailed.ts";
import { oneTimeLinks } from "../../mail/links/table.ts";
import { mails } from "../../mail/table.ts";
import { staffUsers } from "../table.ts";

const EXPIRED = [400, "This link has expired or was used already"];

let app: TestApp;
let server: MailServer;
beforeAll(async () => {
  server = await mailServer();
  app = await testApp({ MAIL_URL: server.url });
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
  await app.db.orm.delete(staffUsers);
  await app.db.orm.delete(mails);
  await app.db.orm.delete(oneTimeLinks);
  await staff(app, "super_admin", "root");
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const invite = (change: object = {}, as = "root") =>
  app.send("POST /api/admin/users/invite", {
    headers: basic(as),
    body: { username: "zaynab", email: "zaynab@example.com", role: "admin", ...change },
  });
const accept = (token: string, password = PASSWORD) =>
  app.send("POST /api/admin/invitations/accept", { body: { token, password } });
const tokenOf = ({ json }: { json: { link: string } }) => json.link.split("/").at(-1) ?? "";
const login = (username: string, password = PASSWORD) =>
  app.send("POST /api/admin/login", { body: { username, password } });
const outcome = ({ status, json }: { status: number; json: { error?: string } }) => [status, json.error];

test("an invited person cannot sign in before choosing a password with the link, which works once", async () => {
  const invited = await invite();
  expect([invited.status, invited.json.username, invited.json.invitedAt]).toEqual([
    201,
    "zaynab",
    expect.any(String),
  ]);
  expect(invited.json.link).toMatch(/^http:\/\/localhost:3000\/admin\/invitation\/[\w-]{43}$/);
  expect(outcome(await login("zaynab"))).toEqual([401, "Invalid credentials"]);
  const accepted = await accept(tokenOf(invited));
  expect([accepted.status, accepted.json]).toEqual([200, { success: true, username: "zaynab" }]);
  expect((await login("zaynab")).status).toBe(200);
  expect(outcome(await accept(tokenOf(invited)))).toEqual(EXPIRED);
  const [listed] = (await app.send("GET /api/admin/users?q=zaynab", { headers: basic("root") })).json;
  expect([listed.invitedAt, "link" in listed]).toEqual([null, false]);
});

test("the invitation arrives by SMTP with the same link, and no copy of the link stays in the database", async () => {
  const link = (await invite()).json.link;
  await app.operate("operator.mail.deliver");
  const mail = await PostalMime.parse(server.taken.at(-1)?.data ?? "");
  expect([mail.to?.[0]?.address, mail.subject]).toEqual(["zaynab@example.com", "Your invitation to Rihla"]);
  expect(mail.text).toContain(link);
  expect(mail.html).toContain(`<a href="${link}"`);
  const stored = JSON.stringify(
    await Promise.all(
      ["mails", "one_time_links", "audit_log"].map((name) => app.db.query(`select * from ${name}`)),
    ),
  );
  expect(stored).not.toContain(link.split("/").at(-1));
});

test("inviting the same person again replaces the link, the address and the role", async () => {
  const first = tokenOf(await invite());
  const again = await invite({ email: "new@example.com", role: "partner_manager" });
  expect([again.status, again.json.email, again.json.role]).toEqual([
    201,
    "new@example.com",
    "partner_manager",
  ]);
  expect(outcome(await accept(first))).toEqual(EXPIRED);
  expect((await accept(tokenOf(again))).status).toBe(200);
  expect(outcome(await invite())).toEqual([409, "This username is already taken"]);
});

test("an address is mailed one invitation in ten minutes, and the link of that mail works until the next", async () => {
  const first = tokenOf(await invite());
  const second = tokenOf(await invite());
  await Promise.all([invite({ username: "other1" }), invite({ username: "other2" })]);
  expect((await mailsTo(app, "zaynab@example.com")).map(({ token }) => token)).toEqual([first]);
  app.clock.forward(minutes(10));
  const third = tokenOf(await invite());
  expect((await lastMail(app, "zaynab@example.com", "staff-invitation")).token).toBe(third);
  for (const ended of [first, second]) expect(outcome(await accept(ended))).toEqual(EXPIRED);
  const fourth = tokenOf(await invite());
  expect((await accept(third)).status).toBe(200);
  expect(outcome(await accept(fourth))).toEqual(EXPIRED);
});

test("a weak password is refused and does not use the link up", async () => {
  const token = tokenOf(await invite());
  for (const [password, sentence] of [
    ["short", "Password must be at least 8 characters"],
    ["password123", "This password is too common"],
    ["zaynab has a house", "The password must not contain the username"],
  ] as const)
    expect(outcome(await accept(token, password))).toEqual([400, sentence]);
  expect((await accept(token)).status).toBe(200);
});

test("a link is refused after seven days, after a deactivation, and if it is forged or of another kind", async () => {
  const token = tokenOf(await invite());
  await app.send("POST /api/admin/password/forgot", { body: { username: "root" } });
  const other = (await lastMail(app, "root@example.com", "staff-reset-password")).token;
  for (const wrong of ["x".repeat(43), `${token}=`, other])
    expect(outcome(await accept(wrong))).toEqual(EXPIRED);
  await app.operate("admin.users.deactivate", { id: "zaynab" });
  await app.operate("admin.users.activate", { id: "zaynab" });
  expect(outcome(await accept(token))).toEqual(EXPIRED);
  const next = tokenOf(await invite());
  app.clock.forward(days(7));
  expect(outcome(await accept(next))).toEqual(EXPIRED);
});

test("a corrected address ends the invitation that the wrong one was sent, until the person is invited again", async () => {
  const invited = await invite();
  const body = { email: "zaynab@right.example" };
  const corrected = await app.send(`PUT /api/admin/users/${invited.json.id}`, {
    headers: basic("root"),
    body,
  });
  expect([corrected.status, outcome(await accept(tokenOf(invited)))]).toEqual([200, EXPIRED]);
  expect((await accept(tokenOf(await invite(body)))).status).toBe(200);
});

test("of twenty parallel acceptances one succeeds, with its own password", async () => {
  const token = tokenOf(await invite());
  const password = (n: number) => `parallel passphrase ${n}`;
  const accepted = await Promise.all(Array.from({ length: 20 }, (_, n) => accept(token, password(n))));
  const won = accepted.findIndex(({ status }) => status === 200);
  expect(accepted.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await login("zaynab", password(won))).status).toBe(200);
});

test("of parallel invitations of one name all lead to one account, which only the newest link opens", async () => {
  const invited = await Promise.all(Array.from({ length: 5 }, () => invite()));
  const links = invited.filter(({ status }) => status === 201).map(tokenOf);
  expect(links.length).toBeGreaterThan(0);
  const accepted = await Promise.all(links.map((token) => accept(token)));
  expect(accepted.filter(({ status }) => status === 200)).toHaveLength(1);
  const rows = await app.db.orm.select().from(staffUsers).where(eq(staffUsers.usernameKey, "zaynab"));
  expect(rows).toHaveLength(1);
});

test("only a super admin invites, with an address and a role, and not the name of an existing account", async () => {
  await staff(app, "admin");
  expect((await invite({}, "admin")).status).toBe(403);
  expect(outcome(await invite({ email: "" }))).toEqual([400, "Email is required"]);
  expect(outcome(await invite({ role: "owner" }))[0]).toBe(400);
  expect(outcome(await invite({ username: "ADMIN" }))).toEqual([409, "This username is already taken"]);
});

test("an invited super admin does not count as one of those who must stay, and is reported to the others", async () => {
  await staff(app, "super_admin", "omar");
  await app.db.orm.delete(mails);
  await invite({ role: "super_admin" });
  expect((await lastMail(app, "omar@example.com", "staff-new-super-admin")).text).toContain(
    "made zaynab a super admin",
  );
  await app.operate("admin.users.deactivate", { id: "omar" });
  const last = app.operate("admin.users.deactivate", { id: "root" });
  expect(await last.catch((error: Error) => error.message)).toContain("last active super admin");
});

test("a password that a super admin sets for an invited person replaces the invitation", async () => {
  const token = tokenOf(await invite());
  await app.operate("admin.users.resetPassword", { id: "zaynab", password: PASSWORD });
  expect(outcome(await accept(token))).toEqual(EXPIRED);
  const { Cookie = "" } = await signIn(app, "zaynab");
  const session = await app.send("GET /api/admin/session", { headers: { Cookie } });
  expect(session.json.mustChangePassword).toBe(true);
  const change = (newPassword: string) => {
    const body = { currentPassword: PASSWORD, newPassword };
    return app.send("PUT /api/admin/password", { headers: { Cookie }, body });
  };
  expect(outcome(await change(PASSWORD))).toEqual([400, "The new password must differ from the current one"]);
  const changed = await change("one of their own, and long");
  const renewed = { Cookie: changed.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const after = await app.send("GET /api/admin/session", { headers: renewed });
  expect([after.status, after.json.mustChangePassword]).toEqual([200, undefined]);
});
