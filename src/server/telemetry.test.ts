import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import pino from "pino";
import { createApp } from "../app.ts";
import { openCollector } from "../core/logging/otlp.ts";
import { type Collector, tracedPort } from "../core/logging/telemetry.ts";
import { internalCall } from "../core/rpc/internal-call.ts";
import { runAsPartOf } from "../core/rpc/running-call.ts";
import { newTrace } from "../core/rpc/trace-context.ts";
import { readEnv } from "../env.ts";
import { basic, staff } from "../testing/accounts.ts";
import { noSite, type TestApp, testApp } from "../testing/app.ts";
import { watchStatements } from "./serve.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was sent
type Sent = any;
type Answer = () => Response | Promise<Response>;
const taken: Answer = () => Response.json({});

/** A collector of OpenTelemetry on loopback. */
const received: { path: string; headers: Headers; body: Sent }[] = [];
let answer = taken;
const hanging = Promise.withResolvers<Response>();
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 0,
  async fetch(request) {
    const { pathname: path } = new URL(request.url);
    received.push({ path, headers: request.headers, body: await request.json() });
    return answer();
  },
});
const SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.port}/otel`,
  OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Basic%20abc",
  OTEL_SERVICE_NAME: "rihla-test",
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: "10.0.0.0/8" });
  await staff(app, "admin");
});
afterEach(() => {
  received.length = 0;
  answer = taken;
  app.db.watchStatements(undefined);
});
afterAll(async () => {
  hanging.resolve(new Response());
  await server.stop(true);
  await app.close();
});

/** The app with a collector, whose batches wait until they are asked for. */
function observed(environment: Record<string, string> = SETTINGS, timeout = 2_000) {
  const { otlp } = readEnv(environment);
  if (!otlp) throw new Error("no collector is set");
  const collector: Collector = openCollector(otlp, { sendAfter: 60_000, timeout });
  const logged: Record<string, unknown>[] = [];
  const write = (line: string) => {
    logged.push(JSON.parse(line));
    collector.line(line);
  };
  const log = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    { write },
  );
  const state = { ...app.deps.state, stopping: new AbortController(), telemetry: { collector } };
  const deps = { ...app.deps, log, state };
  const { fetch, operations, contextOf } = createApp(deps, noSite);
  watchStatements(app.db, deps);
  const send = (line: string, headers: Record<string, string> = {}, body?: object) => {
    const [method = "GET", path = ""] = line.split(" ");
    const content = body && { body: JSON.stringify(body) };
    const init = { method, headers: { "Content-Type": "application/json", ...headers }, ...content };
    const peer = { address: () => "10.0.0.1", setIdleTimeout: () => {} };
    return fetch(new Request(`http://localhost:3000${path}`, init), peer);
  };
  const run = (path: string, input: object = {}) =>
    operations
      .find((each) => each.path === path)
      ?.call(contextOf(internalCall("schedule", { kind: "schedule" })), input);
  return { collector, deps, logged, send, run };
}

const sentTo = (signal: string): Sent[] =>
  received.filter(({ path }) => path === `/otel/v1/${signal}`).map(({ body }) => body);
const spans = (): Sent[] =>
  sentTo("traces").flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap((each: Sent) => each.scopeSpans.flatMap((scope: Sent) => scope.spans)),
  );
const linesOfLog = (): Sent[] =>
  sentTo("logs").flatMap(({ resourceLogs }) =>
    resourceLogs.flatMap((each: Sent) => each.scopeLogs.flatMap((scope: Sent) => scope.logRecords)),
  );
const attributesOf = ({ attributes }: Sent) =>
  Object.fromEntries(
    attributes.map(({ key, value }: Sent) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]),
  );

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

test("a request is a span in the trace of its caller, and its statements are spans under it", async () => {
  const { collector, send } = observed();
  const names = { "X-Request-Id": "edge-1", traceparent: `00-${TRACE}-${PARENT}-01` };
  const response = await send("GET /api/admin/audit?q=secret-word", {
    ...basic("admin"),
    ...names,
    "X-Forwarded-For": "192.0.2.1",
  });
  expect(response.status).toBe(200);
  await collector.stop(2_000);
  const [request] = spans().filter(({ name }) => name === "GET admin.audit.list");
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: 2 });
  expect(response.headers.get("traceparent")).toBe(`00-${TRACE}-${request.spanId}-01`);
  expect(attributesOf(request)).toMatchObject({
    "http.request.method": "GET",
    "http.route": "admin.audit.list",
    "http.response.status_code": 200,
    "rihla.request_id": "edge-1",
    "rihla.principal": "staff",
  });
  const statements = spans().filter(({ parentSpanId }) => parentSpanId === request.spanId);
  expect(statements.map(({ name, kind, traceId }) => [kind, traceId, name])).toContainEqual([
    3,
    TRACE,
    "select",
  ]);
  for (const { startTimeUnixNano, endTimeUnixNano } of statements) {
    expect(BigInt(startTimeUnixNano) >= BigInt(request.startTimeUnixNano)).toBe(true);
    expect(BigInt(endTimeUnixNano) <= BigInt(request.endTimeUnixNano)).toBe(true);
  }
  const line = linesOfLog().find((each) => each.body.stringValue === "GET admin.audit.list");
  expect(line).toMatchObject({ traceId: TRACE, severityText: "info", severityNumber: 9 });
  expect(attributesOf(line)).toMatchObject({ requestId: "edge-1", status: 200 });
  const [{ resourceSpans }] = sentTo("traces");
  expect(attributesOf(resourceSpans[0].resource)).toMatchObject({ "service.name": "rihla-test" });
  expect(received[0]?.headers.get("authorization")).toBe("Basic abc");
});

