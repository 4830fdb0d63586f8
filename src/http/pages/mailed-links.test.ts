import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { throttle } from "../../core/auth/auth.table.ts";
import { auditLog } from "../../modules/audit/table.ts";
import { days } from "../../shared/duration.ts";
import { randomId } from "../../shared/id.ts";
import { LINK_PAGES, type LinkPage } from "../../shared/people/mails.ts";
import { PASSWORD, partner, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { lastMail, mailsTo } from "../../testing/mailed.ts";
import { place } from "../../testing/places/places.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
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
  async [LINK_PAGES.partnerJoin]() {
    const { headers } = await partner(app, `owner-${email}`);
    const invitation = { email, role: "editor" };
    const { json } = await api("POST /partner/api/people/invitations", invitation, headers);
    return json.link.split("/").at(-1);
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
      name,
      country: "US",
      address: email,
    })) as { id: string };
    const { id } = await place(app);
    const days = { validFrom: "2026-01-01", validUntil: "2036-01-01" };
    await app.operate("admin.evidence.add", { id, kind: "certificate", issuerId, number: "HC-1", ...days });
    return (await lastMail(app, email, "issuer-question")).token;
  },
  async [LINK_PAGES.supplierConfirm]() {
    const { id } = await place(app, {}, (await partner(app, email)).id);
    await app.operate("admin.suppliers.name", { id, name: "Crescent Meats" });
    app.clock.forward(days(80));
    await app.operate("admin.evidence.expire");
    return (await lastMail(app, email, "supplier-confirm")).token;
  },
};
const PAGES = Object.values(LINK_PAGES);

const token = (token: string) => ({ token });
/** What the script of each page sends, with the password that was chosen. */
const CALLS: Readonly<
  Record<LinkPage, readonly [line: string, body: (token: string, chosen: string) => object]>
> = {
  [LINK_PAGES.partnerConfirm]: ["POST /partner/api/email/confirm", token],
  [LINK_PAGES.partnerReset]: [
    "POST /partner/api/password/reset",
    (token, newPassword) => ({ token, newPassword }),
  ],
  [LINK_PAGES.partnerUndoEmail]: ["POST /partner/api/email/undo", token],
  [LINK_PAGES.partnerLock]: ["POST /partner/api/lock", token],
  [LINK_PAGES.partnerJoin]: [
    "POST /partner/api/people/invitations/accept",
    (token, password) => ({ token, password, name: "Layla" }),
  ],
  [LINK_PAGES.staffReset]: [
    "POST /api/admin/password/reset",
    (token, newPassword) => ({ token, newPassword }),
  ],
  [LINK_PAGES.staffInvitation]: [
    "POST /api/admin/invitations/accept",
    (token, password) => ({ token, password }),
  ],
  [LINK_PAGES.staffLock]: ["POST /api/admin/lock", token],
  [LINK_PAGES.issuerAnswer]: ["POST /api/issuers/answer", (token) => ({ token, answer: "valid" })],
  [LINK_PAGES.supplierConfirm]: ["POST /partner/api/suppliers/confirm", token],
};
const WITH_PASSWORD = [
  ...[LINK_PAGES.partnerReset, LINK_PAGES.partnerJoin],
  ...[LINK_PAGES.staffReset, LINK_PAGES.staffInvitation],
];

const use = (page: LinkPage, token: string, chosen = NEW) => {
  const [line, body] = CALLS[page];
  return api(line, body(token, chosen));
};
const shown = ({ status, json }: Awaited<ReturnType<typeof use>>) => [status, json.error];

describe.each(PAGES)("the link to %s", (page) => {
  test("changes nothing when it is opened, works once, and then says that it was used", async () => {
    const token = await TOKENS[page]();
    const acts = await app.db.orm.$count(auditLog);
    for (const method of ["GET", "HEAD"]) await app.send(`${method} ${page}/${token}`);
    expect(await app.db.orm.$count(auditLog)).toBe(acts);
    const done = await use(page, token);
    expect(done.status).toBe(200);
    if (page === LINK_PAGES.staffInvitation) expect(done.json.username).toBe(name);
    expect(shown(await use(page, token))).toEqual([400, EXPIRED]);
    const kept = JSON.stringify(await app.db.orm.select().from(auditLog));
    expect(kept).not.toContain(token);
  });

  test("works for one of twenty calls that are sent at the same time", async () => {
    const token = await TOKENS[page]();
    const sent = await Promise.all(Array.from({ length: 20 }, () => use(page, token)));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("is refused in the same sentence if it expired, was forged or is of another kind", async () => {
    const expired = await TOKENS[page]();
    const other = page === LINK_PAGES.partnerReset ? LINK_PAGES.staffReset : LINK_PAGES.partnerReset;
    app.clock.forward(days(60));
    name = `${name}o`;
    email = `${name}@example.com`;
    for (const token of [expired, "x".repeat(43), "%00", "x", await TOKENS[other]()])
      expect(shown(await use(page, token))).toEqual([400, EXPIRED]);
  });

  test("stays valid after a call of another site and after a form, which its page takes no more", async () => {
    const token = await TOKENS[page]();
    const [line, body] = CALLS[page];
    const foreign: Record<string, string>[] = [
      { Origin: "null" },
      { Origin: "null", "Sec-Fetch-Site": "same-origin" },
      { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
      { "Sec-Fetch-Site": "same-site" },
    ];
    for (const headers of foreign) expect((await api(line, body(token, NEW), headers)).status).toBe(403);
    expect((await app.send(`POST ${page}/${token}`, { raw: "password=x", headers: FORM })).status).toBe(405);
    expect((await use(page, token)).status).toBe(200);
  });
});

test("a password that is refused leaves the link valid", async () => {
  for (const page of WITH_PASSWORD) {
    const token = await TOKENS[page]();
    expect(shown(await use(page, token, "short"))).toEqual([400, expect.stringMatching(/at least \d char/)]);
    expect(shown(await use(page, token, ""))).toEqual([400, expect.stringContaining("required")]);
    expect((await use(page, token)).status).toBe(200);
    name = `${name}n`;
    email = `${name}@example.com`;
  }
});

test("the form for a forgotten staff password says the same for every name", async () => {
  await staff(app, "admin", name);
  const forgot = (username: string) => api("POST /api/admin/password/forgot", { username });
  const [known, unknown] = [await forgot(name), await forgot("unknown")];
  expect([known.status, known.text]).toEqual([200, unknown.text]);
  expect((await mailsTo(app, email)).map(({ kind }) => kind)).toEqual(["staff-reset-password"]);
  expect((await forgot("")).status).toBe(400);
});
