import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { createEncryption } from "../../core/crypto/encryption.ts";
import { readEnv, SettingError } from "../../env.ts";
import { days, hours, minutes } from "../../shared/duration.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { failureOf } from "../../testing/failure.ts";
import { fakeMailer } from "../../testing/fake-mailer.ts";
import { type MailServer, mailServer } from "../../testing/mail-server.ts";
import { formsOf } from "./html.ts";
import { revealSecrets } from "./secrets.ts";
import { mailText, type NewMail, pageUrl, post, reencryptMails } from "./service.ts";
import { smtpMailer } from "./smtp.ts";
import { mails } from "./table.ts";

/** Collects the recipients, or fails with the message that a test sets. */
const sender = {
  sent: [] as string[],
  failure: null as string | null,
  async send({ to }: { to: string }): Promise<void> {
    if (sender.failure !== null) throw new Error(sender.failure);
    sender.sent.push(to);
  },
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { mailer: fakeMailer((mail) => sender.send(mail)) });
});
beforeEach(async () => {
  await app.db.orm.delete(mails);
  sender.sent = [];
  sender.failure = null;
});
afterAll(() => app.close());

const MAIL: NewMail = {
  to: "amina@example.com",
  subject: "Salaam",
  text: "A word to you",
  kind: "receipt",
};
const put = (mail: Partial<NewMail> = {}, on = app) =>
  on.db.transaction((tx) => post(tx, on.deps, { ...MAIL, ...mail }));
const deliver = (on = app) =>
  on.operate("operator.mail.deliver") as Promise<{ sent: number; failed: number }>;
const rows = () => app.db.orm.select().from(mails);
const one = async () => {
  const [row] = await rows();
  if (!row) throw new Error("no mail found");
  return row;
};

describe("the outbox", () => {
  test("a mail is stored in the transaction of its change, or not at all", async () => {
    const failure = await failureOf(() =>
      app.db.transaction(async (tx) => {
        await post(tx, app.deps, MAIL);
        throw new Error("the rest failed");
      }),
    );
    expect([String(failure), await rows()]).toEqual(["Error: the rest failed", []]);
    await put();
    expect(await one()).toMatchObject({ ...MAIL, attempts: 0, sentAt: null, createdAt: app.clock.now });
  });

  test("a mail has a one-line subject and exactly one recipient", async () => {
    await put({ subject: "Hello\r\nBcc: all@example.com\u2028\0there" });
    expect((await one()).subject).toBe("Hello Bcc: all@example.com there");
    for (const to of ["a@b.example,c@d.example", "a@b.example\r\nBcc: x@y.example", "no-address", ""])
      expect(String(await failureOf(() => put({ to })))).toBe("Error: a mail needs one address");
  });

  test("mails wait in the outbox while no mail server is configured", async () => {
    const quiet = await testApp();
    await put({}, quiet);
    expect(await deliver(quiet)).toEqual({ sent: 0, failed: 0 });
    expect(await quiet.operate("operator.mail.list", {})).toMatchObject({
      items: [{ state: "waiting", attempts: 0 }],
    });
    await quiet.close();
  });

  test("mails link only to the site's own address", () => {
    expect(pageUrl(app.deps, "/partner")).toBe("http://localhost:3000/partner");
    expect(mailText(app.deps, "One.", "Two.")).toBe(
      `Assalamu alaikum,\n\nOne.\n\nTwo.\n\nThe Rihla team\n${app.deps.settings.brand.contactEmail}`,
    );
  });
});

describe("delivery", () => {
  test("parallel deliveries send each mail once", async () => {
    for (let n = 0; n < 45; n += 1) await put({ to: `p${n}@example.com` });
    const results = await Promise.all([deliver(), deliver(), deliver()]);
    expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(45);
    expect(new Set(sender.sent).size).toBe(45);
    expect(sender.sent).toHaveLength(45);
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
  });

  test("delivery backs off after each failure and gives up after ten, which the list shows", async () => {
    await put();
    sender.failure = "the server\r\nis away";
    const waits: number[] = [];
    for (let n = 1; n <= 10; n += 1) {
      expect(await deliver()).toEqual({ sent: 0, failed: 1 });
      const { nextTryAt, attempts, lastError } = await one();
      expect([attempts, lastError]).toEqual([n, "the server is away"]);
      if (nextTryAt) {
        waits.push((nextTryAt.getTime() - app.clock.now.getTime()) / minutes(1));
        expect(await deliver()).toEqual({ sent: 0, failed: 0 });
        app.clock.now = nextTryAt;
      }
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 720]);
    expect(await app.operate("operator.mail.list", { state: "failed" })).toMatchObject({ total: 1 });
    app.clock.forward(days(2));
    sender.failure = null;
    expect([await deliver(), sender.sent]).toEqual([{ sent: 0, failed: 0 }, []]);
  });

  test("a mail claimed by a killed process is delivered by the next one after its lease expires", async () => {
    await put();
    const { send } = sender;
    const killed = Promise.withResolvers<void>();
    const claimed = Promise.withResolvers<void>();
    sender.send = () => {
      claimed.resolve();
      return killed.promise;
    };
    const interrupted = deliver();
    await claimed.promise;
    sender.send = send;
    app.clock.forward(minutes(3) - 1);
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    app.clock.forward(1);
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    const sent = await one();
    killed.reject(new Error("back from the dead"));
    await interrupted;
    expect(await one()).toEqual(sent);
  });
});

