import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { mailSentences } from "../../copy/en/decisions.ts";
import { days } from "../../shared/duration.ts";
import { randomId } from "../../shared/id.ts";
import { basic, partner, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { pdf } from "../../testing/evidence-files.ts";
import { place } from "../../testing/places/places.ts";
import { auditLog } from "../audit/table.ts";
import { placeSuggestions } from "../directory/suggestions/table.ts";
import { evidenceFiles } from "../evidence/uploads/table.ts";
import { mails } from "../mail/table.ts";
import { poiClaims } from "../ownership/claims/table.ts";
import { poiRequests } from "../ownership/requests/table.ts";
import { placeProposals, placeTransfers } from "../ownership/table.ts";
import { partners } from "../partners/table.ts";
import { pois } from "../places/table.ts";

type Owner = Awaited<ReturnType<typeof partner>>;

let app: TestApp;
let noor: Owner;
let other: Owner;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
  await staff(app, "partner_manager");
});
beforeEach(async () => {
  const cases = [poiClaims, poiRequests, placeProposals, placeTransfers, placeSuggestions];
  for (const table of [mails, ...cases, pois, partners]) await app.db.orm.delete(table);
  await app.db.orm.execute(sql`truncate audit_log`);
  noor = await partner(app);
  other = await partner(app, "other@example.com");
});
afterAll(() => app.close());

const SHOP = {
  name: "Crescent Market",
  category: "grocery",
  address: "77 Elm Ave",
  city: "Dearborn",
  state: "MI",
};
const as = (line: string, body?: unknown, who = "partner_manager") =>
  app.send(line, { headers: basic(who), ...(body !== undefined && { body }) });
const claim = async (poiId: string, by = noor, documents: readonly string[] = []): Promise<string> => {
  const body = { poiId, documents };
  const { json } = await app.send("POST /partner/api/poi-claims", { headers: by.headers, body });
  return json.id;
};
const request = async (fields: object = {}, by = noor): Promise<string> => {
  const body = { ...SHOP, ...fields };
  const { json } = await app.send("POST /partner/api/poi-requests", { headers: by.headers, body });
  return json.id;
};
const decideClaim = (id: string, body: unknown) => as(`PUT /api/reviews/claims/${id}`, body);
const decideRequest = (id: string, body: unknown) => as(`PUT /api/reviews/requests/${id}`, body);
/** Many at once come with one session: names and passwords are counted. */
const desk = async () => {
  const headers = await signIn(app, "partner_manager");
  return (line: string, body?: unknown) => app.send(line, { headers, ...(body !== undefined && { body }) });
};
const APPROVED = { decision: "approved" };
const idsOf = (json: readonly { id: string }[]) => json.map((each) => each.id);
const ownerOf = async (id: string) =>
  (await app.db.orm.select({ ownerId: pois.ownerId }).from(pois).where(eq(pois.id, id)))[0]?.ownerId;
const actsOf = (action: string) =>
  app.db.orm.select().from(auditLog).where(eq(auditLog.action, action)).orderBy(auditLog.id);
const tally = (statuses: readonly string[]) =>
  Object.fromEntries(
    Map.groupBy(statuses, (each) => each)
      .entries()
      .map(([status, all]) => [status, all.length]),
  );

