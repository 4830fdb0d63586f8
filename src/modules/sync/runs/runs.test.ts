import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { SQL } from "drizzle-orm";
import { internalCall } from "../../../core/rpc/internal-call.ts";
import { DatabaseUnavailable } from "../../../db/errors.ts";
import { hours } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { operatorContext, type TestApp, testApp } from "../../../testing/app.ts";
import { addPlaces, mainRows, openMain, type TestMain } from "../../../testing/database/main-database.ts";
import { failureOf } from "../../../testing/failure.ts";
import { manageMainDatabase } from "../main-database/main-database.ts";
import { prepareMainTable } from "../main-database/main-table.ts";
import { deleteOldRuns, trigger as startRun } from "../service.ts";

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
  await app.db.query("truncate pois, sync_unlinks, sync_runs, sync_lease cascade");
  await main.db.query("drop table if exists public.places, public.rihla_sync_fence");
});

const ask = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const trigger = (body: unknown = {}) => ask("POST /api/admin/sync/trigger", body);
const runs = async () => (await ask("GET /api/admin/sync/runs")).json;
const stats = async () => (await ask("GET /api/admin/sync/stats")).json;
const some = () => addPlaces(app, [{ placeId: "p1" }, { placeId: "p2", name: "Other" }]);

/** Pauses the run before its next transaction in the main database. */
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

test("of many concurrent triggers one runs, and the others get 409 with its id", async () => {
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
    error: "A sync is already in progress.",
    code: "CONFLICT",
    runId: running.runId,
  });
  expect((await first).json).toMatchObject({ success: true, synced: 2 });
  expect(await runs()).toMatchObject([
    { id: running.runId, status: "succeeded", trigger: "person", total: 2 },
  ]);
  expect((await stats()).running).toBeNull();
});

test("a trigger with wait runs after the run in progress", async () => {
  await some();
  const { reached, letGo } = held();
  const first = trigger();
  await reached;
  const second = trigger({ wait: true });
  letGo();
  expect((await first).json).toMatchObject({ synced: 2 });
  expect((await second).json).toMatchObject({ success: true, synced: 0 });
});

