import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { days } from "../../../shared/duration.ts";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import { mails } from "../../mail/table.ts";
import { pois } from "../../places/table.ts";
import { placeProposals } from "../table.ts";
import { contactFromOwner } from "./queries.ts";

type Owner = Awaited<ReturnType<typeof partner>>;

let app: TestApp;
let noor: Owner;
let other: Owner;
let id: string;
beforeAll(async () => {
  app = await testApp();
  noor = await partner(app);
  other = await partner(app, "other@example.com");
  await staff(app, "admin");
});
beforeEach(async () => {
  for (const table of [mails, placeProposals, pois]) await app.db.orm.delete(table);
  await app.db.orm.execute(sql`truncate audit_log`);
  id = (await place(app, {}, noor.id)).id;
});
afterAll(() => app.close());

const propose = (fields: unknown, by: Pick<Owner, "headers"> = noor, of = id) =>
  app.send(`POST /partner/api/my-pois/${of}/proposals`, { headers: by.headers, body: { fields } });
const decide = (proposal: string, body: unknown = { decision: "approved" }) =>
  app.send(`PUT /api/reviews/proposals/${proposal}`, { headers: basic("admin"), body });
const listed = async (query = "") =>
  (await app.send(`GET /api/reviews/proposals${query}`, { headers: basic("admin") })).json;
const stored = async () => {
  const [row] = await app.db.orm.select().from(pois).where(eq(pois.id, id));
  if (!row) throw new Error("the place is gone");
  return row;
};

describe("contact details from an owner", () => {
  test("apply at once, are known to come from the owner and wait for no one", async () => {
    await app.db.orm.update(pois).set({ syncState: "synced" });
    const answer = await propose({ phone: "(313) 555-0199", website: "noor.example" });
    expect([answer.status, answer.json]).toMatchObject([
      201,
      {
        status: "approved",
        atOnce: true,
        applied: { phone: "(313) 555-0199", website: "https://noor.example" },
        waiting: {},
      },
    ]);
    const row = await stored();
    expect(row).toMatchObject({
      phone: "3135550199",
      website: "https://noor.example",
      syncState: "pending",
    });
    expect(await contactFromOwner(app.deps, row)).toEqual({ phone: app.clock.now, website: app.clock.now });
    const day = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
    const shown = (await app.send(`GET /api/places/${id}`)).json;
    expect(shown.fromOwner).toEqual({ phone: day, website: day });
    expect(await listed()).toEqual([]);
  });

  test("no longer come from the owner once someone else has changed them", async () => {
    await propose({ phone: "3135550199" });
    const body = { phone: "3135550111" };
    await app.send(`PUT /api/admin/pois/${id}`, { headers: basic("admin"), body });
    expect(await contactFromOwner(app.deps, await stored())).toEqual({ phone: null, website: null });
  });

  test("can be changed 50 times a day, and no more until the next", async () => {
    const { id: first } = (await propose({ phone: "3135550199" })).json;
    await app.db.query(
      `insert into place_proposals (id, poi_id, poi_name, partner_id, partner_name, fields, before, at_once, status, submitted_at)
       select id || n, poi_id, poi_name, partner_id, partner_name, fields, before, at_once, status, submitted_at
       from place_proposals, generate_series(1, 49) n where id = $1`,
      [first],
    );
    for (const fields of [{ phone: "3135550111" }, { name: "Other" }]) {
      const { status, json } = await propose(fields);
      expect([status, json.error]).toEqual([
        429,
        "This place was changed too often today. Please try again tomorrow.",
      ]);
    }
    expect(await stored()).toMatchObject({ phone: "3135550199" });
    await app.db.query("update place_proposals set submitted_at = submitted_at - interval '1 day'");
    expect((await propose({ phone: "3135550111" })).status).toBe(201);
  });

  test("are recorded in the audit log with the values before and after", async () => {
    await propose({ phone: "3135550199" });
    const [entry] = await app.db.orm.select().from(auditLog);
    expect(entry).toMatchObject({
      action: "partner.ownership.propose",
      subject: id,
      before: { phone: "3135550100" },
      after: { applied: { phone: "3135550199" }, waiting: {} },
    });
  });
});