describe("the approval of a claim", () => {
  test("makes the claimant the owner, mails them, and leaves an audit entry without an address", async () => {
    const grill = await place(app);
    const id = await claim(grill.id);
    const answer = await decideClaim(id, { ...APPROVED, reason: "proof_sufficient", notes: "Welcome!" });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      id,
      status: "approved",
      reason: "proof_sufficient",
      notes: "Welcome!",
      reviewedBy: "partner_manager",
      reviewedAt: app.clock.now.toISOString(),
      updatedAt: app.clock.now.toISOString(),
      late: false,
    });
    expect(await ownerOf(grill.id)).toBe(noor.id);
    const [mail] = await app.db.orm.select().from(mails);
    expect(mail).toMatchObject({ to: "owner@example.com", kind: "claim-approved" });
    expect([mail?.subject, mail?.text?.includes("Welcome!")]).toEqual([
      `Your claim #${id.slice(0, 8)} was approved`,
      false, // what a person typed is read in the portal
    ]);
    const [act] = await actsOf("admin.reviews.decideClaim");
    expect(act).toMatchObject({
      subject: id,
      before: { status: "pending" },
      after: { status: "approved", reason: "proof_sufficient", poiId: grill.id, rejected: [] },
    });
    expect(JSON.stringify(act)).not.toContain("@");
  });

  test("is mailed in the sentences that the reviewer saw before", async () => {
    const id = await claim((await place(app)).id);
    const said = {
      kind: "claim",
      id,
      decision: "approved",
      reason: "proof_sufficient",
      notes: "Welcome!",
    } as const;
    await decideClaim(id, said);
    const [mail] = await app.db.orm.select().from(mails);
    const sentences = mailSentences(said);
    expect(sentences).toEqual([
      `We have looked at your claim #${id.slice(0, 8)}. It was approved.`,
      "Your documents prove your connection to this place. It is now listed among your places.",
      "There is a note for you in the portal.",
    ]);
    expect(mail?.text).toContain(sentences.join("\n\n"));
    expect(mailSentences({ ...said, reason: null, notes: "" })).toEqual(sentences.slice(0, 1));
  });

  test("makes the place pending for the sync", async () => {
    const grill = await place(app);
    await app.db.orm.update(pois).set({ syncState: "synced" });
    await decideClaim(await claim(grill.id), APPROVED);
    const [row] = await app.db.orm.select().from(pois);
    expect([row?.syncState, (row?.version ?? 0) > grill.version]).toEqual(["pending", true]);
  });

  test("rejects the other pending claims on the place, and no others, and mails their partners the reason", async () => {
    const [grill, elsewhere] = [await place(app), await place(app, { name: "Elsewhere" })];
    const id = await claim(grill.id);
    const lost = await claim(grill.id, other);
    const untouched = await claim(elsewhere.id, other);
    await decideClaim(id, APPROVED);
    const rows = await app.db.orm.select().from(poiClaims);
    const statusOf = (wanted: string) => rows.find((row) => row.id === wanted);
    expect(statusOf(lost)).toMatchObject({
      status: "rejected",
      reason: "already_claimed_by_other",
      reviewedBy: "partner_manager",
    });
    expect(statusOf(untouched)?.status).toBe("pending");
    const [mail] = await app.db.orm.select().from(mails).where(eq(mails.to, "other@example.com"));
    expect(mail?.kind).toBe("claim-rejected");
    expect(mail?.text).toContain("Someone else has proven that this place is theirs.");
  });

  test("is refused once the place has an owner, and once the claim is decided", async () => {
    const grill = await place(app);
    const id = await claim(grill.id);
    await app.db.orm.update(pois).set({ ownerId: other.id });
    const owned = await decideClaim(id, APPROVED);
    expect([owned.status, owned.json.error]).toEqual([409, "This location is already claimed"]);
    await decideClaim(id, { decision: "rejected", reason: "name_mismatch" });
    for (const body of [APPROVED, { decision: "rejected", notes: "x" }]) {
      const again = await decideClaim(id, body);
      expect([again.status, again.json.error]).toEqual([409, "This claim is already decided"]);
    }
  });

  test("is refused if the place was deleted", async () => {
    const grill = await place(app);
    const id = await claim(grill.id);
    await app.db.orm.delete(pois);
    expect((await decideClaim(id, APPROVED)).status).toBe(409);
    expect((await decideClaim(id, { decision: "rejected", reason: "place_closed" })).status).toBe(200);
  });

  test("succeeds for exactly one of twenty parallel claims on one place", async () => {
    const at = await desk();
    for (let round = 0; round < 3; round++) {
      const grill = await place(app, { name: `Round ${round}` });
      const rivals = await Promise.all(
        Array.from({ length: 20 }, () => partner(app, `${randomId()}@example.com`)),
      );
      const ids = await Promise.all(rivals.map((each) => claim(grill.id, each)));
      const answers = await Promise.all(ids.map((id) => at(`PUT /api/reviews/claims/${id}`, APPROVED)));
      expect(answers.map((each) => each.status).sort()).toEqual([200, ...Array(19).fill(409)]);
      const rows = await app.db.orm.select().from(poiClaims).where(eq(poiClaims.poiId, grill.id));
      expect(tally(rows.map((row) => row.status))).toEqual({ approved: 1, rejected: 19 });
      expect(await ownerOf(grill.id)).toBe(rows.find((row) => row.status === "approved")?.partnerId);
    }
  });

  test("in parallel with the deletion of the partner leaves no place with a deleted owner", async () => {
    const at = await desk();
    const owners = await Promise.all(
      Array.from({ length: 10 }, () => partner(app, `${randomId()}@example.com`)),
    );
    const places = await Promise.all(owners.map((_, index) => place(app, { name: `Place ${index}` })));
    const ids = await Promise.all(owners.map((each, index) => claim(places[index]?.id ?? "", each)));
    const answers = await Promise.all([
      ...ids.map((id) => at(`PUT /api/reviews/claims/${id}`, APPROVED)),
      ...owners.map(({ id }) => at(`DELETE /api/partner-manager/partners/${id}`)),
    ]);
    expect(answers.map((each) => each.status).every((status) => status === 200 || status === 409)).toBe(true);
    expect(await app.db.orm.select().from(pois).where(sql`owner_id is not null`)).toEqual([]);
    expect(await app.db.orm.select().from(poiClaims).where(eq(poiClaims.status, "pending"))).toEqual([]);
  });
});

