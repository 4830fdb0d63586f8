import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { days, hours, minutes } from "../../../shared/duration.ts";
import { MAIL_KINDS, type MailKind, STREAM_OF } from "../../../shared/people/mails.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { failureOf } from "../../../testing/failure.ts";
import { fakeMailer } from "../../../testing/fake-mailer.ts";
import { outboxStatus } from "../schema.ts";
import { post } from "../service.ts";
import { mailBreaker, mailEvents, mailSuppressions, mails } from "../table.ts";

const USER = "hook:a long password";
const RESEND_SECRET = `whsec_${Buffer.from("a secret of a webhook of 32 bytes").toString("base64")}`;
const MAILGUN_KEY = "a signing key of mailgun";
const EVENTS = "POST /api/mail/events";

const sent: string[] = [];
const sender = { send: async ({ to }: { readonly to: string }) => void sent.push(to) };
const mailer = fakeMailer((mail) => sender.send(mail));
const appWith = (provider: string, secret: string) =>
  testApp({ MAIL_EVENTS_PROVIDER: provider, MAIL_EVENTS_SECRET: secret }, { mailer });

let postmark: TestApp;
let resend: TestApp;
let mailgun: TestApp;
beforeAll(async () => {
  postmark = await appWith("postmark", USER);
  resend = await appWith("resend", RESEND_SECRET);
  mailgun = await appWith("mailgun", MAILGUN_KEY);
});
beforeEach(async () => {
  sent.length = 0;
  for (const app of [postmark, resend, mailgun])
    for (const table of [mails, mailEvents, mailSuppressions, mailBreaker]) await app.db.orm.delete(table);
});
afterAll(async () => {
  for (const app of [postmark, resend, mailgun]) await app.close();
});

const put = (app: TestApp, to: string) =>
  app.db.transaction((tx) => post(tx, app.deps, { to, subject: "s", text: "t", kind: "receipt" }));
const deliver = async (app: TestApp, to: string) => {
  await put(app, to);
  return app.operate("operator.mail.deliver");
};
const SENT = { sent: 1, failed: 0 };
const REFUSED = { sent: 0, failed: 1 };

const basicOf = (user: string) => ({ authorization: `Basic ${Buffer.from(user).toString("base64")}` });
const fromPostmark = (body: object, user = USER) => postmark.send(EVENTS, { body, headers: basicOf(user) });
const bounce = (Email: string, more: object = {}) => ({
  RecordType: "Bounce",
  Type: "HardBounce",
  ID: Email.length,
  Email,
  BouncedAt: postmark.clock.now.toISOString(),
  ...more,
});

/** Signed as https://docs.svix.com/receiving/verifying-payloads/how-manual describes it. */
const fromResend = (body: object, at = resend.clock.now, secret = RESEND_SECRET) => {
  const raw = JSON.stringify(body);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
    .update(`msg_1.${timestamp}.${raw}`)
    .digest("base64");
  const headers = {
    "svix-id": "msg_1",
    "svix-timestamp": timestamp,
    "svix-signature": `v1,bm9uZQ== v1,${signature}`,
    "content-type": "application/json",
  };
  return resend.send(EVENTS, { raw, headers });
};
const resendEvent = (type: string, to: string, bounceType?: string) => ({
  type,
  created_at: resend.clock.now.toISOString(),
  data: { email_id: `id-of-${to}`, to: [to], ...(bounceType && { bounce: { type: bounceType } }) },
});

const fromMailgun = (
  data: object,
  token: string,
  key = MAILGUN_KEY,
  timestamp = String(Math.floor(mailgun.clock.now.getTime() / 1_000)),
) => {
  const signature = createHmac("sha256", key)
    .update(timestamp + token)
    .digest("hex");
  return mailgun.send(EVENTS, { body: { signature: { timestamp, token, signature }, "event-data": data } });
};

