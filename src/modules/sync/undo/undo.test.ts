import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { Database } from "../../../db/client.ts";
import { days, hours } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { operatorContext, type TestApp, testApp } from "../../../testing/app.ts";
import { addMainRows, addPlaces, openMain, type TestMain } from "../../../testing/database/main-database.ts";
import { failureOf } from "../../../testing/failure.ts";
import { prepareMainTable } from "../main-database/main-table.ts";
import { deleteOldImages, undo as undoRun } from "./service.ts";

let main: TestMain;
let app: TestApp;
beforeAll(async () => {
  main = await openMain();
  app = await testApp({}, { mainDatabase: main.port });
  await staff(app, "admin");
  await prepareMainTable(main.db);
});
afterAll(async () => {
  await app.close();
  await main.db.close();
});
beforeEach(async () => {
  main.before = undefined;
  for (const table of ["pois", "sync_unlinks", "sync_runs", "sync_lease"])
    await app.db.query(`delete from ${table}`);
  await main.db.query("delete from public.places");
  await main.db.query("delete from public.rihla_sync_image_batches");
  await main.db.query("update public.rihla_sync_fence set fence = 0");
});

const ask = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const stats = async () => (await ask("GET /api/admin/sync/stats")).json;
const runs = async () => (await ask("GET /api/admin/sync/runs")).json;
/** The id of the run, which begins a minute after the one before. */
async function push(body: object = {}): Promise<string> {
  app.clock.forward(60_000);
  await ask("POST /api/admin/sync/trigger", body);
  return (await runs())[0].id;
}
const undo = (id: string, body: object = {}) => {
  app.clock.forward(60_000);
  return ask(`POST /api/admin/sync/runs/${id}/undo`, body);
};
/** Every column of every row. */
const dump = () => main.db.query("select p.*, p::text as whole from public.places p order by id");
const states = async () =>
  (
    await app.db.query<{ id: string; state: string }>("select id, sync_state as state from pois order by id")
  ).map(({ id, state }) => `${id} ${state}`);

/** Runs the sync over a place of each kind: linked, matched, new, and deleted. Returns the rows before, and the run. */
async function somePushed() {
  await addMainRows(main, [
    { id: "m1", name: "NOOR grill", place_id: "p1", visits: 41 },
    { id: "m2", name: "Cedar", latitude: 42.3, longitude: -83.2 },
    { id: "m3", name: "Nobody's" },
  ]);
  await addPlaces(app, [
    { id: "linked", placeId: "p9", name: "Linked" },
    { id: "deleted", placeId: "p8", name: "Deleted" },
  ]);
  await push();
  await main.db.query("update public.places set owner_id = 'o' where source_id = 'deleted'");
  await app.db.query("delete from pois where id = 'deleted'");
  await app.db.query("update pois set phone = '3135550100' where id = 'linked'");
  await addPlaces(app, [
    { id: "matched", placeId: "p1" },
    { id: "near", placeId: "p2", name: "Cedar", latitude: 42.3, longitude: -83.2 },
    { id: "new", placeId: "p3", name: "New" },
  ]);
  const before = await dump();
  return { before, run: await push() };
}

test("an undo puts the main table back as it was, row for row, and a second one finds nothing to do", async () => {
  const { before, run } = await somePushed();
  expect(await dump()).not.toEqual(before);
  expect(await undo(run)).toMatchObject({
    status: 200,
    json: {
      success: true,
      message: "4 rows were put back and 1 removed. Their places wait until someone retries them.",
      runId: run,
      restored: 4,
      removed: 1,
      left: 0,
    },
  });
  expect(await dump()).toEqual(before);
  expect((await undo(run)).json).toMatchObject({
    success: true,
    message: "There was nothing left to undo.",
    details: [],
  });
  expect(await dump()).toEqual(before);
});

test("the places of an undone run wait until someone retries them, and the next run then sends them again", async () => {
  const { before, run } = await somePushed();
  const after = (await dump()).length;
  await undo(run);
  expect(await states()).toEqual(["linked error", "matched error", "near error", "new error"]);
  expect((await ask("GET /api/admin/sync/errors")).json).toContainEqual(
    expect.objectContaining({
      id: "new",
      message: "The run that sent it was undone. Retry it to send it again.",
      setApart: true,
    }),
  );
  await push({ full: true });
  expect(await dump()).toEqual(before);
  expect((await ask("POST /api/admin/sync/retry", {})).json).toMatchObject({ retried: 4 });
  await push();
  expect(await dump()).toHaveLength(after);
  const [{ linked } = {}] = await main.db.query<{ linked: number }>(
    "select count(*) as linked from public.places where source_id is not null",
  );
  expect(linked).toBe(4); // the deleted place is unlinked again
});

