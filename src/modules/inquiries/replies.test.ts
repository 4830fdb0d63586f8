import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { days, hours, minutes } from "../../shared/duration.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { fakeMailer } from "../../testing/fake-mailer.ts";
import { lastMail } from "../../testing/mailed.ts";
import { mails } from "../mail/table.ts";
import { inquiryReplies, partnershipInquiries } from "./table.ts";

const INBOUND = "POST /api/mail/inbound";
const USER = "hook:a long password";
const KEY = "a signing key of mailgun";
const DOMAIN = { INBOUND_DOMAIN: "reply.rihla.example" };

/** What each mail server was given. */
const sent: { readonly to: string; readonly replyTo?: string | null }[] = [];
const mailer = fakeMailer(async (mail) => void sent.push(mail));

let postmark: TestApp;
let mailgun: TestApp;
beforeAll(async () => {
  postmark = await testApp(
    { ...DOMAIN, MAIL_EVENTS_PROVIDER: "postmark", MAIL_EVENTS_SECRET: USER, METRICS_TOKEN: "metrics" },
    { mailer },
  );
  mailgun = await testApp(
    { ...DOMAIN, MAIL_EVENTS_PROVIDER: "mailgun", MAIL_EVENTS_SECRET: KEY },
    { mailer },
  );
  for (const app of [postmark, mailgun]) for (const role of ["admin"] as const) await staff(app, role);
});
beforeEach(async () => {
  sent.length = 0;
  for (const app of [postmark, mailgun]) {
    await app.db.orm.delete(partnershipInquiries);
    await app.db.orm.delete(mails);
  }
});
afterAll(async () => {
  for (const app of [postmark, mailgun]) await app.close();
});

