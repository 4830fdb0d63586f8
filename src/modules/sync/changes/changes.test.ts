import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { addMainRows, addPlaces, openMain, type TestMain } from "../../../testing/database/main-database.ts";
import { prepareMainTable } from "../main-database/main-table.ts";
import type { SyncChanges } from "./schema.ts";

let main: TestMain;
let app: TestApp;
beforeAll(async () => {
  main = await openMain();
  app = await testApp({}, { mainDatabase: main.port });
  await staff(app, "admin");
});
afterAll(async () => {
  await app.close();
  await main.db.close();
});
beforeEach(async () => {
  main.before = undefined;
  for (const table of ["pois", "sync_unlinks", "sync_runs"]) await app.db.query(`delete from ${table}`);
  await prepareMainTable(main.db);
  await main.db.query("delete from public.places");
});

const ask = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const changes = async (): Promise<SyncChanges> => (await ask("GET /api/admin/sync/changes")).json;
/** Each run begins a minute after the one before. */
const push = async () => {
  app.clock.forward(60_000);
  return (await ask("POST /api/admin/sync/trigger", {})).json;
};
const dump = () => main.db.query("select p.*, p.xmin, p.ctid from public.places p order by id");
const localState = () => app.db.query("select * from pois order by id");
const kindsOf = ({ changes: list }: SyncChanges) =>
  list.map(({ kind, placeId, mainId }) => `${kind} ${placeId} ${mainId ?? "-"}`);

/** A place of each kind: linked and changed, matched by either way, new, deleted, ambiguous, without anything. */
async function everyKind(): Promise<void> {
  await addMainRows(main, [
    { id: "m1", name: "NOOR grill", place_id: "p1", phone: "1", visits: 41 },
    { id: "m2", name: "Cedar", latitude: 42.3, longitude: -83.2 },
    { id: "t1", name: "Twin", latitude: 40, longitude: -80 },
    { id: "t2", name: "Twin", latitude: 40, longitude: -80 },
  ]);
  await addPlaces(app, [
    { id: "linked", placeId: "p9", name: "Linked" },
    { id: "deleted", placeId: "p8", name: "Deleted" },
    { id: "same", placeId: "p7", name: "Same" },
  ]);
  await push();
  await app.db.query("delete from pois where id = 'deleted'");
  await app.db.query("update pois set phone = '3135550100' where id = 'linked'");
  await app.db.query("update pois set sync_state = 'pending' where id = 'same'");
  await addPlaces(app, [
    { id: "matched", placeId: "p1", phone: "2" },
    { id: "near", name: "Cedar", latitude: 42.3, longitude: -83.2 },
    { id: "new", placeId: "p3", name: "New" },
    { id: "nowhere", name: "Nowhere" },
    { id: "twin", name: "Twin", latitude: 40, longitude: -80 },
  ]);
}

test("the changes of a run are known before it: what it adds, changes field by field, unlinks, leaves and fails", async () => {
  await everyKind();
  const found = await changes();
  const { id: linkedRow } = (
    await main.db.query<{ id: string }>("select id from public.places where source_id = 'linked'")
  )[0] ?? { id: "" };
  expect(found.counts).toEqual({ fail: 2, update: 3, insert: 1, unlink: 1, keep: 1 });
  expect(found.message).toBe(
    "The next run would add 1 place, change 3 places, unlink 1 place, and leave 1 place as it is. 2 places would fail. Nothing was written.",
  );
  expect(kindsOf(found).map((line) => line.replace(/[0-9a-f-]{36}/, "row"))).toEqual([
    "fail nowhere -",
    "fail twin -",
    "update linked row",
    "update matched m1",
    "update near m2",
    "insert new -",
    "unlink deleted row",
    "keep same row",
  ]);
  expect(found.changes.find(({ placeId }) => placeId === "linked")).toMatchObject({
    mainId: linkedRow,
    fields: [{ name: "phone", ours: "3135550100", theirs: "" }],
  });
  expect(found.changes.find(({ placeId }) => placeId === "matched")?.fields).toEqual(
    expect.arrayContaining([
      { name: "name", ours: "Noor Grill", theirs: "NOOR grill" },
      { name: "phone", ours: "2", theirs: "1" },
    ]),
  );
  expect(found.changes.find(({ placeId }) => placeId === "twin")?.message).toContain("equally near");
});