describe("a rejection", () => {
  test("leaves the place unclaimed, gives the reason, and lets the partner submit the claim again", async () => {
    const grill = await place(app);
    const id = await claim(grill.id);
    const answer = await decideClaim(id, { decision: "rejected", reason: "documents_unreadable" });
    expect([answer.json.status, await ownerOf(grill.id)]).toEqual(["rejected", null]);
    const [mail] = await app.db.orm.select().from(mails);
    expect(mail?.text).toContain("We could not read what you sent.");
    expect(await claim(grill.id)).toMatch(/^[0-9a-z]{26}$/);
  });

  test("needs a reason or notes, and a reason that fits the decision", async () => {
    const id = await claim((await place(app)).id);
    const wrong = [
      { decision: "rejected" },
      { decision: "rejected", notes: "  " },
      { decision: "rejected", reason: "proof_sufficient" },
      { decision: "rejected", reason: "duplicate_place" },
      { decision: "rejected", reason: "partner_deleted" },
      { decision: "approved", reason: "name_mismatch" },
      { decision: "rejected", reason: "because" },
    ];
    for (const body of wrong) {
      const { status, json } = await decideClaim(id, body);
      expect([body, status, Object.keys(json.fields ?? {})]).toEqual([body, 400, ["reason"]]);
    }
    for (const notes of [undefined, "", " \n"]) {
      const { status, json } = await decideClaim(id, { decision: "rejected", reason: "other", notes });
      expect([status, Object.keys(json.fields)]).toEqual([400, ["notes"]]);
    }
    expect((await decideClaim(id, { decision: "perhaps" })).json.fields).toHaveProperty("decision");
    expect((await decideClaim(id, { decision: "rejected", notes: "See my note." })).status).toBe(200);
    expect((await decideClaim("none", APPROVED)).status).toBe(404);
  });
});

