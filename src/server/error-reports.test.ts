import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { createApp } from "../app.ts";
import { openErrorReports } from "../core/logging/error-reports.ts";
import type { ErrorReports } from "../core/logging/telemetry.ts";
import { readEnv } from "../env.ts";
import { minutes, seconds } from "../shared/duration.ts";
import { noSite, type TestApp, testApp } from "../testing/app.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was sent
type Sent = any;

/** GlitchTip's or Sentry's part: takes envelopes. */
const received: { path: string; auth: string; lines: Sent[] }[] = [];
let answer = () => new Response();
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const lines = (await request.text()).trimEnd().split("\n");
    const auth = request.headers.get("x-sentry-auth") ?? "";
    received.push({
      path: new URL(request.url).pathname,
      auth,
      lines: lines.map((line) => JSON.parse(line)),
    });
    return answer();
  },
});
const DSN = `http://abc123@127.0.0.1:${server.port}/glitch/7`;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterEach(() => {
  received.length = 0;
  answer = () => new Response();
});
afterAll(async () => {
  await server.stop(true);
  await app.close();
});

let now = Date.UTC(2026, 0, 1);
function open(): ErrorReports {
  const { sentryDsn } = readEnv({ SENTRY_DSN: DSN });
  if (!sentryDsn) throw new Error("no address is set");
  const reports = openErrorReports(sentryDsn, () => now);
  reports.watch(app.deps.metrics);
  return reports;
}
const events = (): Sent[] => received.map(({ lines }) => lines[2]);
const dropped = async () => {
  const text = await app.deps.metrics.registry.metrics();
  return Number(/rihla_telemetry_dropped_total\{signal="errors"\} (\d+)/.exec(text)?.[1] ?? 0);
};
/** A bug of its own place. */
const bug = (name: string): Error => Object.assign(new RangeError("zaynab@zq7.example"), { name });

test("a bug in a procedure is an event with release, route, request and stack, and without its message", async () => {
  const reports = open();
  const broken = () => {
    throw new TypeError("zaynab@zq7.example is broken", { cause: new Error("a zq7 token") });
  };
  const signups = new Proxy(app.deps.state.signups, { get: broken });
  const deps = { ...app.deps, state: { ...app.deps.state, signups, telemetry: { reports } } };
  const { fetch } = createApp(deps, noSite);
  const post = (body: object) =>
    fetch(
      new Request("http://localhost:3000/api/waitlist", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
      { address: () => "192.0.2.1", setIdleTimeout: () => {} },
    );
  expect((await post({ firstName: "Zaynab", email: "not an email" })).status).toBe(400); // a refusal is no bug
  const answered = await post({ firstName: "Zaynab", email: "zaynab@zq7.example" });
  expect(answered.status).toBe(500);
  await reports.stop(2_000);
  expect(received).toHaveLength(1);
  expect([received[0]?.path, received[0]?.auth]).toEqual([
    "/glitch/api/7/envelope/",
    expect.stringMatching(/^Sentry sentry_version=7, sentry_client=rihla\/[\d.]+, sentry_key=abc123$/),
  ]);
  const [head, item, event] = received[0]?.lines ?? [];
  expect([head.event_id, item.type]).toEqual([event.event_id, "event"]);
  expect(event).toMatchObject({
    level: "error",
    platform: "node",
    release: expect.stringMatching(/^rihla@\d+\.\d+\.\d+/),
    transaction: "public.waitlist.join",
    tags: { route: "public.waitlist.join", request_id: answered.headers.get("X-Request-Id") },
  });
  expect(event.event_id).toMatch(/^[\da-f]{32}$/);
  expect(event.exception.values.map(({ type }: Sent) => type)).toEqual(["Error", "TypeError"]);
  const { frames } = event.exception.values[1].stacktrace;
  expect(frames.at(-1)).toMatchObject({
    function: "broken",
    filename: "src/server/error-reports.test.ts",
    lineno: expect.any(Number),
    in_app: true,
  });
  expect(JSON.stringify(received)).not.toMatch(/zaynab|zq7|token/i);
});

test("what a visitor wrote is in no frame, however much it looks like one", async () => {
  const reports = open();
  const words = "Salam\n    at zaynab@zq7.example (12 zq7 Street:10:30)\nthanks";
  reports.report(new Error(`Failed query\nparams: ${words}`, { cause: new TypeError(words) }), {});
  await reports.stop(2_000);
  expect(JSON.stringify(received)).not.toContain("zq7");
  const [origin] = events()[0].exception.values;
  expect(origin.stacktrace.frames.at(-1).filename).toBe("src/server/error-reports.test.ts");
});

test("an outage of the database and what a rate limit refuses are no bugs", async () => {
  const reports = open();
  const { DatabaseUnavailable } = await import("../db/errors.ts");
  const placesVersion = () => Promise.reject(new DatabaseUnavailable("gone"));
  const state = { ...app.deps.state, telemetry: { reports } };
  const db = { ...app.db, query: placesVersion, transaction: placesVersion };
  const { fetch } = createApp({ ...app.deps, db, state }, noSite);
  const peer = { address: () => "192.0.2.1", setIdleTimeout: () => {} };
  expect((await fetch(new Request("http://localhost:3000/readyz"), peer)).status).toBe(503);
  await reports.stop(2_000);
  expect(received).toEqual([]);
});

test("a bug that repeats is one event a minute with their number, and another bug is another group", async () => {
  const reports = open();
  const before = await dropped();
  for (let n = 0; n < 50; n++) reports.report(bug("First"), { path: "a.b" });
  reports.report(bug("Second"), { path: "a.b" });
  now += minutes(1);
  reports.report(bug("First"), { path: "a.b" });
  await reports.stop(2_000);
  expect(events().map(({ extra, fingerprint: [type, path] }) => [type, path, extra.repeated])).toEqual([
    ["First", "a.b", 0],
    ["Second", "a.b", 0],
    ["First", "a.b", 49],
  ]);
  expect((await dropped()) - before).toBe(49);
});

test("however many bugs there are, twenty a minute are sent", async () => {
  const reports = open();
  for (let n = 0; n < 100; n++) reports.report(bug(`Bug${n}`), {});
  await reports.stop(2_000);
  expect(received).toHaveLength(20);
  now += seconds(61);
  reports.report(bug("Later"), {});
  await reports.stop(2_000);
  expect(received).toHaveLength(21);
});

test("a server of reports that is full gets nothing for as long as it asks, and one that fails harms nothing", async () => {
  const reports = open();
  answer = () => new Response(null, { status: 429, headers: { "Retry-After": "300" } });
  reports.report(bug("One"), {});
  await reports.stop(2_000);
  now += minutes(4);
  reports.report(bug("Two"), {});
  await reports.stop(2_000);
  expect(received).toHaveLength(1);
  answer = () => new Response("broken", { status: 500 });
  now += minutes(2);
  const before = await dropped();
  reports.report("no error at all", {});
  await reports.stop(2_000);
  expect([received.length, (await dropped()) - before]).toEqual([2, 1]);
  const away = openErrorReports(new URL("http://k@127.0.0.1:1/1"));
  away.report(bug("Three"), {});
  await away.stop(2_000);
});
