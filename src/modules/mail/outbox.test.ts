import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { days } from "../../shared/duration.ts";
import type { MailKind } from "../../shared/people/mails.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { fakeMailer } from "../../testing/fake-mailer.ts";
import { stopIfTooMany } from "./events/breaker.ts";
import { addressHash, suppress } from "./events/suppression.ts";
import { post } from "./service.ts";
import { mailBreaker, mailEvents, mailSuppressions, mails } from "./table.ts";

const TOKEN = "a-token-of-a-link-that-nobody-but-the-recipient-sees";
let failure: string | null = null;
const mailer = fakeMailer(async () => {
  if (failure !== null) throw new Error(failure);
});

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { mailer });
  for (const role of ["admin", "partner_manager"] as const) await staff(app, role);
});
beforeEach(async () => {
  failure = null;
  for (const table of [mails, mailEvents, mailSuppressions, mailBreaker]) await app.db.orm.delete(table);
});
afterAll(() => app.close());

const as = (line: string, body?: unknown, role: "admin" | "partner_manager" = "admin") =>
  app.send(line, { headers: basic(role), ...(body !== undefined && { body }) });
const put = async (to: string, kind: MailKind = "receipt") => {
  const text = `Open this:\nhttps://rihla.example/x#${TOKEN}`;
  await app.db.transaction((tx) =>
    post(tx, app.deps, { to, subject: `About ${kind}`, text, kind, secrets: [TOKEN] }),
  );
  app.clock.forward(1);
};
const recipients = async (query: string) =>
  (await as(`GET /api/admin/mails?${query}`)).json.map((mail: { to: string }) => mail.to);
const idOf = async (to: string) => (await as(`GET /api/admin/mails?q=${to}`)).json[0]?.id;
const suppressed = async (query = "") => (await as(`GET /api/admin/mails/suppressions?${query}`)).json;

describe("the list of mails", () => {
  test("says of one that waited for 30 days without an attempt that it was given up, and why", async () => {
    await put("sent@example.com");
    await app.operate("operator.mail.deliver");
    await put("old@example.com");
    app.clock.forward(days(31));
    await app.operate("operator.maintenance.sweep");
    const [old, sent] = (await as("GET /api/admin/mails")).json;
    expect(old).toMatchObject({
      state: "failed",
      attempts: 0,
      lastError: "It could not be sent within 30 days",
    });
    expect(sent).toMatchObject({ state: "sent", lastError: null });
  });

  test("shows what waits, went and failed, and why, by state, kind and address", async () => {
    await put("sent@example.com");
    await app.operate("operator.mail.deliver");
    await put("late@example.com", "partner-welcome");
    failure = "550 no such mailbox";
    await app.operate("operator.mail.deliver");
    await put("new@example.com");
    await as("POST /api/admin/mails/suppressions", { email: "gone@example.com" });
    await put("gone@example.com");
    failure = null;
    await app.operate("operator.mail.deliver");
    await put("waiting@example.com");
    expect(await recipients("state=waiting")).toEqual(["waiting@example.com", "late@example.com"]);
    expect(await recipients("state=sent")).toEqual(["new@example.com", "sent@example.com"]);
    expect(await recipients("state=failed")).toEqual(["gone@example.com"]);
    expect(await recipients("kind=partner-welcome")).toEqual(["late@example.com"]);
    expect(await recipients("q=WAITING@example.com")).toEqual(["waiting@example.com"]);
    expect((await as("GET /api/admin/mails?q=late@example.com")).json[0]).toMatchObject({
      lastError: "550 no such mailbox",
      attempts: 1,
    });
    expect((await as("GET /api/admin/mails?q=gone@example.com")).json[0].lastError).toBe(
      "No mail goes to this address: manual",
    );
    for (const wrong of ["state=lost", "kind=novel", "limit=0"])
      expect((await as(`GET /api/admin/mails?${wrong}`)).status).toBe(400);
  });

  test("shows one mail without its text, and no other", async () => {
    await put("one@mail.example");
    const [{ id, ...rest }] = (await as("GET /api/admin/mails")).json;
    expect((await as(`GET /api/admin/mails/${id}`)).json).toEqual({ id, ...rest });
    expect((await as("GET /api/admin/mails/none")).status).toBe(404);
  });

  test("is paged without gaps", async () => {
    for (const n of [1, 2, 3]) await put(`p${n}@example.com`);
    const first = await as("GET /api/admin/mails?limit=2");
    expect(first.headers.get("x-total-count")).toBe("3");
    const [, next = ""] = /^<(.*)>/.exec(first.headers.get("link") ?? "") ?? [];
    expect((await as(`GET ${next}`)).json.map(({ to }: { to: string }) => to)).toEqual(["p1@example.com"]);
  });

  test("never has a text, a link or a token, and neither has the answer of a retry", async () => {
    await put("amina@example.com");
    const listed = await as("GET /api/admin/mails");
    const retried = await as(`POST /api/admin/mails/${await idOf("amina@example.com")}/retry`);
    for (const { text } of [listed, retried]) {
      expect(text).toContain("amina@example.com");
      expect(text).not.toMatch(/token|https:|Open this|secrets|searchKey/);
    }
  });
});