test("a place that is edited after the undo is sent again", async () => {
  const { run } = await somePushed();
  await undo(run);
  await app.db.query("update pois set phone = '3135550111' where id = 'new'");
  expect(await states()).toContain("new pending");
});

test("an undo and its result are kept as a run of its own, audited, and change no figure of the sync", async () => {
  const { run } = await somePushed();
  const { lastSyncTime, avgSyncTime, lastRun } = await stats();
  await undo(run);
  expect(await stats()).toMatchObject({ lastSyncTime, avgSyncTime, lastRun });
  expect((await runs()).slice(0, 2)).toMatchObject([
    { kind: "undo", undoes: run, status: "succeeded", startedBy: "admin", synced: 5, canUndo: false },
    { kind: "push", id: run, undo: "done", canUndo: true },
  ]);
  const entries = "select actor_name as by from audit_log where action = 'sync.undo' and subject = $1";
  expect(await app.db.query(entries, [run])).toEqual([{ by: "admin" }]);
});

test("rows that were changed after the run are listed and not touched", async () => {
  const { run } = await somePushed();
  await main.db.query("update public.places set phone = '1' where source_id = 'matched'");
  await main.db.query("update public.places set visits = visits + 1 where source_id in ('near', 'new')");
  await main.db.query("delete from public.places where source_id = 'linked'");
  const before = await dump();
  const forecast = (await undo(run, { dryRun: true })).json;
  expect(forecast).toMatchObject({
    message: "Dry run: 2 rows would be put back, 0 rows removed and 3 rows left.",
    details: [{ status: "left" }, { status: "left" }, { status: "left" }],
  });
  expect(await dump()).toEqual(before);
  const { json } = await undo(run);
  expect(json).toMatchObject({ success: false, restored: 2, removed: 0, left: 3 });
  expect(json.message).toStartWith(
    "2 rows were put back and 0 removed. 3 rows changed after the run were left.",
  );
  expect(json.details.slice(0, 3)).toEqual(
    expect.arrayContaining([
      {
        name: "Noor Grill",
        status: "left",
        message: "Its row in the main database was changed after the run.",
      },
      { name: "New", status: "left", message: "Its row in the main database was changed after the run." },
      { name: "Linked", status: "left", message: "Its row in the main database was deleted after the run." },
    ]),
  );
  expect(await states()).toEqual(["linked synced", "matched synced", "near error", "new synced"]);
  const rows = await main.db.query("select id, source_id, visits from public.places where id = 'm2'");
  expect(rows).toEqual([{ id: "m2", source_id: null, visits: 8 }]); // visits are not the sync's
  const [{ id }] = await runs();
  expect((await ask(`GET /api/admin/sync/runs/${id}`)).json.failures).toHaveLength(3);
});

test("runs are undone from the newest to the oldest, and an older one alone leaves what the newer has changed", async () => {
  await addMainRows(main, [{ id: "m1", name: "NOOR", place_id: "p1" }]);
  await addPlaces(app, [{ id: "a", placeId: "p1", phone: "1" }]);
  const first = await dump();
  const one = await push();
  const second = await dump();
  await app.db.query("update pois set phone = '2'");
  const two = await push();
  expect((await undo(one)).json).toMatchObject({ success: false, restored: 0, left: 1 });
  await undo(two);
  expect(await dump()).toEqual(second);
  await undo(one);
  expect(await dump()).toEqual(first);
});

test("a row that one run has unlinked and linked to another place goes back both steps", async () => {
  await addPlaces(app, [{ id: "a", placeId: "p1" }]);
  await push();
  await app.db.query("delete from pois where id = 'a'");
  await addPlaces(app, [{ id: "b", placeId: "p1", phone: "2" }]);
  const before = await dump();
  const run = await push();
  expect((await undo(run)).json).toMatchObject({ success: true, restored: 2 });
  expect(await dump()).toEqual(before);
});

