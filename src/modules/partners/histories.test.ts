import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { type TestApp, testApp } from "../../testing/app.ts";
import { prepareHistories, runHistory } from "../../testing/histories/run.ts";
import { history } from "../../testing/histories/steps.ts";

const HISTORIES = 50; // `bun run histories` runs 10,000

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await prepareHistories(app);
});
afterAll(() => app.close());

test("no history of accounts, links, sessions, invitations and the waitlist leads to a state that the model does not have", async () => {
  const checked = await fc.check(
    fc.asyncProperty(history, (steps) => runHistory(app, steps)),
    { numRuns: HISTORIES },
  );
  expect([checked.failed, checked.errorInstance, checked.counterexample]).toEqual([false, null, null]);
}, 120_000);
