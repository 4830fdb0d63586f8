import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { hours, minutes } from "../../shared/duration.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { fakeMailer } from "../../testing/fake-mailer.ts";
import { mailHealth } from "./queries.ts";
import { checkFailingServer } from "./server.ts";
import { post } from "./service.ts";
import { mailServer, mails } from "./table.ts";

const REFUSED = Object.assign(new Error("connect ECONNREFUSED"), { code: "ESOCKET", command: "CONN" });
const NO_MAILBOX = Object.assign(new Error("550 no such mailbox"), { command: "RCPT TO", responseCode: 550 });
const GREYLISTED = Object.assign(new Error("451 later"), { command: "RCPT TO", responseCode: 451 });

let failure: Error | null = null;
const answer = async () => {
  if (failure !== null) throw failure;
};
let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { mailer: { ...fakeMailer(answer), check: answer } });
});
beforeEach(async () => {
  failure = null;
  await app.db.orm.delete(mails);
  await app.db.orm.delete(mailServer);
});
afterAll(() => app.close());

const put = (to: string) =>
  app.db.transaction((tx) => post(tx, app.deps, { to, subject: "A mail", text: "A text", kind: "receipt" }));
const deliver = () => app.operate("operator.mail.deliver");

test("a mail server that cannot be reached is failing from its first failure on, until it takes a mail", async () => {
  await put("a@example.com");
  await put("b@example.com");
  failure = REFUSED;
  await deliver();
  const since = app.clock.now;
  expect(await mailHealth(app.deps)).toMatchObject({
    waiting: 2,
    failingSince: since,
    failures: 2,
    lastError: "connect ECONNREFUSED",
    oldestDueAt: null,
  });
  app.clock.forward(minutes(6));
  await deliver();
  expect(await mailHealth(app.deps)).toMatchObject({ failingSince: since, failures: 4 });
  failure = null;
  await put("c@example.com");
  await deliver();
  expect(await mailHealth(app.deps)).toMatchObject({ failingSince: null, failures: 0, lastError: null });
});

test("what a working server says about single recipients is no failure of the server", async () => {
  for (const each of [NO_MAILBOX, GREYLISTED, new Error("something else")]) {
    failure = each;
    await put("a@example.com");
    await deliver();
    expect(await mailHealth(app.deps)).toMatchObject({ failingSince: null, failures: 0 });
  }
  failure = REFUSED;
  await put("b@example.com");
  await deliver();
  failure = GREYLISTED;
  await put("c@example.com");
  await deliver();
  expect(await mailHealth(app.deps)).toMatchObject({ failingSince: null });
});

test("once the server works again, the mails that waited for hours for another try go at once", async () => {
  await put("a@example.com");
  failure = REFUSED;
  for (let tried = 0; tried < 4; tried++) {
    await deliver();
    app.clock.forward(hours(1));
  }
  await checkFailingServer(app.deps);
  expect((await mailHealth(app.deps)).failures).toBe(5);
  failure = null;
  await checkFailingServer(app.deps);
  expect(await mailHealth(app.deps)).toMatchObject({ failingSince: null, oldestDueAt: app.clock.now });
  expect(await deliver()).toEqual({ sent: 1, failed: 0 });
});

test("mails that are due and not sent show since when", async () => {
  await put("a@example.com");
  const due = app.clock.now;
  app.clock.forward(minutes(20));
  await put("b@example.com");
  expect(await mailHealth(app.deps)).toMatchObject({ waiting: 2, failed: 0, oldestDueAt: due });
});