test("a runner that lost its lease writes to neither database", async () => {
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

test("a lower fencing token than that of the main database is raised, not refused", async () => {
  await some();
  await trigger();
  await main.db.query("update public.rihla_sync_fence set fence = 1000");
  await app.db.query("update pois set phone = '1'");
  expect((await trigger()).json).toMatchObject({ success: true, synced: 2 });
});

test("an unavailable main database makes a run fail with one sentence, and places stay pending", async () => {
  await some();
  port.away = true;
  const { status, json } = await trigger();
  expect([status, json]).toEqual([
    200,
    {
      success: false,
      message: "The main database cannot be reached. No place was synced. The rest waits for the next run.",
      synced: 0,
      errors: 0,
      details: [],
    },
  ]);
  expect(await stats()).toMatchObject({ pendingPois: 2, lastRun: { status: "failed" }, lastSyncTime: null });
  port.away = false;
  expect((await trigger()).json).toMatchObject({ success: true, synced: 2 });
});

test("a run is canceled between batches, and canceling without a run is refused", async () => {
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
  expect(json).toMatchObject({ success: false, synced: 0, message: expect.stringContaining("canceled") });
  expect((await stats()).pendingPois).toBe(10_001);
  expect(await runs()).toMatchObject([{ status: "cancelled", synced: 0 }]);
  const fenceOf = () => main.db.query<{ fence: number }>("select fence from public.rihla_sync_fence");
  const [before] = await fenceOf();
  let asked = 0;
  main.before = async () => {
    const [now] = await fenceOf();
    if (now?.fence === before?.fence || asked > 0) return;
    asked += 1; // the first batch
    await ask("POST /api/admin/sync/cancel", {});
  };
  expect((await trigger()).json).toMatchObject({ success: false, synced: 5_000 });
});

test("a dead run cannot be canceled", async () => {
  await some();
  const { reached, letGo } = held();
  const run = trigger();
  await reached;
  await app.db.query("update sync_lease set heartbeat_at = now() - interval '61 s'");
  expect((await ask("POST /api/admin/sync/cancel", {})).status).toBe(409);
  letGo();
  await run;
});

test("a local database that is briefly busy does not end a run", async () => {
  await some();
  let refusals = 0;
  const busy = async () => {
    refusals += 1;
    throw new DatabaseUnavailable("The embedded database is busy.");
  };
  const { db } = app;
  const flaky: typeof db = Object.assign(Object.create(db), {
    query: (text: string, ...rest: unknown[]) =>
      /from current_pois/.test(text) && refusals === 0
        ? busy()
        : Reflect.apply(db.query, db, [text, ...rest]),
    transaction: (...given: Parameters<typeof db.transaction>) =>
      refusals === 1 ? busy() : db.transaction(...given),
  });
  const ctx = operatorContext({ ...app.deps, db: flaky }, "sync.trigger");
  const input = { dryRun: false, full: false, wait: false };
  expect(await startRun(ctx, input)).toMatchObject({ success: true, synced: 2 });
  expect(refusals).toBe(2);
});

test("failed places are stored with the run, and the list of failures is limited to 200", async () => {
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
    message: "1 place was synced, 201 failed.",
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
  const operation = app.app.operations.find(({ path }) => path === "sync.tick");
  const { principal: _, ...call } = internalCall("cli", OPERATOR);
  return operation?.call(
    app.app.contextOf({ ...call, transport: "schedule", principal: { kind: "schedule" } }),
    undefined,
  );
};

test("a tick of the schedule runs on one of all instances, and a tick during a run is skipped", async () => {
  await some();
  expect(await Promise.all([tick(), tick()])).toContainEqual({
    success: true,
    message: "Another instance has taken this tick.",
  });
  expect(await runs()).toMatchObject([
    { trigger: "schedule", startedBy: "schedule", status: "succeeded", synced: 2 },
  ]);
  app.clock.forward(1_500); // an instance whose timer fires late
  expect(await tick()).toMatchObject({ success: true, message: expect.stringContaining("Another instance") });
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

test("runs older than a year are deleted", async () => {
  await trigger();
  app.clock.forward(hours(24 * 366));
  await trigger();
  await deleteOldRuns(app.deps);
  expect(await runs()).toHaveLength(1);
});

test("an embedded main database closes when idle and reopens, but not once the process stops", async () => {
  const events: string[] = [];
  const db = () => Object.assign(Object.create(main.db), { close: async () => void events.push("closed") });
  const open = async () => {
    events.push("opened");
    return db();
  };
  const rests = manageMainDatabase(open, 1);
  await rests.use(async () => {});
  while (events.length < 2) await Bun.sleep(2);
  await rests.use(async () => {});
  await rests.close();
  expect(events.slice(0, 3)).toEqual(["opened", "closed", "opened"]);
  expect(await failureOf(() => rests.use(async () => {}))).toBeInstanceOf(Error);
});

test("a close waits for a run with a time limit", async () => {
  const stuck = Promise.withResolvers<void>();
  const db = Object.assign(Object.create(main.db), { close: () => stuck.promise });
  const port = manageMainDatabase(async () => db, null, 1);
  const run = port.use(() => stuck.promise);
  await port.close();
  expect(port.stopping.aborted).toBe(true);
  stuck.resolve();
  await run;
});

test("an unexpected error is not blamed on the main database", async () => {
  await some();
  main.before = () => Promise.reject(new TypeError("ours"));
  expect((await trigger()).status).toBe(500);
  expect(await runs()).toMatchObject([
    { status: "failed", message: expect.stringContaining("unexpected error") },
  ]);
});

test("a run in a process that stops releases its lease at once", async () => {
  await some();
  const mainDatabase = { ...main.port, stopping: AbortSignal.abort() };
  const deps = { ...app.deps, ports: { ...app.deps.ports, mainDatabase } };
  const ctx = operatorContext(deps, "sync.trigger");
  const input = { dryRun: false, full: false, wait: false };
  expect(await startRun(ctx, input)).toMatchObject({
    success: false,
    message: "The server was asked to stop. No place was synced. The rest waits for the next run.",
  });
  expect(await runs()).toMatchObject([{ status: "interrupted", trigger: "cli", startedBy: "tester" }]);
  expect((await trigger()).json).toMatchObject({ success: true, synced: 2 });
});

test("an existing table keeps its ids and gains missing columns", async () => {
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

test("an incompatible table makes a run fail with the reason", async () => {
  await some();
  await main.db.query("create table public.places (id int primary key, name text)");
  const said =
    "The table places of the main database has ids of the type integer: text and uuid can be used.";
  expect((await trigger()).json).toMatchObject({ success: false, message: expect.stringContaining(said) });
  await main.db.query("drop table public.places");
  await main.db.query("create table public.places (title text)");
  expect((await trigger()).json.message).toContain("lacks its id or its name");
  for (const [column, type, wanted] of [
    ["latitude", "numeric(9,6)", "double precision"],
    ["phone", "integer", "text"],
    ["updated_at", "timestamp without time zone", "timestamptz"],
  ]) {
    await main.db.query("drop table public.places");
    await main.db.query(
      `create table public.places (id varchar(36) primary key, name varchar(90), ${column} ${type})`,
    );
    const why = `The column ${column} of the table places of the main database has the type ${type}: it must be ${wanted}.`;
    expect((await trigger()).json.message).toContain(why);
    expect((await trigger({ dryRun: true })).json.message).toContain(why);
  }
  await main.db.query("drop table public.places");
  await main.db.query("create table public.places (id varchar(20) primary key, name text)");
  expect((await trigger()).json.message).toContain("ids of the type character varying(20)");
});

test("the wait for a table in use has a time limit", async () => {
  await main.db.query("create table public.places (id text primary key, name text)");
  const inUse = Object.assign(new Error("lock timeout"), { code: "55P03" });
  const waits: typeof main.db.transaction = (work, options) =>
    main.db.transaction((tx) => {
      const execute = (query: SQL) =>
        /alter table/.test(JSON.stringify(query)) ? Promise.reject(inUse) : tx.execute(query);
      return work(Object.assign(Object.create(tx), { execute }));
    }, options);
  const error = await failureOf(() =>
    prepareMainTable(Object.assign(Object.create(main.db), { transaction: waits })),
  );
  expect(error).toMatchObject({
    name: "MainDatabaseError",
    message: "The table places of the main database is in use, so that what it lacks could not be added.",
  });
});

test("a dry run creates missing columns once and rolls them back", async () => {
  await addPlaces(
    app,
    Array.from({ length: 5_001 }, (_, n) => ({ placeId: `p${n}` })),
  );
  await main.db.query("create table public.places (id varchar(36) primary key, name varchar(90))");
  let steps = 0;
  main.before = async () => {
    steps += 1;
  };
  expect((await trigger({ dryRun: true })).json).toMatchObject({ success: true, synced: 5_001 });
  expect(steps).toBe(2);
  expect(await mainRows(main)).toEqual([]);
  expect(await main.db.query("select from pg_indexes where tablename = 'places'")).toHaveLength(1);
  expect((await trigger()).json).toMatchObject({ success: true, synced: 5_001 });
  expect(await main.db.query("select from pg_indexes where tablename = 'places'")).toHaveLength(4);
}, 60_000);

test("a run with nothing to do does not change the average duration", async () => {
  await some();
  const { reached, letGo } = held();
  const run = trigger();
  await reached;
  app.clock.forward(4_000);
  letGo();
  await run;
  await trigger();
  expect((await stats()).avgSyncTime).toBe(4_000);
});
