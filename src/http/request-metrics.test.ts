import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { RATE_LIMITS } from "../core/limits/rate-limit.ts";
import { PASSWORD, staff } from "../testing/accounts.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { placeSite } from "../testing/places/place-site.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT: "on" }, {}, placeSite());
  await staff(app, "admin");
});
afterAll(() => app.close());

const exported = () => app.deps.metrics.registry.metrics();
/** How much a series grew while `act` ran. */
async function growth(series: string, act: () => Promise<unknown>): Promise<number> {
  const read = async () =>
    Number(
      (await exported())
        .split("\n")
        .find((line) => line.startsWith(`${series} `))
        ?.split(" ")[1] ?? 0,
    );
  const before = await read();
  await act();
  return (await read()) - before;
}
const requests = (route: string, status: number, line: string, sent = {}) =>
  growth(`rihla_requests_total{route="${route}",status="${status}"}`, () => app.send(line, sent));

test("probes, pages of places, refusals and unknown addresses are counted under routes of ours", async () => {
  expect(await requests("/healthz", 200, "GET /healthz")).toBe(1);
  expect(await requests("/readyz", 200, "GET /readyz")).toBe(1);
  expect(await requests("/metrics", 404, "GET /metrics")).toBe(1);
  expect(await requests("/leave/{token}", 404, "GET /leave/made-up")).toBe(1);
  expect(await requests("public.places.search", 200, "GET /places?q=noor")).toBe(1);
  expect(
    await requests("admin.partnerships.delete", 403, "DELETE /api/admin/partnerships/x", {
      headers: { "Sec-Fetch-Site": "cross-site" },
    }),
  ).toBe(1);
  expect(await requests("public.waitlist.join", 415, "POST /trpc/public.waitlist.join", { raw: "x" })).toBe(
    1,
  );
  expect(await requests("none", 404, "GET /api/made-up/by-a-client")).toBe(1);
  expect(await requests("trpc", 404, "GET /trpc/made.up")).toBe(1);
  expect(await exported()).not.toContain("made-up");
});

test("a call that a rate limit refuses is counted under its route and under its limit", async () => {
  const from = "192.0.2.99";
  await app.deps.rateLimiter.take("api", from, RATE_LIMITS.api.short.hits);
  const refused = growth('rihla_rate_limit_refusals_total{limit="api"}', () =>
    app.send("GET /api/cities", { from }),
  );
  expect(await refused).toBe(1);
  expect(await requests("public.cities.list", 429, "GET /api/cities", { from })).toBe(1);
});

test("sign-ins are counted by their outcome", async () => {
  const signIn = (password: string) => () =>
    app.send("POST /api/admin/login", { body: { username: "admin", password } });
  const outcome = (name: string) => `rihla_sign_ins_total{outcome="${name}"}`;
  expect(await growth(outcome("ok"), signIn(PASSWORD))).toBe(1);
  expect(await growth(outcome("failed"), signIn("wrong password"))).toBe(1);
  const throttled = growth(outcome("throttled"), async () => {
    for (let tried = 0; tried < 12; tried++) await signIn("wrong password")();
  });
  expect(await throttled).toBeGreaterThan(0);
});

test("the log has the route of a request that reached no procedure", async () => {
  const logged = spyOn(app.deps.log, "info");
  await app.send("GET /leave/none");
  expect(logged.mock.calls.at(-1)).toMatchObject([{ route: "/leave/{token}" }]);
  logged.mockRestore();
});

test("a probe that succeeds is no line of the log, and one that fails is", async () => {
  const [logged, debugged] = [spyOn(app.deps.log, "info"), spyOn(app.deps.log, "debug")];
  for (const path of ["/readyz", "/healthz"]) {
    await app.send(`GET ${path}`);
    expect(debugged.mock.calls.at(-1)).toMatchObject([{ route: path, status: 200 }]);
  }
  expect(logged).not.toHaveBeenCalled();
  await app.send("GET /metrics"); // without its token
  expect(logged.mock.calls.at(-1)).toMatchObject([{ route: "/metrics", status: 404 }]);
  logged.mockRestore();
  debugged.mockRestore();
});
