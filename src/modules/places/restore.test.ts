import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { days } from "../../shared/duration.ts";
import { basic, partner, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { fillPerson, PERSON } from "../../testing/person.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place } from "../../testing/places/places.ts";
import { partnerPeople } from "../partners/table.ts";
import { pois } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  for (const role of ["admin", "super_admin", "partner_manager"] as const) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate partners, pois, trash_items, place_merges, audit_log cascade`);
});
afterAll(() => app.close());

const as = (role: string) => (line: string, body?: unknown) =>
  app.send(line, { headers: basic(role), ...(body !== undefined && { body }) });
const asAdmin = as("admin");
const remove = ({ id }: { id: string }) => asAdmin(`DELETE /api/admin/pois/${id}`);
const restore = ({ id }: { id: string }, role = "admin") =>
  as(role)(`POST /api/admin/trash/${id}/restore`, {});
const rowsOf = (table: string) =>
  app.db.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from "${table}" t order by to_jsonb(t)::text`,
  );

/** The rows of everything that a deletion of a place deletes or changes. */
async function everything() {
  const cases = ["poi_claims", "evidence_files", "place_proposals", "place_transfers", "poi_requests"];
  const more = ["place_facts", "place_reports", "renewals", "merged_places", "evidence_records"];
  const rows = [...cases, ...more].map(async (name) => [name, await rowsOf(name)]);
  const places =
    await app.db.query(`select id, seq, name, place_id, owner_id, halal_verification_status, created_at,
    (select json_agg((w.token, w.weight) order by w.token, w.key) from poi_words w where w.poi = p.seq) as words
    from pois p order by id`);
  return { ...Object.fromEntries(await Promise.all(rows)), places };
}

