import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { days } from "../../../shared/duration.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { basic, partner, partnerSession, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { lastMail } from "../../../testing/mailed.ts";
import { place } from "../../../testing/places/places.ts";
import { tiersWithoutEvidence } from "../../../testing/places/stored-tiers.ts";
import { auditLog } from "../../audit/table.ts";
import { poiClaims } from "../../ownership/claims/table.ts";
import { currentPois, pois } from "../table.ts";
import { placeMerges } from "./table.ts";

type Person = Pick<Awaited<ReturnType<typeof partner>>, "id">;

let app: TestApp;
let folder: string;
let issuerId: string;
let owner: Person;
let other: Person;
const TODAY = new Date("2026-06-15T16:00:00Z");
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rihla-merge-"));
  app = await testApp();
  app.clock.now = TODAY;
  await staff(app, "admin", "bilal");
  await staff(app, "partner_manager", "amina");
  owner = await partner(app);
  other = await partner(app, "other@example.com");
  const issuer = { name: "Halal Council", country: "us", address: "office@council.example" };
  issuerId = (await by("bilal", "POST /api/admin/issuers", { ...issuer, site: "council.example" })).json.id;
});
beforeEach(async () => {
  app.clock.now = TODAY;
  for (const table of [poiClaims, placeMerges, pois]) await app.db.orm.delete(table);
  await app.db.orm.execute(sql`truncate audit_log`);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const by = (name: string, line: string, body?: unknown) =>
  app.send(line, { headers: basic(name), ...(body !== undefined && { body }) });
const as = async (person: Person, line: string, body: unknown = {}) =>
  app.send(line, { headers: await partnerSession(app, person.id), body });
const merge = (kept: { id: string }, duplicate: { id: string }, more: object = {}) =>
  by("bilal", `POST /api/admin/pois/${kept.id}/merge`, { duplicateId: duplicate.id, ...more });
const undo = (id: string) => by("bilal", `POST /api/admin/pois/merges/${id}/undo`, {});
const stored = async ({ id }: { id: string }) =>
  (await app.db.orm.select().from(currentPois).where(eq(currentPois.id, id)))[0];
const found = async (q: string) =>
  (await app.send(`GET /api/places?q=${encodeURIComponent(q)}`)).json.map((row: { id: string }) => row.id);
const pair = async (ownerId: string | null = null) => ({
  kept: await place(app, { name: "Zaytuna Grill", address: "1 Elm St", phone: "" }),
  duplicate: await place(app, { name: "Olive House", address: "1 Elm Street", phone: "3135550100" }, ownerId),
});
const claimsOf = (id: string) =>
  app.db.query<{ status: string; reason: string | null }>(
    "select status, reason from poi_claims where poi_id = $1 order by submitted_at, id",
    [id],
  );
/** Everything that a merge touches, apart from times and versions. */
const dump = async () =>
  app.db.query(`select id, name, phone, owner_id, place_id, halal_verification_status, tier_until, evidence_digest,
    (select json_agg((c.id, c.status, c.reason) order by c.id) from poi_claims c where c.poi_id = p.id) as claims,
    (select json_agg(f.value order by f.key) from (select distinct on (key) key, value from place_facts f
      where f.poi_id = p.id order by key, seq desc) f where f.value <> 'null') as facts,
    (select json_agg((w.token, w.weight) order by w.token, w.key) from poi_words w where w.poi = p.seq) as words,
    (select count(*) from certificate_progress c where c.poi_id = p.id) as certificates from pois p order by id`);

describe("a merge", () => {
  test("keeps one place with both names, fills what it lacks, and leads the old address to it", async () => {
    const { kept, duplicate } = await pair();
    const report = { keptName: "Zaytuna Grill", duplicateName: "Olive House", filled: ["phone"] };
    const planned = await merge(kept, duplicate, { dryRun: true });
    expect(planned.json).toMatchObject({ ...report, dryRun: true, id: null, tierAfter: "unverified" });
    expect(await stored(duplicate)).toBeDefined();
    const done = await merge(kept, duplicate);
    expect([done.status, done.json]).toMatchObject([200, { ...report, id: expect.any(String) }]);
    expect(await stored(duplicate)).toBeUndefined();
    expect(await stored(kept)).toMatchObject({ name: "Zaytuna Grill", phone: "3135550100" });
    for (const q of ["olive house", "zaytuna", "olive"]) expect([q, await found(q)]).toEqual([q, [kept.id]]);
    const page = await app.send(`GET /places/${duplicate.id}?on=2026-01-01`);
    expect([page.status, page.headers.get("location")]).toEqual([308, `${placePath(kept)}?on=2026-01-01`]);
    const badge = await app.send(`GET /places/${duplicate.id}/badge.svg`);
    expect(badge.headers.get("location")).toBe(`/places/${kept.id}/badge.svg`);
    expect((await app.send(`GET /api/places/${duplicate.id}`)).json.id).toBe(kept.id);
    const [act] = await app.db.orm.select().from(auditLog).orderBy(auditLog.id);
    expect(act).toMatchObject({
      action: "admin.pois.merge",
      subject: kept.id,
      after: { duplicateId: duplicate.id, duplicateName: "Olive House" },
    });
  });

  test("moves owner, claims, reports and facts, and ends what one partner has for both", async () => {
    const { kept, duplicate } = await pair();
    for (const [person, poi] of [
      [owner, kept],
      [owner, duplicate],
      [other, duplicate],
    ] as const)
      expect((await as(person, "POST /partner/api/poi-claims", { poiId: poi.id })).status).toBe(201);
    const report = { kind: "closed", text: "It is closed" };
    await app.send(`POST /api/places/${duplicate.id}/reports`, { body: report });
    await by("bilal", `PUT /api/admin/pois/${duplicate.id}/facts`, { parking: "lot", closed: true });
    const { json } = await merge(kept, duplicate);
    expect(json).toMatchObject({ moved: { claims: 2, reports: 1, facts: 1 }, ended: 1, ownerMoves: false });
    expect((await claimsOf(kept.id)).map(({ status }) => status).toSorted()).toEqual([
      "pending",
      "pending",
      "rejected",
    ]);
    const { facts } = (await app.send(`GET /api/places/${kept.id}`)).json;
    expect([facts.parking?.value, facts.closed]).toEqual(["lot", undefined]);
    const owned = await place(app, { name: "Olive Owned" }, owner.id);
    expect((await merge(kept, owned)).json).toMatchObject({ ownerMoves: true, ownerName: "Noor Grill" });
    expect((await stored(kept))?.ownerId).toBe(owner.id);
    expect((await claimsOf(kept.id)).filter(({ status }) => status === "pending")).toHaveLength(2);
  });

  test("lets the records of both places count, and an issuer's answer still end the tier", async () => {
    const { kept, duplicate } = await pair();
    const certificate = { number: "HC-1", issuerId, validUntil: "2026-12-31" };
    const made = { ...certificate, kind: "certificate", validFrom: "2026-01-01" };
    const { id } = (await by("bilal", `POST /api/admin/pois/${duplicate.id}/evidence`, made)).json;
    const { text } = await lastMail(app, "office@council.example", "issuer-question");
    const token = /\/issuers\/answer\/(\S+)/.exec(text)?.[1] ?? "";
    await by("amina", `POST /api/reviews/readings/${id}`, certificate);
    const lookup = { kind: "lookup", issuerId, address: "https://council.example", checkedAt: "2026-06-14" };
    await by("bilal", `POST /api/admin/pois/${duplicate.id}/evidence`, lookup);
    const before = await dump();
    const merged = (await merge(kept, duplicate)).json;
    expect(merged).toMatchObject({ tierBefore: "unverified", tierAfter: "verified", moved: { evidence: 3 } });
    expect(await tiersWithoutEvidence(app.db, { readings: 2 }, app.clock.now)).toEqual([]);
    expect((await by("bilal", `GET /api/admin/pois/${kept.id}/evidence`)).json).toHaveLength(3);
    await undo(merged.id);
    expect(await dump()).toEqual(before);
    const again = (await merge(kept, duplicate)).json;
    const answered = await app.send("POST /api/issuers/answer", { body: { token, answer: "revoked" } });
    expect(answered.status).toBe(200);
    expect((await app.send(`GET /api/places/${kept.id}`)).json.tier).toBe("reported");
    await undo(again.id);
    expect((await stored(kept))?.halalVerificationStatus).toBe("unverified");
    expect((await stored(duplicate))?.halalVerificationStatus).toBe("reported");
    expect(await tiersWithoutEvidence(app.db, { readings: 2 }, app.clock.now)).toEqual([]);
  });

  test("of two places that were each declared once proves nothing new, and a later declaration does", async () => {
    const { kept, duplicate } = await pair();
    const third = await place(app, { name: "Third" });
    const declaration = { kind: "declaration", meatFree: true, noAlcohol: true, noPork: true };
    const declare = ({ id }: { id: string }) =>
      by("bilal", `POST /api/admin/pois/${id}/evidence`, declaration);
    for (const each of [kept, third]) expect((await declare(each)).status).toBe(201);
    expect((await merge(duplicate, third)).json).toMatchObject({ tierAfter: "reported" });
    app.clock.forward(1_000);
    const merged = (await merge(kept, duplicate)).json;
    expect(merged).toMatchObject({ tierBefore: "reported", tierAfter: "reported" });
    expect(await tiersWithoutEvidence(app.db, { readings: 2 }, app.clock.now)).toEqual([]);
    const tier = async () => (await app.send(`GET /api/places/${kept.id}`)).json.tier;
    expect(await tier()).toBe("reported");
    app.clock.forward(1_000);
    await declare(kept);
    expect([await tier(), await tiersWithoutEvidence(app.db, { readings: 2 }, app.clock.now)]).toEqual([
      "friendly",
      [],
    ]);
    await undo(merged.id);
    expect((await stored(kept))?.halalVerificationStatus).toBe("friendly"); // declared twice by itself
    expect((await stored(duplicate))?.halalVerificationStatus).toBe("reported");
  });

  test("is refused for two owners, a masjid and a shop, a place and itself, and unknown places", async () => {
    const { kept, duplicate } = await pair(owner.id);
    const rival = await place(app, { name: "Rival" }, other.id);
    const masjid = await place(app, { name: "Masjid", category: "mosque" });
    expect((await merge(rival, duplicate)).json.error).toContain("These places have different owners");
    expect((await merge(masjid, duplicate)).json.error).toContain("One of these is a masjid");
    expect([(await merge(kept, kept)).status, (await merge(kept, { id: "no" })).status]).toEqual([400, 404]);
    expect((await by("bilal", `POST /api/admin/pois/${kept.id}/merge`, {})).status).toBe(400);
    expect((await by("amina", `POST /api/admin/pois/${kept.id}/merge`, { duplicateId: "x" })).status).toBe(
      403,
    );
    await merge(kept, duplicate);
    const late = await merge(rival, duplicate);
    expect([late.status, late.json.error]).toEqual([
      409,
      "Olive House has been merged into Zaytuna Grill already",
    ]);
  });

  test("is not undone by an import of both places, and leaves the name of the one that stayed", async () => {
    const { kept, duplicate } = await pair();
    await merge(kept, duplicate);
    const file = join(folder, "places.csv");
    const rows = ["Zaytuna Grill,1 Elm St", "Olive House,1 Elm Street"];
    const lines = rows.map((row) => `${row},Dearborn,MI,restaurant`);
    await Bun.write(file, ["name,address,city,state,category", ...lines].join("\n"));
    expect(await app.operate("admin.pois.import", { file, format: "csv" })).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
      refused: 0,
    });
    expect(await app.operate("admin.pois.reindex", {})).toMatchObject({ places: 1 });
    expect(await found("olive")).toEqual([kept.id]);
  });

  test("and another of the same places at once leave one place, whatever their order", async () => {
    const { kept, duplicate } = await pair();
    const third = await place(app, { name: "Third" });
    const outcomes = await Promise.all([
      merge(kept, duplicate),
      merge(duplicate, kept),
      merge(third, duplicate),
    ]);
    const statuses = outcomes.map(({ status }) => status).toSorted();
    expect([statuses[0], statuses.filter((status) => status === 200).length < 3]).toEqual([200, true]);
    const left = await app.db.query<{ id: string }>("select id from current_pois");
    const gone = await app.db.query("select id from merged_places");
    expect(left.length + gone.length).toBe(3);
    expect(
      await app.db.query(
        "select from merged_places m left join pois p on p.id = m.poi_id where p.id is null",
      ),
    ).toEqual([]);
  });

  test("and the approval of a claim on the duplicate at once never lose the claim or its owner", async () => {
    for (const first of ["merge", "approval"]) {
      await app.db.orm.delete(poiClaims);
      const { kept, duplicate } = await pair();
      const { id } = (await as(owner, "POST /partner/api/poi-claims", { poiId: duplicate.id })).json;
      const calls = [
        () => merge(kept, duplicate),
        () => by("bilal", `PUT /api/reviews/claims/${id}`, { decision: "approved" }),
      ];
      const answers = await Promise.all(
        (first === "merge" ? calls : calls.toReversed()).map((call) => call()),
      );
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      const [claim] = await app.db.orm.select().from(poiClaims).where(eq(poiClaims.id, id));
      const at = await stored({ id: claim?.poiId ?? "" });
      expect([first, at?.ownerId ?? null]).toEqual([first, claim?.status === "approved" ? owner.id : null]);
    }
  });
});

