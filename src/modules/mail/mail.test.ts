import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { readEnv, SettingError } from "../../env.ts";
import { days, hours, minutes } from "../../shared/duration.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { failureOf } from "../../testing/ledger.ts";
import { type MailServer, mailServer } from "../../testing/mail-server.ts";
import { mailText, pageUrl, post } from "./service.ts";
import { type Mailer, smtpMailer } from "./smtp.ts";
import { mails } from "./table.ts";

/** Notes what it is given, or fails with what a test says. */
const sender = {
  sent: [] as string[],
  failure: null as string | null,
  async send({ to }: { to: string }): Promise<void> {
    if (sender.failure !== null) throw new Error(sender.failure);
    sender.sent.push(to);
  },
} satisfies Mailer & Record<string, unknown>;

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { mailer: sender });
});
beforeEach(async () => {
  await app.db.orm.delete(mails);
  sender.sent = [];
  sender.failure = null;
});
afterAll(() => app.close());

const MAIL = { to: "amina@example.com", subject: "Salaam", text: "A word to you", kind: "test" };
const put = (mail: Partial<typeof MAIL> = {}, on = app) =>
  on.db.transaction((tx) => post(tx, on.deps, { ...MAIL, ...mail }));
const deliver = (on = app) => on.operate("mail.deliver") as Promise<{ sent: number; failed: number }>;
const rows = () => app.db.orm.select().from(mails);
const one = async () => {
  const [row] = await rows();
  if (!row) throw new Error("there is no mail");
  return row;
};