describe("a change of name, address or category", () => {
  test("waits for staff, who see it next to the place as it is", async () => {
    const answer = await propose({ name: "Noor House", city: "Detroit", phone: "3135550199" });
    expect([answer.status, answer.json]).toMatchObject([
      201,
      {
        status: "pending",
        fields: { name: "Noor House", city: "Detroit" },
        applied: { phone: "(313) 555-0199" },
        waiting: { name: "Noor House", city: "Detroit" },
      },
    ]);
    expect(await stored()).toMatchObject({ name: "Noor Grill", city: "Dearborn", phone: "3135550199" });
    await app.send(`PUT /api/admin/pois/${id}`, { headers: basic("admin"), body: { city: "Flint" } });
    expect(await listed("?status=pending")).toMatchObject([
      {
        id: answer.json.id,
        poiId: id,
        partnerId: noor.id,
        before: { name: "Noor Grill", city: "Dearborn" },
        current: { name: "Noor Grill", city: "Flint" },
        fields: { name: "Noor House", city: "Detroit" },
        late: false,
      },
    ]);
  });

  test("is among the late ones once its promised day is over", async () => {
    await propose({ name: "Noor House" });
    expect([await listed("?late=true"), (await listed("?late=false")).length]).toEqual([[], 1]);
    const submittedAt = new Date(app.clock.now.getTime() - days(10));
    await app.db.orm.update(placeProposals).set({ submittedAt });
    expect(await listed("?late=true")).toMatchObject([{ late: true }]);
    expect(await listed("?late=false")).toEqual([]);
  });

  test("can be sent without the key fields", async () => {
    const body = { name: "Noor House" };
    const answer = await app.send(`POST /partner/api/my-pois/${id}/proposals`, {
      headers: noor.headers,
      body,
    });
    expect([answer.status, answer.json.waiting]).toEqual([201, body]);
  });

  test("adds to what waits, and takes back what it returns to the listed value", async () => {
    const first = (await propose({ name: "Noor House", city: "Detroit" })).json;
    const second = (await propose({ city: "Dearborn", subcategory: "Grill" })).json;
    expect(second).toMatchObject({
      status: "pending",
      waiting: { name: "Noor House", subcategory: "Grill" },
    });
    expect((await decide(first.id)).status).toBe(409);
    const third = (await propose({ name: "Noor Grill", subcategory: "" })).json;
    expect(third).toMatchObject({ id: second.id, status: "rejected", reason: "withdrawn", waiting: {} });
    const mine = (await app.send("GET /partner/api/my-proposals", { headers: noor.headers })).json;
    expect(mine.map((each: { reason: string | null }) => each.reason).toSorted()).toEqual([
      "replaced",
      "withdrawn",
    ]);
  });

  test("is refused if it changes nothing, has a wrong value or names a tier alone", async () => {
    const nothing = "Nothing would change: the place is listed with these values already";
    for (const fields of [{}, { name: "Noor Grill" }, { halalVerificationStatus: "verified" }, undefined]) {
      const answer = await propose(fields);
      expect([answer.status, answer.json.error]).toEqual([400, nothing]);
    }
    for (const fields of [{ name: "" }, { phone: "12" }, { category: "bar" }, { state: "Bavaria" }])
      expect([fields, (await propose(fields)).status]).toEqual([fields, 400]);
    expect((await propose("name")).status).toBe(400);
    await propose({ name: "Noor House" });
    expect((await propose({ name: "Noor House" })).json.error).toContain("wait for our team already");
  });

  test("of another partner's place or an unknown one is not found, and a visitor must sign in", async () => {
    expect((await propose({ name: "Mine" }, other)).status).toBe(404);
    expect((await propose({ name: "Mine" }, noor, "unknown")).status).toBe(404);
    expect((await propose({ name: "Mine" }, { headers: { Cookie: "" } })).status).toBe(401);
  });
});

