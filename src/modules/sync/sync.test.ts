import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { hours } from "../../shared/duration.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import {
  addMainRows,
  addPlaces,
  mainRows,
  openMain,
  type TestMain,
} from "../../testing/database/main-database.ts";
import { prepareMainTable } from "./main-database/main-table.ts";

let main: TestMain;
let app: TestApp;
beforeAll(async () => {
  main = await openMain();
  app = await testApp({ SYNC_CRON: "0 * * * *" }, { mainDatabase: main.port });
  await staff(app, "admin");
  await prepareMainTable(main.db);
});
afterAll(async () => {
  await app.close();
  await main.db.close();
});
beforeEach(async () => {
  await app.db.query("delete from pois");
  await app.db.query("delete from sync_unlinks");
  await app.db.query("delete from sync_runs");
  await main.db.query("delete from public.places");
});

const ask = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const trigger = async (body?: unknown) => (await ask("POST /api/admin/sync/trigger", body)).json;
const stats = async () => (await ask("GET /api/admin/sync/stats")).json;
const lastRun = async () =>
  (await app.db.query("select done, synced, written from sync_runs order by started_at desc limit 1"))[0];
const states = () =>
  app.db.query<{ id: string; state: string; failures: number; error: string | null }>(
    "select id, sync_state as state, sync_failures as failures, sync_error as error from pois order by id",
  );

test("a run with nothing to do succeeds, and the stats are zero", async () => {
  expect(await stats()).toEqual({
    totalPois: 0,
    syncedPois: 0,
    pendingPois: 0,
    errorPois: 0,
    lastSyncTime: null,
    avgSyncTime: null,
    setApart: 0,
    nextRun: expect.any(String),
    running: null,
    lastRun: null,
  });
  expect(await trigger()).toEqual({
    success: true,
    message: "There was nothing to sync.",
    synced: 0,
    errors: 0,
    details: [],
  });
});

test("a new place is inserted once, with the documented columns", async () => {
  const [id = ""] = await addPlaces(app, [
    { placeId: "p1", latitude: 42.3, longitude: -83.2, phone: "3135550100" },
  ]);
  expect(await trigger({})).toEqual({
    success: true,
    message: "1 place was synced.",
    synced: 1,
    errors: 0,
    details: [{ name: "Noor Grill", status: "synced" }],
  });
  const [row] = await mainRows(main);
  expect(row).toMatchObject({
    source_id: id,
    place_id: "p1",
    phone: "3135550100",
    latitude: 42.3,
    visits: 0,
  });
  expect(row?.first_seen_at).toEqual(app.clock.now);
  expect(await stats()).toMatchObject({
    totalPois: 1,
    syncedPois: 1,
    lastSyncTime: app.clock.now.toISOString(),
  });
  await trigger({ full: true });
  expect(await mainRows(main)).toHaveLength(1);
});

test("a matched row keeps its analytics, gains the place id and is not rewritten unchanged", async () => {
  const [id = ""] = await addPlaces(app, [{ placeId: "p1", latitude: 42.3, longitude: -83.2 }]);
  await addMainRows(main, [
    { id: "m1", name: "NOOR  grill", latitude: 42.3002, longitude: -83.2, visits: 41 },
  ]);
  await trigger({});
  const [row] = await mainRows(main);
  expect(row).toMatchObject({ id: "m1", name: "Noor Grill", source_id: id, place_id: "p1", visits: 41 });
  expect(row?.first_seen_at?.getUTCFullYear()).toBe(2020);
  app.clock.forward(hours(1));
  await trigger({ full: true });
  expect((await mainRows(main))[0]?.updated_at).toEqual(row?.updated_at);
});

test("a full run writes the rows that others have changed, deleted or unlinked, and reports a second row with a place id", async () => {
  const names = ["same", "changed", "deleted", "unlinked", "twice"];
  const [same = "", changed = "", deleted = "", unlinked = "", twice = ""] = await addPlaces(
    app,
    names.map((name, n) => ({ name, placeId: name, latitude: 42 + n, longitude: -83 })),
  );
  await trigger({});
  const before = app.clock.now;
  app.clock.forward(hours(1));
  await main.db.query("update public.places set phone = '1' where name = 'changed'");
  await main.db.query("delete from public.places where name = 'deleted'");
  await main.db.query("update public.places set source_id = null where name = 'unlinked'");
  await addMainRows(main, [{ id: "other", name: "other", place_id: "twice", latitude: 1, longitude: 1 }]);
  expect(await trigger({ full: true })).toMatchObject({ synced: 4, errors: 1 });
  const written = app.clock.now;
  const rows = await mainRows(main);
  const stateOf = (name: string) => {
    const found = rows.filter((row) => row.name === name);
    return found.map(({ source_id, phone, updated_at }) => ({ source_id, phone, updated_at }));
  };
  expect(stateOf("same")).toEqual([{ source_id: same, phone: "", updated_at: before }]);
  expect(stateOf("changed")).toEqual([{ source_id: changed, phone: "", updated_at: written }]);
  expect(stateOf("deleted")).toEqual([{ source_id: deleted, phone: "", updated_at: written }]);
  expect(stateOf("unlinked")).toEqual([{ source_id: unlinked, phone: "", updated_at: written }]);
  expect(stateOf("twice")).toEqual([{ source_id: twice, phone: "", updated_at: before }]);
  expect(await lastRun()).toMatchObject({ done: 5, synced: 4, written: 3 });
});