describe("the approval of a request", () => {
  test("creates the place, owned by its requester, searchable at once and pending for the sync", async () => {
    const id = await request({ zipCode: "48126", phone: "3135550100", subcategory: "halal butcher" });
    const answer = await decideRequest(id, APPROVED);
    expect([answer.status, answer.json.status]).toEqual([200, "approved"]);
    const [row] = await app.db.orm.select().from(pois);
    expect(row).toMatchObject({
      ...SHOP,
      id: answer.json.poiId,
      zipCode: "48126",
      phone: "3135550100",
      subcategory: "halal butcher",
      ownerId: noor.id,
      halalVerificationStatus: "unverified",
      syncState: "pending",
    });
    const found = await app.send("GET /partner/api/pois/search?query=crescent", { headers: noor.headers });
    expect(idsOf(found.json)).toEqual([answer.json.poiId]);
    const [mail] = await app.db.orm.select().from(mails);
    expect(mail).toMatchObject({ to: "owner@example.com", kind: "request-approved" });
    expect(await actsOf("admin.reviews.decideRequest")).toMatchObject([
      { subject: id, after: { status: "approved", poiId: answer.json.poiId } },
    ]);
  });

  test("with a certificate creates a place whose status is reported, never verified", async () => {
    await decideRequest(await request({ halalCertificate: "HFSAA 12" }), APPROVED);
    const [row] = await app.db.orm.select().from(pois);
    expect([row?.halalCertificate, row?.halalVerificationStatus]).toEqual(["HFSAA 12", "reported"]);
  });

  test("sets the position that the reviewer found, with both coordinates or none", async () => {
    const id = await request();
    const half = await decideRequest(id, { ...APPROVED, latitude: 42.3 });
    expect([half.status, Object.keys(half.json.fields)]).toEqual([400, ["longitude"]]);
    await decideRequest(id, { ...APPROVED, placeId: "maps-1", latitude: 42.3, longitude: -83.2 });
    const [row] = await app.db.orm.select().from(pois);
    expect([row?.placeId, row?.latitude, row?.longitude]).toEqual(["maps-1", 42.3, -83.2]);
  });

  test("is refused if the place has been listed since, and names that place", async () => {
    const id = await request();
    const there = await place(app, { name: SHOP.name, address: SHOP.address });
    const answer = await decideRequest(id, APPROVED);
    expect([answer.status, answer.json.place.id]).toEqual([409, there.id]);
    expect((await decideRequest(id, { decision: "rejected", reason: "duplicate_place" })).status).toBe(200);
    expect(await app.db.orm.select().from(pois)).toHaveLength(1);
  });

  test("submitted twenty times in parallel, for two partners' requests for one place, creates one place", async () => {
    const at = await desk();
    const ids = [await request(), await request({}, other)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => at(`PUT /api/reviews/requests/${ids[index % 2]}`, APPROVED)),
    );
    expect(answers.map((each) => each.status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(await app.db.orm.select().from(pois)).toHaveLength(1);
    expect(tally((await app.db.orm.select().from(poiRequests)).map((row) => row.status))).toEqual({
      approved: 1,
      pending: 1,
    });
  });

  test("of two spellings of one place in parallel creates one place", async () => {
    const at = await desk();
    const towns = [
      ["QC", "Montréal", "Montreal"],
      ["MN", "St. Paul", "St Paul"],
    ] as const;
    for (const [round, [state, one, same]] of [...towns, ...towns].entries()) {
      const fields = { state, name: `Market ${round}` };
      const ids = [await request({ ...fields, city: one }), await request({ ...fields, city: same }, other)];
      const answers = await Promise.all(ids.map((id) => at(`PUT /api/reviews/requests/${id}`, APPROVED)));
      expect(answers.map((each) => each.status).sort()).toEqual([200, 409]);
    }
    expect(await app.db.orm.select().from(pois)).toHaveLength(4);
  });

  test("and its rejection exclude each other; an unknown request is refused", async () => {
    const id = await request();
    const no = { decision: "rejected", reason: "not_a_place" };
    const answers = [
      await decideRequest(id, no),
      await decideRequest(id, no),
      await decideRequest("none", no),
    ];
    expect(answers.map((each) => each.status)).toEqual([200, 409, 404]);
    expect((await decideRequest(await request(), { decision: "rejected" })).status).toBe(400);
  });
});

describe("the lists for staff", () => {
  test("show pending cases first, oldest first, then decided ones, newest first, in pages", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 6; index++) {
      ids.push(await claim((await place(app, { name: `Place ${index}` })).id));
      app.clock.forward(1_000);
    }
    const [a, b, c, d, e, f] = ids as [string, string, string, string, string, string];
    await decideClaim(c, APPROVED);
    app.clock.forward(1_000);
    await decideClaim(a, { decision: "rejected", reason: "other", notes: "x" });
    const all = await as("GET /api/reviews/claims");
    expect(idsOf(all.json)).toEqual([b, d, e, f, a, c]);
    const seen: string[] = [];
    for (let next: string | undefined = "/api/reviews/claims?limit=2"; next; ) {
      const page = await as(`GET ${next}`);
      seen.push(...idsOf(page.json));
      next = /<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual([b, d, e, f, a, c]);
    expect(idsOf((await as("GET /api/reviews/claims?status=pending")).json)).toEqual([b, d, e, f]);
    expect(idsOf((await as("GET /api/reviews/claims?status=approved")).json)).toEqual([c]);
    expect((await as("GET /api/reviews/claims?status=open")).json.fields).toHaveProperty("status");
    const ofPartner = (by: Owner) => as(`GET /api/reviews/claims?partner=${by.id}`);
    expect([(await ofPartner(noor)).json.length, (await ofPartner(other)).json.length]).toEqual(
      [noor, other].map(
        ({ id }) => all.json.filter((each: { partnerId: string }) => each.partnerId === id).length,
      ),
    );
    const named = await as("GET /api/reviews/claims?partner=OTHER@example.com");
    expect(idsOf(named.json)).toEqual(idsOf((await ofPartner(other)).json));
    for (const list of ["claims", "requests"]) {
      const unknown = await as(`GET /api/reviews/${list}?partner=nobody@example.com`);
      expect([unknown.status, unknown.json.error]).toEqual([404, "This partner does not exist"]);
    }
  });

  test("of requests work the same way", async () => {
    const first = await request();
    app.clock.forward(1_000);
    const second = await request({ name: "Second" });
    await decideRequest(first, { decision: "rejected", notes: "x" });
    expect(idsOf((await as("GET /api/reviews/requests")).json)).toEqual([second, first]);
    expect(idsOf((await as("GET /api/reviews/requests?status=rejected")).json)).toEqual([first]);
  });

  test("are available to reviewers only", async () => {
    for (const line of ["GET /api/reviews/claims", "GET /api/reviews/requests", "GET /api/reviews/queue"]) {
      expect((await app.send(line)).status).toBe(401);
      expect((await app.send(line, { headers: noor.headers })).status).toBe(401);
      expect([(await as(line)).status, (await as(line, undefined, "admin")).status]).toEqual([200, 200]);
    }
  });
});

