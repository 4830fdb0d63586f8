import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { throttle } from "../core/auth/login-throttle.table.ts";
import { auditLog } from "../modules/audit/table.ts";
import { days } from "../shared/duration.ts";
import { randomId } from "../shared/id.ts";
import { LINK_PAGES, type LinkPage, STAFF_FORGOT_PAGE } from "../shared/mails/link-pages.ts";
import { PASSWORD, partner, signIn, staff } from "../testing/accounts.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { lastMail, mailsTo } from "../testing/mailed.ts";
import { place } from "../testing/places/places.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
/** What a browser sends with the form of a page without a referrer. */
const BROWSER = { ...FORM, Origin: "null", "Sec-Fetch-Site": "same-origin" };
const NEW = "odd and rather long 9!";
const EXPIRED = "This link has expired or was used already";

let app: TestApp;
let name: string;
let email: string;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "super_admin", "root");
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
  name = `u${randomId().toLowerCase()}`;
  email = `${name}@example.com`;
});
afterAll(() => app.close());

const api = (line: string, body: object, headers: Record<string, string> = {}) =>
  app.send(line, { body, headers });

/** Makes an account, and the token of a link of the kind that is mailed to it. */
const TOKENS: Readonly<Record<LinkPage, () => Promise<string>>> = {
  async [LINK_PAGES.partnerConfirm]() {
    const { headers } = await partner(app, email);
    await api("POST /partner/api/email/resend", {}, headers);
    return (await lastMail(app, email, "partner-confirm")).token;
  },
  async [LINK_PAGES.partnerReset]() {
    await partner(app, email);
    await api("POST /partner/api/password/forgot", { email });
    return (await lastMail(app, email, "partner-reset")).token;
  },
  async [LINK_PAGES.partnerUndoEmail]() {
    const { headers } = await partner(app, email);
    await api("POST /partner/api/email/change", { email: `next-${email}`, password: PASSWORD }, headers);
    const { token } = await lastMail(app, `next-${email}`, "partner-new-address");
    await api("POST /partner/api/email/confirm", { token });
    return (await lastMail(app, email, "partner-address-changed")).token;
  },
  async [LINK_PAGES.partnerLock]() {
    await partner(app, email);
    for (const _ of "12") await api("POST /partner/api/login", { email, password: PASSWORD });
    return (await lastMail(app, email, "partner-new-device")).token;
  },
  async [LINK_PAGES.staffReset]() {
    await staff(app, "admin", name);
    await api("POST /api/admin/password/forgot", { username: name });
    return (await lastMail(app, email, "staff-reset-password")).token;
  },
  async [LINK_PAGES.staffInvitation]() {
    const invitation = { username: name, email, role: "admin" };
    await api("POST /api/admin/users/invite", invitation, await signIn(app, "root"));
    return (await lastMail(app, email, "staff-invitation")).token;
  },
  async [LINK_PAGES.staffLock]() {
    await staff(app, "admin", name);
    for (const _ of "12") await signIn(app, name);
    return (await lastMail(app, email, "staff-new-device")).token;
  },
  async [LINK_PAGES.issuerAnswer]() {
    const { id: issuerId } = (await app.operate("admin.issuers.add", {
      ...{ name, country: "US", address: email },
    })) as { id: string };
    const { id } = await place(app);
    const days = { validFrom: "2026-01-01", validUntil: "2036-01-01" };
    await app.operate("admin.evidence.add", { id, kind: "certificate", issuerId, number: "HC-1", ...days });
    return (await lastMail(app, email, "issuer-question")).token;
  },
};
const PAGES = Object.values(LINK_PAGES);
const WITH_PASSWORD = [LINK_PAGES.partnerReset, LINK_PAGES.staffReset, LINK_PAGES.staffInvitation];

const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = BROWSER) =>
  app.send(`POST ${path}`, { raw: new URLSearchParams(fields).toString(), headers });
const TYPED = { password: NEW, confirm: NEW, answer: "valid" };
const shown = ({ status, text }: { status: number; text: string }) => [status, text];