test("a main row keeps its place id and its coordinates", async () => {
  const [id = ""] = await addPlaces(app, [{ placeId: "p2" }]);
  await addMainRows(main, [{ id: "m1", source_id: id, place_id: "p1", latitude: 1, longitude: 2 }]);
  await trigger({});
  expect(await mainRows(main)).toMatchObject([{ id: "m1", place_id: "p1", latitude: 1, longitude: 2 }]);
});

test("the main row of a deleted place is unlinked and loses its owner, and nothing else", async () => {
  const [id = "", other = ""] = await addPlaces(app, [{ placeId: "p1" }, { placeId: "p2" }]);
  await trigger({});
  await main.db.query("update public.places set owner_id = 'o', phone = '1'");
  await app.db.query("delete from pois where id = $1", [id]);
  expect(await trigger({ dryRun: true })).toMatchObject({ success: true });
  expect((await mainRows(main)).map((row) => row.source_id).sort()).toEqual([id, other].sort());
  expect(await trigger({})).toMatchObject({
    message: "0 places were synced. 1 place deleted here was unlinked.",
  });
  const rows = await mainRows(main);
  expect(rows.find((row) => row.place_id === "p1")).toMatchObject({
    source_id: null,
    owner_id: null,
    phone: "1",
  });
  expect(rows.find((row) => row.place_id === "p2")).toMatchObject({ source_id: other, owner_id: "o" });
});

test("a dry run reports what would happen and writes to neither database", async () => {
  await addPlaces(app, [{ placeId: "p1", name: "A" }, { name: "B" }]);
  const said = await trigger({ dryRun: true });
  expect(said).toMatchObject({ success: false, synced: 1, errors: 1 });
  expect(said.message).toBe("Dry run: 1 place would be synced and 1 would fail. Nothing was written.");
  expect(await mainRows(main)).toEqual([]);
  expect(await stats()).toMatchObject({ pendingPois: 2, errorPois: 0, lastSyncTime: null });
  expect((await trigger({})).details.map((each: { name: string }) => each.name)).toEqual(["B", "A"]);
});

test("a dry run sees what its earlier steps would have written", async () => {
  const spot = { latitude: 42.3, longitude: -83.2 };
  await addPlaces(app, [
    { id: "a", placeId: "p1", ...spot },
    { id: "b", ...spot },
    { id: "c", name: "Cedar Market", latitude: 10, longitude: 10 },
  ]);
  await addMainRows(main, [{ id: "m", name: "Cedar Market", source_id: "g", latitude: 10, longitude: 10 }]);
  await app.db.query("insert into sync_unlinks (poi_id) values ('g')");
  const dry = await trigger({ dryRun: true });
  expect(dry).toMatchObject({ synced: 2, errors: 1 });
  expect(dry.details[0].message).toContain("already linked to the place a.");
  expect(await trigger({})).toMatchObject({ synced: 2, errors: 1 });
  expect((await mainRows(main)).map((row) => row.source_id)).toEqual(["c", "a"]);
});

test("a main row without a name or with an empty place id does no harm", async () => {
  const spot = { latitude: 42.3, longitude: -83.2 };
  await addPlaces(app, [{ id: "a", placeId: "p1", ...spot }]);
  await main.db.query("alter table public.places alter column name drop not null");
  await addMainRows(main, [
    { id: "m1", ...spot },
    { id: "m2", place_id: "", ...spot },
  ]);
  await main.db.query("update public.places set name = null where id = 'm1'");
  expect(await trigger({})).toMatchObject({ success: true, synced: 1 });
  const rows = await mainRows(main);
  expect(rows.map(({ id, source_id, place_id }) => [id, source_id, place_id])).toEqual([
    ["m2", "a", "p1"],
    ["m1", null, null],
  ]);
  await main.db.query("delete from public.places");
  await main.db.query("alter table public.places alter column name set not null");
});