describe("over SMTP", () => {
  let server: MailServer;
  let wired: TestApp;
  beforeAll(async () => {
    server = await mailServer();
    wired = await testApp({ MAIL_URL: server.url, PUBLIC_URL: "https://rihla.example" });
  });
  afterAll(async () => {
    await wired.close();
    await server.close();
  });

  test("a mail arrives unchanged, from the brand's address", async () => {
    await put(
      { subject: "Welcome, \u0623\u0645\u064a\u0646\u0629", text: "One.\n\n.hidden dot\nLast" },
      wired,
    );
    expect(await deliver(wired)).toEqual({ sent: 1, failed: 0 });
    const [mail] = server.taken;
    const [head = ""] = mail?.data.split(/\r\n\r\n(.*)/s) ?? [];
    expect(mail?.to).toBe("amina@example.com");
    const { text, html } = await PostalMime.parse(mail?.data ?? "");
    expect(text?.trim()).toBe("One.\n\n.hidden dot\nLast");
    expect(html).toContain('<p style="margin:0 0 16px">.hidden dot<br>Last</p>');
    expect(head).toContain(`From: Rihla <${wired.deps.settings.brand.contactEmail}>`);
    expect(head).toMatch(/^To: amina@example.com$/m);
    expect(head).toMatch(/^Subject: =\?UTF-8\?Q\?Welcome=2C_=D8=A3/m);
    expect(head).toMatch(/^Message-ID: <\w{26}@rihla\.example>$/m);
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
  });

  test("replies to a mail that a person wrote go to that person, and it is not marked as automatic", async () => {
    await put({ replyTo: "aisha@staff.example" }, wired);
    await deliver(wired);
    const head = server.taken.at(-1)?.data.split("\r\n\r\n")[0] ?? "";
    expect(head).toMatch(/^Reply-To: aisha@staff.example$/m);
    expect(head).not.toContain("Auto-Submitted");
  });

  test("no field of a mail can inject a header", async () => {
    const evil = "x\r\nBcc: all@example.com\r\nX-Evil: 1\n\nbody";
    await put({ subject: evil, text: evil }, wired);
    await deliver(wired);
    const head = server.taken.at(-1)?.data.split("\r\n\r\n")[0] ?? "";
    expect(head).toContain("Subject: x Bcc: all@example.com X-Evil: 1 body");
    expect([...(head.match(/^[\w-]+(?=:)/gm) ?? [])].sort()).toEqual(
      [
        "Auto-Submitted",
        "Content-Type",
        "Date",
        "From",
        "MIME-Version",
        "Message-ID",
        "Subject",
        "To",
      ].sort(),
    );
  });

  test("a mail that the server rejects is retried with the same Message-ID", async () => {
    server.answer = "451 come back later";
    await put({ to: "later@example.com" }, wired);
    expect(await deliver(wired)).toEqual({ sent: 0, failed: 1 });
    const [row] = await wired.db.orm.select().from(mails).where(eq(mails.to, "later@example.com"));
    expect(row?.lastError).toContain("451 come back later");
    server.answer = "250 taken";
    wired.clock.forward(minutes(5));
    expect(await deliver(wired)).toEqual({ sent: 1, failed: 0 });
    expect(server.taken.at(-1)?.data).toContain(`<${row?.id}@rihla.example>`);
  });

  test("the SMTP password is sent over a network only with TLS", async () => {
    const { url } = server;
    const named = readEnv({ MAIL_URL: url.replace("//127.0.0.1", "//user:secret@127.0.0.2") });
    const mail = {
      id: "m",
      to: "a@b.example",
      subject: "s",
      text: "t",
      leaveUrl: null,
      html: null,
      at: new Date(),
    };
    const before = server.taken.length;
    const pool = smtpMailer(named)?.openPool();
    expect((await pool?.send(mail))?.kind).toBe("postponed");
    pool?.close();
    expect(server.taken).toHaveLength(before);
  });
});

describe("the HTML form of a mail", () => {
  const html = (text: string) =>
    formsOf({ subject: "Tom & Aisha", text, html: null, leaveUrl: null }, app.deps.settings).html;

  test("the site's own URLs become buttons and links, a code is large, and all other text is escaped", () => {
    const page = html(
      "Confirm your address:\nhttp://localhost:3000/partner/confirm/t0ken\n\nhttp://localhost:3000/partner\n\n123456\n\n<b>&",
    );
    expect(page).toMatch(
      /<a href="http:\/\/localhost:3000\/partner\/confirm\/t0ken"[^>]*>Confirm your address<\/a>/,
    );
    expect(page).toMatch(
      /<a href="http:\/\/localhost:3000\/partner"[^>]*>http:\/\/localhost:3000\/partner<\/a>/,
    );
    expect(page).toMatch(/font-size:30px[^>]*>123456</);
    expect(page).toContain("&lt;b&gt;&amp;");
    expect(page).toContain("<title>Tom &amp; Aisha</title>");
  });

  test("a URL of another site, such as one in a person's words, is no link", () => {
    expect(html("Sign in:\nhttps://evil.example/\n\nhttps://evil.example/")).not.toContain("<a ");
  });
});

