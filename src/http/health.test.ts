import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from "bun:test";
import { DatabaseUnavailable } from "../db/errors.ts";
import { seconds } from "../shared/duration.ts";
import { type TestApp, testApp } from "../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(() => app.clock.forward(seconds(10)));

const ready = async () => (await app.send("GET /readyz")).status;

test("the server is not ready until the database has every migration", async () => {
  expect(await ready()).toBe(200);
  app.clock.forward(seconds(1));
  const [last] = await app.db.query<{ id: number; hash: string; created_at: number }>(
    "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning *",
  );
  const response = await app.send("GET /readyz");
  expect([response.status, response.json.code, response.headers.has("retry-after")]).toEqual([
    503,
    "UNAVAILABLE",
    true,
  ]);
  await app.db.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
    last?.hash,
    last?.created_at,
  ]);
  expect(await ready()).toBe(200);
});

test("the server is ready if the database has newer migrations than it knows", async () => {
  await app.db.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)",
  );
  expect(await ready()).toBe(200);
  await app.db.query("delete from drizzle.__drizzle_migrations where hash = 'newer'");
});

test("readiness reports an outage and its end at once", async () => {
  const away = spyOn(app.db, "ping").mockRejectedValue(new DatabaseUnavailable("away"));
  expect([await ready(), await ready()]).toEqual([503, 503]);
  expect((await app.send("GET /healthz")).status).toBe(200);
  away.mockRestore();
  expect(await ready()).toBe(200);
});

test("the log has the cause and the SQLSTATE of the 503 of a probe and of a call", async () => {
  const logged = spyOn(app.deps.log, "warn");
  const causes = () => logged.mock.calls.map(([facts]) => facts);
  const full = Object.assign(new Error("secret value"), { code: "53100" });
  const ping = spyOn(app.db, "ping").mockRejectedValue(full);
  expect(await ready()).toBe(503);
  expect(causes()).toMatchObject([{ sqlState: "53100", error: "DomainError < Error" }]);
  ping.mockRejectedValue(new DatabaseUnavailable("away", { cause: { code: "ECONNREFUSED" } }));
  expect(await ready()).toBe(503);
  expect(causes().at(-1)).toMatchObject({ reason: "away", code: "ECONNREFUSED" });
  ping.mockRestore();
  const query = spyOn(app.deps.sessions.staff, "validate").mockRejectedValue(full);
  const cookie = "staff_session=x; __Host-staff_session=x";
  const call = await app.send("GET /api/admin/waitlist", { headers: { cookie } });
  query.mockRestore();
  expect(call.status).toBe(503);
  expect(causes().at(-1)).toMatchObject({ sqlState: "53100", path: "admin.waitlist.list" });
  expect(JSON.stringify(causes())).not.toContain("secret value");
  logged.mockRestore();
});

test("concurrent readiness checks cost a single database check", async () => {
  const pings = spyOn(app.db, "ping");
  expect(new Set(await Promise.all(Array.from({ length: 50 }, ready)))).toEqual(new Set([200]));
  expect(await ready()).toBe(200);
  expect(pings).toHaveBeenCalledTimes(1);
  app.clock.forward(seconds(1));
  expect(await ready()).toBe(200);
  expect(pings).toHaveBeenCalledTimes(2);
  pings.mockRestore();
});
