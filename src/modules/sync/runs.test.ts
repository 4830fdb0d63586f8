import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { operatorCall } from "../../http/socket.ts";
import { hours } from "../../shared/duration.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { failureOf } from "../../testing/ledger.ts";
import { addPlaces, mainRows, openMain, type TestMain } from "../../testing/main-database.ts";
import { mainDatabaseOver } from "./main-database.ts";
import { forgetOldRuns, trigger as startRun } from "./service.ts";

const OPERATOR = { kind: "operator", name: "o" } as const;

let main: TestMain;
let app: TestApp;
const port = { away: false };
beforeAll(async () => {
  main = await openMain();
  const use: typeof main.port.use = (work) =>
    port.away ? Promise.reject(Object.assign(new Error(), { code: "ECONNREFUSED" })) : main.port.use(work);
  app = await testApp({}, { mainDatabase: { ...main.port, use } });
  await staff(app, "admin");
});
afterAll(async () => {
  await app.close();
  await main.db.close();
});
beforeEach(async () => {
  main.before = undefined;
  port.away = false;
  for (const table of ["pois", "sync_unlinks", "sync_runs", "sync_lease"])
    await app.db.query(`delete from ${table}`);
  await main.db.query("drop table if exists public.places, public.rihla_sync_fence");
});

const ask = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const trigger = (body: unknown = {}) => ask("POST /api/admin/sync/trigger", body);
const runs = async () => (await ask("GET /api/admin/sync/runs")).json;
const stats = async () => (await ask("GET /api/admin/sync/stats")).json;
const some = () => addPlaces(app, [{ placeId: "p1" }, { placeId: "p2", name: "Other" }]);

/** The run's next step in the main database waits until it is let go. */
function held() {
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  main.before = async () => {
    reached.resolve();
    await go.promise;
  };
  const letGo = () => {
    main.before = undefined;
    go.resolve();
  };
  return { reached: reached.promise, letGo };
}