test("nothing that is sent has an email, a name, a password or a parameter of a statement", async () => {
  const { collector, deps, send } = observed();
  collector.watch(deps.metrics, deps.log);
  const person = { firstName: "Zaynab-Zq7", email: "zaynab@zq7.example" };
  expect((await send("POST /api/waitlist", {}, person)).status).toBe(201);
  expect((await send("GET /api/admin/waitlist?q=zaynab", basic("admin"))).status).toBe(200);
  expect((await send("GET /api/admin/waitlist", basic("admin", "a wrong zq7"))).status).toBe(401);
  await collector.stop(2_000);
  expect(spans().length).toBeGreaterThan(3);
  const all = JSON.stringify(received.map(({ body }) => body));
  for (const secret of [
    /zaynab/i,
    /zq7/i,
    /a wrong/,
    new RegExp(basic("admin").Authorization?.slice(6) ?? "none"),
  ])
    expect([secret, secret.test(all)]).toEqual([secret, false]);
});

test("a job is a trace of its own, and a job of thousands of statements sends a hundred of them", async () => {
  const { collector, run } = observed();
  await run("admin.cities.count");
  const trace = newTrace();
  const call = { ...internalCall("schedule", { kind: "schedule" }), trace };
  const many = async () => {
    for (let n = 0; n < 150; n++) await app.db.query("select 1");
  };
  await runAsPartOf({ call, invocation: { action: "a.b", auditRecords: 0 } }, many);
  await collector.stop(2_000);
  const [job] = spans().filter(({ name }) => name === "schedule admin.cities.count");
  expect([job.kind, job.parentSpanId]).toEqual([1, undefined]);
  expect(spans().filter(({ parentSpanId }) => parentSpanId === job.spanId).length).toBeGreaterThan(0);
  expect(spans().filter(({ traceId }) => traceId === trace.traceId)).toHaveLength(100);
});

test("a probe that succeeds is no span, one that fails is", async () => {
  const { collector, deps, send } = observed();
  await send("GET /healthz");
  deps.state.stopping.abort();
  expect((await send("GET /readyz")).status).toBe(503);
  await collector.stop(2_000);
  expect(spans().map(({ name, status }) => [name, status.code])).toEqual([["GET /readyz", 2]]);
});

test("a call of another system is a span of the running call, whether it succeeds or fails", async () => {
  const { collector, deps } = observed();
  const port = {
    name: "sandbox",
    find: async (id: string) => id,
    fail: () => Promise.reject(new Error("away")),
    open: () => ({ send: async () => ({ kind: "later", to: "pi_secret" }), close: () => {} }),
  };
  const traced = tracedPort(deps.state.telemetry, "gateway", port);
  const call = { ...internalCall("schedule", { kind: "schedule" }), trace: newTrace() };
  await runAsPartOf({ call, invocation: { action: "a.b", auditRecords: 0 } }, async () => {
    expect([traced.name, await traced.find("pi_secret"), await traced.open().send()]).toEqual([
      "sandbox",
      "pi_secret",
      { kind: "later", to: "pi_secret" },
    ]);
    expect(await traced.fail().catch(String)).toBe("Error: away");
  });
  await collector.stop(2_000);
  expect(spans().map(({ name, status, parentSpanId }) => [name, status.code, parentSpanId])).toEqual([
    ["gateway find", 0, call.trace.spanId],
    ["gateway send", 0, call.trace.spanId],
    ["gateway fail", 2, call.trace.spanId],
  ]);
  expect(spans().map(({ attributes }) => attributesOf({ attributes }))).toEqual([
    {},
    { "rihla.result": "later" },
    {},
  ]);
  expect(JSON.stringify(received)).not.toContain("pi_secret");
});