describe("secrets of a mail", () => {
  const token = "t".repeat(43);
  const secret = { text: `Open:\nhttp://localhost:3000/x#${token}\n\n123456`, secrets: [token, "123456"] };

  test("tokens and codes are encrypted in the outbox, sent, and removed with the sending", async () => {
    const texts: string[] = [];
    const { send } = sender;
    sender.send = async (mail: { to: string; text?: string }) => void texts.push(mail.text ?? "");
    await put(secret);
    const stored = await one();
    expect(JSON.stringify(stored)).not.toMatch(/t{43}|123456/);
    expect(await app.operate("operator.mail.show", { id: stored.id })).toMatchObject({ text: secret.text });
    await deliver();
    sender.send = send;
    expect(texts).toEqual([secret.text]);
    expect((await one()).secrets).toBeNull();
    const { text } = (await app.operate("operator.mail.show", { id: stored.id })) as { text: string };
    expect(text).toBe(
      "Open:\nhttp://localhost:3000/x#[removed once it was sent]\n\n[removed once it was sent]",
    );
  });

  test("a rotated key decrypts the secrets of unsent mails, and the old one does not", async () => {
    await put(secret);
    const to = createEncryption("another key that is as long as it must be");
    expect(await app.db.transaction((tx) => reencryptMails(tx, app.deps.encryption, to))).toBe(1);
    const { id, text, secrets } = await one();
    expect(revealSecrets(to, { id, text: text ?? "", secrets })).toBe(secret.text);
    expect(await deliver()).toEqual({ sent: 0, failed: 1 });
    expect((await one()).lastError).toContain("SECRET_KEY");
  });
});

describe("mail settings", () => {
  test("an invalid mail setting is refused with a message that names it and hides the password", () => {
    for (const [name, value] of [
      ["MAIL_URL", "http://user:secret@host"],
      ["MAIL_URL", "smtp://"],
      ["MAIL_FROM", "no-address"],
      ["MAIL_FROM", "a@b.example, c@d.example"],
    ] as const) {
      let failure: unknown;
      try {
        readEnv({ [name]: value });
      } catch (error) {
        failure = error;
      }
      expect(failure).toBeInstanceOf(SettingError);
      expect(String(failure)).toContain(name);
      expect(String(failure)).not.toContain("secret");
    }
    expect(readEnv({ MAIL_FROM: "Rihla <a@b.example>" }).mailFrom).toBe("Rihla <a@b.example>");
    expect(smtpMailer(readEnv({}))).toBeNull();
  });
});

describe("stored mails", () => {
  test("only the operator can list and read stored mails", async () => {
    await put({ to: "first@example.com" });
    app.clock.forward(1_000);
    await put({ subject: "100% halal" });
    const list = (input: object) => app.operate("operator.mail.list", input);
    expect(await list({ limit: 1 })).toMatchObject({ items: [{ subject: "100% halal" }], total: 2 });
    expect(await list({ q: "FIRST@" })).toMatchObject({ total: 1 });
    expect(await list({ q: "0% h" })).toMatchObject({ total: 1 });
    expect(await list({ state: "sent" })).toEqual({ items: [], total: 0, next: null });
    const { id } = await one();
    expect(await app.operate("operator.mail.show", { id })).toMatchObject({
      id,
      text: MAIL.text,
      state: "waiting",
    });
    expect(await failureOf(() => app.operate("operator.mail.show", { id: "none" }))).toMatchObject({
      code: "NOT_FOUND",
    });
    await staff(app, "super_admin");
    const response = await app.send("GET /trpc/operator.mail.list", { headers: basic("super_admin") });
    expect(response.status).toBe(401);
  });

  test("a mail's text is deleted after thirty days, and an unsent mail is not sent after that", async () => {
    await put({ to: "old@example.com" });
    app.clock.forward(days(30) - hours(1));
    await put({ to: "young@example.com" });
    await app.operate("operator.maintenance.sweep");
    expect((await rows()).map(({ text }) => text)).toEqual([MAIL.text, MAIL.text]);
    app.clock.forward(hours(2));
    await app.operate("operator.maintenance.sweep");
    const stored = (await rows()).map(({ to, text }) => [to, text]).sort();
    expect(stored).toEqual([
      ["old@example.com", null],
      ["young@example.com", MAIL.text],
    ]);
    expect([await deliver(), sender.sent]).toEqual([{ sent: 1, failed: 0 }, ["young@example.com"]]);
  });

  test("forgetting a person deletes their mails", async () => {
    await put({ to: "Amina@Example.com" });
    await put({ to: "other@example.com" });
    const result = await app.operate("admin.waitlist.forget", { email: "amina@example.com" });
    expect(result).toMatchObject({ success: true, forgotten: 1 });
    expect((await rows()).map(({ to }) => to)).toEqual(["other@example.com"]);
  });
});
