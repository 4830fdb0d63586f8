import { afterAll, afterEach, beforeAll, expect, spyOn, test } from "bun:test";
import { signIn, staff } from "../testing/accounts.ts";
import { type TestApp, testApp } from "../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
afterAll(() => app.close());
afterEach(() => {
  for (const spy of [spyOn(app.deps.log, "error"), spyOn(app.deps.rateLimiter, "take")]) spy.mockRestore();
});

const CURRENT = "admin.session.current";
const times = (count: number, comma: string) => Array<string>(count).fill(CURRENT).join(comma);
const inputOf = (value: unknown) => encodeURIComponent(JSON.stringify(value));

test("a malformed URL or input is invalid input, not a server error", async () => {
  const logged = spyOn(app.deps.log, "error");
  const deep = `${"[".repeat(30)}${"]".repeat(30)}`;
  const wide = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [n, n]));
  const lines = [
    "GET /trpc/public.sandbox.show?input=%7B",
    "GET /trpc/public.sandbox.show,public.sandbox.show?batch=1&input=%7B",
    `GET /trpc/public.sandbox.show?input=${encodeURIComponent(deep)}`,
    `GET /trpc/public.sandbox.show?input=${inputOf({ json: wide })}`,
    "GET /trpc/%zz",
    "GET /trpc/%ff?batch=1",
    "POST /trpc/%zz",
  ];
  for (const line of lines) {
    const { status, json } = await app.send(line);
    expect([line, status, json.error.json.data.code]).toEqual([line, 400, "INVALID_INPUT"]);
    expect(json.error.json.data.requestId).not.toBe("");
  }
  expect(logged).not.toHaveBeenCalled();
});

test("a valid input reaches the procedure", async () => {
  const { status, json } = await app.send(
    `GET /trpc/public.sandbox.show?input=${inputOf({ json: { id: "none" } })}`,
  );
  expect([status, json.error.json.data.code]).toEqual([404, "NOT_FOUND"]);
});

test("a host that makes the URL invalid does not matter", async () => {
  for (const host of ["1.2.3.4.5", "[:::::]", "x:99999"]) {
    const headers = new Headers({ Host: host });
    const request = {
      method: "GET",
      url: `http://${host}/trpc/${CURRENT}`,
      headers,
      body: null,
      signal: null,
    };
    // the Request constructor rejects such a URL, but the server passes it on
    const response = await app.app.fetch(request as unknown as Request, {
      address: () => null,
      setIdleTimeout: () => {},
    });
    expect([host, response.status]).toEqual([host, 401]);
  }
});

test("every call of a batch counts toward the rate limit, however the URL is encoded", async () => {
  const charged = spyOn(app.deps.rateLimiter, "take");
  const lines: [string, number][] = [
    [`GET /trpc/${times(3, ",")}?batch=1&input=%7B%7D`, 3],
    [`GET /trpc/${times(3, "%2C")}?batch=1&input=%7B%7D`, 3],
    [`GET /trpc/${times(3, "%2c")}?x&batch=%31`, 3],
    [`GET /trpc/${times(3, ",")}?b%61tch=1`, 3],
    [`GET /trpc/${CURRENT}`, 1],
    [`GET /trpc/${times(2, ",")}?batch=0&batch=1`, 1],
  ];
  for (const [line, count] of lines) {
    charged.mockClear();
    const { json } = await app.send(line);
    expect([line, charged.mock.calls[0]]).toEqual([line, ["api", "192.0.2.1", count]]);
    expect([line, Array.isArray(json) ? json.length : 1]).toEqual([line, count]);
  }
});

test("an admitted slow call has no idle timeout until it ends, however the URL is encoded; any other caller keeps it", async () => {
  const slow = "sync.trigger";
  const admin = await signIn(app, "admin");
  const unknownBoolean = { json: { dryRun: "perhaps" } }; // the guard comes before the schema
  for (const path of [slow, slow.replaceAll(".", "%2E"), `${slow}/`, `${slow}//`, `none%2C${slow}?batch=1`]) {
    const body = path.includes("batch") ? { 1: unknownBoolean } : unknownBoolean;
    const statesFor = async (credentials: Record<string, string>) => {
      const states: string[] = [];
      const headers = { "Content-Type": "application/json", ...credentials };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      await app.app.fetch(new Request(`http://localhost:3000/trpc/${path}`, init), {
        address: () => null,
        setIdleTimeout: (state) => states.push(state),
      });
      return states;
    };
    expect([path, await statesFor(admin)]).toEqual([path, ["off", "on"]]);
    expect([path, await statesFor({})]).toEqual([path, []]);
  }
});

