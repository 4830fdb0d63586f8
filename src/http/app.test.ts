import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { RATE_LIMITS } from "../core/limits/rate-limit.ts";
import { waitlistSignups } from "../modules/waitlist/table.ts";
import { basic, staff } from "../testing/accounts.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { createOpenApi } from "./openapi.ts";
import { serve } from "./sockets/serve.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ METRICS_TOKEN: "metrics-token" });
  await staff(app, "admin");
});
afterAll(() => app.close());

const JSON_TYPE = { "Content-Type": "application/json" };
const BODY = { firstName: "A", email: "a@example.com" };
const TRPC = { json: BODY };
const count = async () => (await app.db.orm.select().from(waitlistSignups)).length;

describe("cross-site requests", () => {
  const refused: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "SAME-ORIGIN" },
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "https://localhost:3000" },
    { Origin: "http://localhost:3001" },
    { Origin: "http://localhost:3000.evil.example" },
    { Origin: "chrome-extension://localhost:3000" },
    { "Sec-Fetch-Site": "cross-site", Origin: "http://localhost:3000" },
    { "Sec-Fetch-Site": "same-origin", Origin: "http://rebound.example:3000" },
    { "Sec-Fetch-Site": "none", Origin: "http://rebound.example:3000" },
    { "Sec-Fetch-Site": "same-origin", Origin: "http://localhost.evil.example:3000" },
    { "Sec-Fetch-Site": "same-origin", Origin: "chrome-extension://localhost" },
    { "Sec-Fetch-Site": "same-origin", Origin: "null" },
  ];
  const taken: Record<string, string>[] = [
    {},
    { "Sec-Fetch-Site": "same-origin" },
    { "Sec-Fetch-Site": "none" },
    { Origin: "http://localhost:3000" },
    { "Sec-Fetch-Site": "same-origin", Origin: "http://localhost:3000" },
    { "Sec-Fetch-Site": "same-origin", Origin: "http://127.0.0.1:4000" },
    { "Sec-Fetch-Site": "same-origin", Origin: "http://[::1]:3000" },
  ];
  const lines: [string, unknown][] = [
    ["POST /api/waitlist", BODY],
    ["POST /trpc/public.waitlist.join", TRPC],
    ["POST /api/admin/login", { username: "x", password: "y" }],
  ];

  for (const [line, body] of lines) {
    test(`a cross-site ${line} is refused before anything happens`, async () => {
      const before = await count();
      for (const headers of refused) {
        const response = await app.send(line, { body, headers: { ...headers, ...basic("admin") } });
        const { code } = response.json.error?.json?.data ?? response.json;
        expect([headers, response.status, code]).toEqual([headers, 403, "FORBIDDEN"]);
      }
      expect(await count()).toBe(before);
      for (const headers of taken) expect((await app.send(line, { body, headers })).status).not.toBe(403);
    });
  }

  test("a cross-site HTML form is refused", async () => {
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const raw = "firstName=A&email=form@example.com";
    const other = await app.send("POST /waitlist", {
      raw,
      headers: { ...form, Origin: "https://evil.example" },
    });
    expect(other.status).toBe(403);
    const own = await app.send("POST /waitlist", {
      raw,
      headers: { ...form, Origin: "http://localhost:3000" },
    });
    expect([own.status, own.text]).toEqual([
      200,
      expect.stringContaining("waitlist-joined: Welcome to the waitlist!"),
    ]);
  });

  test("cross-site requests get no CORS headers", async () => {
    for (const line of ["GET /api/waitlist", "OPTIONS /api/waitlist", "OPTIONS /trpc/public.waitlist.join"]) {
      const { headers } = await app.send(line, { headers: { Origin: "https://evil.example" } });
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });
});