const as = (app: TestApp, line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const show = async (app: TestApp, id: string) => (await as(app, `GET /api/admin/partnerships/${id}`)).json;

/** An inquiry that was answered: its id, and the address that replies go to. */
async function answered(app: TestApp, text = "Salam, when do you open?") {
  const body = { businessName: "Noor Grill", email: "hi@noor.example", message: "We bake bread." };
  const { id } = (await app.send("POST /api/partnership", { body })).json as { id: string };
  return { id, address: await answer(app, id, text) };
}

async function answer(app: TestApp, id: string, text: string): Promise<string> {
  expect((await as(app, `POST /api/admin/partnerships/${id}/answers`, { text })).status).toBe(201);
  await app.operate("operator.mail.deliver");
  return sent.findLast(({ replyTo }) => replyTo)?.replyTo ?? "";
}

let mailCount = 0;
interface Email {
  readonly to: string;
  readonly from?: string;
  readonly text?: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly files?: number;
}

const fromPostmark = (mail: Email, user = USER) => {
  mailCount += 1;
  const headers = { "Message-ID": `<${mailCount}@noor.example>`, ...mail.headers };
  return postmark.send(INBOUND, {
    headers: { authorization: `Basic ${Buffer.from(user).toString("base64")}` },
    body: {
      MessageID: `postmark-${mailCount}`,
      OriginalRecipient: mail.to,
      FromFull: { Email: mail.from ?? "hi@noor.example", Name: "Noor" },
      ToFull: [{ Email: mail.to, Name: "" }],
      TextBody: mail.text ?? "",
      HtmlBody: mail.html ?? "",
      Attachments: Array(mail.files ?? 0).fill({ Name: "menu.pdf", Content: "AAAA" }),
      Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
    },
  });
};

const fromMailgun = (fields: Readonly<Record<string, string>>, key = KEY) => {
  const timestamp = String(Math.floor(mailgun.clock.now.getTime() / 1_000));
  const token = `token ${++mailCount}`;
  const signature = createHmac("sha256", key)
    .update(timestamp + token)
    .digest("hex");
  const raw = new URLSearchParams({ timestamp, token, signature, ...fields }).toString();
  return mailgun.send(INBOUND, { raw, headers: { "content-type": "application/x-www-form-urlencoded" } });
};

const countOf = async (outcome: string): Promise<number> => {
  const { text } = await postmark.send("GET /metrics", { headers: { Authorization: "Bearer metrics" } });
  return Number(
    new RegExp(`rihla_inbound_mails_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
  );
};

describe("an answer", () => {
  test("has a reply address that cannot be guessed, of which the database has a hash once it is sent", async () => {
    const { id, address } = await answered(postmark);
    expect(address).toMatch(/^reply\+[0-9a-f]{32}@reply\.rihla\.example$/);
    const other = await answer(postmark, id, "And on Fridays?");
    expect(other).not.toBe(address);
    const token = address.slice("reply+".length, address.indexOf("@"));
    for (const table of ["mails", "inquiry_answers", "audit_log"]) {
      const [row] = await postmark.db.query<{ all: string }>(
        `select coalesce(jsonb_agg(t)::text, '') as all from ${table} t`,
      );
      expect([table, row?.all.includes(token)]).toEqual([table, false]);
    }
  });

  test("quotes what they wrote last", async () => {
    const { id, address } = await answered(postmark);
    await fromPostmark({ to: address, text: "At nine" });
    await answer(postmark, id, "Thank you");
    const { text } = await lastMail(postmark, "hi@noor.example", "inquiry-answer");
    expect([text.includes("> At nine"), text.includes("We bake bread")]).toEqual([true, false]);
  });
});

describe("a reply", () => {
  test("appears in the inquiry, which waits again from then on", async () => {
    const { id, address } = await answered(postmark);
    expect(await show(postmark, id)).toMatchObject({ stage: "answered", replies: [], repliedAt: null });
    postmark.clock.forward(days(2));
    const text = "At nine\r\n\r\nOn Fri, Nov 27, 2026 Rihla wrote:\r\n> Salam, when do you open?";
    expect((await fromPostmark({ to: address, text, files: 2 })).json).toEqual({ received: true });
    const at = postmark.clock.now.toISOString();
    const inquiry = await show(postmark, id);
    expect(inquiry).toMatchObject({ stage: "new", answeredAt: null, repliedAt: at, repliesComeIn: true });
    expect(inquiry.replies).toMatchObject([
      {
        text: "At nine",
        quoted: "On Fri, Nov 27, 2026 Rihla wrote:\n> Salam, when do you open?",
        sentFrom: "hi@noor.example",
        fromOther: false,
        attachments: 2,
        automatic: false,
        receivedAt: at,
      },
    ]);
    const [listed] = (await as(postmark, "GET /api/admin/partnerships")).json;
    expect([listed.answeredAt, listed.repliedAt]).toEqual([null, at]);
    const summary = (await as(postmark, "GET /api/admin/summary")).json;
    expect(summary.inquiries).toMatchObject({ waiting: 1, oldestWaiting: at });
    const [entry] = (await as(postmark, "GET /api/admin/audit?action=public.partnerships.receiveReply")).json;
    expect(entry).toMatchObject({ subject: id, before: { stage: "answered" }, after: { stage: "new" } });
    expect(JSON.stringify(entry)).not.toContain("At nine");
  });

  test("from another address says so, in any spelling of the own one it does not", async () => {
    const { id, address } = await answered(postmark);
    await fromPostmark({ to: address, from: "Hi@Noor.example", text: "one" });
    await fromPostmark({ to: address, from: "cousin@else.example", text: "two" });
    const { replies } = await show(postmark, id);
    expect(replies.map(({ fromOther }: { fromOther: boolean }) => fromOther)).toEqual([false, true]);
  });

  test("that is delivered again changes nothing, also at the same time", async () => {
    const { id, address } = await answered(postmark);
    const mail = { to: address, text: "At nine", headers: { "Message-ID": "<same@noor.example>" } };
    const before = await countOf("repeated");
    await Promise.all([fromPostmark(mail), fromPostmark(mail)]);
    await as(postmark, `PUT /api/admin/partnerships/${id}/progress`, { stage: "closed" });
    expect((await fromPostmark(mail)).status).toBe(200);
    expect(await show(postmark, id)).toMatchObject({ stage: "closed", replies: [{ text: "At nine" }] });
    expect(await countOf("repeated")).toBe(before + 2);
  });

  test("without a text is read from its HTML, with the quoted part as history", async () => {
    const { id, address } = await answered(postmark);
    const html = `<style>p{}</style><p>At <b>nine</b></p><script>alert(1)</script>
      <div>On Fri, Nov 27, 2026 Rihla wrote:</div><blockquote>Salam, when?</blockquote>`;
    await fromPostmark({ to: address, html });
    const [reply] = (await show(postmark, id)).replies;
    expect([reply.text, reply.quoted]).toEqual(["At nine", expect.stringContaining("> Salam, when?")]);
  });

  test("is kept without characters that the database refuses, without card numbers, and cut where it is too long", async () => {
    const { id, address } = await answered(postmark);
    await fromPostmark({ to: address, text: "a\0b\u0007c \ud800 4242 4242 4242 4242" });
    await fromPostmark({ to: address, text: "x".repeat(50_000) });
    const [odd, long] = (await show(postmark, id)).replies;
    expect(odd.text).toMatch(/^abc . \[number removed\]$/u);
    expect([long.text.length, long.text.slice(-3)]).toEqual([10_004, "[…]"]);
  });

  test("that no person wrote is shown, and the inquiry does not wait because of it", async () => {
    const { id, address } = await answered(postmark);
    const kinds = [
      { "Auto-Submitted": "auto-replied" },
      { Precedence: "bulk" },
      { "Return-Path": "<>" },
    ] as const;
    for (const headers of kinds) await fromPostmark({ to: address, text: "I am away", headers });
    const inquiry = await show(postmark, id);
    expect(inquiry).toMatchObject({ stage: "answered", repliedAt: null });
    expect(inquiry.replies.map(({ automatic }: { automatic: boolean }) => automatic)).toEqual([
      true,
      true,
      true,
    ]);
    await fromPostmark({ to: address, text: "I am back", headers: { "Auto-Submitted": "no" } });
    expect(await show(postmark, id)).toMatchObject({ stage: "new" });
  });

  test("to an unknown address, or to a deleted inquiry, is answered alike and dropped", async () => {
    const { id, address } = await answered(postmark);
    const before = await countOf("unknown");
    await as(postmark, `DELETE /api/admin/partnerships/${id}`);
    const unknown = [
      address,
      address.replace("reply.rihla", "other"),
      `reply+${"0".repeat(32)}@reply.rihla.example`,
      "reply+@reply.rihla.example",
      "",
    ];
    for (const to of unknown)
      expect((await fromPostmark({ to, text: "Salam" })).json).toEqual({ received: true });
    expect(await postmark.db.orm.select().from(inquiryReplies)).toEqual([]);
    expect(await countOf("unknown")).toBe(before + unknown.length);
  });

  test("is the last of twenty in an hour, so that two programs cannot answer each other without end", async () => {
    const { id, address } = await answered(postmark);
    for (let n = 0; n < 22; n += 1) await fromPostmark({ to: address, text: `${n}` });
    expect((await show(postmark, id)).replies).toHaveLength(20);
    postmark.clock.forward(hours(1) + minutes(1));
    await fromPostmark({ to: address, text: "later" });
    expect((await show(postmark, id)).replies).toHaveLength(21);
    expect(await postmark.db.orm.$count(mails)).toBe(2); // the confirmation and the answer: nothing goes out by itself
  });

  test("loses the emails quoted below it after thirty days", async () => {
    const { id, address } = await answered(postmark);
    await fromPostmark({ to: address, text: "At nine\n> when?" });
    postmark.clock.forward(days(31));
    await postmark.operate("operator.maintenance.sweep");
    expect((await show(postmark, id)).replies).toMatchObject([{ text: "At nine", quoted: "" }]);
  });
});

describe("a delivery", () => {
  test("of Mailgun is read as a form, and verified as its events are", async () => {
    const { id, address } = await answered(mailgun);
    const mail = {
      recipient: address.toUpperCase(),
      sender: "bounces@noor.example",
      from: '"Noor, Grill" <hi@noor.example>',
      "body-plain": "At nine",
      "attachment-count": "1",
      "message-headers": JSON.stringify([["Message-Id", "<1@noor.example>"]]),
    };
    expect((await fromMailgun(mail, "another key")).status).toBe(400);
    expect((await fromMailgun(mail)).json).toEqual({ received: true });
    expect((await fromMailgun(mail)).json).toEqual({ received: true });
    const { replies } = await show(mailgun, id);
    expect(replies).toMatchObject([{ text: "At nine", attachments: 1, fromOther: false, automatic: false }]);
    await fromMailgun({ ...mail, sender: "", "message-headers": "[]" });
    expect((await show(mailgun, id)).replies[1]).toMatchObject({ automatic: true });
  });

  test("without the right signature, or that is no email, is refused and changes nothing", async () => {
    const { id, address } = await answered(postmark);
    const refused = [
      await fromPostmark({ to: address, text: "forged" }, "hook:wrong"),
      await postmark.send(INBOUND, { body: {} }),
      await postmark.send(INBOUND, { raw: "x", headers: { "content-type": "text/plain" } }),
      await fromMailgun({ recipient: "a@b.example", "message-headers": "{}" }),
      await mailgun.send(INBOUND, {
        raw: "x",
        headers: { "content-type": "multipart/form-data; boundary=y" },
      }),
      await mailgun.send(INBOUND, { body: {} }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
    expect((await show(postmark, id)).replies).toEqual([]);
  });

  test("with files is read up to 15 MiB if its password is right, else up to 1 MiB", async () => {
    const { id, address } = await answered(postmark);
    const text = "x".repeat(2 * 1_024 * 1_024);
    expect((await fromPostmark({ to: address, text }, "hook:wrong")).status).toBe(413);
    expect((await fromPostmark({ to: address, text })).status).toBe(200);
    expect((await show(postmark, id)).replies).toHaveLength(1);
  });

  test("finds nothing while no domain is set", async () => {
    const app = await testApp({ MAIL_EVENTS_PROVIDER: "postmark", MAIL_EVENTS_SECRET: USER });
    expect((await app.send(INBOUND, { body: {} })).status).toBe(404);
    await app.close();
  });
});