describe("a deleted place", () => {
  test("is gone from page, search and lists at once, and comes back with everything that it had", async () => {
    await fillPerson(app);
    const all = await app.db.orm.select().from(pois).orderBy(pois.seq);
    const [owned, masjid] = all;
    if (!owned || !masjid) throw new Error("fillPerson makes places");
    await asAdmin(`PUT /api/admin/pois/${owned.id}/facts`, { parking: "lot", alcohol: false });
    const twin = await place(app, { name: "Old Qamar", address: "12 Main Street" });
    expect((await asAdmin(`POST /api/admin/pois/${owned.id}/merge`, { duplicateId: twin.id })).status).toBe(
      200,
    );
    await withRenewal(owned.id, owned.ownerId);
    app.clock.forward(days(2));
    await app.operate("operator.maintenance.sweep");
    const before = await everything();
    expect((await app.send(`GET /places/${owned.id}`)).status).toBe(308);
    for (const each of all) expect((await remove(each)).json).toEqual({ success: true });
    for (const path of [`/api/places/${owned.id}`, `/places/${owned.id}`, `/api/admin/pois/${owned.id}`])
      expect([path, (await asAdmin(`GET ${path}`)).status]).toEqual([path, 404]);
    expect((await asAdmin("GET /api/places?q=masjid")).json).toEqual([]);
    expect((await asAdmin("GET /api/admin/pois")).json).toEqual([]);
    expect((await asAdmin("GET /api/admin/trash?kind=place")).json).toHaveLength(all.length);
    await app.operate("operator.maintenance.sweep"); // keeps the file of the renewal
    for (const each of all) {
      const restored = await restore(each);
      expect([restored.status, restored.json]).toEqual([
        200,
        { success: true, id: each.id, kind: "place", label: each.name, notes: [] },
      ]);
    }
    expect(await everything()).toEqual(before);
    const again = await app.db.orm.select().from(pois).where(eq(pois.id, owned.id));
    expect(again).toMatchObject([{ syncState: "pending", version: expect.any(Number) }]);
    expect((await asAdmin(`GET /api/places/${twin.id}`)).json.id).toBe(owned.id);
    const [found] = (await asAdmin("GET /api/places?q=elm masjid")).json;
    expect(found.id).toBe(masjid.id);
  });

  test("is refused while it is listed again, and comes back without a maps id that another has", async () => {
    const deleted = await place(app, { placeId: "maps-1" });
    await remove(deleted);
    const again = await place(app);
    const refused = await restore(deleted);
    expect([refused.status, refused.json.error]).toEqual([
      409,
      "Noor Grill, 12 Main St has been listed again since it was deleted",
    ]);
    await remove(again);
    await place(app, { name: "Oasis", placeId: "maps-1" });
    expect((await restore(deleted)).json.notes).toEqual(["Its maps place ID belongs to Oasis now."]);
  });

  test("is known by the spelling rules of today, whatever they were when it was deleted", async () => {
    const deleted = await place(app);
    const identityOf = async ({ id }: { id: string }) =>
      (await app.db.orm.select().from(pois).where(eq(pois.id, id)))[0]?.identity;
    const identity = await identityOf(deleted);
    await app.db.orm.update(pois).set({ identity: "by older rules" }).where(eq(pois.id, deleted.id));
    await remove(deleted);
    const again = await place(app);
    expect((await restore(deleted)).status).toBe(409);
    await remove(again);
    expect((await restore(deleted)).status).toBe(200);
    expect(await identityOf(deleted)).toBe(identity);
  });

  test("comes back without an owner whose account is gone, and with one that was restored before", async () => {
    const owner = await partner(app);
    const owned = await place(app, {}, owner.id);
    await remove(owned);
    const account = `/api/partner-manager/partners/${owner.id}`;
    await as("partner_manager")(`DELETE ${account}`);
    expect((await restore(owned)).json.notes).toEqual([
      "It has no owner now, because the owner's account is gone.",
    ]);
    const other = await place(app, { name: "Oasis" }, null);
    await restore(owner, "partner_manager");
    await app.db.orm.update(pois).set({ ownerId: owner.id }).where(eq(pois.id, other.id));
    await remove(other);
    await as("partner_manager")(`DELETE ${account}`);
    await restore(owner, "partner_manager");
    expect((await restore(other)).json.notes).toEqual([]);
    expect(await app.db.orm.select().from(pois).where(eq(pois.id, other.id))).toMatchObject([
      { ownerId: owner.id },
    ]);
  });

  test("is deleted and restored by admins alone, once, and not after 30 days", async () => {
    const one = await place(app);
    for (const [role, status] of [
      ["partner_manager", 403],
      ["admin", 200],
      ["admin", 404],
    ] as const)
      expect((await as(role)(`DELETE /api/admin/pois/${one.id}`)).status).toBe(status);
    expect((await app.send(`DELETE /api/admin/pois/${one.id}`)).status).toBe(401);
    expect((await restore(one, "partner_manager")).status).toBe(404);
    const statuses = (await Promise.all([restore(one), restore(one)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 404]);
    await remove(one);
    app.clock.forward(days(30));
    expect((await restore(one)).status).toBe(404);
  });

  test("and a claim on it at the same time never lose each other", async () => {
    for (const first of ["claim", "deletion"]) {
      await app.db.orm.delete(partnerPeople);
      const { headers } = await partner(app);
      const one = await place(app, { name: `Oasis ${first}` });
      const calls = [
        () =>
          app.send("POST /partner/api/poi-claims", { headers, body: { poiId: one.id, documents: ["x"] } }),
        () => remove(one),
      ];
      const [a, b] = await Promise.all(
        (first === "claim" ? calls : calls.toReversed()).map((call) => call()),
      );
      const claimed = [a?.status, b?.status].includes(201);
      expect((await restore(one)).status).toBe(200);
      const claims = await app.db.query("select id from poi_claims where poi_id = $1", [one.id]);
      expect([first, claims.length]).toEqual([first, claimed ? 1 : 0]);
    }
  });
});

describe("the reports about a place in the trash", () => {
  test("are shown to the person who sent them, and come back without the words of one who was erased", async () => {
    await fillPerson(app);
    const all = await app.db.orm.select().from(pois).orderBy(pois.seq);
    for (const each of all) await remove(each);
    const person = async () =>
      (await as("super_admin")(`GET /api/admin/people?email=${PERSON.email}`)).json.data;
    expect(await person()).toMatchObject({
      reports: [{ text: "Zaynab found it closed", email: PERSON.email, onErasure: "cleared" }],
      reportReplies: [{ reply: "Zaynab says sorry", onErasure: "cleared" }],
    });
    expect((await as("super_admin")("POST /api/admin/people/erase", { email: PERSON.email })).status).toBe(
      200,
    );
    expect(JSON.stringify(await rowsOf("trash_items"))).not.toMatch(/zaynab/i);
    expect(await person()).toMatchObject({ reports: [], reportReplies: [] });
    for (const each of all) expect((await restore(each)).status).toBe(200);
    const reports = await rowsOf("place_reports");
    expect(reports.map(({ row }) => [row.email, row.reply, row.partner_id])).toEqual([
      [null, "", null],
      [null, "", null],
    ]);
  });

  test("keep the reply of a partner whose account was deleted, for the erasure of that address", async () => {
    await fillPerson(app);
    const all = await app.db.orm.select().from(pois).orderBy(pois.seq);
    for (const each of all) await remove(each);
    const [account] = await app.db.orm
      .select()
      .from(partnerPeople)
      .where(eq(partnerPeople.emailKey, PERSON.email));
    await as("partner_manager")(`DELETE /api/partner-manager/partners/${account?.id}`);
    for (const each of all) await restore(each);
    const replied = async () => (await rowsOf("place_reports")).filter(({ row }) => row.reply !== "");
    expect((await replied()).map(({ row }) => [row.partner_id, typeof row.former_partner])).toEqual([
      [null, "string"],
    ]);
    await as("super_admin")("POST /api/admin/people/erase", { email: PERSON.email });
    expect(await replied()).toEqual([]);
  });
});

/** A certificate that the owner of a place sent, with its file. */
async function withRenewal(poiId: string, owner: string | null): Promise<void> {
  const at = app.clock.now;
  await app.db.query(
    `insert into renewals (id, poi_id, partner_id, file_id, issuer, number, sent_at)
     values ('renewal', $1, $2, 'file', 'Halal Council', 'HC-1', $3)`,
    [poiId, owner, at],
  );
  await app.db.query(
    `insert into evidence_files (id, partner_id, renewal_id, name, content_type, bytes, digest, uploaded_at)
     values ('file', $1, 'renewal', 'certificate.pdf', 'application/pdf', 1, 'x', $2)`,
    [owner, at],
  );
}
