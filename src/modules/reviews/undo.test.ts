import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { minutes } from "../../shared/duration.ts";
import { basic, partner, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { pdf } from "../../testing/evidence-files.ts";
import { fakeMailer } from "../../testing/fake-mailer.ts";
import { place } from "../../testing/places/places.ts";
import { auditLog } from "../audit/table.ts";
import { placeReports } from "../directory/reports/table.ts";
import { evidenceRecords } from "../evidence/table.ts";
import { evidenceFiles } from "../evidence/uploads/table.ts";
import { mails } from "../mail/table.ts";
import { poiClaims } from "../ownership/claims/table.ts";
import { poiRequests } from "../ownership/requests/table.ts";
import { placeTransfers } from "../ownership/table.ts";
import { partners } from "../partners/table.ts";
import { pois } from "../places/table.ts";

type Owner = Awaited<ReturnType<typeof partner>>;

let app: TestApp;
let noor: Owner;
let other: Owner;
beforeAll(async () => {
  app = await testApp({}, { mailer: fakeMailer(async () => undefined) });
  await staff(app, "admin");
  await staff(app, "partner_manager");
  await staff(app, "partner_manager", "second");
});
beforeEach(async () => {
  const tables = [mails, placeTransfers, placeReports, evidenceFiles, poiClaims, poiRequests, pois, partners];
  for (const table of tables) await app.db.orm.delete(table);
  await app.db.orm.execute(sql`truncate audit_log`);
  noor = await partner(app);
  other = await partner(app, "other@example.com");
});
afterAll(() => app.close());

const as = (line: string, body?: unknown, who = "partner_manager") =>
  app.send(line, { headers: basic(who), ...(body !== undefined && { body }) });
const claim = async (
  poiId: string,
  by = noor,
  documents: readonly string[] = ["I own it"],
): Promise<string> => {
  const body = { poiId, documents };
  const { json } = await app.send("POST /partner/api/poi-claims", { headers: by.headers, body });
  return json.id;
};
const SHOP = {
  name: "Crescent Market",
  category: "grocery",
  address: "77 Elm Ave",
  city: "Dearborn",
  state: "MI",
};
const request = async (fields: object = {}, by = noor): Promise<string> => {
  const body = { ...SHOP, ...fields };
  return (await app.send("POST /partner/api/poi-requests", { headers: by.headers, body })).json.id;
};
const APPROVED = { decision: "approved" };
const REJECTED = { decision: "rejected", reason: "not_authorised", notes: "No." };
const MORE = { decision: "more", notes: "Please send your lease" };
const decide = (id: string, body: object, kind = "claims", who?: string) =>
  as(`PUT /api/reviews/${kind}/${id}`, body, who);
const undo = (id: string, { kind = "claims", who = "partner_manager", body = {} } = {}) =>
  as(`POST /api/reviews/${kind}/${id}/undo`, body, who);
const rowOf = async (id: string) =>
  (await app.db.orm.select().from(poiClaims).where(eq(poiClaims.id, id)))[0];
const ownerOf = async (id: string) =>
  (await app.db.orm.select().from(pois).where(eq(pois.id, id)))[0]?.ownerId;
const subjects = async () =>
  (await app.db.orm.select().from(mails)).map(({ to, kind }) => `${to} ${kind}`).toSorted();
const untilOf = async (id: string, who: string) =>
  (await as(`GET /api/reviews/claims/${id}`, undefined, who)).json.undoUntil;
const sentenceOf = ({ status, json }: { status: number; json: { error: string } }) => [status, json.error];
const since = (what: string) => [409, `This decision can no longer be undone: ${what} since.`];

describe("undoing the approval of a claim", () => {
  test("restores the claim, the place without an owner and the rejected rivals, and withdraws the mails", async () => {
    const grill = await place(app);
    const lost = await claim(grill.id, other);
    await decide(lost, MORE);
    const id = await claim(grill.id);
    await app.db.orm.delete(mails);
    const before = [await rowOf(id), await rowOf(lost)];
    await decide(id, { ...APPROVED, notes: "Welcome" });
    expect([await ownerOf(grill.id), (await subjects()).length]).toEqual([noor.id, 2]);
    const answer = await undo(id);
    expect([answer.status, answer.json.status]).toEqual([200, "pending"]);
    expect(await ownerOf(grill.id)).toBeNull();
    expect([await rowOf(id), { ...(await rowOf(lost)), lastDecision: null }]).toEqual([
      before[0],
      { ...before[1], lastDecision: null },
    ] as never);
    expect(await subjects()).toEqual([]);
    const [act] = await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, "admin.reviews.undoClaim"));
    expect(act).toMatchObject({
      subject: id,
      before: { decision: "approved", status: "approved" },
      after: { status: "pending", poiId: grill.id, restored: [lost] },
    });
  });

  test("mails those who were told already that it is undone", async () => {
    const grill = await place(app);
    const lost = await claim(grill.id, other);
    const id = await claim(grill.id);
    await decide(id, APPROVED);
    await app.operate("operator.mail.deliver");
    expect((await undo(id)).status).toBe(200);
    expect(await subjects()).toEqual([
      "other@example.com claim-rejected",
      "other@example.com claim-undone",
      "owner@example.com claim-approved",
      "owner@example.com claim-undone",
    ]);
    const all = await app.db.orm.select().from(mails).where(eq(mails.kind, "claim-undone")).orderBy(mails.to);
    expect(all.map(({ subject }) => subject)).toEqual(
      [lost, id].map((each) => `Please ignore our last email about your claim #${each.slice(0, 8)}`),
    );
    expect(all.map(({ text }) => text?.includes("It is not rejected"))).toEqual([true, false]);
  });

  test("is refused once the owner has released the place, another partner has it, or it is deleted", async () => {
    const owned = [place(app, { name: "One" }), place(app, { name: "Two" }), place(app, { name: "Three" })];
    const [one, two, three] = await Promise.all(owned);
    const ids = [await claim(one?.id ?? ""), await claim(two?.id ?? ""), await claim(three?.id ?? "")];
    for (const id of ids) await decide(id, APPROVED);
    await app.send(`POST /partner/api/my-pois/${one?.id}/release`, { headers: noor.headers, body: {} });
    await app.db.orm
      .update(pois)
      .set({ ownerId: other.id })
      .where(eq(pois.id, two?.id ?? ""));
    await app.db.orm.delete(pois).where(eq(pois.id, three?.id ?? ""));
    const answers = [await undo(ids[0] ?? ""), await undo(ids[1] ?? ""), await undo(ids[2] ?? "")];
    expect(answers.map(sentenceOf)).toEqual([
      since("the place was released by its owner"),
      since("the place has another owner"),
      since("the place was deleted or merged with another one"),
    ]);
    expect(await ownerOf(two?.id ?? "")).toBe(other.id);
  });

  test("is refused once the place was released and given to the same partner again", async () => {
    const grill = await place(app);
    const id = await claim(grill.id);
    await decide(id, APPROVED);
    await app.send(`POST /partner/api/my-pois/${grill.id}/release`, { headers: noor.headers, body: {} });
    await decide(await claim(grill.id), APPROVED);
    expect(sentenceOf(await undo(id))).toEqual(since("the place has changed hands"));
    expect(await ownerOf(grill.id)).toBe(noor.id);
  });

  test("closes a transfer of the place that another partner has asked for", async () => {
    const grill = await place(app);
    const id = await claim(grill.id);
    await decide(id, APPROVED);
    const body = { documents: ["It is mine"] };
    await app.send(`POST /partner/api/pois/${grill.id}/transfer`, { headers: other.headers, body });
    expect((await undo(id)).status).toBe(200);
    const [transfer] = await app.db.orm.select().from(placeTransfers);
    expect([transfer?.status, transfer?.reason]).toEqual(["rejected", "released"]);
  });

  test("by two people at once succeeds once, and leaves no rival of a deleted partner waiting", async () => {
    const grill = await place(app);
    const [id, lost] = [await claim(grill.id), await claim(grill.id, other)];
    await decide(id, APPROVED);
    await as(`DELETE /api/partner-manager/partners/${other.id}`);
    const answers = await Promise.all([undo(id), undo(id, { who: "admin" }), undo(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect([(await rowOf(id))?.status, (await rowOf(lost))?.status]).toEqual(["pending", "rejected"]);
  });

  test("in parallel with approvals of rivals never leaves two owners or an approval without its owner", async () => {
    for (let round = 0; round < 5; round++) {
      const grill = await place(app, { name: `Round ${round}` });
      const [id, lost] = [await claim(grill.id), await claim(grill.id, other)];
      await decide(id, APPROVED);
      const answers = await Promise.all([undo(id), decide(lost, APPROVED), undo(id), decide(lost, APPROVED)]);
      expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
      const rows = await app.db.orm.select().from(poiClaims).where(eq(poiClaims.poiId, grill.id));
      const approved = rows.filter(({ status }) => status === "approved");
      expect(approved.length).toBeLessThan(2);
      expect(await ownerOf(grill.id)).toBe(approved[0]?.partnerId ?? null);
    }
  });
});

describe("undoing the rejection of a claim", () => {
  test("lets it wait again with its note and its files, and can be done again after the next decision", async () => {
    const headers = {
      ...noor.headers,
      "Content-Type": "application/octet-stream",
      "X-File-Name": "lease.pdf",
    };
    const file = await app.send("POST /partner/api/evidence", { headers, raw: pdf() });
    const id = await claim((await place(app)).id, noor, [file.json.id]);
    await decide(id, MORE);
    const asked = await rowOf(id);
    await decide(id, REJECTED);
    app.clock.forward(minutes(10));
    await app.operate("operator.maintenance.sweep");
    expect((await undo(id)).status).toBe(200);
    expect({ ...(await rowOf(id)) }).toEqual({ ...asked, lastDecision: null } as never);
    expect((await as(`GET /api/reviews/evidence/${file.json.id}`)).status).toBe(200);
    expect(sentenceOf(await undo(id))).toEqual([409, "There is no decision to undo"]);
    await decide(id, REJECTED);
    expect((await undo(id)).status).toBe(200);
  });

  test("is refused once the partner has sent a new claim, or another claim has won the place", async () => {
    const [grill, market] = [await place(app), await place(app, { name: "Market" })];
    const [again, lost] = [await claim(grill.id), await claim(market.id)];
    for (const id of [again, lost]) await decide(id, REJECTED);
    await claim(grill.id);
    const winner = await claim(market.id, other);
    await decide(winner, APPROVED);
    expect(sentenceOf(await undo(again))).toEqual(since("the partner has sent a new claim for this place"));
    expect(sentenceOf(await undo(lost))).toEqual(since("the place has another owner"));
  });

  test("is refused once the partner's account is deleted", async () => {
    const id = await claim((await place(app)).id);
    await decide(id, REJECTED);
    await as(`DELETE /api/partner-manager/partners/${noor.id}`);
    expect(sentenceOf(await undo(id))).toEqual(since("the partner's account was deleted"));
  });
});

describe("undoing a question to the partner", () => {
  test("starts the clock again, or restores the question before it", async () => {
    const id = await claim((await place(app)).id);
    const before = await rowOf(id);
    await decide(id, MORE);
    const first = await rowOf(id);
    await decide(id, { ...MORE, notes: "And your ID" });
    expect((await undo(id)).json.moreRequested).toBe("Please send your lease");
    expect({ ...(await rowOf(id)) }).toEqual({ ...first, lastDecision: null } as never);
    await decide(id, MORE);
    const third = await claim((await place(app, { name: "Another" })).id);
    await decide(third, MORE);
    expect((await undo(third)).json).toMatchObject({ moreRequested: null, dueBy: expect.any(String) });
    expect((await rowOf(third))?.moreRequestedAt).toBe(before?.moreRequestedAt as never);
  });

  test("is refused once the partner has answered", async () => {
    const id = await claim((await place(app)).id);
    await decide(id, MORE);
    const body = { documents: ["Here it is"] };
    await app.send(`PUT /partner/api/poi-claims/${id}`, { headers: noor.headers, body });
    expect(sentenceOf(await undo(id))).toEqual(since("the partner has sent documents"));
  });
});

describe("a decision can be undone", () => {
  test("for ten minutes, which the case shows, and not a moment longer", async () => {
    const id = await claim((await place(app)).id);
    await decide(id, REJECTED);
    expect(await untilOf(id, "partner_manager")).toBe(
      new Date(app.clock.now.getTime() + minutes(10)).toISOString(),
    );
    app.clock.forward(minutes(10) + 1);
    expect(await untilOf(id, "partner_manager")).toBeNull();
    const tooLate = [409, "A decision can be undone for 10 minutes. That time is over."];
    expect(sentenceOf(await undo(id))).toEqual(tooLate);
    await app.operate("operator.maintenance.sweep");
    expect((await rowOf(id))?.lastDecision).toBeNull();
    expect(sentenceOf(await undo(id))).toEqual(tooLate);
  });

  test("by the person who decided and by admins alone", async () => {
    const id = await claim((await place(app)).id);
    await decide(id, REJECTED);
    const refused = await undo(id, { who: "second" });
    expect(sentenceOf(refused)).toEqual([
      403,
      "Only the person who decided, or an admin, can undo this decision",
    ]);
    expect([await untilOf(id, "second"), typeof (await untilOf(id, "admin"))]).toEqual([null, "string"]);
    expect((await undo(id, { who: "admin" })).status).toBe(200);
    expect((await app.send(`POST /api/reviews/claims/${id}/undo`, { body: {} })).status).toBe(401);
    expect((await undo("none")).status).toBe(404);
  });

  test("unless someone else has decided since: with the version that was read nothing newer is undone", async () => {
    const id = await claim((await place(app)).id);
    const mine = await decide(id, MORE);
    app.clock.forward(1_000);
    const theirs = await decide(id, REJECTED, "claims", "second");
    const late = await undo(id, { who: "admin", body: { updatedAt: mine.json.updatedAt } });
    expect([late.status, (await rowOf(id))?.status]).toEqual([409, "rejected"]);
    expect((await undo(id, { who: "admin", body: { updatedAt: theirs.json.updatedAt } })).status).toBe(200);
    expect((await undo(id, { body: { updatedAt: "yesterday" } })).status).toBe(400);
  });

  test("unless it followed from another one", async () => {
    const grill = await place(app);
    const [id, lost] = [await claim(grill.id), await claim(grill.id, other)];
    await decide(id, APPROVED);
    expect(sentenceOf(await undo(lost))).toEqual([
      409,
      "This claim was rejected because another one was approved. Undo that approval instead.",
    ]);
  });
});

describe("undoing the decision on a request", () => {
  const undoRequest = (id: string) => undo(id, { kind: "requests" });

  test("removes the place that the approval created, and the request waits again", async () => {
    const id = await request({ halalCertificate: "HFSAA 12" });
    await decide(id, APPROVED, "requests");
    expect(await app.db.orm.$count(pois)).toBe(1);
    const answer = await undoRequest(id);
    expect([answer.status, answer.json]).toMatchObject([200, { status: "pending", poiId: null }]);
    expect([await app.db.orm.$count(pois), await subjects()]).toEqual([0, []]);
    const found = await app.send("GET /partner/api/pois/search?query=crescent", { headers: noor.headers });
    expect(found.json).toEqual([]);
    expect((await decide(id, APPROVED, "requests")).status).toBe(200);
    const [created] = await app.db.orm.select().from(pois);
    expect(created?.halalVerificationStatus).toBe("reported");
    const records = await app.db.orm.$count(evidenceRecords, eq(evidenceRecords.poiId, created?.id ?? ""));
    expect(records).toBe(1);
  });

  test("is refused once the place is used, and says how", async () => {
    const uses: readonly [(poiId: string) => Promise<unknown>, string][] = [
      [
        (poiId) => app.db.orm.update(pois).set({ phone: "3135550100" }).where(eq(pois.id, poiId)),
        "the place was changed",
      ],
      [
        (poiId) => app.db.orm.update(pois).set({ syncedAt: app.clock.now }).where(eq(pois.id, poiId)),
        "the place was sent to the main database",
      ],
      [
        (poiId) =>
          as(`POST /api/admin/pois/${poiId}/evidence`, { kind: "statement", text: "By phone" }, "admin"),
        "evidence about the place was recorded",
      ],
      [
        (poiId) =>
          app.send(`POST /api/places/${poiId}/reports`, { body: { kind: "closed", text: "It is closed" } }),
        "a visitor has sent a report about the place",
      ],
      [
        (poiId) =>
          app.send(`PUT /partner/api/my-pois/${poiId}/facts`, {
            headers: noor.headers,
            body: { prayerRoom: true },
          }),
        "facts about the place were added",
      ],
    ];
    for (const [index, [use, what]] of uses.entries()) {
      const id = await request({ name: `Market ${index}`, address: `${index} Elm Ave` });
      const { json } = await decide(id, APPROVED, "requests");
      await use(json.poiId);
      expect(sentenceOf(await undoRequest(id))).toEqual(since(what));
      expect(await ownerOf(json.poiId)).toBe(noor.id);
    }
  });

  test("after a rejection restores the request, unless the partner has sent it again", async () => {
    const id = await request();
    await decide(id, REJECTED, "requests");
    await app.operate("operator.mail.deliver");
    expect((await undoRequest(id)).json).toMatchObject({ status: "pending", notes: "", reason: null });
    expect(await subjects()).toEqual([
      "owner@example.com request-rejected",
      "owner@example.com request-undone",
    ]);
    await decide(id, REJECTED, "requests");
    await request();
    expect(sentenceOf(await undoRequest(id))).toEqual(since("the partner has sent this request again"));
  });

  test("by several people at once succeeds once, and with parallel approvals leaves one place at most", async () => {
    const id = await request();
    await decide(id, APPROVED, "requests");
    const undone = await Promise.all([undoRequest(id), undoRequest(id), undoRequest(id)]);
    expect(undone.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    for (let round = 0; round < 3; round++) {
      await decide(id, APPROVED, "requests");
      await Promise.all([undoRequest(id), decide(id, APPROVED, "requests"), undoRequest(id)]);
      const [row] = await app.db.orm.select().from(poiRequests);
      expect(await app.db.orm.$count(pois)).toBe(row?.status === "approved" ? 1 : 0);
    }
  });
});
