import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { addMainRows, addPlaces, openMain, type TestMain } from "../../../testing/database/main-database.ts";
import { prepareMainTable } from "../main-database/main-table.ts";

let main: TestMain;
let app: TestApp;
beforeAll(async () => {
  main = await openMain();
  app = await testApp({}, { mainDatabase: main.port });
  await staff(app, "admin");
  await staff(app, "admin", "bilal");
  await staff(app, "partner_manager");
  await prepareMainTable(main.db);
});
afterAll(async () => {
  await app.close();
  await main.db.close();
});
beforeEach(async () => {
  main.before = undefined;
  for (const table of ["pois", "sync_unlinks", "sync_runs"]) await app.db.query(`delete from ${table}`);
  await main.db.query("delete from public.places");
});

const ask = (line: string, body?: unknown, username = "admin") =>
  app.send(line, { headers: basic(username), ...(body !== undefined && { body }) });
const push = async (body: object = {}) => {
  app.clock.forward(60_000);
  return (await ask("POST /api/admin/sync/trigger", body)).json;
};
const decide = (id: string, body: object, username?: string) =>
  ask(`POST /api/admin/sync/errors/${id}/decision`, body, username);
const takeBack = (id: string) => ask(`DELETE /api/admin/sync/errors/${id}/decision`);
const errors = async () => (await ask("GET /api/admin/sync/errors")).json;
const decisions = async () => (await ask("GET /api/admin/sync/decisions")).json;
/** Which place each row is linked to. */
const links = async () =>
  (
    await main.db.query<{ id: string; source: string | null }>(
      "select id, source_id as source from public.places order by id",
    )
  ).map(({ id, source }) => `${id.length > 30 ? "new" : id} ${source ?? "-"}`);

/** A place that two main rows are equally like; the run that finds this has ended. */
async function twin(): Promise<void> {
  await addMainRows(main, [
    { id: "t1", name: "Twin", latitude: 40, longitude: -80, visits: 5 },
    { id: "t2", name: "Twin", latitude: 40, longitude: -80 },
    { id: "far", name: "Twin", latitude: 41, longitude: -80 },
  ]);
  await addPlaces(app, [{ id: "twin", name: "Twin", latitude: 40, longitude: -80, phone: "3135550100" }]);
  await push();
}

test("a place that failed is shown next to the rows that it may be, with the values of both", async () => {
  await twin();
  const shown = (await ask("GET /api/admin/sync/errors/twin")).json;
  expect(shown).toMatchObject({
    name: "Twin",
    state: "error",
    message: expect.stringContaining("equally near"),
    ours: { name: "Twin", phone: "3135550100", city: "Dearborn" },
    decision: null,
  });
  expect(shown.candidates).toMatchObject([
    { id: "t1", isLinked: false, meters: 0, linkedTo: null, theirs: { name: "Twin", phone: null } },
    { id: "t2" },
  ]);
  expect((await ask("GET /api/admin/sync/errors/unknown")).status).toBe(404);
});

test("a linked row is shown before the run, the run writes it, and another run leaves it", async () => {
  await twin();
  expect(await decide("twin", { decision: "link", mainId: "t2" })).toMatchObject({
    status: 200,
    json: {
      id: "twin",
      choice: "link",
      mainId: "t2",
      mainName: "Twin",
      decidedBy: "admin",
      state: "pending",
    },
  });
  expect(await errors()).toEqual([]);
  expect(await push()).toMatchObject({ success: true, synced: 1 });
  expect(await links()).toEqual(["far -", "t1 -", "t2 twin"]);
  expect(await decisions()).toMatchObject([{ id: "twin", state: "synced" }]);
  expect(await push()).toMatchObject({ synced: 0, errors: 0 });
  const [entry] = (await app.db.query(
    "select action, subject, after from audit_log where action = 'sync.decide' order by id desc limit 1",
  )) as { action: string; subject: string; after: unknown }[];
  expect(entry).toMatchObject({ subject: "twin", after: { decision: "link", mainId: "t2" } });
});

