import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { days, hours, seconds } from "../../shared/duration.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { type MailServer, mailServer } from "../../testing/mail-server.ts";
import { smtpMailer } from "../mail/smtp.ts";
import { mails } from "../mail/table.ts";
import { waitlistSignups } from "./table.ts";

const EMAIL = "Amina@example.com";
const SITE = { PUBLIC_URL: "https://rihla.example", CONTACT_EMAIL: "salaam@rihla.example" };

let server: MailServer;
let app: TestApp;
beforeAll(async () => {
  server = await mailServer();
  const first = await testApp({ ...SITE, MAIL_URL: server.url });
  const mailer = smtpMailer(first.deps.settings);
  await first.close();
  app = await testApp({ ...SITE, MAIL_URL: server.url }, { mailer });
});
beforeEach(async () => {
  await app.db.orm.delete(waitlistSignups);
  await app.db.orm.delete(mails);
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const join = (body: Record<string, unknown> = {}) =>
  app.send("POST /api/waitlist", { body: { firstName: "Amina", email: EMAIL, ...body } });
const welcome = () => app.operate("admin.waitlist.welcome") as Promise<{ posted: number }>;
const outbox = () => app.db.orm.select().from(mails);
const change = (set: Partial<typeof waitlistSignups.$inferInsert>) =>
  app.db.orm.update(waitlistSignups).set(set);
const signup = async () => {
  const [row] = await app.db.orm.select().from(waitlistSignups);
  if (!row) throw new Error("no signup found");
  return row;
};

/** Posts and sends what is due; the last mail as a mail program reads it. */
async function received() {
  await welcome();
  await app.operate("operator.mail.deliver");
  return PostalMime.parse(server.taken.at(-1)?.data ?? "");
}

describe("the joining mail", () => {
  test("confirms, corrects and leaves, as text and HTML, with the postal address and one-click headers", async () => {
    await join({ isBetaTester: true });
    const { id, referralCode } = await signup();
    await app.db.orm
      .update(waitlistSignups)
      .set({ city: "48126", cityId: app.deps.state.gazetteer.meaning("48126")?.id ?? 0 })
      .where(eq(waitlistSignups.id, id));
    const mail = await received();
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect([mail.to?.[0]?.address, mail.subject]).toEqual([
      EMAIL,
      "Please confirm your place on the Rihla waitlist",
    ]);
    const leaveUrl = /https:\/\/rihla\.example\/leave\/[\w-]{40,}/.exec(mail.text ?? "")?.[0];
    expect(leaveUrl).toBeString();
    expect([header("list-unsubscribe"), header("list-unsubscribe-post")]).toEqual([
      `<${leaveUrl}>`,
      "List-Unsubscribe=One-Click",
    ]);
    for (const part of [mail.text, mail.html]) {
      expect(part).toMatch(/https:\/\/rihla\.example\/me#[\w-]{40,}/);
      expect(part).toContain(leaveUrl ?? "none");
      expect(part).toContain(app.deps.settings.brand.postalAddress);
      expect(part).toContain("Thank you for joining, Amina.");
      for (const fact of ["Name: Amina", "City: Dearborn, MI", "Beta access: you asked for it"])
        expect(part).toContain(fact);
      expect(part).toContain(`https://rihla.example/?ref=${referralCode}`);
    }
    const [stored] = await outbox();
    expect(JSON.stringify(stored)).not.toMatch(/[\w-]{60,}/);
  });

  test("does not carry a stranger's words or links in place of a name", async () => {
    await join({ firstName: "Win at evil.example now" });
    await change({ city: "Win at evil.example now" });
    const mail = await received();
    expect(mail.text).toContain("Thank you for joining.");
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain("evil");
  });

  test("is posted once a day however often the address is sent, and no more once it is confirmed", async () => {
    await Promise.all(Array.from({ length: 50 }, () => join()));
    expect([await welcome(), await welcome()]).toEqual([{ posted: 1 }, { posted: 0 }]);
    app.clock.forward(hours(23));
    await join({ isBetaTester: true });
    expect(await welcome()).toEqual({ posted: 0 });
    app.clock.forward(hours(1));
    await join({ email: EMAIL.toUpperCase() });
    expect(await welcome()).toEqual({ posted: 1 });
    await change({ confirmedAt: app.clock.now });
    app.clock.forward(days(2));
    await join();
    expect([await welcome(), (await outbox()).length]).toEqual([{ posted: 0 }, 2]);
  });

  test("comes again after leaving and joining again, but not the same day, and the address must be confirmed again", async () => {
    await join();
    await welcome();
    await change({ confirmedAt: app.clock.now, leftAt: app.clock.now, consentWording: "waitlist-1" });
    app.clock.forward(hours(1));
    await join();
    expect(await signup()).toMatchObject({
      leftAt: null,
      confirmedAt: null,
      consentWording: "waitlist-2",
      consentAt: app.clock.now,
    });
    expect(await welcome()).toEqual({ posted: 0 });
    app.clock.forward(hours(23));
    expect(await welcome()).toEqual({ posted: 1 });
  });

  test("goes to one mailbox five times a day, whatever is added after a plus, and the others wait", async () => {
    for (let n = 0; n < 8; n += 1) await join({ email: `amina+${n}@example.com` });
    await join({ email: "amina@other.example" });
    await welcome();
    const sent = async () => (await outbox()).filter(({ to }) => to.endsWith("@example.com")).length;
    expect([await sent(), (await outbox()).length]).toEqual([5, 6]);
    await welcome();
    await join();
    await welcome();
    expect(await sent()).toBe(5);
    app.clock.forward(days(1) + 1);
    await welcome();
    expect(await sent()).toBe(9);
  });

  test("goes to a quarantined signup only once staff release it", async () => {
    await join({ hp_note: "x" });
    expect(await welcome()).toEqual({ posted: 0 });
    const { id } = await signup();
    await app.operate("admin.quarantine.release", { kind: "signup", id });
    expect(await welcome()).toEqual({ posted: 1 });
  });

  test("is posted once by several instances at the same time, and not lost if posting fails", async () => {
    await Promise.all(Array.from({ length: 230 }, (_, n) => join({ email: `p${n}@example.com` })));
    await app.db.query("alter table mails add constraint refused check (to_key <> 'p100@example.com')");
    await Promise.allSettled([welcome(), welcome()]);
    await app.db.query("alter table mails drop constraint refused");
    await Promise.all([welcome(), welcome(), welcome()]);
    await welcome();
    const to = (await outbox()).map((mail) => mail.to);
    expect([to.length, new Set(to).size]).toEqual([230, 230]);
  });

  test("is posted to one mailbox five times a day, also by several instances at the same time", async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => join({ email: `raced+${n}@example.com` })));
    await Promise.all([welcome(), welcome(), welcome()]);
    expect(await outbox()).toHaveLength(5);
  });

  test("waits while 500 of its kind are ready to be sent, so that other mails are not held up", async () => {
    await app.db.query(
      `insert into mails (id, "to", to_key, subject, text, kind, created_at, next_try_at)
       select n::text, 'x@y.example', 'x@y.example', 's', 't', 'waitlist-welcome', $1, $1 from generate_series(1, 499) n`,
      [app.clock.now],
    );
    for (const n of [1, 2]) await join({ email: `q${n}@example.com` });
    expect([await welcome(), await welcome()]).toEqual([{ posted: 1 }, { posted: 0 }]);
    await app.db.orm.update(mails).set({ nextTryAt: null }).where(eq(mails.to, "x@y.example"));
    app.clock.forward(seconds(5));
    expect(await welcome()).toEqual({ posted: 1 });
  });
});