test("a place whose row is deleted during the push is matched again, and reported if that fails too", async () => {
  await main.db.query(`create function swallow() returns trigger language plpgsql as $$ begin
    update swallowed set times = times - 1 where times > 0 and new.place_id = 'p1';
    if found or new.place_id = 'p2' then return null; end if; return new; end $$`);
  await main.db.query("create table swallowed as select 1 as times");
  await main.db.query(
    "create trigger swallow before update on public.places for each row execute function swallow()",
  );
  await addMainRows(main, [
    { id: "m1", place_id: "p1" },
    { id: "m2", place_id: "p2" },
  ]);
  await addPlaces(app, [
    { id: "a", placeId: "p1" },
    { id: "b", placeId: "p2", name: "Lost" },
  ]);
  const said = await trigger({});
  await main.db.query("drop trigger swallow on public.places");
  expect(said).toMatchObject({ synced: 1, errors: 1 });
  expect(said.details[0].message).toBe('The main database did not keep the row of "Lost" (b).');
  expect(await states()).toMatchObject([
    { id: "a", state: "synced" },
    { id: "b", state: "error" },
  ]);
  expect((await mainRows(main)).map(({ source_id }) => source_id).sort()).toEqual(["a", null]);
});

test("a full run does not count a changed row as written if someone deletes it during the push", async () => {
  const [id = ""] = await addPlaces(app, [{ placeId: "p1" }]);
  await trigger({});
  await main.db.query("update public.places set phone = '1'");
  await main.db.query(
    `create function vanish() returns trigger language plpgsql as $$ begin return null; end $$`,
  );
  await main.db.query(
    "create trigger vanish before update on public.places for each row execute function vanish()",
  );
  expect(await trigger({ full: true })).toMatchObject({ synced: 0, errors: 1 });
  await main.db.query("drop trigger vanish on public.places");
  expect(await states()).toMatchObject([{ id, state: "error" }]);
  expect(await trigger({})).toMatchObject({ synced: 1, errors: 0 });
  expect(await mainRows(main)).toMatchObject([{ source_id: id, phone: "" }]);
});

test("after three failures a place is skipped until someone retries it", async () => {
  const [id = ""] = await addPlaces(app, [{ name: "Nowhere" }]);
  for (const failures of [1, 2, 3]) {
    expect(await trigger({})).toMatchObject({ success: false, errors: 1 });
    expect(await states()).toMatchObject([{ state: "error", failures }]);
  }
  expect(await trigger({})).toMatchObject({ success: true, errors: 0 });
  expect(await stats()).toMatchObject({ errorPois: 1, setApart: 1, pendingPois: 0 });
  const [failed] = (await ask("GET /api/admin/sync/errors")).json;
  expect(failed).toMatchObject({ id, name: "Nowhere", failures: 3, setApart: true });
  expect(failed.message).toContain("neither a place id nor coordinates");
  expect((await ask("POST /api/admin/sync/retry", { id: "none" })).status).toBe(404);
  expect((await ask("POST /api/admin/sync/retry", { id })).json).toEqual({ success: true, retried: 1 });
  expect(await stats()).toMatchObject({ errorPois: 0, pendingPois: 1 });
  await trigger({});
  expect((await ask("POST /api/admin/sync/retry", {})).json).toEqual({ success: true, retried: 1 });
});

test("an invalid place fails alone", async () => {
  await main.db.query("alter table public.places add constraint short check (length(phone) < 12)");
  const places = Array.from({ length: 9 }, (_, n) => ({ placeId: `p${n}`, name: `Place ${n}` }));
  await addPlaces(app, [...places, { placeId: "bad", name: "Poison", phone: "1".repeat(20) }]);
  const said = await trigger({});
  await main.db.query("alter table public.places drop constraint short");
  expect(said).toMatchObject({ synced: 9, errors: 1 });
  expect(said.details[0]).toMatchObject({ name: "Poison", status: "error" });
  expect(await mainRows(main)).toHaveLength(9);
});

test("a place that is edited during the push stays pending", async () => {
  const [id = ""] = await addPlaces(app, [{ placeId: "p1" }]);
  main.before = () => app.db.query("update pois set phone = phone || '1' where id = $1", [id]);
  expect(await trigger({})).toMatchObject({ synced: 1 });
  main.before = undefined;
  expect(await states()).toMatchObject([{ id, state: "pending" }]);
  expect(await trigger({})).toMatchObject({ synced: 1 });
  expect(await states()).toMatchObject([{ id, state: "synced" }]);
});

test("a merge unlinks the main row of the duplicate and keeps that of the place that stays, and its undo links it again", async () => {
  const [kept = "", gone = ""] = await addPlaces(app, [
    { placeId: "p1", latitude: 42.3, longitude: -83.2 },
    { placeId: "p2", latitude: 42.3, longitude: -83.2 },
  ]);
  await trigger({});
  const links = async () =>
    Object.fromEntries((await mainRows(main)).map((row) => [row.place_id, row.source_id]));
  expect(await links()).toEqual({ p1: kept, p2: gone });
  const { json } = await ask(`POST /api/admin/pois/${kept}/merge`, { duplicateId: gone });
  expect(await trigger({})).toMatchObject({ success: true });
  expect(await links()).toEqual({ p1: kept, p2: null });
  await ask(`POST /api/admin/pois/merges/${json.id}/undo`, {});
  expect(await trigger({})).toMatchObject({ success: true });
  expect(await links()).toEqual({ p1: kept, p2: gone });
});
