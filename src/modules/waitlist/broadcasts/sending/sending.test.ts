import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { minutes, seconds } from "../../../../shared/duration.ts";
import { basic, staff } from "../../../../testing/accounts.ts";
import { operatorContext, type TestApp, testApp } from "../../../../testing/app.ts";
import { failureOf } from "../../../../testing/failure.ts";
import { type MailServer, mailServer } from "../../../../testing/mail-server.ts";
import { suppress } from "../../../mail/events/suppression.ts";
import { smtpMailer } from "../../../mail/smtp.ts";
import { mailBreaker, mailSuppressions } from "../../../mail/table.ts";
import { personalData } from "../../module.ts";
import { waitlistSignups } from "../../table.ts";
import { resume, send } from "../service.ts";
import { broadcastRecipients, broadcasts } from "../table.ts";
import { recordResults, sendDue } from "./service.ts";
import { releaseLease, takeBatch, takeLease } from "./take.ts";

const SITE = {
  PUBLIC_URL: "https://rihla.example",
  POSTAL_ADDRESS: "Rihla, 1 Elm St, Dearborn, MI 48126, USA",
};

let server: MailServer;
let app: TestApp;
beforeAll(async () => {
  server = await mailServer();
  const first = await testApp({ ...SITE, MAIL_URL: server.url });
  const mailer = smtpMailer(first.deps.settings);
  await first.close();
  app = await testApp({ ...SITE, MAIL_URL: server.url }, { mailer });
  await staff(app, "admin");
});
beforeEach(async () => {
  for (const table of [broadcasts, waitlistSignups, mailBreaker, mailSuppressions])
    await app.db.orm.delete(table);
  server.taken.splice(0);
  server.answer = "250 taken";
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const call = async (line: string, body?: unknown) =>
  (
    await app.send(line.replace(" ", " /api/admin/broadcasts"), {
      headers: basic("admin"),
      ...(body !== undefined && { body }),
    })
  ).json;
const run = () => app.operate("admin.broadcasts.run") as Promise<{ sent: number; failed: number }>;
const people = (count: number) =>
  app.db.query(
    `insert into waitlist_signups (id, first_name, email, email_key, is_beta_tester, consent_wording, created_at)
     select n::text, 'Hana', 'p' || n || '@example.com', 'p' || n || '@example.com', false, 'waitlist-2', $1
     from generate_series(1, $2::int) n`,
    [app.clock.now, count],
  );
/** A broadcast that is being sent to everyone; its id. */
async function sendTo(count: number, fields: object = {}): Promise<string> {
  await people(count);
  const { id } = await call("POST ", { subject: "News", markdown: "Assalamu alaikum, {name}.", ...fields });
  await call(`POST /${id}/send`, { count });
  return id;
}
const received = () => server.taken.map(({ to }) => to).sort();
const states = async () =>
  (await app.db.orm.select().from(broadcastRecipients)).map(({ state }) => state).sort();

describe("a broadcast", () => {
  test("reaches everyone once, with one-click leaving, the postal address and the person's own values", async () => {
    const markdown = "Salam {name}\n\n[Pass it on]({link})";
    const id = await sendTo(45, { subject: "News for {name}", markdown });
    await app.db.orm.update(waitlistSignups).set({ firstName: "Win at evil.example" });
    await app.db.query("update waitlist_signups set first_name = 'Amina' where id = '7'");
    expect(await run()).toEqual({ sent: 45, failed: 0 });
    expect([await run(), new Set(received()).size]).toEqual([{ sent: 0, failed: 0 }, 45]);
    expect(await call(`GET /${id}`)).toMatchObject({ state: "sent", audience: 45, sent: 45, left: 0 });

    const data = server.taken.find(({ to }) => to === "p7@example.com")?.data ?? "";
    const mail = await PostalMime.parse(data);
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    const leaveUrl = /https:\/\/rihla\.example\/leave\/[\w-]{40,}/.exec(mail.text ?? "")?.[0];
    expect([mail.to?.[0]?.address, mail.subject]).toEqual(["p7@example.com", "News for Amina"]);
    const kept = await app.db.transaction((tx) => personalData(tx, app.deps, "p7@example.com"));
    expect(kept.broadcasts).toMatchObject([{ subject: "News for Amina" }]);
    expect([header("list-unsubscribe"), header("list-unsubscribe-post")]).toEqual([
      `<${leaveUrl}>`,
      "List-Unsubscribe=One-Click",
    ]);
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain("Salam Amina");
      expect(form).toMatch(/https:\/\/rihla\.example\/\?ref=[0-9a-f]{12}/);
      expect(form).toContain(leaveUrl ?? "none");
      expect(form).toContain(SITE.POSTAL_ADDRESS);
    }
    const other = await PostalMime.parse(server.taken.find(({ to }) => to === "p8@example.com")?.data ?? "");
    expect([other.subject, other.text?.includes("evil")]).toEqual(["News for friend", false]);
    const left = await app.send(`POST ${new URL(leaveUrl ?? "").pathname}`, {
      raw: "List-Unsubscribe=One-Click",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(left.status).toBe(200);
  });

  test("is sent once by several instances at the same time", async () => {
    await sendTo(50);
    await Promise.all([run(), run(), run()]);
    await run();
    expect([received().length, new Set(received()).size]).toEqual([50, 50]);
  });

  test("keeps to its rate, also after it was paused", async () => {
    const id = await sendTo(10, { ratePerMinute: 120 });
    expect([(await run()).sent, (await run()).sent]).toEqual([2, 0]);
    app.clock.forward(seconds(1));
    expect((await run()).sent).toBe(2);
    await call(`POST /${id}/pause`, {});
    app.clock.forward(minutes(5));
    expect((await run()).sent).toBe(0);
    await call(`POST /${id}/resume`, {});
    expect((await run()).sent).toBe(4); // at most one second more than the rate
    app.clock.forward(seconds(1));
    await run();
    expect(await call(`GET /${id}`)).toMatchObject({ sent: 10, left: 0 });
  });

  test("that is paused while it is being sent stops after the mails on their way, and resumes without repeating one", async () => {
    const id = await sendTo(200);
    const running = run();
    const paused = await call(`POST /${id}/pause`, {});
    const { sent } = await running;
    expect([paused.state, sent < 200, received().length]).toEqual(["paused", true, sent]);
    expect((await run()).sent).toBe(0);
    await call(`POST /${id}/resume`, {});
    await run();
    expect([received().length, new Set(received()).size]).toEqual([200, 200]);
  });

  test("begins at its time and stops where it is canceled", async () => {
    const startsAt = new Date(app.clock.now.getTime() + minutes(1)).toISOString();
    const id = await sendTo(3, { startsAt, ratePerMinute: 60 });
    expect((await run()).sent).toBe(0);
    app.clock.forward(minutes(1));
    expect((await run()).sent).toBe(1);
    await call(`POST /${id}/cancel`, {});
    app.clock.forward(minutes(1));
    expect([(await run()).sent, (await call(`GET /${id}`)).left]).toEqual([0, 2]);
  });

  test("with a time of its own that is sent or resumed while the sweeps catch up waits for them", async () => {
    const clock = { ...app.deps.clock, isCatchingUp: () => Promise.resolve(true) };
    const jumped = (action: string) => operatorContext({ ...app.deps, clock }, action);
    await people(1);
    const startsAt = new Date(app.clock.now.getTime() + minutes(1)).toISOString();
    const { id, updatedAt } = await call("POST ", { subject: "News", markdown: "Salam", startsAt });
    app.clock.forward(minutes(1));
    const stateAfter = async (done: Promise<{ readonly state: string }>) => {
      const { state } = await done;
      return [state, (await sendDue(jumped("run"))).sent];
    };
    const input = { id, count: 1, updatedAt: new Date(updatedAt) };
    expect(await stateAfter(send(jumped("send"), input))).toEqual(["scheduled", 0]);
    await call(`POST /${id}/pause`, {});
    expect(await stateAfter(resume(jumped("resume"), id))).toEqual(["scheduled", 0]);
    expect((await run()).sent).toBe(1);
  });

  test("with a time of its own does not begin by a clock that has jumped, and one that is being sent goes on", async () => {
    const startsAt = new Date(app.clock.now.getTime() + minutes(1)).toISOString();
    const scheduled = await sendTo(1, { startsAt });
    app.clock.forward(minutes(1));
    const clock = { ...app.deps.clock, isCatchingUp: () => Promise.resolve(true) };
    const sentThen = async () => (await sendDue(operatorContext({ ...app.deps, clock }, "run"))).sent;
    expect(await sentThen()).toBe(0);
    expect((await call(`GET /${scheduled}`)).state).toBe("scheduled");
    await app.db.orm.update(broadcasts).set({ state: "sending" });
    expect(await sentThen()).toBe(1);
  });

  test("whose text is refused is paused, and those sent with it go on", async () => {
    const id = await sendTo(20);
    const { id: other } = await call("POST ", { subject: "Other", markdown: "Salam" });
    await call(`POST /${other}/send`, { count: 20 });
    await app.db.query("update broadcasts set markdown = 'Salam {nobody}' where id = $1", [other]);
    expect(await failureOf(run)).toMatchObject({
      message: expect.stringContaining("no placeholder {nobody}"),
    });
    expect(await call(`GET /${id}`)).toMatchObject({ state: "sent", sent: 20, unknown: 0 });
    const [refused] = await app.db.orm.select().from(broadcasts).where(eq(broadcasts.id, other));
    expect(refused).toMatchObject({ state: "paused", sent: 0, leaseUntil: null });
    expect(await run()).toEqual({ sent: 0, failed: 0 });
  });

  test("leaves out people who left, were erased or were suppressed after it was sent", async () => {
    const id = await sendTo(5);
    await app.db.query("update waitlist_signups set left_at = $1 where id = '1'", [app.clock.now]);
    await app.operate("admin.people.erase", { email: "p2@example.com" });
    await app.db.transaction((tx) => suppress(tx, "p3@example.com", "complained", app.clock.now));
    await run();
    expect(received()).toEqual(["p4@example.com", "p5@example.com"]);
    expect(await call(`GET /${id}`)).toMatchObject({ state: "sent", sent: 2, skipped: 3, left: 0 });
  });

  test("does not reach an address that staff corrected, nor the new one before it is confirmed", async () => {
    const id = await sendTo(3);
    const correct = (signup: string) =>
      app.send(`PUT /api/admin/waitlist/${signup}`, {
        headers: basic("admin"),
        body: { email: `right-${signup}@example.com` },
      });
    await correct("1");
    const lease = await takeLease(app.deps, id);
    if (!lease) throw new Error("the broadcast is not due");
    const batch = await takeBatch(app.deps, lease);
    if (!("taken" in batch)) throw new Error("no recipient was taken");
    await correct("2"); // a sender has just taken it
    const [second, third] = ["p2@example.com", "p3@example.com"].map((email) =>
      batch.taken.find((each) => each.email === email),
    );
    if (!second || !third) throw new Error("a recipient is missing");
    await recordResults(app.deps, lease, [
      { taken: second, kind: "postponed", reason: "451 try later" },
      { taken: third, kind: "sent" },
    ]);
    await releaseLease(app.deps, lease);
    app.clock.forward(minutes(6));
    await run();
    expect(received()).toEqual([]);
    expect(await call(`GET /${id}`)).toMatchObject({ state: "sent", sent: 1, skipped: 2, left: 0 });
    const skipped = await call(`GET /${id}/recipients?state=skipped`);
    expect(skipped.map(({ email, reason }: Record<string, unknown>) => [email, reason]).toSorted()).toEqual([
      ["p1@example.com", "corrected"],
      ["p2@example.com", "corrected"],
    ]);
    const count = async () => (await call("POST ", { subject: "More", markdown: "Salam" })).audience;
    expect(await count()).toBe(1);
    await app.db.query("update waitlist_signups set confirmed_at = $1 where id = '1'", [app.clock.now]);
    expect(await count()).toBe(2);
  });

  test("waits while broadcasts are stopped, and says so, but not for joining mails that are", async () => {
    const id = await sendTo(2);
    const stop = { stoppedAt: app.clock.now, reason: "26 of 500 bounced" };
    await app.db.orm.insert(mailBreaker).values({ stream: "joining", ...stop });
    expect((await call(`GET /${id}`)).held).toBeNull();
    await app.db.orm.delete(mailBreaker);
    await app.db.orm.insert(mailBreaker).values({ stream: "broadcasts", ...stop });
    expect([(await run()).sent, (await call(`GET /${id}`)).held]).toEqual([
      0,
      "Broadcasts are stopped: 26 of 500 bounced. All other mail goes out.",
    ]);
    await app.operate("operator.mail.resume");
    expect((await run()).sent).toBe(2);
  });
});

describe("an invitation", () => {
  const open = (path: string, method = "GET") => app.send(`${method} ${path}`);
  const codes = () =>
    server.taken.map(({ data }) => /\/beta\/([0-9a-z]{26})/.exec(data.replaceAll("=\r\n", ""))?.[1] ?? "");

  test("has a code of its own, is accepted once by the page's button, and shows who came", async () => {
    const id = await sendTo(2, { markdown: "[Come in]({invite})" });
    await run();
    const [code = "", other = ""] = codes();
    expect([code.length, code === other]).toEqual([26, false]);
    for (const method of ["GET", "HEAD"]) expect((await open(`/beta/${code}`, method)).status).toBe(200);
    expect((await call(`GET /${id}`)).accepted).toBe(0);
    const both = await Promise.all([1, 2].map(() => open(`/beta/${code}`, "POST")));
    expect(both.map(({ text }) => text).sort()).toEqual(["beta-accepted: ", "beta-used: "]);
    expect((await open(`/beta/${code}`)).text).toBe("beta-used: ");
    expect(await call(`GET /${id}`)).toMatchObject({ invites: true, accepted: 1 });
    const rows = await call(`GET /${id}/recipients`);
    const cameAt = app.clock.now.toISOString();
    expect(rows.filter(({ acceptedAt }: { acceptedAt: string }) => acceptedAt === cameAt)).toHaveLength(1);
    const list = await app.send("GET /api/admin/waitlist", { headers: basic("admin") });
    const came = list.json.filter(({ acceptedAt }: { acceptedAt: string }) => acceptedAt !== null);
    expect(came).toMatchObject([{ acceptedAt: cameAt }]);
    const stored = JSON.stringify(await app.db.orm.select().from(broadcastRecipients));
    expect([stored.includes(code), stored.includes(other)]).toEqual([false, false]);
  });

  test("with an unknown code, or of a person who was erased, is the page that says so", async () => {
    await sendTo(1, { markdown: "{invite}" });
    await run();
    const [code = ""] = codes();
    await app.operate("admin.people.erase", { email: "p1@example.com" });
    for (const wrong of [code, "sample", "%00", "0".repeat(26)])
      for (const method of ["GET", "POST"]) {
        const page = await open(`/beta/${wrong}`, method);
        expect([wrong, method, page.status, page.text]).toEqual([wrong, method, 404, "beta-unknown: "]);
      }
    expect((await open(`/beta/${code}`, "PUT")).status).toBe(405);
  });
});

describe("a recipient", () => {
  test("whom the server refuses has failed, and one that it postpones is tried again later", async () => {
    const id = await sendTo(1);
    server.answer = "451 try later";
    expect(await run()).toEqual({ sent: 0, failed: 0 });
    expect([await states(), (await call(`GET /${id}`)).state]).toEqual([["waiting"], "sending"]);
    app.clock.forward(minutes(6));
    server.answer = "550 no such mailbox";
    expect(await run()).toEqual({ sent: 0, failed: 1 });
    const [row] = await call(`GET /${id}/recipients?state=failed`);
    expect(row).toMatchObject({ email: "p1@example.com", reason: expect.stringContaining("550") });
    expect(await call(`GET /${id}`)).toMatchObject({ state: "sent", failed: 1, left: 0 });
  });

  test("waits while the mail server cannot be reached", async () => {
    const id = await sendTo(3);
    await server.close();
    await run();
    expect(await states()).toEqual(["waiting", "waiting", "waiting"]);
    server = await mailServer(Number(new URL(app.deps.settings.mailUrl ?? "").port));
    app.clock.forward(minutes(6));
    expect((await run()).sent).toBe(3);
    expect((await call(`GET /${id}`)).state).toBe("sent");
  });

  test("whose mail was in flight when the sender died is unknown and never tried again", async () => {
    const id = await sendTo(4);
    await app.db.query("update broadcasts set fence = 1, lease_until = $1", [
      new Date(app.clock.now.getTime() + seconds(15)),
    ]);
    await app.db.query(
      "update broadcast_recipients set state = 'taken', fence = 1 where email_key = 'p2@example.com'",
    );
    expect((await run()).sent).toBe(0); // the other sender may be alive
    app.clock.forward(seconds(15));
    expect((await run()).sent).toBe(3);
    expect(received()).toEqual(["p1@example.com", "p3@example.com", "p4@example.com"]);
    expect(await call(`GET /${id}`)).toMatchObject({ state: "sent", sent: 3, unknown: 1, left: 0 });
    expect(await call(`GET /${id}/recipients?state=unknown`)).toMatchObject([{ email: "p2@example.com" }]);
  });
});
