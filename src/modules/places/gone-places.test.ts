import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { days } from "../../shared/duration.ts";
import { basic, partner, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { place } from "../../testing/places/places.ts";

type Owner = Awaited<ReturnType<typeof partner>>;
interface Place {
  readonly id: string;
}

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "super_admin");
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate partners, pois, place_merges, trash_items, sync_unlinks cascade`);
  owner = await partner(app);
});
afterAll(() => app.close());

const asStaff = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("super_admin"), ...(body !== undefined && { body }) });
const remove = ({ id }: Place) => asStaff(`DELETE /api/admin/pois/${id}`);
const merge = (kept: Place, duplicate: Place) =>
  asStaff(`POST /api/admin/pois/${kept.id}/merge`, { duplicateId: duplicate.id });
const rowsIn = async (table: string) => (await app.db.query(`select from ${table}`)).length;

/** The answers to every question that a place can be in the answer to, about places named Olive. */
async function seen(id: string): Promise<readonly string[]> {
  const { headers } = owner;
  const near = (await app.db.query<Place>("select id from current_pois where name = 'Zaytuna'"))[0]?.id;
  const answers = {
    "public search": await app.send("GET /api/places?q=olive"),
    "places of a city": await app.send("GET /api/places?city=dearborn"),
    "partner search": await app.send("GET /partner/api/pois/search?query=olive", { headers }),
    "own places": await app.send("GET /partner/api/my-pois", { headers }),
    "own reports": await app.send("GET /partner/api/reports", { headers }),
    "partner's view": await app.send(`GET /partner/api/pois/${id}`, { headers }),
    "staff list": await asStaff("GET /api/admin/pois"),
    "staff search": await asStaff("GET /api/admin/pois?q=olive"),
    "by id": await asStaff(`GET /api/admin/pois?q=${id}`),
    export: await asStaff("GET /api/admin/pois/export?format=csv"),
    neighbors: await asStaff(`GET /api/admin/pois/${near}/neighbors`),
    reports: await asStaff("GET /api/reviews/reports"),
    "sync errors": await asStaff("GET /api/admin/sync/errors"),
  };
  const named = Object.entries(answers).filter(
    ([, { status, text }]) => status === 200 && /olive/i.test(text),
  );
  return named.map(([name]) => name);
}

/** A place with everything that hangs on a place. */
async function olive(): Promise<Place> {
  const position = { latitude: 42.32, longitude: -83.17 };
  await place(app, { name: "Zaytuna", address: "1 Elm St", ...position });
  const made = await place(app, { name: "Olive House", address: "1 Elm Street", ...position }, owner.id);
  await asStaff(`PUT /api/admin/pois/${made.id}/facts`, { parking: "lot" });
  await app.send(`POST /api/places/${made.id}/reports`, { body: { kind: "closed", text: "It is closed" } });
  await app.db.query(
    "update pois set sync_state = 'error', sync_error = 'x', sync_failures = 3 where id = $1",
    [made.id],
  );
  return made;
}

const EVERYWHERE = [
  "public search",
  "places of a city",
  "partner search",
  "own places",
  "own reports",
  "partner's view",
  "staff list",
  "staff search",
  "by id",
  "export",
  "neighbors",
  "reports",
  "sync errors",
];

test("a deleted place is in no answer, and back in all of them with its id", async () => {
  const made = await olive();
  expect(await seen(made.id)).toEqual(EVERYWHERE);
  const counted = async () => {
    const { totalPois, errorPois } = (await asStaff("GET /api/admin/sync/stats")).json;
    return [totalPois, errorPois];
  };
  expect(await counted()).toEqual([2, 1]);
  await remove(made);
  expect(await seen(made.id)).toEqual([]);
  expect(await counted()).toEqual([1, 0]);
  expect(await rowsIn("sync_unlinks")).toBe(1);
  expect((await asStaff(`POST /api/admin/trash/${made.id}/restore`, {})).json).toMatchObject({ id: made.id });
  // it is sent to the main database again
  expect(await seen(made.id)).toEqual(EVERYWHERE.filter((answer) => answer !== "sync errors"));
});

test("a merged place is in no answer under its name but in searches, which find the one that stayed", async () => {
  const made = await olive();
  const [kept] = await app.db.query<Place>("select id from pois where name = 'Zaytuna'");
  if (!kept) throw new Error("olive makes both");
  const { id } = (await merge(kept, made)).json;
  expect(await seen(made.id)).toEqual([]);
  for (const q of ["olive", "zaytuna"])
    expect((await app.send(`GET /api/places?q=${q}`)).json).toMatchObject([{ id: kept.id, name: "Zaytuna" }]);
  expect((await asStaff("GET /api/admin/pois")).json).toHaveLength(1);
  expect(await rowsIn("sync_unlinks")).toBe(1);
  expect((await asStaff(`POST /api/admin/pois/merges/${id}/undo`, {})).json).toMatchObject({
    duplicateId: made.id,
    left: [],
  });
  expect(await seen(made.id)).toEqual(EVERYWHERE.filter((answer) => answer !== "sync errors"));
});

test("what hangs on a deleted place, and what was merged into it, is deleted for good after 30 days", async () => {
  const made = await olive();
  const twin = await place(app, { name: "Old Olive", address: "9 Oak St" });
  expect((await merge(made, twin)).status).toBe(200);
  await remove(made);
  expect((await app.send(`GET /api/places/${twin.id}`)).status).toBe(404);
  app.clock.forward(days(30));
  const tables = ["pois", "place_facts", "place_reports", "trash_items"];
  expect(await Promise.all(tables.map(rowsIn))).toEqual([3, 1, 1, 1]);
  await app.operate("operator.maintenance.sweep");
  expect(await Promise.all(tables.map(rowsIn))).toEqual([1, 0, 0, 0]);
});

test("of two deletions at once one is refused, and a deletion and a merge at once never lose a place", async () => {
  const twice = await place(app, { name: "Twice" });
  const both = await Promise.all([remove(twice), remove(twice)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  for (const first of ["merge", "deletion"]) {
    const kept = await place(app, { name: `Kept ${first}` });
    const duplicate = await place(app, { name: `Duplicate ${first}` });
    const calls = [() => merge(kept, duplicate), () => remove(duplicate)];
    const isMergeFirst = first === "merge";
    const answers = await Promise.all((isMergeFirst ? calls : calls.toReversed()).map((call) => call()));
    const done = answers.map(({ status }) => status === 200);
    expect([first, done.toSorted()]).toEqual([first, [false, true]]);
    const rows = await app.db.query(
      "select deleted_at is null as merged from pois where id = $1 and num_nonnulls(deleted_at, merged_into) = 1",
      [duplicate.id],
    );
    expect([first, rows]).toEqual([first, [{ merged: done[isMergeFirst ? 0 : 1] }]]);
  }
});