test("looking at the changes writes nothing on either side, and the run then does what was shown", async () => {
  await everyKind();
  const [rows, places, runs] = [
    await dump(),
    await localState(),
    await app.db.query("select * from sync_runs"),
  ];
  const { counts } = await changes();
  expect(await dump()).toEqual(rows);
  expect(await localState()).toEqual(places);
  expect(await app.db.query("select * from sync_runs")).toEqual(runs);
  const done = await push();
  expect([done.synced, done.errors]).toEqual([counts.update + counts.insert + counts.keep, counts.fail]);
  const [{ written, unlinked }] = (await ask("GET /api/admin/sync/runs")).json;
  expect([written, unlinked]).toEqual([counts.update + counts.insert, counts.unlink]);
});

test("the changes can be seen while a run holds the lease", async () => {
  await addPlaces(app, [{ id: "new", placeId: "p3" }]);
  await app.db.query(
    "insert into sync_lease (id, run_id, fence, heartbeat_at) values (1, 'another', 1, now()) on conflict (id) do update set run_id = 'another', heartbeat_at = now()",
  );
  expect((await ask("POST /api/admin/sync/trigger", {})).status).toBe(409);
  expect((await changes()).counts.insert).toBe(1);
  await app.db.query("update sync_lease set run_id = null, heartbeat_at = null");
});

test("two places that would get the same row by coordinates are an update and a failure, also in different batches", async () => {
  await addMainRows(main, [{ id: "m2", name: "Cedar", latitude: 42.3, longitude: -83.2 }]);
  const filler = Array.from({ length: 2_000 }, (_, n) => ({
    id: `b${String(n).padStart(5, "0")}`,
    name: "Filler",
    latitude: -40 + n / 100,
    longitude: 10,
  }));
  await addPlaces(app, [
    { id: "a", name: "Cedar", latitude: 42.3, longitude: -83.2 },
    ...filler,
    { id: "c", name: "Cedar", latitude: 42.3, longitude: -83.2 },
  ]);
  const { counts, changes: list } = await changes();
  expect(counts).toEqual({ fail: 1, update: 1, insert: 2_000, unlink: 0, keep: 0 });
  expect(list.filter(({ kind }) => kind === "insert")).toHaveLength(200);
  expect(list.find(({ kind }) => kind === "fail")).toMatchObject({
    placeId: "c",
    message: expect.stringContaining("already linked to the place a"),
  });
}, 30_000);

test("a value that the main database refuses is shown as a failure, and its neighbors are not", async () => {
  await main.db.query("alter table public.places add constraint short check (length(phone) < 5)");
  await addPlaces(app, [
    { id: "a", placeId: "p1", phone: "12" },
    { id: "b", placeId: "p2", phone: "123456" },
  ]);
  const found = await changes();
  await main.db.query("alter table public.places drop constraint short");
  expect(kindsOf(found)).toEqual(["fail b -", "insert a -"]);
  expect(found.changes[0]?.message).toContain("refuses a value");
});

test("a main table that is not there yet is not created by looking, and one that lacks a column is not changed", async () => {
  await addPlaces(app, [{ id: "new", placeId: "p3" }]);
  await main.db.query("drop table public.places, public.rihla_sync_fence");
  expect((await changes()).counts.insert).toBe(1);
  await main.db.query("create table public.places (id text primary key, name text not null)");
  expect(await ask("GET /api/admin/sync/changes")).toMatchObject({
    status: 409,
    json: { error: expect.stringContaining("Start a run") },
  });
  expect(
    await main.db.query("select from information_schema.columns where table_name = 'places'"),
  ).toHaveLength(2);
  await main.db.query("drop table public.places");
});

test("places that wait for staff are counted apart, as the next run does not take them", async () => {
  await addPlaces(app, [{ id: "nowhere", name: "Nowhere" }]);
  for (let run = 0; run < 3; run++) await push();
  expect(await changes()).toMatchObject({
    message: "The next run has nothing to do.",
    waiting: 1,
    changes: [],
  });
});

test("an account makes one comparison at a time, and all accounts two: the others wait and are answered", async () => {
  await addPlaces(app, [{ id: "new", placeId: "p3" }]);
  for (const name of ["another", "third"]) await staff(app, "admin", name);
  const go = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let comparing = 0;
  main.before = () => {
    comparing += 1;
    if (comparing === 2) reached.resolve();
    return go.promise;
  };
  const all = ["admin", "admin", "another", "third"].map((name) =>
    app.send("GET /api/admin/sync/changes", { headers: basic(name) }),
  );
  await reached.promise;
  expect((await ask("GET /api/admin/sync/stats")).status).toBe(200); // the others had time to begin
  expect(comparing).toBe(2);
  main.before = undefined;
  go.resolve();
  for (const answer of await Promise.all(all))
    expect([answer.status, answer.json.counts?.insert]).toEqual([200, 1]);
});