describe("the providers' events", () => {
  test("a hard bounce and a complaint at Postmark end all mail to the address, in any spelling", async () => {
    expect((await fromPostmark(bounce("Gone@Example.com"))).status).toBe(200);
    expect(
      (await fromPostmark({ RecordType: "SpamComplaint", MessageID: "m", Email: "angry@example.com" }))
        .status,
    ).toBe(200);
    expect(await deliver(postmark, "gone@example.com")).toEqual(REFUSED);
    expect(await deliver(postmark, "angry@example.com")).toEqual(REFUSED);
    expect(await deliver(postmark, "other@example.com")).toEqual(SENT);
    expect(sent).toEqual(["other@example.com"]);
    const stored = JSON.stringify(await postmark.db.orm.select().from(mailSuppressions));
    expect(stored).not.toContain("example.com");
  });

  test("no mail of one batch goes to any spelling of a suppressed address", async () => {
    await postmark.operate("operator.mail.suppress", { email: "victim@b\u00FCcher.example" });
    const spellings = [
      "Victim@b\u00FCcher.example",
      "victim@xn--bcher-kva.example",
      "victim@B\u00DCCHER.example",
    ];
    for (const to of spellings) await put(postmark, to);
    expect(await postmark.operate("operator.mail.deliver")).toEqual({ sent: 0, failed: 3 });
    expect(sent).toEqual([]);
  });

  test("events at Resend are verified as Svix signs them, and suppress each recipient", async () => {
    expect((await fromResend(resendEvent("email.bounced", "gone@example.com", "Permanent"))).status).toBe(
      200,
    );
    expect((await fromResend(resendEvent("email.complained", "angry@example.com"))).status).toBe(200);
    expect((await fromResend(resendEvent("email.delivered", "fine@example.com"))).status).toBe(200);
    const unsure = resendEvent("email.bounced", "unsure@example.com", "Undetermined");
    expect((await fromResend(unsure)).status).toBe(200); // counts as soft: the provider says that it does not know
    expect(await deliver(resend, "unsure@example.com")).toEqual(SENT);
    for (const to of ["gone@example.com", "angry@example.com"])
      expect(await deliver(resend, to)).toEqual(REFUSED);
    expect(await deliver(resend, "fine@example.com")).toEqual(SENT);
  });

  test("a failure for good and a complaint at Mailgun suppress the address, and a token counts once", async () => {
    const failed = { event: "failed", severity: "permanent", recipient: "gone@example.com" };
    expect((await fromMailgun(failed, "t1")).json).toEqual({ received: true });
    expect((await fromMailgun({ ...failed, recipient: "other@example.com" }, "t1")).status).toBe(200);
    await fromMailgun({ event: "complained", recipient: "angry@example.com" }, "t2");
    for (const to of ["gone@example.com", "angry@example.com"])
      expect(await deliver(mailgun, to)).toEqual(REFUSED);
    expect(await deliver(mailgun, "other@example.com")).toEqual(SENT);
  });

  test("a signature of Mailgun counts once, whatever its event, and only while it is fresh", async () => {
    const complaint = { event: "complained", recipient: "victim@example.com" };
    await fromMailgun({ event: "delivered", recipient: "a@example.com" }, "seen");
    await fromMailgun(complaint, "seen");
    const at = (ms: number) => String(Math.floor((mailgun.clock.now.getTime() + ms) / 1_000));
    for (const wrong of [at(-days(400)), at(-minutes(6)), at(minutes(6)), "1e300", "-1e15", "", "now"])
      expect([wrong, (await fromMailgun(complaint, `t${wrong}`, MAILGUN_KEY, wrong)).status]).toEqual([
        wrong,
        400,
      ]);
    expect(await deliver(mailgun, "victim@example.com")).toEqual(SENT);
  });

  test("no value of a signed event is a failure of the server, or kept as a time in the future or long ago", async () => {
    const times = [1e300, -1e15, -8.64e12, 8.64e12, 0, 4_102_444_800];
    for (const timestamp of times) {
      const event = { event: "failed", recipient: `a${timestamp}@example.com`, timestamp };
      expect([timestamp, (await fromMailgun(event, `t${timestamp}`)).status]).toEqual([timestamp, 200]);
    }
    for (const text of ["a\0b", "x".repeat(20_000), "\uD800", ""]) {
      const statuses = [
        (await fromMailgun({ event: "failed", recipient: text }, `token ${text}`)).status,
        (await fromPostmark(bounce(text, { ID: text, MessageID: text }))).status,
        (await fromResend(resendEvent("email.bounced", text))).status,
      ];
      expect([text.length, ...statuses]).toEqual([text.length, 200, 200, 200]);
    }
    for (const BouncedAt of ["-271821-04-20T00:00:00Z", "+275760-09-13T00:00:00Z", "0000-01-01", "now"])
      expect((await fromPostmark(bounce("b@example.com", { ID: BouncedAt, BouncedAt }))).status).toBe(200);
    for (const app of [postmark, mailgun])
      for (const { at } of await app.db.orm.select().from(mailEvents)) expect(at).toEqual(app.clock.now);
  });

  test("an event without the right signature is refused and changes nothing", async () => {
    const forged = await Promise.all([
      fromPostmark(bounce("a@example.com"), "hook:wrong"),
      postmark.send(EVENTS, { body: bounce("a@example.com") }),
      fromPostmark([] as object),
      fromResend(
        resendEvent("email.bounced", "a@example.com"),
        resend.clock.now,
        `whsec_${btoa("another secret, as long")}`,
      ),
      fromResend(
        resendEvent("email.bounced", "a@example.com"),
        new Date(resend.clock.now.getTime() - minutes(6)),
      ),
      resend.send(EVENTS, { body: resendEvent("email.bounced", "a@example.com") }),
      fromMailgun({ event: "failed", recipient: "a@example.com" }, "t", "another key"),
      mailgun.send(EVENTS, { raw: "not json", headers: { "content-type": "application/json" } }),
    ]);
    expect(forged.map(({ status }) => status)).toEqual(forged.map(() => 400));
    for (const app of [postmark, resend, mailgun])
      expect(await app.db.orm.select().from(mailEvents)).toEqual([]);
  });

  test("without a configured provider the address does not exist", async () => {
    const app = await testApp();
    expect((await app.send(EVENTS, { body: {} })).status).toBe(404);
    await app.close();
  });
});