test("of many triggers at once one runs, and the others are told 409 with its id", async () => {
  await some();
  const { reached, letGo } = held();
  const first = trigger();
  await reached;
  const others = await Promise.all([1, 2, 3, 4, 5].map(() => trigger()));
  const { running } = await stats();
  letGo();
  expect(others.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
  expect(running).toMatchObject({ startedBy: "admin", total: 2, done: 0, cancelling: false });
  expect(others[0]?.json).toMatchObject({
    error: "A synchronisation is already in progress.",
    code: "CONFLICT",
    runId: running.runId,
  });
  expect((await first).json).toMatchObject({ success: true, synced: 2 });
  expect(await runs()).toMatchObject([
    { id: running.runId, status: "succeeded", trigger: "person", total: 2 },
  ]);
  expect((await stats()).running).toBeNull();
});

test("who waits runs after the run in progress", async () => {
  await some();
  const { reached, letGo } = held();
  const first = trigger();
  await reached;
  const second = trigger({ wait: true });
  letGo();
  expect((await first).json).toMatchObject({ synced: 2 });
  expect((await second).json).toMatchObject({ success: true, synced: 0 });
});

test("a runner that comes back from the dead writes nothing to either side", async () => {
  await some();
  const { reached, letGo } = held();
  const zombie = trigger();
  await reached;
  const dead = (await stats()).running.runId;
  await app.db.query("update sync_lease set heartbeat_at = now() - interval '61 s'");
  main.before = undefined;
  expect((await trigger()).json).toMatchObject({ success: true, synced: 2 });
  await app.db.query("update pois set phone = '1'");
  const before = await mainRows(main);
  letGo();
  expect((await zombie).json).toMatchObject({
    success: false,
    synced: 0,
    message: expect.stringContaining("taken over"),
  });
  expect(await mainRows(main)).toEqual(before);
  expect((await stats()).pendingPois).toBe(2);
  expect((await ask(`GET /api/admin/sync/runs/${dead}`)).json).toMatchObject({
    status: "interrupted",
    synced: 0,
  });
});

test("a lower fencing number than the main database has seen is raised, not refused", async () => {
  await some();
  await trigger();
  await main.db.query("update public.rihla_sync_fence set fence = 1000");
  await app.db.query("update pois set phone = '1'");
  expect((await trigger()).json).toMatchObject({ success: true, synced: 2 });
});

test("a main database that is away is a failed run in one sentence, and everything waits", async () => {
  await some();
  port.away = true;
  const { status, json } = await trigger();
  expect([status, json]).toEqual([
    200,
    {
      success: false,
      message:
        "The main database cannot be reached. No place was synchronised. The rest waits for the next run.",
      synced: 0,
      errors: 0,
      details: [],
    },
  ]);
  expect(await stats()).toMatchObject({ pendingPois: 2, lastRun: { status: "failed" }, lastSyncTime: null });
  port.away = false;
  expect((await trigger()).json).toMatchObject({ success: true, synced: 2 });
});

test("a run is cancelled between batches; without one there is nothing to cancel", async () => {
  await addPlaces(
    app,
    Array.from({ length: 5_001 }, (_, n) => ({ placeId: `p${n}` })),
  );
  expect((await ask("POST /api/admin/sync/cancel", {})).status).toBe(409);
  await addPlaces(
    app,
    Array.from({ length: 5_000 }, (_, n) => ({ placeId: `q${n}` })),
  );
  const { reached, letGo } = held();
  const run = trigger();
  await reached;
  expect((await ask("POST /api/admin/sync/cancel", {})).json).toMatchObject({ success: true });
  letGo();
  const { json } = await run;
  expect(json).toMatchObject({ success: false, message: expect.stringContaining("cancelled") });
  expect((await stats()).pendingPois).toBe(10_001 - json.synced);
  expect(await runs()).toMatchObject([{ status: "cancelled", synced: json.synced }]);
});

test("places that fail are kept with the run, and the list of failures is cut at 200", async () => {
  await addPlaces(
    app,
    Array.from({ length: 201 }, (_, n) => ({ name: `Nowhere ${n}` })),
  );
  await addPlaces(app, [{ placeId: "p1" }]);
  const { json } = await trigger();
  expect(json).toMatchObject({
    success: false,
    synced: 1,
    errors: 201,
    message: "1 place was synchronised, 201 failed.",
  });
  expect(json.details).toHaveLength(200);
  const [{ id, status }] = await runs();
  expect(status).toBe("partial");
  const run = (await ask(`GET /api/admin/sync/runs/${id}`)).json;
  expect(run.failures).toHaveLength(200);
  expect(run.failures[0].message).toContain("neither a place id nor coordinates");
  expect((await ask("GET /api/admin/sync/errors?limit=500")).json).toHaveLength(201);
  expect((await ask("GET /api/admin/sync/runs/none")).status).toBe(404);
});

const tick = () => {
  const operation = app.app.operations.find(({ path }) => path === "admin.sync.tick");
  const { principal: _, ...call } = operatorCall("cli", OPERATOR);
  return operation?.call(
    app.app.contextOf({ ...call, door: "schedule", principal: { kind: "schedule" } }),
    undefined,
  );
};

test("a tick of the schedule runs once over all instances, and a tick during a run is a skipped one", async () => {
  await some();
  expect(await Promise.all([tick(), tick()])).toContainEqual({
    success: true,
    message: "Another instance has taken this tick.",
  });
  expect(await runs()).toMatchObject([
    { trigger: "schedule", startedBy: "schedule", status: "succeeded", synced: 2 },
  ]);
  app.clock.forward(hours(1));
  await app.db.query("update pois set phone = '1'");
  const { reached, letGo } = held();
  const run = trigger();
  await reached;
  expect(await tick()).toEqual({ success: false, message: "Skipped: another run was in progress." });
  letGo();
  await run;
  expect((await runs()).map(({ status }: { status: string }) => status).sort()).toEqual([
    "skipped",
    "succeeded",
    "succeeded",
  ]);
});

test("runs of more than a year ago are forgotten", async () => {
  await trigger();
  app.clock.forward(hours(24 * 366));
  await trigger();
  await forgetOldRuns(app.deps);
  expect(await runs()).toHaveLength(1);
});

test("an embedded main database closes at rest and opens again, and not at all once the process stops", async () => {
  const events: string[] = [];
  const db = () => Object.assign(Object.create(main.db), { close: async () => void events.push("closed") });
  const open = async () => {
    events.push("opened");
    return db();
  };
  const rests = mainDatabaseOver(open, 1);
  await rests.use(async () => {});
  for (let n = 0; n < 500 && events.length < 2; n++) await Bun.sleep(2);
  await rests.use(async () => {});
  await rests.close();
  expect(events.slice(0, 3)).toEqual(["opened", "closed", "opened"]);
  expect(await failureOf(() => rests.use(async () => {}))).toBeInstanceOf(Error);
});

test("a run of a process that is asked to stop gives its lease back at once", async () => {
  await some();
  const mainDatabase = { ...main.port, ending: AbortSignal.abort() };
  const deps = { ...app.deps, ports: { ...app.deps.ports, mainDatabase } };
  const acting = { deps, call: operatorCall("cli", OPERATOR), principal: OPERATOR };
  const input = { dryRun: false, full: false, wait: false };
  expect(await startRun(acting, input, "admin.sync.trigger")).toMatchObject({
    success: false,
    message: "The server was asked to stop. No place was synchronised. The rest waits for the next run.",
  });
  expect(await runs()).toMatchObject([{ status: "interrupted", trigger: "cli", startedBy: "o" }]);
  expect((await trigger()).json).toMatchObject({ success: true, synced: 2 });
});

test("a table that others made keeps its ids and gains the columns that it lacks", async () => {
  await main.db.query(
    "create table public.places (id uuid primary key default gen_random_uuid(), name text not null)",
  );
  await main.db.query("insert into public.places (name) values ('Somebody else')");
  await some();
  expect((await trigger({ dryRun: true })).json).toMatchObject({ success: true, synced: 2 });
  const columns = "select from information_schema.columns where table_name = 'places'";
  expect(await main.db.query(columns)).toHaveLength(2);
  expect((await trigger()).json).toMatchObject({ success: true, synced: 2 });
  await app.db.query("update pois set phone = '1'");
  expect((await trigger()).json).toMatchObject({ success: true, synced: 2 });
  const rows = await mainRows(main);
  expect(rows.map(({ name, phone, visits }) => [name, phone, visits])).toEqual([
    ["Noor Grill", "1", 0],
    ["Other", "1", 0],
    ["Somebody else", null, 0],
  ]);
});

test("a table that cannot be used is a failed run that says why", async () => {
  await some();
  await main.db.query("create table public.places (id int primary key, name text)");
  const said =
    "The table places of the main database has ids of the type integer: text and uuid can be used.";
  expect((await trigger()).json).toMatchObject({ success: false, message: expect.stringContaining(said) });
  await main.db.query("drop table public.places");
  await main.db.query("create table public.places (title text)");
  expect((await trigger()).json.message).toContain("lacks its id or its name");
});