describe("the outbox", () => {
  test("takes a mail with what it tells about, or neither", async () => {
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

  test("makes one line of a subject and takes one address alone", async () => {
    await put({ subject: "Hello\r\nBcc: all@example.com\u2028\0there" });
    expect((await one()).subject).toBe("Hello Bcc: all@example.com there");
    for (const to of ["a@b.example,c@d.example", "a@b.example\r\nBcc: x@y.example", "nobody", ""])
      expect(String(await failureOf(() => put({ to })))).toBe("Error: a mail needs one address");
  });

  test("keeps mails where no mail server is set", async () => {
    const quiet = await testApp();
    await put({}, quiet);
    expect(await deliver(quiet)).toEqual({ sent: 0, failed: 0 });
    expect(await quiet.operate("mail.list", {})).toMatchObject({
      items: [{ state: "waiting", attempts: 0 }],
    });
    await quiet.close();
  });

  test("links to the site's own address alone", () => {
    expect(pageUrl(app.deps, "/partner")).toBe("http://localhost:3000/partner");
    expect(mailText(app.deps, "One.", "Two.")).toBe(
      `Assalamu alaikum,\n\nOne.\n\nTwo.\n\nThe Rihla team\n${app.deps.settings.brand.contactEmail}`,
    );
  });
});

describe("the sender", () => {
  test("sends each mail once, by however many it is asked at once", async () => {
    for (let n = 0; n < 45; n += 1) await put({ to: `p${n}@example.com` });
    const told = await Promise.all([deliver(), deliver(), deliver()]);
    expect(told.reduce((sum, { sent }) => sum + sent, 0)).toBe(45);
    expect(new Set(sender.sent).size).toBe(45);
    expect(sender.sent).toHaveLength(45);
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
  });

  test("waits longer after each failure, gives up after ten and says so", async () => {
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
    expect(await app.operate("mail.list", { state: "failed" })).toMatchObject({ total: 1 });
    app.clock.forward(days(2));
    sender.failure = null;
    expect([await deliver(), sender.sent]).toEqual([{ sent: 0, failed: 0 }, []]);
  });

  test("that was killed with a mail in hand leaves it to the next, once its lease is over", async () => {
    await put();
    const { send } = sender;
    const killed = Promise.withResolvers<void>();
    const inHand = Promise.withResolvers<void>();
    sender.send = () => {
      inHand.resolve();
      return killed.promise;
    };
    const dead = deliver();
    await inHand.promise;
    sender.send = send;
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    app.clock.forward(minutes(16));
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    const sent = await one();
    killed.reject(new Error("back from the dead"));
    await dead;
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

  test("a mail arrives as it was written, from the brand's address", async () => {
    await put(
      { subject: "Welcome, \u0623\u0645\u064a\u0646\u0629", text: "One.\n\n.hidden dot\nLast" },
      wired,
    );
    expect(await deliver(wired)).toEqual({ sent: 1, failed: 0 });
    const [mail] = server.taken;
    const [head = "", text] = mail?.data.split(/\r\n\r\n(.*)/s) ?? [];
    expect(mail?.to).toBe("amina@example.com");
    expect(text).toBe("One.\r\n\r\n.hidden dot\r\nLast");
    expect(head).toContain(`From: Rihla <${wired.deps.settings.brand.contactEmail}>`);
    expect(head).toMatch(/^To: amina@example.com$/m);
    expect(head).toMatch(/^Subject: =\?UTF-8\?Q\?Welcome=2C_=D8=A3/m);
    expect(head).toMatch(/^Message-ID: <\w{26}@rihla\.example>$/m);
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
  });

  test("no field of a mail can become a header", async () => {
    const evil = "x\r\nBcc: all@example.com\r\nX-Evil: 1\n\nbody";
    await put({ subject: evil, kind: evil, text: evil }, wired);
    await deliver(wired);
    const head = server.taken.at(-1)?.data.split("\r\n\r\n")[0] ?? "";
    expect(head).toContain("Subject: x Bcc: all@example.com X-Evil: 1 body");
    expect([...(head.match(/^[\w-]+(?=:)/gm) ?? [])].sort()).toEqual(
      [
        "Auto-Submitted",
        "Content-Transfer-Encoding",
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

  test("a mail that the server does not take is tried again with the same id", async () => {
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

  test("a password goes over a network only where the server can keep it secret", async () => {
    const { url } = server;
    const named = readEnv({ MAIL_URL: url.replace("//127.0.0.1", "//user:secret@127.0.0.2") });
    const mail = { id: "m", to: "a@b.example", subject: "s", text: "t", at: new Date() };
    const before = server.taken.length;
    expect(await failureOf(() => smtpMailer(named)?.send(mail) ?? Promise.resolve())).toBeInstanceOf(Error);
    expect(server.taken).toHaveLength(before);
  });
});

describe("the settings", () => {
  test("of mails are refused with a sentence that names them and shows no password", () => {
    for (const [name, value] of [
      ["MAIL_URL", "http://user:secret@host"],
      ["MAIL_URL", "smtp://"],
      ["MAIL_FROM", "nobody"],
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

describe("mails that are kept", () => {
  test("are listed and shown to the operator, and to nobody else", async () => {
    await put({ to: "first@example.com" });
    app.clock.forward(1_000);
    await put({ subject: "100% halal" });
    const list = (input: object) => app.operate("mail.list", input);
    expect(await list({ limit: 1 })).toMatchObject({ items: [{ subject: "100% halal" }], total: 2 });
    expect(await list({ q: "FIRST@" })).toMatchObject({ total: 1 });
    expect(await list({ q: "0% h" })).toMatchObject({ total: 1 });
    expect(await list({ state: "sent" })).toEqual({ items: [], total: 0, next: null });
    const { id } = await one();
    expect(await app.operate("mail.show", { id })).toMatchObject({ id, text: MAIL.text, state: "waiting" });
    expect(await failureOf(() => app.operate("mail.show", { id: "none" }))).toMatchObject({
      code: "NOT_FOUND",
    });
    await staff(app, "super_admin");
    const over = await app.send("GET /trpc/mail.list", { headers: basic("super_admin") });
    expect(over.status).toBe(401);
  });

  test("lose their words after thirty days, and one that never went out will not", async () => {
    await put({ to: "old@example.com" });
    app.clock.forward(days(30) - hours(1));
    await put({ to: "young@example.com" });
    await app.operate("upkeep.sweep");
    expect((await rows()).map(({ text }) => text)).toEqual([MAIL.text, MAIL.text]);
    app.clock.forward(hours(2));
    await app.operate("upkeep.sweep");
    const kept = (await rows()).map(({ to, text }) => [to, text]).sort();
    expect(kept).toEqual([
      ["old@example.com", null],
      ["young@example.com", MAIL.text],
    ]);
    expect([await deliver(), sender.sent]).toEqual([{ sent: 1, failed: 0 }, ["young@example.com"]]);
  });

  test("are deleted with the person who is forgotten", async () => {
    await put({ to: "Amina@Example.com" });
    await put({ to: "other@example.com" });
    const told = await app.operate("admin.waitlist.forget", { email: "amina@example.com" });
    expect(told).toEqual({ success: true, forgotten: 1 });
    expect((await rows()).map(({ to }) => to)).toEqual(["other@example.com"]);
  });
});
