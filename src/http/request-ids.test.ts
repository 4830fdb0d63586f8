import { afterAll, beforeAll, expect, test } from "bun:test";
import pino from "pino";
import { createApp } from "../app.ts";
import { noSite, type TestApp, testApp } from "../testing/app.ts";
import { createProxyCheck } from "./guards.ts";

const PROXY = "10.0.0.1";
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";
const PARENT = `00-${TRACE}-${SPAN}-01`;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

let app: TestApp;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: "10.0.0.0/8" });
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { fetch } = createApp({ ...app.deps, log }, noSite);
  Object.assign(app.app, { fetch });
});
afterAll(() => app.close());

/** What a request with these headers is named in its answer. */
async function names(headers: Record<string, string>, from = PROXY) {
  const { headers: answered } = await app.send("GET /api/cities", { headers, from });
  return { id: answered.get("X-Request-Id") ?? "", trace: answered.get("traceparent") };
}

test("a trusted proxy names a request and its trace: the answer, the log, the audit entry and what is traced have them", async () => {
  const id = "edge-7.F_2";
  const body = { firstName: "Amina", email: "amina@example.com" };
  const headers = { "X-Request-Id": id, traceparent: PARENT };
  const { headers: answered } = await app.send("POST /api/waitlist", { body, headers, from: PROXY });
  expect(answered.get("X-Request-Id")).toBe(id);
  expect(answered.get("traceparent")).toMatch(new RegExp(`^00-${TRACE}-(?!${SPAN})[\\da-f]{16}-01$`));
  expect(lines.at(-1)).toMatchObject({ requestId: id, traceId: TRACE, route: "public.waitlist.join" });
  const traced = await app.operate("admin.audit.trace", { requestId: id });
  expect(traced).toMatchObject([{ source: "audit", event: "public.waitlist.join" }]);
  expect(await app.operate("admin.audit.trace", { requestId: id.toLowerCase() })).toEqual([]);
});

test("anyone else gets an id of ours and no trace", async () => {
  const { id, trace } = await names({ "X-Request-Id": "mine", traceparent: PARENT }, "192.0.2.1");
  expect([UUID.test(id), trace]).toEqual([true, null]);
  expect(lines.at(-1)?.traceId).toBeUndefined();
});

test("an id or a trace that is malformed is not taken over", async () => {
  for (const id of ["a b", "é", "x".repeat(129), "a/b", "<b>", '"'])
    expect([id, UUID.test((await names({ "X-Request-Id": id })).id)]).toEqual([id, true]);
  expect((await names({ "X-Request-Id": "x".repeat(128) })).id).toHaveLength(128);
  const garbage = [
    "garbage",
    "",
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${"0".repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-0x`,
    "x".repeat(8_000),
  ];
  for (const traceparent of garbage)
    expect([traceparent, (await names({ traceparent })).trace]).toEqual([traceparent, null]);
  expect((await names({ traceparent: `01-${TRACE}-${SPAN}-00-later` })).trace).toMatch(
    /^00-\w{32}-\w{16}-00$/,
  );
});

test("behind a number of proxies only what one of them forwarded is trusted", () => {
  const never = () => {
    throw new Error("the peer is not asked for");
  };
  expect(createProxyCheck({ kind: "none" })(never, "192.0.2.1")).toBe(false);
  const behindOne = createProxyCheck({ kind: "hops", hops: 1 });
  expect([behindOne(never, "192.0.2.1"), behindOne(never, null)]).toEqual([true, false]);
  const networks = createProxyCheck({ kind: "networks", networks: ["10.0.0.0/8"] });
  expect([PROXY, "192.0.2.1", null].map((peer) => networks(() => peer, null))).toEqual([true, false, false]);
});
