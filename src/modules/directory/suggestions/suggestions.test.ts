import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { days, minutes } from "../../../shared/duration.ts";
import { businessDaysAfter } from "../../../shared/reviews/business-days.ts";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { mailsTo } from "../../../testing/mailed.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import { mails } from "../../mail/table.ts";
import { pois } from "../../places/table.ts";
import { fileSuggestion } from "./service.ts";
import { placeSuggestions } from "./table.ts";

const GUEST = "guest@example.com";
const GRILL = { name: "Zaytoon Grill", address: "40 Oak St", city: "Dearborn", state: "Michigan" };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["admin", "partner_manager"] as const) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.delete(placeSuggestions);
  await app.db.orm.delete(mails);
  await app.db.orm.delete(pois);
});
afterAll(() => app.close());

const suggest = (fields: Record<string, unknown> = {}, from = "203.0.113.9") =>
  app.send("POST /api/places/suggestions", { body: { ...GRILL, ...fields }, from });
const asStaff = (line: string, body?: unknown, name = "admin") =>
  app.send(line, { headers: basic(name), ...(body !== undefined && { body }) });
const queue = async (filter = "") => (await asStaff(`GET /api/reviews/suggestions${filter}`)).json;
const rows = () => app.db.orm.select().from(placeSuggestions);
const places = () => app.db.orm.select().from(pois);
const decide = (id: string, fields: object, name = "admin") =>
  asStaff(`PUT /api/reviews/suggestions/${id}`, fields, name);
const undo = (id: string, name = "admin") => asStaff(`POST /api/reviews/suggestions/${id}/undo`, {}, name);

/** The id of a new suggestion. */
async function suggested(fields: Record<string, unknown> = {}): Promise<string> {
  await suggest(fields);
  const [row] = await queue("?status=pending");
  return row.id;
}

describe("a visitor's suggestion", () => {
  test("needs a name alone, and waits for staff for five business days", async () => {
    const answer = await suggest({ url: "zaytoon.example", why: "Best lamb in town", email: GUEST });
    expect([answer.status, answer.json]).toEqual([
      201,
      { success: true, reference: expect.stringMatching(/^[A-Z]+-[A-Z]+-\d{4}$/) },
    ]);
    expect(await queue()).toMatchObject([
      {
        ...{ ...GRILL, state: "MI", url: "https://zaytoon.example", why: "Best lamb in town" },
        reference: answer.json.reference,
        status: "pending",
        wantsOutcome: true,
        poiId: null,
        dueBy: businessDaysAfter(app.clock.now, 5).toISOString(),
        late: false,
      },
    ]);
    expect((await app.send("POST /api/places/suggestions", { body: { name: "Only a name" } })).status).toBe(
      201,
    );
    expect(await places()).toEqual([]);
  });

  test("is refused without a name, with a wrong address, link or email, and with texts that are too long", async () => {
    for (const [fields, field] of [
      [{ name: undefined }, "name"],
      [{ name: " " }, "name"],
      [{ name: "x".repeat(201) }, "name"],
      [{ address: 7 }, "address"],
      [{ url: "javascript:alert(1)" }, "url"],
      [{ url: "no link" }, "url"],
      [{ why: "x".repeat(5_001) }, "why"],
      [{ email: "nowhere" }, "email"],
    ] as const) {
      const answer = await suggest(fields);
      expect([field, answer.status, Object.keys(answer.json.fields)]).toEqual([field, 400, [field]]);
    }
    expect(await rows()).toEqual([]);
  });

  test("posted twice at once, or again from the same network, is one with one reference", async () => {
    const answers = await Promise.all([suggest(), suggest(), suggest()]);
    expect(new Set(answers.map(({ json }) => json.reference)).size).toBe(1);
    await suggest({ name: "ZAYTOON grill" }, "203.0.113.77");
    expect(await rows()).toHaveLength(1);
    await suggest({}, "203.0.114.9");
    await suggest({ name: "Another" });
    expect(await rows()).toHaveLength(3);
  });

  test("is one of its own for each place, also where two in two states have the same name", async () => {
    const answers = await Promise.all([
      suggest(),
      suggest({ name: "Other Grill" }),
      suggest({ state: "OH" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ json }) => json.reference)).size).toBe(3);
    expect(await rows()).toHaveLength(3);
  });

  test("is found by staff by its name and by its reference", async () => {
    const { reference } = (await suggest()).json;
    await suggest({ name: "100% Grill" });
    for (const q of [reference, reference.toLowerCase(), reference.slice(0, -2), "zaytoon"])
      expect(await queue(`?q=${q}`)).toMatchObject([{ reference, name: GRILL.name }]);
    expect(await queue("?q=100%25")).toMatchObject([{ name: "100% Grill" }]);
    expect(await queue("?q=nothing")).toEqual([]);
  });

  test("gets another reference where the first one is taken", async () => {
    const { reference } = (await suggest()).json;
    const [row] = await rows();
    if (!row) throw new Error("no suggestion");
    const again = { ...row, id: "another", network: "another" };
    const filed = await app.db.transaction(async (tx) => [
      await fileSuggestion(tx, again),
      await fileSuggestion(tx, { ...again, reference: "OLIVE-OLIVE-0001" }),
    ]);
    expect(filed).toEqual([undefined, { id: "another", reference: "OLIVE-OLIVE-0001" }]);
    expect((await rows()).map((each) => each.reference)).toEqual([reference, "OLIVE-OLIVE-0001"]);
  });

  test("leaves the address of visitor and network in no log or list, and no card number anywhere", async () => {
    await suggest({ email: GUEST, why: "4242 4242 4242 4242" }, "198.51.100.23");
    const id = (await rows())[0]?.id;
    const seen = JSON.stringify([
      await queue(),
      (await asStaff(`GET /api/reviews/suggestions/${id}`)).json,
      await app.db.orm.select().from(auditLog),
    ]);
    for (const secret of [GUEST, "198.51.100", "4242"]) expect(seen).not.toContain(secret);
  });

  test("is limited to 20 an hour from one network", async () => {
    const limited = await testApp({ RATE_LIMIT: "on" });
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 22; n += 1)
        statuses.push(
          (
            await limited.send("POST /api/places/suggestions", {
              body: { name: `Place ${n}` },
              from: `203.0.113.${n}`,
            })
          ).status,
        );
      expect([statuses.filter((status) => status === 201).length, statuses.at(-1)]).toEqual([20, 429]);
    } finally {
      await limited.close();
    }
  });

  test("with a filled honeypot is answered alike and quarantined, and can be released, deleted and restored", async () => {
    const answer = await suggest({ hp_note: "spam", email: GUEST });
    expect([answer.status, Object.keys(answer.json)]).toEqual([201, ["success", "reference"]]);
    expect(await queue()).toEqual([]);
    const held = async () => (await asStaff("GET /api/admin/quarantine")).json;
    const [item] = await held();
    expect(item).toMatchObject({ form: "suggestion", name: GRILL.name, email: "" });
    expect((await asStaff(`GET /api/reviews/suggestions/${item.id}`)).status).toBe(404);
    expect((await decide(item.id, { decision: "approved" })).status).toBe(404);
    const line = `/api/admin/quarantine/${item.id}`;
    expect((await asStaff(`DELETE ${line}`)).status).toBe(200);
    expect(await held()).toEqual([]);
    expect((await asStaff(`POST ${line}/restore`)).status).toBe(200);
    app.clock.forward(days(7));
    expect((await asStaff(`POST ${line}/release`)).status).toBe(200);
    const { reference } = answer.json;
    expect(await queue()).toMatchObject([
      { id: item.id, reference, submittedAt: app.clock.now.toISOString() },
    ]);
  });
});

