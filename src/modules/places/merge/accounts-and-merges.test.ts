import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { seconds } from "../../../shared/duration.ts";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";

type Person = Awaited<ReturnType<typeof partner>>;
interface Place {
  readonly id: string;
}

let app: TestApp;
let noor: Person;
let other: Person;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "super_admin");
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate partners, pois, place_merges, trash_items cascade`);
  noor = await partner(app);
  other = await partner(app, "other@example.com");
});
afterAll(() => app.close());

const asStaff = (line: string, body: unknown = {}) => app.send(line, { headers: basic("super_admin"), body });
const as = ({ headers }: Person, line: string, body: unknown = {}) => app.send(line, { headers, body });
const claim = async (by: Person, { id: poiId }: Place): Promise<string> =>
  (await as(by, "POST /partner/api/poi-claims", { poiId, documents: ["It is mine"] })).json.id;
const approve = (id: string) => asStaff(`PUT /api/reviews/claims/${id}`, { decision: "approved" });
const undoApproval = (id: string) => asStaff(`POST /api/reviews/claims/${id}/undo`);
const merge = async (kept: Place, duplicate: Place): Promise<string> =>
  (await asStaff(`POST /api/admin/pois/${kept.id}/merge`, { duplicateId: duplicate.id })).json.id;
const undo = (id: string) => asStaff(`POST /api/admin/pois/merges/${id}/undo`);
const remove = ({ id }: Person) => asStaff(`DELETE /api/partner-manager/partners/${id}`);
const restore = ({ id }: Person) => asStaff(`POST /api/admin/trash/${id}/restore`);
const pair = async (owner: Person | null = null) => {
  const kept = await place(app, { name: "Zaytuna Grill", address: "1 Elm St" }, owner?.id);
  const duplicate = await place(app, { name: "Olive House", address: "2 Oak St" }, owner?.id);
  return { kept, duplicate };
};
const ownerOf = async ({ id }: Place) =>
  (await app.db.query<{ owner_id: string | null }>("select owner_id from pois where id = $1", [id]))[0]
    ?.owner_id;
const statuses = async (table: string) =>
  (await app.db.query<{ status: string }>(`select status from ${table} order by status`)).map(
    ({ status }) => status,
  );
const LOST = "The place has lost its owner since the merge, so that neither place has one now.";

test("an approval cannot be undone once another place of the same owner was merged into its place", async () => {
  const { kept, duplicate } = await pair();
  const [onDuplicate, onKept] = [await claim(noor, duplicate), await claim(noor, kept)];
  await approve(onDuplicate);
  app.clock.forward(seconds(1));
  await approve(onKept);
  const merged = await merge(kept, duplicate);
  expect((await undoApproval(onKept)).json.error).toBe(
    "This decision can no longer be undone: another place of its owner was merged into it since.",
  );
  expect([await ownerOf(kept), await statuses("poi_claims")]).toEqual([noor.id, ["approved", "approved"]]);
  await undo(merged);
  expect((await undoApproval(onKept)).status).toBe(200);
  expect([await ownerOf(kept), await ownerOf(duplicate)]).toEqual([null, noor.id]);
});

test("an approval is undone without the claim of a rival who has one from a merged place, and not with two of one partner", async () => {
  const first = await pair();
  const approved = await claim(noor, first.kept);
  for (const each of [first.kept, first.duplicate]) await claim(other, each);
  await approve(approved);
  await merge(first.kept, first.duplicate);
  expect((await undoApproval(approved)).json.status).toBe("pending");
  expect(await statuses("poi_claims")).toEqual(["pending", "pending", "rejected"]);

  const second = await pair();
  const own = await claim(noor, second.kept);
  await claim(noor, second.duplicate);
  await approve(own);
  await merge(second.kept, second.duplicate);
  expect((await undoApproval(own)).json.error).toBe(
    "This decision can no longer be undone: the partner has sent a new claim for this place since.",
  );
});

test("a restored partner has one of two claims, changes or transfers whose places were merged", async () => {
  const free = await pair();
  const own = await pair(noor);
  const theirs = await pair(other);
  for (const each of ["kept", "duplicate"] as const) {
    await claim(noor, free[each]);
    await as(noor, `POST /partner/api/my-pois/${own[each].id}/proposals`, { name: `The ${each}` });
    await as(noor, `POST /partner/api/pois/${theirs[each].id}/transfer`, { documents: ["It is mine"] });
  }
  await remove(noor);
  for (const { kept, duplicate } of [free, own, theirs]) await merge(kept, duplicate);
  expect((await restore(noor)).status).toBe(200);
  for (const table of ["poi_claims", "place_proposals", "place_transfers"])
    expect([table, await statuses(table)]).toEqual([table, ["pending", "rejected"]]);
});

test("the undo of a merge leaves what it ended closed if the partner has deleted the account since", async () => {
  const { kept, duplicate } = await pair();
  await claim(noor, kept);
  await claim(noor, duplicate);
  const merged = await merge(kept, duplicate);
  await remove(noor);
  expect((await undo(merged)).status).toBe(200);
  expect(await statuses("poi_claims")).toEqual(["rejected", "rejected"]);
});

test("the undo of a merge gives the duplicate no owner who has left since, and no transfer for that owner", async () => {
  const { kept, duplicate } = await pair(other);
  for (const { id } of [kept, duplicate])
    await as(noor, `POST /partner/api/pois/${id}/transfer`, { documents: ["It is mine"] });
  const merged = await merge(kept, duplicate);
  await as(other, `POST /partner/api/my-pois/${kept.id}/release`);
  expect((await undo(merged)).json.left).toEqual([LOST]);
  expect([await ownerOf(kept), await ownerOf(duplicate)]).toEqual([null, null]);
  expect(await statuses("place_transfers")).toEqual(["rejected", "rejected"]);
});

test("a report from a page that was open before the merge is about the place that stayed", async () => {
  const { kept, duplicate } = await pair();
  await merge(kept, duplicate);
  const body = { kind: "closed", text: "It is closed" };
  expect((await app.send(`POST /api/places/${duplicate.id}/reports`, { body })).status).toBe(201);
  expect(await app.db.query("select poi_id from place_reports")).toEqual([{ poi_id: kept.id }]);
});