describe("request bodies", () => {
  const post = (
    raw: string | Uint8Array,
    headers: Record<string, string> = JSON_TYPE,
    path = "/api/waitlist",
  ) => app.send(`POST ${path}`, { raw, headers });

  test("a body of any type except JSON is refused over REST and tRPC", async () => {
    const types = [
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/octet-stream",
      "application/x-www-form-urlencoded",
      "application/jsonp",
      "text/json",
    ];
    const before = await count();
    for (const type of types) {
      for (const path of [
        "/api/waitlist",
        "/trpc/public.waitlist.join",
        "/api/admin/logout",
        "/trpc/admin.session.logout",
      ]) {
        const response = await post(JSON.stringify(BODY), { "Content-Type": type }, path);
        const { code } = response.json.error?.json?.data ?? response.json;
        expect([type, path, response.status, code]).toEqual([type, path, 415, "UNSUPPORTED_MEDIA_TYPE"]);
      }
    }
    expect(await count()).toBe(before);
    expect(
      (await post(JSON.stringify(BODY), { "Content-Type": "Application/JSON; charset=utf-8" })).status,
    ).toBe(201);
  });

  test("a compressed body is refused", async () => {
    const response = await post(JSON.stringify(BODY), { ...JSON_TYPE, "Content-Encoding": "gzip" });
    expect([response.status, response.json.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  });

  test("a body over 64 KiB is refused, with and without a Content-Length", async () => {
    const big = JSON.stringify({ ...BODY, filler: "x".repeat(64 * 1024) });
    for (const path of ["/api/waitlist", "/trpc/public.waitlist.join"]) {
      expect((await post(big, { ...JSON_TYPE, "Content-Length": String(big.length) }, path)).status).toBe(
        413,
      );
    }
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode("x".repeat(10_000)));
      },
    });
    const request = new Request("http://localhost:3000/api/waitlist", {
      method: "POST",
      headers: JSON_TYPE,
      body: chunks,
    });
    const response = await app.app.fetch(request, { address: () => "192.0.2.1", setIdleTimeout: () => {} });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, "TOO_LARGE"]);
  });

  test("a malformed or hostile body is invalid input and never a server error", async () => {
    const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
    const nested = `{"a":${'{"a":'.repeat(30)}1${"}".repeat(31)}`;
    const hostile: (string | Uint8Array)[] = [
      "{",
      "null",
      "[]",
      '"text"',
      "1",
      deep,
      nested,
      `[${"1,".repeat(500)}1]`,
      '{"firstName":1e999,"email":"a@b.cd"}',
      '{"firstName":"\\u0000","email":"a@b.cd"}',
      '{"firstName":"\\ud800","email":"a@b.cd"}',
      new Uint8Array([...new TextEncoder().encode('{"firstName":"'), 0xff, 0xfe, 0x22, 0x7d]),
      '{"__proto__":{"polluted":1}}',
    ];
    for (const raw of hostile) {
      for (const path of ["/api/waitlist", "/trpc/public.waitlist.join"]) {
        const response = await post(raw, JSON_TYPE, path);
        const body = path.startsWith("/trpc") ? response.json.error.json.data : response.json;
        expect([String(raw).slice(0, 40), path, response.status]).toEqual([
          String(raw).slice(0, 40),
          path,
          400,
        ]);
        expect(body.code).toBe("INVALID_INPUT");
      }
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test("hostile superjson metadata is never a server error", async () => {
    const metas = [
      { json: BODY, meta: { values: { "__proto__.x": ["Date"] } } },
      { json: BODY, meta: { values: { firstName: ["nonsense"] } } },
      { json: BODY, meta: { values: { firstName: ["Date"] } } },
      { json: BODY, meta: "x" },
    ];
    for (const body of metas) {
      const response = await app.send("POST /trpc/public.waitlist.join", { body });
      expect(response.status).toBeLessThan(500);
    }
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

describe("paths and methods", () => {
  test("an unknown API path returns a JSON 404, never the HTML page", async () => {
    for (const path of [
      "/api",
      "/api/none",
      "/partner/api/none",
      "/trpc/none",
      "/api/admin/partnerships/x/y",
    ]) {
      const response = await app.send(`GET ${path}`);
      expect([path, response.status]).toEqual([path, 404]);
      expect((response.json.error?.json?.data ?? response.json).code).toBe("NOT_FOUND");
    }
  });

  test("a wrong method is refused with the allowed methods", async () => {
    const cases: [string, string][] = [
      ["GET /api/waitlist", "POST"],
      ["DELETE /api/admin/partnerships", "GET, POST, HEAD"],
      ["PATCH /api/admin/partnerships/x", "GET, PUT, DELETE, HEAD"],
      ["TRACE /api/waitlist", "POST"],
      ["PUT /trpc/public.waitlist.join", "GET, POST, HEAD"],
      ["POST /healthz", "GET, HEAD"],
      ["POST /", "GET, HEAD"],
      ["PUT /waitlist", "POST"],
      ["DELETE /waitlist", "POST"],
      ["OPTIONS /waitlist", "POST"],
      ["PUT /api/support/payment/webhook", "POST"],
    ];
    for (const [line, allow] of cases) {
      const [method = "", path = ""] = line.split(" ");
      const request = {
        method,
        url: `http://localhost:3000${path}`,
        headers: new Headers(),
        body: null,
        signal: null,
      };
      // the Request constructor rejects TRACE, but the server passes it on
      const response = await app.app.fetch(request as unknown as Request, {
        address: () => null,
        setIdleTimeout: () => {},
      });
      expect([line, response.status, response.headers.get("allow")]).toEqual([line, 405, allow]);
    }
  });

  test("a mutation never runs by GET", async () => {
    const before = await count();
    const input = encodeURIComponent(JSON.stringify(TRPC));
    expect((await app.send(`GET /trpc/public.waitlist.join?input=${input}`)).status).toBe(405);
    expect(await count()).toBe(before);
  });

  test("HEAD works wherever GET does", async () => {
    const response = await app.send("HEAD /api/admin/waitlist", { headers: basic("admin") });
    expect([response.status, response.headers.get("x-total-count")]).toEqual([200, expect.any(String)]);
    expect((await app.send("HEAD /healthz")).status).toBe(200);
  });

  test("a malformed host or an overlong URL is invalid input", async () => {
    for (const host of ["a b", "<x>", "a@b"]) {
      const headers = new Headers();
      const request = {
        method: "GET",
        url: `http://${host}/api/waitlist`,
        headers: { get: (name: string) => (name === "host" ? host : headers.get(name)) },
        signal: null,
      };
      const response = await app.app.fetch(request as unknown as Request, {
        address: () => null,
        setIdleTimeout: () => {},
      });
      expect([host, response.status]).toEqual([host, 400]);
    }
    expect((await app.send(`GET /api/waitlist?${"x".repeat(9_000)}`)).status).toBe(400);
  });
});

describe("tRPC", () => {
  test("a tRPC batch has at most ten calls, and the refusal of a larger one is short", async () => {
    const batch = (size: number) => {
      const path = Array.from({ length: size }, () => "admin.session.current").join(",");
      return app.send(`GET /trpc/${path}?batch=1&input=%7B%7D`);
    };
    expect((await batch(10)).json).toHaveLength(10);
    const many = await batch(11);
    expect([many.status, many.text.length < 1_024]).toEqual([400, true]);
    expect((await app.send(`GET /trpc/${",".repeat(5_000)}?batch=1`)).text.length).toBeLessThan(1_024);
  });

  test("a tRPC error has the same sentence, code and fields as over REST", async () => {
    const response = await app.send("POST /trpc/public.waitlist.join", {
      body: { json: { firstName: "", email: "" } },
    });
    expect(response.status).toBe(400);
    expect(response.json.error.json).toMatchObject({
      message: "Please fill in all required fields",
      data: { code: "INVALID_INPUT", fields: { firstName: "First name is required" }, httpStatus: 400 },
    });
    expect(response.text).not.toContain("stack");
  });

  test("downloads are not available over tRPC", async () => {
    const response = await app.send("GET /trpc/admin.waitlist.export?input=%7B%22json%22%3A%7B%7D%7D", {
      headers: basic("admin"),
    });
    expect(response.status).toBe(404);
  });
});

describe("responses", () => {
  test("every response to a call has the security headers, whatever its status", async () => {
    const lines = [
      "GET /api/admin/waitlist",
      "GET /api/none",
      "POST /api/waitlist",
      "GET /healthz",
      "GET /trpc/none",
    ];
    for (const line of lines) {
      const { headers } = await app.send(line);
      expect([line, Object.fromEntries(headers)]).toEqual([
        line,
        expect.objectContaining({
          "cache-control": "no-store",
          "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
          "content-type": expect.stringMatching(/^application\/json/),
          "cross-origin-opener-policy": "same-origin",
          "cross-origin-resource-policy": "same-origin",
          "referrer-policy": "no-referrer",
          "x-content-type-options": "nosniff",
          "x-request-id": expect.any(String),
        }),
      ]);
      expect(headers.has("server") || headers.has("x-powered-by")).toBe(false);
    }
  });

  test("an unexpected error is hidden over REST and tRPC", async () => {
    await app.db.orm.execute(sql`alter table waitlist_signups rename to elsewhere`);
    await app.db.orm.execute(sql`alter view current_signups rename to current_elsewhere`);
    try {
      const responses = [
        await app.send("POST /api/waitlist", { body: BODY }),
        await app.send("POST /trpc/public.waitlist.join", { body: TRPC }),
        await app.send("GET /api/admin/waitlist", { headers: basic("admin") }),
      ];
      for (const { status, text } of responses) {
        expect([status, text]).toEqual([500, expect.stringContaining("Internal server error")]);
        expect(text).not.toMatch(/Failed query|params|at .*\.ts|select |insert |a@example|elsewhere/i);
      }
    } finally {
      await app.db.orm.execute(sql`alter table elsewhere rename to waitlist_signups`);
      await app.db.orm.execute(sql`alter view current_elsewhere rename to current_signups`);
    }
  });

  test("two lengths that differ, or a length beside chunks, are a 400, and nothing runs", async () => {
    const server = serve(app.app.fetch, { port: 0, host: "127.0.0.1", log: app.deps.log });
    const body = JSON.stringify({ firstName: "Smuggled", email: "smuggled@example.com" });
    const ambiguous = [
      `Content-Length: ${body.length}\r\nContent-Length: 5`,
      `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`,
      `Transfer-Encoding: chunked\r\nContent-Length: ${body.length}`,
    ];
    for (const lengths of ambiguous) {
      const answer = Promise.withResolvers<string>();
      const socket = connect({ port: server.port ?? 0, host: "127.0.0.1" });
      socket.on("data", (data) => answer.resolve(String(data)));
      socket.on("close", () => answer.resolve("closed"));
      socket.write(
        `POST /api/waitlist HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lengths}\r\n\r\n${body}`,
      );
      expect([lengths, (await answer.promise).split("\r\n")[0]]).toEqual([
        lengths,
        "HTTP/1.1 400 Bad Request",
      ]);
      socket.destroy();
    }
    expect(
      await app.db.query("select 1 from waitlist_signups where email_key = 'smuggled@example.com'"),
    ).toEqual([]);
    await server.stop(true);
  });

  test("every JSON answer, refusals too, says its character set", async () => {
    for (const line of ["GET /healthz", "GET /api/cities", "GET /api/admin/session", "GET /api/none"])
      expect([line, (await app.send(line)).headers.get("content-type")]).toEqual([
        line,
        "application/json; charset=utf-8",
      ]);
  });

  test("a request whose client disconnects while sending it counts as 499 and not as an error", async () => {
    const { log } = app.deps;
    const [info, error] = [spyOn(log, "info"), spyOn(log, "error")];
    const server = serve(app.app.fetch, { port: 0, host: "127.0.0.1", log });
    const lines = [
      ["/api/waitlist", "application/json", "Content-Length: 100"],
      ["/api/waitlist", "application/json", "Transfer-Encoding: chunked"],
      ["/trpc/public.waitlist.join", "application/json", "Content-Length: 100"],
      ["/waitlist", "application/x-www-form-urlencoded", "Content-Length: 100"],
      ["/api/support/payment/webhook", "application/json", "Content-Length: 100"],
    ];
    try {
      for (const [index, [path, type, length]] of lines.entries()) {
        const socket = connect({ port: server.port ?? 0, host: "127.0.0.1" });
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`,
        );
        socket.write(length?.startsWith("Transfer") ? "1\r\n{\r\n" : "{", () => socket.destroy());
        while (info.mock.calls.length <= index) await Bun.sleep(5);
      }
      expect(info.mock.calls.map(([fields]) => fields)).toEqual(
        lines.map(() => expect.objectContaining({ status: 499 })),
      );
      expect(error).not.toHaveBeenCalled();
      expect(await app.deps.metrics.registry.metrics()).toContain('status="499"');
    } finally {
      info.mockRestore();
      error.mockRestore();
      await server.stop(true);
    }
  });

  test("health checks report that the server is live and ready, and metrics require the token", async () => {
    expect((await app.send("GET /healthz")).json).toEqual({ status: "ok" });
    expect((await app.send("GET /readyz")).json).toEqual({ status: "ok" });
    expect((await app.send("GET /metrics")).status).toBe(404);
    expect((await app.send("GET /metrics", { headers: { Authorization: "Bearer wrong" } })).status).toBe(404);
    const sameLength = { Authorization: "Bearer metrics-tokem" };
    expect((await app.send("GET /metrics", { headers: sameLength })).status).toBe(404);
    const metrics = await app.send("GET /metrics", { headers: { Authorization: "Bearer metrics-token" } });
    expect([metrics.status, metrics.text]).toEqual([200, expect.stringContaining("rihla_requests_total")]);
  });

  test("the OpenAPI document lists every REST call", async () => {
    const { json } = await app.send("GET /api/openapi.json");
    expect(json.openapi).toBe("3.1.0");
    const documented = Object.entries(json.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const calls = app.app.operations.flatMap(({ rest }) => (rest ? [`${rest.method} ${rest.path}`] : []));
    expect(documented.sort()).toEqual(
      [
        ...calls,
        "POST /api/support/payment/webhook",
        "POST /api/mail/events",
        "POST /api/mail/inbound",
      ].sort(),
    );
    expect(json.paths["/api/waitlist"].post.requestBody.content["application/json"].schema.required).toEqual([
      "firstName",
      "email",
    ]);
  });
});

test("the OpenAPI document is made once, in steps between which other work runs", async () => {
  const openApi = createOpenApi(app.app.operations, app.deps.settings);
  const made = openApi();
  expect(await Promise.race([made, setImmediate("other work")])).toBe("other work");
  const [first, second] = await Promise.all([app.send("GET /api/openapi.json"), openApi()]);
  expect(openApi()).toBe(made);
  expect([first.text, second]).toEqual([await made, await made]);
});

test("the OpenAPI document names the cookies as they are sent, and the header of the MFA code", async () => {
  const secure = await testApp({ PUBLIC_URL: "https://rihla.example" });
  for (const [site, prefix] of [
    [app, ""],
    [secure, "__Host-"],
  ] as const) {
    const { json } = await site.send("GET /api/openapi.json");
    const { staffSession, partnerSession, staffCode } = json.components.securitySchemes;
    expect([staffSession.name, partnerSession.name]).toEqual([
      `${prefix}staff_session`,
      `${prefix}partner_session`,
    ]);
    expect(staffCode).toMatchObject({ type: "apiKey", in: "header", name: "X-MFA-Token" });
    expect(json.paths["/api/admin/waitlist"].get.security).toContainEqual({ staffBasic: [], staffCode: [] });
  }
  await secure.close();
});

describe("rate limits", () => {
  test("pages of the sandbox gateway are rate limited", async () => {
    const strict = await testApp({ RATE_LIMIT: "on" });
    for (const [line, from] of [
      ["GET /sandbox/pay/none", "192.0.2.7"],
      ["POST /sandbox/pay/none/confirm", "192.0.2.8"],
    ] as const) {
      await strict.deps.rateLimiter.take("api", from, RATE_LIMITS.api.short.hits);
      const response = await strict.send(line, { from });
      expect([line, response.status, response.json.code]).toEqual([line, 429, "RATE_LIMITED"]);
    }
    await strict.close();
  });

  test("rate limits apply to the address from a trusted proxy and ignore addresses that a client invents", async () => {
    const strict = await testApp({ RATE_LIMIT: "on" });
    const proxied = await testApp({ RATE_LIMIT: "on", TRUST_PROXY: "1" });
    const join = (of: TestApp, n: number, forwarded: string) =>
      of.send("POST /api/waitlist", {
        body: { firstName: "A", email: `l${n}@example.com` },
        headers: { "X-Forwarded-For": forwarded },
      });
    const passed = async (of: TestApp, forwarded: (n: number) => string) => {
      const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => join(of, n, forwarded(n))));
      for (const response of responses.filter(({ status }) => status !== 201)) {
        expect([response.status, response.json.code]).toEqual([429, "RATE_LIMITED"]);
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      return responses.filter(({ status }) => status === 201).length;
    };
    expect(await passed(strict, (n) => `203.0.113.${n}`)).toBe(10);
    expect(await passed(proxied, (n) => `203.0.113.${n}, 198.51.100.1`)).toBe(10);
    expect(await passed(proxied, (n) => `198.51.100.9, 203.0.113.${n}`)).toBe(20);
    await Promise.all([strict.close(), proxied.close()]);
  });
});