describe("staff decide a suggestion", () => {
  test("by adding the place, without an owner or a tier, and the visitor is told", async () => {
    const id = await suggested({ email: GUEST });
    const answer = await decide(id, { decision: "accept", notes: "Called them", zipCode: "48126" });
    const [added] = await places();
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { id, status: "approved", poiId: added?.id, poiName: GRILL.name, reviewedBy: "admin", dueBy: null },
    ]);
    expect(added).toMatchObject({ ...GRILL, state: "MI", zipCode: "48126", ownerId: null });
    expect((await app.send(`GET /api/places/${added?.id}`)).json.tier).toBe("unverified");
    const [told] = await mailsTo(app, GUEST);
    expect([
      told?.kind,
      told?.text.includes(`/places/zaytoon-grill-dearborn-mi-${added?.id.slice(-8)}`),
      told?.text.includes("Zaytoon"),
    ]).toEqual(["suggestion-outcome", true, false]);
  });

  test("with what they found out, and a masjid is one by its name", async () => {
    const id = await suggested({ name: "Masjid Elm", address: "", city: "", state: "" });
    const bare = await decide(id, { decision: "approved" });
    expect([bare.status, Object.keys(bare.json.fields)]).toEqual([400, ["address", "city", "state"]]);
    const fields = { address: "1 Elm St", city: "Troy", state: "mi" };
    expect((await decide(id, { decision: "approved", ...fields, state: "Nowhere" })).status).toBe(400);
    expect((await decide(id, { decision: "approved", ...fields })).status).toBe(200);
    expect(await places()).toMatchObject([{ name: "Masjid Elm", category: "mosque", state: "MI" }]);
    expect(await mailsTo(app, GUEST)).toEqual([]);
  });

  test("as a duplicate of a listed place, which the case shows as a look-alike", async () => {
    const listed = await place(app, { name: "Zaytoon Grill & Bakery", address: "40 Oak Street" });
    const id = await suggested({ email: GUEST });
    const { json } = await asStaff(`GET /api/reviews/suggestions/${id}`);
    expect(json.duplicates).toMatchObject([{ id: listed.id, name: "Zaytoon Grill & Bakery" }]);
    for (const poiId of [undefined, "unknown"]) {
      const refused = await decide(id, { decision: "duplicate", poiId });
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ["poiId"]]);
    }
    const answer = await decide(id, { decision: "duplicate", poiId: listed.id });
    expect(answer.json).toMatchObject({ status: "rejected", poiId: listed.id });
    expect((await mailsTo(app, GUEST))[0]?.text).toContain("in the directory already");
    expect(await places()).toHaveLength(1);
  });

  test("not by adding a place that is listed at its address by now", async () => {
    const listed = await place(app, { ...GRILL, name: "ZAYTOON grill", state: "MI" });
    const refused = await decide(await suggested(), { decision: "approved" });
    expect([refused.status, refused.json.existing]).toEqual([409, listed.id]);
  });

  test("once, as a staff member who may, and only one that exists", async () => {
    const id = await suggested({ email: GUEST });
    const both = await Promise.all([
      decide(id, { decision: "approved" }),
      decide(id, { decision: "decline" }, "partner_manager"),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await mailsTo(app, GUEST)).toHaveLength(1);
    for (const decision of ["maybe", "", undefined, 7])
      expect((await decide(id, { decision })).status).toBe(400);
    expect((await decide("unknown", { decision: "rejected" })).status).toBe(404);
    const line = `PUT /api/reviews/suggestions/${id}`;
    const body = { decision: "rejected" };
    expect((await app.send(line, { body })).status).toBe(401);
    const owner = await partner(app);
    expect((await app.send(line, { body, headers: owner.headers })).status).toBe(401);
    const next = await suggested({ name: "Next" });
    const stale = { decision: "rejected", updatedAt: new Date(app.clock.now.getTime() - 1_000) };
    expect((await decide(next, stale)).status).toBe(409);
  });

  test("and undo it within ten minutes: the added place is deleted and the mail taken back", async () => {
    const id = await suggested({ email: GUEST });
    await decide(id, { decision: "approved" });
    const back = await undo(id);
    expect([back.status, back.json]).toMatchObject([200, { status: "pending", poiId: null, notes: "" }]);
    expect((await places()).every(({ deletedAt }) => deletedAt !== null)).toBe(true);
    expect(await mailsTo(app, GUEST)).toEqual([]);
    expect((await undo(id)).status).toBe(409);
    await decide(id, { decision: "rejected" });
    app.clock.forward(minutes(11));
    expect((await undo(id)).status).toBe(409);
    expect((await undo("unknown")).status).toBe(404);
  });

  test("and undo it neither for a colleague nor once the place was used", async () => {
    const id = await suggested();
    const { json } = await decide(id, { decision: "approved" });
    expect((await undo(id, "partner_manager")).status).toBe(403);
    await app.send(`POST /api/places/${json.poiId}/reports`, { body: { kind: "other", text: "Nice" } });
    const refused = await undo(id);
    expect([refused.status, refused.json.error]).toEqual([
      409,
      "This decision can no longer be undone: a visitor has sent a report about the place since.",
    ]);
    const other = await suggested({ name: "Other" });
    await decide(other, { decision: "rejected" });
    const both = await Promise.all([undo(other), undo(other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

test("pending suggestions come first, oldest first, then decided ones, newest first, over pages", async () => {
  const made: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    await suggest({ name: `Place ${n}` });
    made.push((await queue()).find(({ name }: { name: string }) => name === `Place ${n}`).id);
    app.clock.forward(days(5));
  }
  await decide(made[0] ?? "", { decision: "rejected" });
  app.clock.forward(days(1));
  await decide(made[2] ?? "", { decision: "rejected" });
  const expected = [made[1], made[3], made[2], made[0]];
  const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);
  const first = await asStaff("GET /api/reviews/suggestions?limit=3");
  const next = /cursor=([^>&]+)/.exec(first.headers.get("link") ?? "")?.[1];
  const second = await queue(`?limit=3&cursor=${next}`);
  expect([...ids(first.json), ...ids(second)]).toEqual(expected as string[]);
  expect(ids(await queue("?late=true"))).toEqual([made[1]] as string[]);
  expect((await asStaff("GET /api/reviews/suggestions?status=done")).status).toBe(400);
});

test("30 days after the decision neither address, words nor link of the visitor are left", async () => {
  const id = await suggested({ email: GUEST, why: "I go there", url: "zaytoon.example" });
  await decide(id, { decision: "rejected" });
  app.clock.forward(days(29));
  await app.operate("operator.maintenance.sweep");
  expect(await rows()).toMatchObject([{ email: GUEST, lastDecision: null }]);
  app.clock.forward(days(2));
  await app.operate("operator.maintenance.sweep");
  expect(await rows()).toMatchObject([{ email: null, emailKey: null, network: null, why: "", url: "" }]);
  expect(await mailsTo(app, GUEST)).toEqual([]);
  await suggest({ hp_note: "spam" });
  app.clock.forward(days(91));
  await app.operate("operator.maintenance.sweep");
  expect(await rows()).toHaveLength(1);
});

test("a visitor who is erased leaves the suggested place, without their words", async () => {
  const id = await suggested({ email: GUEST, why: "I am Bilal" });
  await app.operate("admin.waitlist.forget", { email: GUEST.toUpperCase() });
  expect(await queue()).toMatchObject([{ id, name: GRILL.name, why: "", wantsOutcome: false }]);
  expect((await decide(id, { decision: "approved" })).status).toBe(200);
});