test("the metrics that are sent are those of /metrics, under the same names and with the same values", async () => {
  const { collector, deps, send } = observed();
  await send("GET /api/cities");
  collector.watch(deps.metrics, deps.log);
  await collector.stop(5_000);
  const [{ resourceMetrics }] = sentTo("metrics");
  const sent = new Map<string, Sent>(
    resourceMetrics[0].scopeMetrics[0].metrics.map((each: Sent) => [each.name, each]),
  );
  const exported = await deps.metrics.registry.getMetricsAsJSON();
  expect([...sent.keys()]).toEqual(
    exported.filter(({ values }) => values.length > 0).map(({ name }) => name),
  );
  const requests = sent.get("rihla_requests_total").sum;
  expect(requests).toMatchObject({ isMonotonic: true, aggregationTemporality: 2 });
  const [, count] =
    /route="public\.cities\.list",status="200"\} (\d+)/.exec(await deps.metrics.registry.metrics()) ?? [];
  const point = requests.dataPoints.find((each: Sent) => attributesOf(each).route === "public.cities.list");
  expect(point.asDouble).toBe(Number(count));
  const [duration] = sent
    .get("rihla_request_duration_seconds")
    .histogram.dataPoints.filter((each: Sent) => attributesOf(each).route === "public.cities.list");
  expect(duration.explicitBounds).toEqual([0.001, 0.005, 0.02, 0.1, 0.5, 2, 15]);
  expect(duration.bucketCounts.map(Number).reduce((a: number, b: number) => a + b)).toBe(
    Number(duration.count),
  );
  expect(sent.get("process_open_fds").gauge.dataPoints[0].asDouble).toBeGreaterThan(0);
});

const dropped = async (deps: TestApp["deps"], signal: string) =>
  Number(
    new RegExp(`rihla_telemetry_dropped_total\\{signal="${signal}"\\} (\\d+)`).exec(
      await deps.metrics.registry.metrics(),
    )?.[1] ?? 0,
  );

/** Longer than a batch is tried. */
const LATER = { "Retry-After": "60" };

const FAILURES: readonly (readonly [name: string, Answer])[] = [
  ["429", () => new Response(null, { status: 429, headers: LATER })],
  ["503", () => new Response(null, { status: 503, headers: LATER })],
  ["400", () => new Response("no", { status: 400 })],
  ["nonsense", () => new Response("<html>", { status: 500 })],
  ["silence", () => hanging.promise],
];

for (const [name, failure] of FAILURES)
  test(`a collector that answers ${name} slows no request: what it does not take is dropped, counted and logged once`, async () => {
    const { collector, deps, logged, send } = observed(SETTINGS, name === "silence" ? 100 : 10_000);
    collector.watch(deps.metrics, deps.log);
    answer = failure;
    const before = await dropped(deps, "traces");
    for (let n = 0; n < 3; n++) expect((await send("GET /api/cities")).status).toBe(200);
    await collector.stop(5_000);
    expect((await dropped(deps, "traces")) - before).toBeGreaterThanOrEqual(3);
    expect(logged.filter(({ msg }) => msg === "the collector fails")).toHaveLength(1);
    if (name === "silence") return;
    answer = taken;
    await send("GET /api/cities");
    await collector.stop(10_000);
    expect(logged.filter(({ msg }) => msg === "the collector works again")).toHaveLength(1);
  });

test("without a collector at the address everything goes on, and the queue has a limit", async () => {
  const { collector, deps, send } = observed({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" }, 150);
  collector.watch(deps.metrics, deps.log);
  const before = await dropped(deps, "logs");
  for (let n = 0; n < 2_100; n++) collector.line('{"level":"info","time":"2026-01-01T00:00:00Z","msg":"x"}');
  expect((await dropped(deps, "logs")) - before).toBe(2_100 - 2_048);
  expect((await send("GET /api/cities")).status).toBe(200);
  await collector.stop(5_000);
  expect((await dropped(deps, "logs")) - before).toBeGreaterThanOrEqual(2_100);
});

test("a stop waits no longer than it may for a collector that hangs", async () => {
  const { collector, send } = observed(SETTINGS, 60_000);
  answer = () => hanging.promise;
  await send("GET /api/cities");
  expect(await collector.stop(20)).toBeUndefined(); // ends, although the export does not
});

// the interfaces alone, `@opentelemetry/api`, are loaded by the library of the metrics
test("without the settings nothing of OpenTelemetry and of error reports is loaded", () => {
  const code = `
    await import("./serve.ts");
    const { openTelemetry } = await import("./start.ts");
    const loaded = () =>
      Object.keys(require.cache).filter((path) => /@opentelemetry.(?!api)|error-reports/.test(path)).length;
    await openTelemetry({});
    const before = loaded();
    const endpoint = new URL("http://127.0.0.1:1");
    await openTelemetry({ otlp: { endpoint, headers: {}, serviceName: "x" }, sentryDsn: new URL("http://k@h/1") });
    console.log(JSON.stringify([before, loaded() > 5]));
  `;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", code], { cwd: import.meta.dir });
  expect(JSON.parse(stdout.toString())).toEqual([0, true]);
});