describe("the undo of a merge", () => {
  test("brings everything back as it was, with the same id and owner", async () => {
    const { kept, duplicate } = await pair(owner.id);
    await by("bilal", `PUT /api/admin/pois/${duplicate.id}/facts`, { parking: "lot" });
    const before = await dump();
    const { id } = (await merge(kept, duplicate)).json;
    const [listed] = (await by("amina", `GET /api/admin/pois/${duplicate.id}/merges`)).json;
    expect(listed).toMatchObject({ id, keptId: kept.id, undoUntil: "2026-07-15T16:00:00.000Z" });
    const undone = await undo(id);
    expect([undone.status, undone.json]).toEqual([
      200,
      { success: true, keptId: kept.id, duplicateId: duplicate.id, left: [] },
    ]);
    expect(await dump()).toEqual(before);
    expect((await app.send(`GET /api/places/${duplicate.id}`)).json.id).toBe(duplicate.id);
    expect((await undo(id)).json.error).toBe("This merge has been undone already");
  });

  test("lists what was changed since and leaves it", async () => {
    const { kept, duplicate } = await pair();
    const claim = (await as(owner, "POST /partner/api/poi-claims", { poiId: duplicate.id })).json;
    const { id } = (await merge(kept, duplicate)).json;
    await by("bilal", `PUT /api/admin/pois/${kept.id}`, { phone: "3135550199" });
    await by("bilal", `PUT /api/reviews/claims/${claim.id}`, { decision: "approved" });
    expect((await undo(id)).json.left).toEqual([
      "Details that were corrected since the merge stay as they are.",
      "A claim was decided since the merge and stays with the other place.",
    ]);
    expect(await stored(kept)).toMatchObject({ phone: "3135550199", ownerId: owner.id });
    expect((await stored(duplicate))?.ownerId).toBeNull();
  });

  test("of a chain begins with the last merge, and ends after 30 days", async () => {
    const { kept, duplicate } = await pair();
    const last = await place(app, { name: "Last" });
    const first = (await merge(kept, duplicate)).json;
    const second = (await merge(last, kept)).json;
    expect((await app.send(`GET /api/places/${duplicate.id}`)).json.id).toBe(last.id);
    expect((await undo(first.id)).json.error).toContain("Undo that merge first");
    expect((await undo(second.id)).status).toBe(200);
    expect((await app.send(`GET /api/places/${duplicate.id}`)).json.id).toBe(kept.id);
    app.clock.forward(days(30) + 1);
    expect((await undo(first.id)).json.error).toBe("A merge can be undone for 30 days");
    await app.operate("operator.maintenance.sweep", {});
    expect(await app.db.query("select from place_merges where undo is not null")).toEqual([]);
    expect((await undo("unknown")).status).toBe(404);
    expect((await by("amina", `POST /api/admin/pois/merges/${first.id}/undo`, {})).status).toBe(403);
  });
});