describe("sending again", () => {
  test("a mail that was given up goes out, one that was sent or does not exist is refused", async () => {
    await as("POST /api/admin/mails/suppressions", { email: "gone@example.com" });
    await put("gone@example.com");
    await app.operate("operator.mail.deliver");
    await as(`DELETE /api/admin/mails/suppressions/${addressHash("gone@example.com")}`);
    const line = `POST /api/admin/mails/${await idOf("gone@example.com")}/retry`;
    expect((await as(line)).json).toMatchObject({ state: "waiting" });
    expect(await app.operate("operator.mail.deliver")).toEqual({ sent: 1, failed: 0 });
    expect((await as(line)).json).toMatchObject({ error: "This mail was sent already", code: "CONFLICT" });
    expect((await as("POST /api/admin/mails/none/retry")).status).toBe(404);
    expect((await as(line, undefined, "partner_manager")).status).toBe(403);
    const [entry] = (await as("GET /api/admin/audit?action=admin.mails.retry")).json;
    expect(entry.actor.name).toBe("admin");
  });
});

describe("the list of suppressed addresses", () => {
  test("names an address as long as a mail to it is in the outbox, and finds the others by the whole address", async () => {
    const odd = "o\\'\\x41\u00e9@example.com"; // an index hashes it in SQL
    await app.db.transaction((tx) => suppress(tx, odd, "bounced", app.clock.now));
    await put(odd);
    expect((await suppressed()).map(({ email }: { email: string | null }) => email)).toEqual([odd]);
    app.clock.forward(1);
    await as("POST /api/admin/mails/suppressions", { email: "Never.Mailed@example.com" });
    expect((await suppressed()).map(({ email }: { email: string | null }) => email)).toEqual([null, odd]);
    const [found, ...more] = await suppressed("q=never.mailed@EXAMPLE.com");
    expect([found.email, found.reason, more]).toEqual(["never.mailed@example.com", "manual", []]);
    expect(await suppressed("reason=complained")).toEqual([]);
    expect(await suppressed("q=never.mailed")).toEqual([]);
  });

  test("takes an address once and gives it back once", async () => {
    const email = "stop@example.com";
    const line = "POST /api/admin/mails/suppressions";
    const statuses = await Promise.all([as(line, { email }), as(line, { email })]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([201, 409]);
    const [{ id }] = await suppressed();
    expect((await as(`DELETE /api/admin/mails/suppressions/${id}`)).json).toEqual({ success: true });
    expect((await as(`DELETE /api/admin/mails/suppressions/${id}`)).status).toBe(404);
    expect((await as(line, { email: "no address" })).json.fields).toHaveProperty("email");
    expect((await as(line, {})).json.error).toBe("Please enter an email address");
    expect(await suppressed()).toEqual([]);
  });
});

describe("the state of sending", () => {
  test("counts mails and reports, and mail that was stopped is resumed once", async () => {
    await put("sent@example.com");
    await app.operate("operator.mail.deliver");
    const at = app.clock.now;
    await app.db.transaction(async (tx) => {
      for (const id of ["a", "b", "c"])
        await tx.insert(mailEvents).values({
          id,
          kind: "complaint",
          addressHash: addressHash(id),
          stream: "joining",
          at,
          receivedAt: at,
        });
      await stopIfTooMany(tx, app.deps, "joining", at);
    });
    await put("waiting@example.com");
    expect((await as("GET /api/admin/mails/status")).json).toEqual({
      hasMailServer: true,
      stopped: {
        streams: ["joining"],
        stoppedAt: at.toISOString(),
        reason: "3 of the last 500 joining mails were reported as spam",
      },
      waiting: 1,
      failed: 0,
      sentLastDay: 1,
      bounces: { count: 0, max: 25 },
      complaints: { count: 3, max: 2 },
      window: 500,
      suppressed: 0,
    });
    expect((await as("POST /api/admin/mails/resume")).json).toEqual({ success: true });
    expect((await as("POST /api/admin/mails/resume")).status).toBe(409);
    expect((await as("GET /api/admin/mails/status")).json).toMatchObject({ stopped: null });
    expect((await as("POST /api/admin/mails/resume", undefined, "partner_manager")).status).toBe(403);
  });
});