describe("a decision about a change", () => {
  test("applies what is approved, is recorded and mailed to the owner", async () => {
    const { json } = await propose({ name: "Noor House", category: "mosque" });
    const answer = await decide(json.id, { decision: "approved", notes: "Thank you" });
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { status: "approved", notes: "Thank you", reviewedBy: "admin", current: { name: "Noor House" } },
    ]);
    expect(await stored()).toMatchObject({ name: "Noor House", category: "mosque", syncState: "pending" });
    const [mail] = await app.db.orm.select().from(mails).where(eq(mails.kind, "proposal-approved"));
    expect([mail?.to, mail?.text]).toEqual(["owner@example.com", expect.stringContaining("It was approved")]);
    expect(mail?.text).not.toContain("Noor House");
    const [entry] = await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, "admin.reviews.proposals.decide"));
    expect(entry).toMatchObject({
      subject: json.id,
      before: { name: "Noor Grill" },
      after: { fields: { name: "Noor House" } },
    });
  });

  test("takes the tier from a place that becomes a masjid", async () => {
    await app.send(`POST /api/admin/pois/${id}/evidence`, {
      headers: basic("admin"),
      body: { kind: "statement", text: "The owner says so" },
    });
    expect((await stored()).halalVerificationStatus).toBe("reported");
    await decide((await propose({ category: "mosque" })).json.id);
    expect((await stored()).halalVerificationStatus).toBe("unverified");
  });

  test("keeps the tier of a place with a new name, and names that tier while the change waits", async () => {
    await app.send(`POST /api/admin/pois/${id}/evidence`, {
      headers: basic("admin"),
      body: { kind: "statement", text: "The owner says so" },
    });
    const { json } = await propose({ name: "Noor House" });
    expect(await listed()).toMatchObject([{ fields: { name: "Noor House" }, tier: "reported" }]);
    await decide(json.id);
    const { name, halalVerificationStatus } = await stored();
    expect([name, halalVerificationStatus]).toEqual(["Noor House", "reported"]);
    await app.db.orm.update(pois).set({ category: "mosque" });
    expect(await listed()).toMatchObject([{ tier: null }]);
  });

  test("leaves the place as it is when it rejects", async () => {
    const { json } = await propose({ name: "Noor House" });
    expect((await decide(json.id, { decision: "rejected" })).json.status).toBe("rejected");
    expect((await stored()).name).toBe("Noor Grill");
  });

  test("is refused for an unknown or decided change, a wrong word and anyone but reviewers", async () => {
    const { id: atOnce } = (await propose({ phone: "3135550199" })).json;
    const { json } = await propose({ name: "Noor House" });
    expect((await decide("unknown")).status).toBe(404);
    const show = (of: string) => app.send(`GET /api/reviews/proposals/${of}`, { headers: basic("admin") });
    for (const of of ["unknown", atOnce]) expect((await show(of)).status).toBe(404);
    expect((await decide(json.id, { decision: "maybe" })).json.error).toBe(
      "decision must be one of approved, rejected",
    );
    const line = `PUT /api/reviews/proposals/${json.id}`;
    const body = { decision: "approved" };
    expect((await app.send(line, { headers: noor.headers, body })).status).toBe(401);
    await decide(json.id);
    expect((await decide(json.id)).json.error).toBe("This change is already decided");
  });

  test("can only reject the change of a place that is gone", async () => {
    const { json } = await propose({ name: "Noor House" });
    await app.operate("admin.pois.delete", { id });
    expect(await listed()).toMatchObject([{ id: json.id, poiId: null, current: null }]);
    expect((await decide(json.id)).json.error).toContain("no longer in the directory");
    expect((await decide(json.id, { decision: "rejected" })).status).toBe(200);
  });

  test("made twice at the same time counts once", async () => {
    const { json } = await propose({ name: "Noor House" });
    const answers = await Promise.all([
      decide(json.id),
      decide(json.id, { decision: "rejected" }),
      decide(json.id),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});

describe("an owner who releases a place", () => {
  const release = (by: Pick<Owner, "headers"> = noor, of = id) =>
    app.send(`POST /partner/api/my-pois/${of}/release`, { headers: by.headers, body: {} });

  test("frees it for others, ends the pending change and gets a mail", async () => {
    const { json } = await propose({ name: "Noor House" });
    await app.db.orm.update(pois).set({ syncState: "synced" });
    const answer = await release();
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    expect(await stored()).toMatchObject({ ownerId: null, syncState: "pending", name: "Noor Grill" });
    expect(await listed()).toMatchObject([{ id: json.id, status: "rejected", reason: "released" }]);
    const [mail] = await app.db.orm.select().from(mails).where(eq(mails.kind, "place-released"));
    expect(mail?.to).toBe("owner@example.com");
    const claim = { headers: other.headers, body: { poiId: id } };
    expect((await app.send("POST /partner/api/poi-claims", claim)).status).toBe(201);
  });

  test("finds another partner's place, an unknown one and one released before missing", async () => {
    expect((await release(other)).status).toBe(404);
    expect((await release(noor, "unknown")).status).toBe(404);
    const answers = await Promise.all([release(), release()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  test("at the moment of an approval never gets the change applied after the release", async () => {
    const { json } = await propose({ name: "Noor House" });
    const [released, decided] = await Promise.all([release(), decide(json.id)]);
    expect(released.status).toBe(200);
    const [row] = await app.db.orm.select().from(placeProposals);
    expect([decided.status, row?.status, (await stored()).name]).toEqual(
      decided.status === 200 ? [200, "approved", "Noor House"] : [409, "rejected", "Noor Grill"],
    );
  });
});
