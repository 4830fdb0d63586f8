import { afterAll, beforeAll, expect, test } from "bun:test";
import { days, hours, minutes } from "../../../shared/duration.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { fakeMailer } from "../../../testing/fake-mailer.ts";
import { SUCCESS_ACTIONS, stoppedKinds } from "./successes.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { mailer: fakeMailer(async () => {}) });
});
afterAll(() => app.close());

const join = (name: string) =>
  app.send("POST /api/waitlist", { body: { firstName: name, email: `${name}@example.com` } });
const count = () => app.deps.state.successes();

test("signups and emails that came in the same hours of last week and do not come today are found", async () => {
  for (let n = 0; n < 12; n++) await join(`amina${n}`);
  await app.operate("admin.waitlist.welcome");
  app.clock.forward(minutes(10)); // a welcome waits a little
  await app.operate("admin.waitlist.welcome");
  await app.operate("operator.mail.deliver");
  expect(await count()).toMatchObject({ signups: { hours: 24, count: 12, weekAgo: 0 } });
  app.clock.forward(days(7) + hours(1));
  const none = await count();
  expect(none.signups).toEqual({ hours: 3, count: 0, weekAgo: 12 });
  expect(none.emails.weekAgo).toBe(12);
  expect(stoppedKinds(none)).toEqual(["signups", "emails"]);
  await join("yusuf");
  expect(await count()).toEqual(none); // counted at most every five minutes
  app.clock.forward(minutes(6));
  const again = await count();
  expect([again.signups.count, stoppedKinds(again)]).toEqual([1, ["emails"]]);
});

test("where few are expected in three hours, a day is looked at", async () => {
  app.clock.forward(days(7) + hours(20));
  const { signups, decisions } = await count();
  expect(signups).toEqual({ hours: 24, count: 0, weekAgo: 1 });
  expect(decisions).toEqual({ hours: 24, count: 0, weekAgo: 0 });
});

test("every action that counts as a success is one of a procedure", () => {
  const paths = new Set(app.app.operations.map(({ path }) => path));
  expect(SUCCESS_ACTIONS.filter((action) => !paths.has(action))).toEqual([]);
});