describe("a suppression", () => {
  test("begins with the fifth soft bounce in seven days, and repeats of one event count once", async () => {
    const soft = (ID: number) => bounce("full@example.com", { Type: "Transient", ID });
    for (const id of [1, 2, 3, 4, 4, 4]) await fromPostmark(soft(id));
    expect(await deliver(postmark, "full@example.com")).toEqual(SENT);
    postmark.clock.forward(days(7) + hours(1));
    for (const id of [5, 6, 7, 8]) await fromPostmark(soft(id));
    expect(await deliver(postmark, "full@example.com")).toEqual(SENT);
    await fromPostmark(soft(9));
    expect(await deliver(postmark, "full@example.com")).toEqual(REFUSED);
  });

  test("of parallel deliveries of one event one counts", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fromPostmark(bounce("gone@example.com"))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await postmark.db.orm.select().from(mailEvents)).toHaveLength(1);
  });

  test("is ended by the operator, and an event from before its end does not begin another", async () => {
    const email = "gone@example.com";
    const late = bounce(email, { ID: 77 });
    await fromPostmark(bounce(email));
    postmark.clock.forward(hours(1));
    await postmark.operate("operator.mail.unsuppress", { email });
    await fromPostmark(late);
    expect(await deliver(postmark, email)).toEqual(SENT);
    postmark.clock.forward(hours(1));
    await fromPostmark(bounce(email, { ID: 78 }));
    expect(await deliver(postmark, email)).toEqual(REFUSED);
  });

  test("can be set by hand; repeats are refused, and only the operator may", async () => {
    const email = "please.stop@example.com";
    await postmark.operate("operator.mail.suppress", { email });
    expect(await failureOf(() => postmark.operate("operator.mail.suppress", { email }))).toMatchObject({
      code: "CONFLICT",
    });
    expect(await deliver(postmark, email)).toEqual(REFUSED);
    await postmark.operate("operator.mail.unsuppress", { email });
    expect(await failureOf(() => postmark.operate("operator.mail.unsuppress", { email }))).toMatchObject({
      code: "NOT_FOUND",
    });
    for (const path of ["suppress", "unsuppress", "retry", "resume"])
      expect(
        (await postmark.send(`POST /trpc/operator.mail.${path}`, { body: { json: { email, id: "x" } } }))
          .status,
      ).toBe(401);
  });
});