test("a new row is inserted once, however often the place is sent", async () => {
  await twin();
  await decide("twin", { decision: "insert" });
  expect(await push({ dryRun: true })).toMatchObject({ synced: 1, errors: 0 });
  await push();
  await app.db.query("update pois set phone = '1' where id = 'twin'");
  await push();
  await push({ full: true });
  expect((await links()).toSorted()).toEqual(["far -", "new twin", "t1 -", "t2 -"]);
});

test("a place that is left is taken by no run and no retry of all, until it changes", async () => {
  await twin();
  expect((await decide("twin", { decision: "leave" })).json).toMatchObject({
    choice: "leave",
    state: "error",
  });
  expect(await errors()).toMatchObject([
    { id: "twin", setApart: true, message: "admin decided to leave it until it changes." },
  ]);
  expect((await ask("POST /api/admin/sync/retry", {})).json).toMatchObject({ retried: 0 });
  expect(await push({ dryRun: true })).toMatchObject({ synced: 0, errors: 0 });
  await app.db.query("update pois set latitude = 45 where id = 'twin'");
  expect(await decisions()).toEqual([]);
  expect(await push({ dryRun: true })).toMatchObject({ synced: 1, errors: 0 });
});

test("retrying one place ends the decision to leave it", async () => {
  await twin();
  await decide("twin", { decision: "leave" });
  expect((await ask("POST /api/admin/sync/retry", { id: "twin" })).json).toMatchObject({ retried: 1 });
  expect(await decisions()).toEqual([]);
});

test("a decision can be taken back until a run has followed it, and the place is then as it was", async () => {
  await twin();
  const before = await errors();
  for (const body of [{ decision: "link", mainId: "t1" }, { decision: "insert" }, { decision: "leave" }]) {
    await decide("twin", body);
    expect(await takeBack("twin")).toMatchObject({ status: 200, json: { success: true } });
    expect(await errors()).toEqual(before);
  }
  expect((await takeBack("twin")).status).toBe(404);
  await decide("twin", { decision: "link", mainId: "t1" });
  await push();
  expect(await takeBack("twin")).toMatchObject({
    status: 409,
    json: { error: "A run has sent this place. Undo that run first." },
  });
});

test("the undo of a run that followed a decision puts the row back, and the decision can then be taken back", async () => {
  await twin();
  const before = await main.db.query("select * from public.places order by id");
  await decide("twin", { decision: "link", mainId: "t1" });
  await push();
  const [{ id }] = (await ask("GET /api/admin/sync/runs")).json;
  expect((await ask(`POST /api/admin/sync/runs/${id}/undo`, {})).json).toMatchObject({
    restored: 1,
    left: 0,
  });
  expect(await main.db.query("select * from public.places order by id")).toEqual(before);
  expect((await takeBack("twin")).status).toBe(200);
});

test("a place moves from its row to another one, and the undo of that run moves it back", async () => {
  await addMainRows(main, [
    { id: "old", name: "Old" },
    { id: "right", name: "Noor", place_id: "p1" },
  ]);
  await main.db.query("update public.places set source_id = 'noor', owner_id = 'o' where id = 'old'");
  await addPlaces(app, [{ id: "noor", name: "Noor", placeId: "p1" }]);
  const before = await main.db.query("select * from public.places order by id");
  await push();
  expect((await errors())[0].message).toContain("its place id belongs to");
  expect((await ask("GET /api/admin/sync/errors/noor")).json.candidates).toMatchObject([
    { id: "right", hasPlaceId: true },
    { id: "old", isLinked: true },
  ]);
  await decide("noor", { decision: "link", mainId: "right" });
  await push();
  expect(await links()).toEqual(["old -", "right noor"]);
  const [{ id }] = (await ask("GET /api/admin/sync/runs")).json;
  const forecast = (await ask(`POST /api/admin/sync/runs/${id}/undo`, { dryRun: true })).json;
  expect(forecast).toMatchObject({ restored: 2, left: 0 });
  expect((await ask(`POST /api/admin/sync/runs/${id}/undo`, {})).json).toMatchObject({
    restored: 2,
    left: 0,
  });
  expect(await main.db.query("select * from public.places order by id")).toEqual(before);
});

