import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { days } from "../../shared/duration.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { UNTRUSTED_PROXY, untrustedProxySeenAt } from "./untrusted-proxy.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
afterAll(() => app.close());

const THROUGH_PROXY = { "X-Forwarded-For": "203.0.113.7" };

/** What the dashboard and the operator are shown. */
async function noticed(): Promise<readonly unknown[]> {
  const summary = await app.send("GET /api/admin/summary", { headers: basic("admin") });
  const status = (await app.operate("admin.health.database")) as { untrustedProxyAt?: Date };
  return [summary.json.untrustedProxyAt, status.untrustedProxyAt];
}

async function untilSeen(): Promise<Date> {
  for (;;) {
    const at = await untrustedProxySeenAt(app.deps);
    if (at) return at;
    await Bun.sleep(5);
  }
}

test("a proxy that is not trusted is logged once, and shown on the dashboard and to the operator for a day", async () => {
  const logged = spyOn(app.deps.log, "warn");
  expect(await noticed()).toEqual([undefined, undefined]);
  for (let n = 0; n < 3; n += 1) await app.send("GET /api/admin/session", { headers: THROUGH_PROXY });
  const seenAt = await untilSeen();
  expect(logged.mock.calls.filter(([line]) => line === (UNTRUSTED_PROXY as unknown))).toHaveLength(1);
  expect(await noticed()).toEqual([seenAt.toISOString(), seenAt]);
  app.clock.forward(days(1));
  expect(await noticed()).toEqual([undefined, undefined]);
  logged.mockRestore();
});

test("the notice ends as soon as TRUST_PROXY has changed", async () => {
  await app.send("GET /api/admin/session", { headers: THROUGH_PROXY });
  await untilSeen();
  const settings = { ...app.deps.settings, trustProxy: { kind: "hops", hops: 1 } } as const;
  expect(await untrustedProxySeenAt({ ...app.deps, settings })).toBeUndefined();
});