test("a call by the wrong method is refused with the allowed ones", async () => {
  const cases: [string, string][] = [
    ["GET /trpc/admin.session.logout", "POST"],
    ["GET /trpc/admin.session.logout,public.waitlist.join?batch=1", "POST"],
    [`POST /trpc/${CURRENT}`, "GET, HEAD"],
  ];
  for (const [line, allow] of cases) {
    const response = await app.send(line, line.startsWith("POST") ? { body: {} } : {});
    expect([line, response.status, response.headers.get("allow")]).toEqual([line, 405, allow]);
  }
});

test("the content type is case-insensitive", async () => {
  const response = await app.send("POST /trpc/admin.session.logout", {
    raw: '{"json":{}}',
    headers: { "Content-Type": "Application/JSON" },
  });
  expect(response.status).toBe(200);
});

test("an unexpected error outside procedures is logged once and without its message", async () => {
  const logged = spyOn(app.deps.log, "error");
  const broken = () => {
    const error = new TypeError("canary-9f3c");
    return new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(error) });
  };
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  for (const [line, headers] of [
    ["POST /api/waitlist", { "Content-Type": "application/json" }],
    ["POST /trpc/public.waitlist.join", { "Content-Type": "application/json" }],
    ["POST /waitlist", form],
    ["POST /sandbox/pay/none/confirm", form],
  ] as const) {
    logged.mockClear();
    const response = await app.send(line, { raw: broken(), headers });
    expect([line, response.status]).toEqual([line, 500]);
    const requestId = response.headers.get("x-request-id");
    expect([line, logged.mock.calls.length]).toEqual([line, 1]);
    expect(logged.mock.calls[0]?.[0]).toMatchObject({ requestId, error: "TypeError" });
    expect(JSON.stringify(logged.mock.calls)).not.toContain("canary");
  }
});

test("an unexpected error inside a procedure is logged once", async () => {
  const logged = spyOn(app.deps.log, "error");
  const validated = spyOn(app.deps.sessions.staff, "validate").mockRejectedValue(new RangeError("canary"));
  const headers = { Cookie: "staff_session=abcdefghijklmnopqrstuvwxyz" };
  for (const line of [
    "GET /api/admin/waitlist",
    "GET /trpc/admin.waitlist.list?input=%7B%22json%22:%7B%7D%7D",
  ]) {
    logged.mockClear();
    expect([line, (await app.send(line, { headers })).status]).toEqual([line, 500]);
    expect([line, logged.mock.calls.length]).toEqual([line, 1]);
  }
  validated.mockRestore();
});

test("each call of a batch is logged and counted under its own route", async () => {
  const logged = spyOn(app.deps.log, "info");
  const response = await app.send("POST /trpc/admin.session.logout,public.waitlist.join?batch=1", {
    body: { 0: { json: {} }, 1: { json: { firstName: "", email: "" } } },
  });
  expect(response.status).toBe(207);
  expect(logged.mock.calls.map(([line]) => line)).toMatchObject([
    { route: "admin.session.logout", status: 200 },
    { route: "public.waitlist.join", status: 400 },
  ]);
  logged.mockRestore();
  const counted = await app.deps.metrics.registry.metrics();
  expect(counted).toContain('rihla_requests_total{route="admin.session.logout",status="200"} ');
  expect(counted).toContain('rihla_requests_total{route="public.waitlist.join",status="400"} ');
});

test("an answer that everyone gets alike is compressed, and one of a person never is", async () => {
  const accepts = { "Accept-Encoding": "gzip, deflate, br" };
  const cities = `/trpc/public.cities.list?input=${inputOf({ json: { limit: 500 } })}`;
  const plain = await app.send(`GET ${cities}`);
  expect([plain.status, plain.headers.get("content-encoding")]).toEqual([200, null]);
  for (const path of [cities, "/api/cities?limit=500"]) {
    const { headers, text } = await app.send(`GET ${path}`, { headers: accepts });
    expect([path, headers.get("content-encoding"), headers.get("vary")]).toEqual([
      path,
      "br",
      "Accept-Encoding",
    ]);
    expect(text.length).toBeLessThan(plain.text.length / 3);
  }
  const headers = { ...accepts, ...(await signIn(app, "admin")) };
  for (const path of [
    `/trpc/${CURRENT}`,
    "/api/admin/audit",
    `/trpc/public.cities.list,${CURRENT}?batch=1`,
  ]) {
    const answer = await app.send(`GET ${path}`, { headers });
    expect([path, answer.headers.get("content-encoding")]).toEqual([path, null]);
  }
});