test("a run that others refer to or that no longer fits is put back as far as possible", async () => {
  const { run } = await somePushed();
  await main.db.query(`create table public.reviews (place text references public.places on delete cascade)`);
  await main.db.query("insert into public.reviews select id from public.places where source_id = 'new'");
  await main.db.query(
    "alter table public.places add constraint own check (id <> 'm1' or source_id is not null)",
  );
  const { json } = await undo(run);
  await main.db.query("alter table public.places drop constraint own");
  await main.db.query("drop table public.reviews");
  expect(json).toMatchObject({ restored: 3, removed: 0, left: 2 });
  expect(
    json.details
      .slice(0, 2)
      .map(({ message }: { message: string }) => message)
      .sort(),
  ).toEqual([
    "Other tables of the main database refer to its row.",
    "The main database refuses the earlier values of its row.",
  ]);
});

test("an undo that died between the two databases is continued by the next one", async () => {
  const { before, run } = await somePushed();
  const { db } = app;
  const undoneBatches = async () =>
    (await main.db.query("select from public.rihla_sync_image_batches where undone <> '{}'")).length;
  const dying: Database = Object.assign(Object.create(db), {
    transaction: async (...given: Parameters<Database["transaction"]>) => {
      if ((await undoneBatches()) === 2) throw new Error("died");
      return db.transaction(...given);
    },
  });
  const ctx = operatorContext({ ...app.deps, db: dying }, "sync.undo");
  app.clock.forward(60_000);
  expect(await failureOf(() => undoRun(ctx, { id: run, dryRun: false, wait: false }))).toMatchObject({
    message: "died",
  });
  const restored = await main.db.query("select phone from public.places where source_id = 'linked'");
  expect([restored, await states()]).toEqual([
    [{ phone: "" }],
    ["linked synced", "matched synced", "near synced", "new error"],
  ]);
  await app.db.query("update sync_lease set heartbeat_at = now() - interval '61 s'");
  expect((await undo(run)).json).toMatchObject({ success: true });
  expect([await dump(), await states()]).toEqual([
    before,
    ["linked error", "matched error", "near error", "new error"],
  ]);
  expect((await runs()).slice(0, 3)).toMatchObject([
    { kind: "undo", status: "succeeded" },
    { kind: "undo", status: "interrupted" },
    { undo: "done" },
  ]);
});

test("a place that was sent again after the undo is not held by another undo", async () => {
  const { run } = await somePushed();
  await undo(run);
  await ask("POST /api/admin/sync/retry", {});
  await push();
  const before = await dump();
  expect((await undo(run)).json).toMatchObject({ message: "There was nothing left to undo." });
  expect([await dump(), await states()]).toEqual([
    before,
    ["linked synced", "matched synced", "near synced", "new synced"],
  ]);
});

test("what cannot be undone is refused with the reason", async () => {
  const { run } = await somePushed();
  const dry = await push({ dryRun: true });
  await undo(run);
  const [{ id: undone }] = await runs();
  const refusals = await Promise.all([undo("none"), undo(dry), undo(undone), undo(run, { dryRun: "yes" })]);
  expect(refusals.map(({ status, json }) => [status, json.error])).toEqual([
    [404, "This run does not exist"],
    [409, "A dry run has changed nothing that could be undone."],
    [409, "An undo cannot be undone. Retry its places to send them again."],
    [400, "dryRun must be true or false"],
  ]);
});

test("an undo waits for nothing: during a run it is refused, and a run during an undo too", async () => {
  const { run } = await somePushed();
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  main.before = async () => {
    reached.resolve();
    await go.promise;
  };
  const undoing = undo(run);
  await reached.promise;
  const refused = [await undo(run), await ask("POST /api/admin/sync/trigger", {})];
  expect((await stats()).running).toMatchObject({ kind: "undo" });
  main.before = undefined;
  go.resolve();
  expect(refused.map(({ status }) => status)).toEqual([409, 409]);
  expect((await undoing).json).toMatchObject({ success: true });
});

test("after 30 days the earlier versions of rows are deleted, and the run cannot be undone", async () => {
  const { run } = await somePushed();
  const images = () => main.db.query("select from public.rihla_sync_image_batches");
  app.clock.forward(days(29));
  await deleteOldImages(app.deps);
  expect((await images()).length).toBeGreaterThan(0);
  expect((await runs())[0]).toMatchObject({ canUndo: true });
  app.clock.forward(days(1) + hours(1));
  await deleteOldImages(app.deps);
  expect(await images()).toHaveLength(0);
  expect((await runs())[0]).toMatchObject({ id: run, canUndo: false });
  expect(await undo(run)).toMatchObject({
    status: 409,
    json: { error: "A run can be undone for 30 days." },
  });
});
