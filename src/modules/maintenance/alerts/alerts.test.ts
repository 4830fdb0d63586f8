import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { createEncryption } from "../../../core/crypto/encryption.ts";
import { days, hours, minutes } from "../../../shared/duration.ts";
import { operatorContext, SECRET_KEY, secondInstance, type TestApp, testApp } from "../../../testing/app.ts";
import { failureOf } from "../../../testing/failure.ts";
import { fakeMailer } from "../../../testing/fake-mailer.ts";
import { post } from "../../mail/service.ts";
import { mailServer, mails } from "../../mail/table.ts";
import { alertMessages, alerts } from "../table.ts";
import type { AlertMessage } from "./schema.ts";
import { check as checkNow, list, sendTest } from "./service.ts";

const DEAD = Object.assign(new Error("connect ECONNREFUSED"), { code: "ESOCKET", command: "CONN" });

let isDead = false;
const answer = async () => {
  if (isDead) throw DEAD;
};
let status = 200;
const received: AlertMessage[] = [];
const webhook = Bun.serve({
  port: 0,
  async fetch(request) {
    received.push((await request.json()) as AlertMessage);
    return new Response(null, { status });
  },
});
let home: string;
let app: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-alerts-"));
  app = await testApp(
    {
      DATA_DIR: home,
      SYNC_CRON: "off",
      ALERT_EMAIL: "operator@example.com",
      ALERT_WEBHOOK_URL: `http://127.0.0.1:${webhook.port}/hook`,
    },
    { mailer: { ...fakeMailer(answer), check: answer } },
  );
});
beforeEach(async () => {
  isDead = false;
  status = 200;
  received.length = 0;
  for (const table of [mails, mailServer, alerts, alertMessages]) await app.db.orm.delete(table);
});
afterAll(async () => {
  await webhook.stop(true);
  await app.close();
  await rm(home, { recursive: true, force: true });
});

/** What an instance does every minute, where it is the one that runs the job of all. */
async function check(on = app) {
  await on.operate("operator.alerts.checkProcess");
  await on.operate("operator.alerts.check");
}
const states = () => received.map(({ alert, state }) => `${alert} ${state}`);
const subjects = async () => (await app.db.orm.select().from(mails)).map(({ subject }) => subject);
const putMail = () =>
  app.db.transaction((tx) =>
    post(tx, app.deps, { to: "a@example.com", subject: "A mail", text: "A text", kind: "receipt" }),
  );
/** Once a minute, as the schedule does. */
async function pass(count: number, on = app): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    app.clock.forward(minutes(1));
    await check(on);
  }
}

test("a dead mail server is told by the webhook within three minutes, once, and its end too", async () => {
  isDead = true;
  await putMail();
  await app.operate("operator.mail.deliver");
  const since = app.clock.now.toISOString();
  await pass(2);
  expect(received).toEqual([
    {
      alert: "mail-server",
      state: "firing",
      since,
      sentence: "The mail server takes no mail: connect ECONNREFUSED.",
      remedy: expect.stringContaining("MAIL_URL"),
      site: "http://localhost:3000",
      text: expect.stringContaining("takes no mail"),
    },
  ]);
  await pass(10);
  expect(received).toHaveLength(1);
  expect(await subjects()).toEqual(["A mail"]); // no mail about a dead mail server
  isDead = false;
  await pass(1);
  expect(states()).toEqual(["mail-server firing", "mail-server resolved"]);
  expect(await subjects()).toEqual(["A mail", "Resolved: mail-server"]);
  expect(await app.operate("admin.alerts.list")).toMatchObject([{ alert: "mail-server", state: "resolved" }]);
});

test("what lasts is told again after a day, and the list shows it with its remedy", async () => {
  await app.db.query(
    "insert into mail_breaker (stream, stopped_at, reason) values ('joining', $1, '26 bounced')",
    [app.clock.now],
  );
  await check();
  await pass(3);
  expect(states()).toEqual(["mail-stopped firing"]);
  expect(await subjects()).toEqual(["Alert: mail-stopped"]);
  expect(await app.operate("admin.alerts.list")).toMatchObject([
    {
      alert: "mail-stopped",
      state: "firing",
      resolvedAt: null,
      remedy: expect.stringContaining("mail resume"),
    },
  ]);
  expect(await app.operate("operator.mail.deliver")).toEqual({ sent: 1, failed: 0 }); // that mail is not stopped
  app.clock.forward(days(1));
  await check();
  expect(states()).toEqual(["mail-stopped firing", "mail-stopped firing"]);
  await app.operate("operator.mail.resume");
  await check();
  expect(states().at(-1)).toBe("mail-stopped resolved");
});