describe("the breaker of bulk mail", () => {
  /** Joining mails, as strangers cause them with any address. */
  const join = (many: number, from = 0) =>
    postmark.db.transaction(async (tx) => {
      for (let n = from; n < from + many; n += 1)
        await post(tx, postmark.deps, {
          to: `b${n}@example.com`,
          subject: "s",
          text: "t",
          kind: "waitlist-welcome",
        });
    });
  const bounces = async (many: number, from = 0) => {
    for (let n = from; n < from + many; n += 1) await fromPostmark(bounce(`b${n}@example.com`, { ID: n }));
  };
  const complaint = (Email: string, ID: string) =>
    fromPostmark({ RecordType: "SpamComplaint", MessageID: ID, Email });
  const stopped = async () => {
    const status = await postmark.operate("admin.mails.status");
    return outboxStatus.parse(status).stopped;
  };

  test("26 joining mails that bounce stop joining mails alone, until the operator resumes", async () => {
    await join(26);
    await bounces(25);
    expect(await postmark.operate("operator.mail.deliver")).toEqual({ sent: 1, failed: 25 });
    await bounces(1, 25);
    await join(1, 26);
    expect(await postmark.operate("operator.mail.deliver")).toEqual({ sent: 0, failed: 0 });
    expect(await stopped()).toMatchObject({
      streams: ["joining"],
      reason: "26 of the last 500 joining mails bounced",
    });
    expect(await postmark.operate("admin.dashboard.summary")).toMatchObject({
      mailStopped: { reason: "26 of the last 500 joining mails bounced" },
    });
    await postmark.operate("operator.mail.resume");
    expect(await failureOf(() => postmark.operate("operator.mail.resume"))).toMatchObject({
      code: "CONFLICT",
    });
    postmark.clock.forward(minutes(1));
    await join(1, 27);
    await bounces(1, 27);
    expect(await postmark.operate("operator.mail.deliver")).toEqual({ sent: 1, failed: 1 });
    expect(await postmark.operate("admin.dashboard.summary")).toMatchObject({ mailStopped: undefined });
  });

  test("two complaints stop nothing, and the third, of joining mails, joining mails alone", async () => {
    await join(4);
    await complaint("b0@example.com", "1");
    await complaint("b1@example.com", "2");
    expect(await stopped()).toBeNull();
    await complaint("b2@example.com", "3");
    expect(await stopped()).toMatchObject({ streams: ["joining"] });
    expect(await postmark.operate("operator.mail.deliver")).toEqual({ sent: 0, failed: 0 });
  });

  test("what is reported about letters, or about addresses that no mail went to, stops nothing", async () => {
    for (let n = 0; n < 30; n += 1) await put(postmark, `b${n}@example.com`);
    await bounces(40);
    for (let n = 0; n < 5; n += 1) await complaint(`b${n}@example.com`, `c${n}`);
    expect(await stopped()).toBeNull();
  });

  test("a partner, an operator and a person get their mails while joining mails and broadcasts are stopped", async () => {
    for (const stream of ["joining", "broadcasts"] as const)
      await postmark.db.orm
        .insert(mailBreaker)
        .values({ stream, stoppedAt: postmark.clock.now, reason: "26 bounced" });
    await join(1);
    const kinds = Object.keys(MAIL_KINDS) as MailKind[]; // a constant object without other keys
    const single = kinds.filter((kind) => STREAM_OF[kind] === undefined);
    await postmark.db.transaction(async (tx) => {
      for (const kind of single)
        await post(tx, postmark.deps, { to: `${kind}@example.com`, subject: "s", text: "t", kind });
    });
    expect(await postmark.operate("operator.mail.deliver")).toEqual({ sent: single.length, failed: 0 });
    expect(sent).not.toContain("b0@example.com");
    expect(sent).toEqual(
      expect.arrayContaining([
        "partner-reset@example.com",
        "staff-reset-password@example.com",
        "operator-alert@example.com",
        "partner-new-device@example.com",
        "staff-password-set@example.com",
      ]),
    );
  });

  test("after 26 joins of addresses that bounce, a partner who forgot the password gets the link", async () => {
    const partner = {
      email: "owner@example.com",
      password: "a long password",
      businessName: "B",
      contactName: "C",
    };
    expect((await postmark.send("POST /partner/api/register", { body: partner })).status).toBe(201);
    for (let n = 0; n < 26; n += 1) {
      const body = { firstName: "A", email: `b${n}@example.com` };
      expect((await postmark.send("POST /api/waitlist", { body, from: `192.0.2.${n}` })).status).toBe(201);
    }
    expect(await postmark.operate("admin.waitlist.welcome")).toMatchObject({ posted: 26 });
    await bounces(26);
    expect(await stopped()).toMatchObject({ streams: ["joining"] });
    await postmark.send("POST /partner/api/password/forgot", { body: { email: partner.email } });
    await postmark.operate("operator.mail.deliver");
    const rows = await postmark.db.orm.select().from(mails);
    expect(rows.find(({ kind }) => kind === "partner-reset")?.sentAt).not.toBeNull();
    expect(rows.filter(({ kind, sentAt }) => kind === "waitlist-welcome" && sentAt !== null)).toEqual([]);
  });
});

describe("sending a mail again", () => {
  const idOf = async (to: string) => {
    const all = await postmark.db.orm.select().from(mails);
    return all.find((mail) => mail.to === to)?.id ?? "";
  };

  test("a mail that was given up is sent once more, and one that was sent is not", async () => {
    const email = "gone@example.com";
    await postmark.operate("operator.mail.suppress", { email });
    await deliver(postmark, email);
    const id = await idOf(email);
    await postmark.operate("operator.mail.unsuppress", { email });
    expect(await postmark.operate("operator.mail.retry", { id })).toMatchObject({ id, state: "waiting" });
    expect(await postmark.operate("operator.mail.deliver")).toEqual(SENT);
    expect(await failureOf(() => postmark.operate("operator.mail.retry", { id }))).toMatchObject({
      message: "This mail was sent already",
    });
    expect(await failureOf(() => postmark.operate("operator.mail.retry", { id: "none" }))).toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("a mail that is being sent is not taken by a retry", async () => {
    await put(postmark, "slow@example.com");
    const id = await idOf("slow@example.com");
    const { send } = sender;
    let refusal: unknown;
    sender.send = async () => {
      refusal = await failureOf(() => postmark.operate("operator.mail.retry", { id }));
    };
    expect(await postmark.operate("operator.mail.deliver")).toEqual(SENT);
    sender.send = send;
    expect(refusal).toMatchObject({ message: "This mail is being sent now" });
  });
});