describe.each(PAGES)("the page of a link at %s without JavaScript", (page) => {
  test("opening it changes nothing, its form works once, and then says that it was used", async () => {
    const token = await TOKENS[page]();
    const acts = await app.db.orm.$count(auditLog);
    for (const method of ["GET", "HEAD"]) await app.send(`${method} ${page}/${token}`);
    expect(await app.db.orm.$count(auditLog)).toBe(acts);
    const done = await post(`${page}/${token}`, TYPED);
    const username = page === LINK_PAGES.staffInvitation ? name : "";
    expect(shown(done)).toEqual([200, `${page}.done: ${username}`]);
    expect(done.headers.get("referrer-policy")).toBe("no-referrer");
    expect(shown(await post(`${page}/${token}`, TYPED))).toEqual([400, `${page}.failed: ${EXPIRED}`]);
    const kept = JSON.stringify(await app.db.orm.select().from(auditLog));
    expect(kept).not.toContain(token);
  });

  test("of twenty forms sent at the same time one works", async () => {
    const token = await TOKENS[page]();
    const sent = await Promise.all(Array.from({ length: 20 }, () => post(`${page}/${token}`, TYPED)));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("an expired, a forged and another kind's link are refused in the same sentence", async () => {
    const expired = await TOKENS[page]();
    const other = page === LINK_PAGES.partnerReset ? LINK_PAGES.staffReset : LINK_PAGES.partnerReset;
    app.clock.forward(days(60));
    name = `${name}o`;
    email = `${name}@example.com`;
    for (const token of [expired, "x".repeat(43), "%00", "x", await TOKENS[other]()])
      expect(shown(await post(`${page}/${token}`, TYPED))).toEqual([400, `${page}.failed: ${EXPIRED}`]);
  });

  test("a form of another site, another method and another type of body are refused and leave the link valid", async () => {
    const token = await TOKENS[page]();
    const path = `${page}/${token}`;
    const foreign: Record<string, string>[] = [
      { Origin: "null" },
      { Origin: "null", "Sec-Fetch-Site": "cross-site" },
      { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
      { "Sec-Fetch-Site": "same-site" },
    ];
    for (const headers of foreign)
      expect((await post(path, TYPED, { ...FORM, ...headers })).status).toBe(403);
    expect((await app.send(`PUT ${path}`)).status).toBe(405);
    expect((await api(`POST ${path}`, TYPED)).status).toBe(415);
    expect((await post(path, TYPED)).status).toBe(200);
  });
});

test("a password that is refused or typed differently shows the form again and leaves the link valid", async () => {
  for (const page of WITH_PASSWORD) {
    const token = await TOKENS[page]();
    const refused = async (password: string, confirm: string) => {
      const { status, text } = await post(`${page}/${token}`, { password, confirm });
      return [status, text.slice(0, `${page}.failed: `.length), text.slice(`${page}.failed: `.length)];
    };
    const failed = [400, `${page}.failed: `];
    expect(await refused("short", "short")).toEqual([...failed, expect.stringMatching(/at least \d char/)]);
    expect(await refused("Something1", "Something2")).toEqual([...failed, "Passwords do not match"]);
    expect(await refused("", "")).toEqual([...failed, expect.stringContaining("required")]);
    expect((await post(`${page}/${token}`, TYPED)).status).toBe(200);
    name = `${name}n`;
    email = `${name}@example.com`;
  }
});

test("the form for a forgotten staff password says the same for every name, without JavaScript too", async () => {
  await staff(app, "admin", name);
  const done = [200, `${STAFF_FORGOT_PAGE}.done: `];
  expect(shown(await post(STAFF_FORGOT_PAGE, { username: name }))).toEqual(done);
  expect(shown(await post(STAFF_FORGOT_PAGE, { username: "unknown" }))).toEqual(done);
  expect((await mailsTo(app, email)).map(({ kind }) => kind)).toEqual(["staff-reset-password"]);
  expect((await post(STAFF_FORGOT_PAGE, { username: "" })).status).toBe(400);
  expect((await post(STAFF_FORGOT_PAGE, { username: name }, { ...FORM, Origin: "null" })).status).toBe(403);
});