test("what cannot be read is listed as stale, and what was firing keeps firing until it can be read", async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const deps = { ...app.deps, log };
  const listed = () => list(operatorContext(deps, "admin.alerts.list"));
  await app.db.query("alter table backup_runs rename to unreadable");
  expect(await listed()).toMatchObject([
    { alert: "backup", state: "stale", resolvedAt: null, remedy: expect.stringContaining("backup create") },
  ]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ fact: "backups", sqlState: "42P01" }]);
  const since = app.clock.now;
  await app.db.orm
    .insert(alerts)
    .values({ name: "backup", since, sentence: "The last backup failed.", seenAt: since, notifiedAt: since });
  for (let minute = 0; minute < 5; minute++) {
    app.clock.forward(minutes(1));
    await checkNow(operatorContext(deps, "operator.alerts.check"));
  }
  expect([await listed(), states()]).toMatchObject([[{ alert: "backup", state: "firing", since }], []]);
  await app.db.query("alter table unreadable rename to backup_runs");
  await check();
  expect(states()).toEqual(["backup resolved"]);
});

test("several instances tell once, and one that sees nothing does not end what another one sees", async () => {
  const other = secondInstance(app, createEncryption(SECRET_KEY));
  const failing = app.deps.state.gatewayBreaker;
  for (let tried = 0; tried < 5; tried++)
    await failing.call(() => Promise.reject(new Error("down"))).catch(() => {});
  app.clock.forward(minutes(6));
  await Promise.all([check(), check(other), check(), check(other)]);
  await check();
  expect(states()).toEqual(["gift-gateway firing"]);
  for (let minute = 0; minute < 4; minute++) {
    app.clock.forward(minutes(1));
    await Promise.all([check(), check(other)]);
  }
  expect(states()).toEqual(["gift-gateway firing"]);
  await failing.call(async () => {});
  for (let minute = 0; minute < 4; minute++) {
    app.clock.forward(minutes(1));
    await Promise.all([check(), check(other)]);
  }
  expect(states()).toEqual(["gift-gateway firing", "gift-gateway resolved"]);
});

test("a webhook that does not answer gets the message later, with growing pauses", async () => {
  status = 503;
  await app.db.query("update mail_breaker set stopped_at = $1, reason = 'complaints'", [app.clock.now]);
  await check();
  await pass(3);
  expect(received.length).toBeLessThan(4);
  expect(received.length).toBeGreaterThan(1);
  status = 200;
  received.length = 0;
  await app.operate("operator.mail.deliver");
  app.clock.forward(hours(1));
  await check();
  await check();
  expect(states()).toEqual(["mail-stopped firing"]);
  await app.operate("operator.mail.resume");
});

test("a test message goes to every address, and says why the webhook did not take it", async () => {
  expect(await app.operate("admin.alerts.test")).toEqual({
    email: "operator@example.com",
    emailReason: "MAIL_URL is not set: the mail waits in the outbox",
    webhook: "taken",
    reason: null,
  });
  const withMail = { ...app.deps, settings: { ...app.deps.settings, mailUrl: "smtp://127.0.0.1:1" } };
  expect(await sendTest(operatorContext(withMail, "admin.alerts.test"))).toMatchObject({
    emailReason: null,
  });
  expect(states()).toEqual(["test firing", "test firing"]);
  expect(await subjects()).toEqual(["Alert: test", "Alert: test"]);
  status = 404;
  expect(await app.operate("admin.alerts.test")).toMatchObject({
    webhook: "refused",
    reason: "status 404",
  });
});

test("without an address nothing is checked, and a test is refused", async () => {
  const silent = {
    ...app.deps,
    settings: { ...app.deps.settings, alerts: { email: undefined, webhookUrl: undefined } },
  };
  await checkNow(operatorContext(silent, "operator.alerts.check"));
  expect(await app.db.orm.$count(alerts)).toBe(0);
  expect(await failureOf(() => sendTest(operatorContext(silent, "admin.alerts.test")))).toMatchObject({
    kind: "conflict",
  });
});