describe("the queue", () => {
  const queue = async (input: object = {}) => {
    const query = encodeURIComponent(JSON.stringify({ json: input }));
    const { json } = await as(`GET /trpc/admin.reviews.queue?input=${query}`);
    return json.result.data.json;
  };

  test("lists claims and requests together, oldest first, with what a reviewer needs to choose", async () => {
    const grill = await place(app);
    const first = await claim(grill.id);
    app.clock.forward(1_000);
    const second = await request();
    app.clock.forward(1_000);
    const third = await claim(grill.id, other);
    const { items, total } = await queue();
    expect(idsOf(items)).toEqual([first, second, third]);
    expect(items[0]).toMatchObject({
      kind: "claim",
      name: "Noor Grill",
      city: "Dearborn",
      state: "MI",
      partnerId: noor.id,
      partnerName: "Noor Grill",
      partnerIsVerified: false,
      files: 0,
      rivals: 1,
      late: false,
    });
    expect(total).toBe(3);
    await decideClaim(first, APPROVED);
    expect(idsOf((await queue()).items)).toEqual([second]);
  });

  test("lists every kind of case, and what waits for someone else last", async () => {
    const grill = await place(app);
    const owned = await place(app, { name: "Noor Bakery" }, noor.id);
    const now = () => app.clock.forward(1_000);
    const claimId = await claim(grill.id);
    now();
    const sent = (line: string, by: Owner, body: unknown) => app.send(line, { headers: by.headers, body });
    const fields = { name: "Noor Bakery and Cafe" };
    await sent(`POST /partner/api/my-pois/${owned.id}/proposals`, noor, { fields });
    now();
    await sent(`POST /partner/api/pois/${owned.id}/transfer`, other, {});
    const report = { kind: "closed", text: "It is" };
    await app.send(`POST /api/places/${grill.id}/reports`, { body: report });
    now();
    await app.send("POST /api/places/suggestions", { body: { name: "Missing Market" } });
    now();
    const issuer = (await app.operate("admin.issuers.add", { name: "Council", country: "US" })) as {
      id: string;
    };
    const read = { issuerId: issuer.id, number: "HC-1", validFrom: "2026-01-01", validUntil: "2035-01-01" };
    await app.operate("admin.evidence.add", { id: grill.id, kind: "certificate", ...read });
    const { items, total } = await queue();
    const kinds = items.map(({ kind }: { kind: string }) => kind);
    expect([kinds.toSorted(), total]).toEqual([
      ["claim", "proposal", "reading", "report", "suggestion", "transfer"],
      6,
    ]);
    expect(items.at(-1)).toMatchObject({ kind: "transfer", waitsFor: "owner", dueBy: null, late: false });
    const due = items.slice(0, -1).map(({ dueBy }: { dueBy: string }) => dueBy);
    expect(due).toEqual(due.toSorted());
    expect(idsOf(items)).toContain(claimId);
    for (const kind of kinds) expect((await queue({ kind })).total).toBe(1);
    app.clock.forward(days(14));
    expect((await queue({ late: true })).total).toBe(6);
    expect((await queue({ kind: "renewal" })).items).toEqual([]);
  });

  test("lists what is decided, newest first, with who decided it", async () => {
    const [first, second] = [await claim((await place(app)).id), await request()];
    await decideClaim(first, APPROVED);
    app.clock.forward(1_000);
    await decideRequest(second, { decision: "rejected", notes: "x" });
    const { items, total } = await queue({ decided: true });
    expect([idsOf(items), total]).toEqual([[second, first], 2]);
    expect(items[0].decided).toMatchObject({ status: "rejected", by: "partner_manager" });
    expect(idsOf((await queue({ decided: true, limit: 1 })).items)).toEqual([second]);
    expect((await queue({ decided: true, kind: "reading" })).items).toEqual([]);
    expect(await queue({ decided: true, assignee: "me" })).toEqual({
      items: [],
      total: 0,
      next: null,
      totalIsMore: false,
    });
  });

  test("counts of what is decided no more than 1,000 of a kind, and pages through all of it", async () => {
    await app.db.query(
      `insert into poi_claims (id, poi_name, partner_name, documents, status, submitted_at, reviewed_at)
       select 'old-' || n, 'Old', 'Old', '[]', 'rejected', t, t
       from (select n, $1::timestamptz - n * interval '1 second' as t from generate_series(1, 1002) n) rows`,
      [app.clock.now],
    );
    const { items, total, totalIsMore, next } = await queue({ decided: true, limit: 500 });
    expect([items[0].id, items.at(-1).id, total, totalIsMore]).toEqual(["old-1", "old-500", 1_000, true]);
    const second = await queue({ decided: true, limit: 500, cursor: next });
    expect(second.items[0].id).toBe("old-501");
    expect(idsOf((await queue({ decided: true, limit: 500, page: 3 })).items)).toEqual([
      "old-1001",
      "old-1002",
    ]);
  });

  test("has pages and filters by kind and lateness", async () => {
    const grill = await place(app);
    const [oldClaim, oldRequest] = [await claim(grill.id), await request()];
    app.clock.forward(days(14)); // more than five business days
    const newRequest = await request({ name: "New" }, await partner(app, "third@example.com"));
    const pages: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: { items: { id: string }[]; next: string | null } = await queue({ limit: 1, cursor });
      pages.push(...idsOf(page.items));
      cursor = page.next;
    }
    expect(pages).toEqual([...[oldClaim, oldRequest].sort(), newRequest]);
    const late = await queue({ late: true });
    expect([idsOf(late.items), late.total]).toEqual([pages.slice(0, 2), 2]);
    expect(late.items.every((each: { late: boolean }) => each.late)).toBe(true);
    expect(idsOf((await queue({ late: false, kind: "request" })).items)).toEqual([newRequest]);
    expect((await queue({ kind: "claim" })).total).toBe(1);
  });
});

