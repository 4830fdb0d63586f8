import { afterAll, afterEach, beforeAll, expect, jest, spyOn, test } from "bun:test";
import { minutes, seconds } from "../shared/duration.ts";
import { signIn, staff } from "../testing/accounts.ts";
import { type TestApp, testApp } from "../testing/app.ts";

let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
  headers = await signIn(app, "admin");
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});
afterAll(() => app.close());

const DEADLINE = seconds(15);

async function settleMicrotasks(): Promise<void> {
  for (let n = 0; n < 100; n += 1) await Promise.resolve();
}

/** Sends a call whose handler never returns, and resolves once the handler has begun. */
async function sendHanging(line: string) {
  const begun = Promise.withResolvers<void>();
  spyOn(app.deps.sessions.staff, "validate").mockImplementation(() => {
    begun.resolve();
    return new Promise(() => {});
  });
  jest.useFakeTimers();
  const call = { isSettled: false, response: app.send(line, { headers }) };
  void call.response.finally(() => {
    call.isSettled = true;
  });
  await begun.promise;
  return call;
}

// two procedures: the second 503 of one would only be counted
for (const [line, path] of [
  ["GET /api/admin/waitlist", "admin.waitlist.list"],
  ["GET /trpc/admin.partnerships.list?input=%7B%22json%22:%7B%7D%7D", "admin.partnerships.list"],
] as const) {
  test(`a handler that takes longer than 15 seconds gets a 503 and Retry-After, and is logged: ${line}`, async () => {
    const logged = spyOn(app.deps.log, "warn");
    const call = await sendHanging(line);
    jest.advanceTimersByTime(DEADLINE - 1);
    await settleMicrotasks();
    expect(call.isSettled).toBe(false);
    jest.advanceTimersByTime(1);
    const { status, headers, text } = await call.response;
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    expect(text).toContain("This took too long. Please try again.");
    const [facts] = logged.mock.calls.at(-1) ?? [];
    expect(facts).toMatchObject({
      reason: "This took too long. Please try again.",
      path,
    });
  });
}

test("an export has no deadline", async () => {
  const call = await sendHanging("GET /api/admin/waitlist/export");
  expect(jest.getTimerCount()).toBe(0);
  jest.advanceTimersByTime(minutes(10));
  await settleMicrotasks();
  expect(call.isSettled).toBe(false);
});