test("a new row for a place that was linked leaves the row before, once", async () => {
  await addMainRows(main, [
    { id: "old", name: "Old" },
    { id: "other", name: "Noor", place_id: "p1" },
  ]);
  await main.db.query("update public.places set source_id = 'noor' where id = 'old'");
  await addPlaces(app, [{ id: "noor", name: "Noor", placeId: "p1" }]);
  await push();
  await decide("noor", { decision: "insert" });
  await push();
  await app.db.query("update pois set phone = '1' where id = 'noor'");
  expect(await push()).toMatchObject({ success: true, synced: 1 });
  expect((await links()).toSorted()).toEqual(["new noor", "old -", "other -"]);
});

test("a decision is refused for an unknown row or place, another's row, a changed place and a wrong body", async () => {
  await twin();
  await addMainRows(main, [{ id: "taken", name: "Taken", place_id: "p5" }]);
  await addPlaces(app, [
    { id: "owner", name: "Cedar", placeId: "p5" },
    { id: "nowhere", name: "Nowhere" },
  ]);
  await push();
  const refusals: [string, object, number, string][] = [
    ["twin", { decision: "link", mainId: "unknown" }, 404, "The main database has no row with this id"],
    ["twin", { decision: "link", mainId: "taken" }, 409, 'This row is already linked to "Cedar"'],
    ["unknown", { decision: "insert" }, 404, "This place does not exist"],
    ["owner", { decision: "leave" }, 409, "This place is not among those that failed"],
    ["twin", { decision: "leave", version: 7 }, 409, "This place was changed after you opened it"],
    ["twin", { decision: "link" }, 400, "mainId is required to link a place"],
    ["twin", { decision: "else" }, 400, "decision must be link, insert or leave"],
    ["twin", { decision: "leave", version: "x" }, 400, "version must be a whole number"],
  ];
  for (const [id, body, status, error] of refusals)
    expect(await decide(id, body)).toMatchObject({ status, json: { error } });
  expect((await decide("twin", { decision: "leave" }, "partner_manager")).status).toBe(403);
  expect(await decisions()).toEqual([]);
  await decide("twin", { decision: "link", mainId: "t1" });
  expect(await decide("nowhere", { decision: "link", mainId: "t1" })).toMatchObject({
    status: 409,
    json: { error: "Another place is to be linked to this row" },
  });
});

test("of two staff who decide on one place at the same time one succeeds, and the other learns who did", async () => {
  await twin();
  const answers = await Promise.all([
    decide("twin", { decision: "link", mainId: "t1" }),
    decide("twin", { decision: "insert" }, "bilal"),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [{ decidedBy }] = await decisions();
  expect(answers.find(({ status }) => status === 409)?.json.error).toBe(
    `${decidedBy} has already decided on this place`,
  );
});

test("a chosen row that another place got first, or that was deleted, is a failure that can be decided again", async () => {
  await twin();
  await decide("twin", { decision: "link", mainId: "t1" });
  await main.db.query("update public.places set source_id = 'rival' where id = 't1'");
  expect(await push()).toMatchObject({ errors: 1 });
  expect((await errors())[0].message).toContain("is linked to the place rival now");
  await main.db.query("delete from public.places where id = 't1'");
  await push();
  expect((await errors())[0].message).toContain("does not exist anymore");
  expect((await decide("twin", { decision: "link", mainId: "t2" })).status).toBe(200);
  expect(await push()).toMatchObject({ success: true });
});

test("a row that staff have chosen is not matched to another place of the same run", async () => {
  await twin();
  await decide("twin", { decision: "link", mainId: "far" });
  await addPlaces(app, [{ id: "a", name: "Twin", latitude: 41, longitude: -80 }]);
  await push();
  expect((await links()).toSorted()).toEqual(["far twin", "new a", "t1 -", "t2 -"]);
});

test("links of deleted places that an undo restored are listed until all places are retried", async () => {
  await addPlaces(app, [{ id: "gone", placeId: "p1", name: "Gone" }]);
  await push();
  await app.db.query("delete from pois where id = 'gone'");
  await push();
  const [{ id }] = (await ask("GET /api/admin/sync/runs")).json;
  await ask(`POST /api/admin/sync/runs/${id}/undo`, {});
  expect((await ask("GET /api/admin/sync/links")).json).toMatchObject([{ id: "gone", mainName: "Gone" }]);
  await ask("POST /api/admin/sync/retry", {});
  expect((await ask("GET /api/admin/sync/links")).json).toEqual([]);
});