describe("a case", () => {
  test("of a claim shows the place, the claimant, the other claims and the statements", async () => {
    const grill = await place(app);
    const owned = await place(app, { name: "Noor Bakery" }, noor.id);
    const rival = await claim(grill.id, other);
    const id = await claim(grill.id, noor, ["I run it."]);
    const { json } = await as(`GET /api/reviews/claims/${id}`);
    expect(json).toMatchObject({
      claim: { id, status: "pending", partnerName: "Noor Grill" },
      place: { id: grill.id, phone: "(313) 555-0100", ownerId: null, ownerName: null },
      claimant: {
        id: noor.id,
        email: "owner@example.com",
        contactName: "Maryam",
        isVerified: false,
        emailConfirmedAt: null,
        places: [{ id: owned.id, name: "Noor Bakery" }],
      },
      otherClaims: [{ id: rival, status: "pending" }],
      statements: ["I run it."],
      evidence: [],
    });
    expect(JSON.stringify(json)).not.toMatch(/password|\$argon2/i);
    expect((await as("GET /api/reviews/claims/none")).status).toBe(404);
  });

  test("of a claim shows the current owner of the place", async () => {
    const grill = await place(app);
    const id = await claim(grill.id);
    await decideClaim(id, APPROVED);
    const { json } = await as(`GET /api/reviews/claims/${id}`);
    expect([json.place.ownerName, json.claim.reviewedBy]).toEqual(["Noor Grill", "partner_manager"]);
  });

  test("of a place is listed with its files, as long as they can be opened", async () => {
    const poi = await place(app);
    const upload = async (name: string): Promise<string> => {
      const headers = { ...noor.headers, "Content-Type": "application/octet-stream", "X-File-Name": name };
      return (await app.send("POST /partner/api/evidence", { headers, raw: pdf(name) })).json.id;
    };
    const [kept, gone] = [await upload("lease.pdf"), await upload("gone.pdf")];
    const id = await claim(poi.id, noor, ["I manage it.", kept, gone]);
    await claim((await place(app, { address: "9 Oak Ave" })).id, other);
    await app.db.orm
      .update(evidenceFiles)
      .set({ removedAt: app.clock.now })
      .where(eq(evidenceFiles.id, gone));
    expect(await app.operate("admin.reviews.placeClaims", { id: poi.id })).toMatchObject([
      { id, partnerName: "Noor Grill", status: "pending", files: [{ id: kept, name: "lease.pdf" }] },
    ]);
    expect(await app.operate("admin.reviews.placeClaims", { id: "unknown" })).toEqual([]);
  });

  test("of a deleted partner keeps its decision", async () => {
    const id = await claim((await place(app)).id);
    await as(`DELETE /api/partner-manager/partners/${noor.id}`);
    const { json } = await as(`GET /api/reviews/claims/${id}`);
    expect([json.claimant, json.claim.partnerName, json.claim.reason]).toEqual([
      null,
      "Noor Grill",
      "partner_deleted",
    ]);
  });

  test("of a request shows the requester and possible duplicates", async () => {
    const id = await request();
    const alike = await place(app, { name: "Crescent Market", address: "1 Other Rd" });
    const { json } = await as(`GET /api/reviews/requests/${id}`);
    expect(json).toMatchObject({ request: { id }, place: null, requester: { id: noor.id } });
    expect(idsOf(json.duplicates)).toEqual([alike.id]);
    expect((await as("GET /api/reviews/requests/none")).status).toBe(404);
  });
});
