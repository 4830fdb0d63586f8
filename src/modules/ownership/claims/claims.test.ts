import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import { pois } from "../../places/table.ts";
import { poiClaims } from "./table.ts";

type Owner = Awaited<ReturnType<typeof partner>>;

let app: TestApp;
let noor: Owner;
let other: Owner;
let grill: Awaited<ReturnType<typeof place>>;
beforeAll(async () => {
  app = await testApp();
  noor = await partner(app);
  other = await partner(app, "other@example.com");
  grill = await place(app);
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(poiClaims);
  await app.db.orm.update(pois).set({ ownerId: null });
  await app.db.orm.execute(sql`truncate audit_log`);
});
afterAll(() => app.close());

const claim = (body: unknown, by = noor) =>
  app.send("POST /partner/api/poi-claims", { headers: by.headers, body });
const mine = (by = noor) => app.send("GET /partner/api/my-claims", { headers: by.headers });
const sentences = async (body: unknown) => {
  const { status, json } = await claim(body);
  return [status, json.error];
};

describe("a claim", () => {
  test("is stored as pending, with an audit entry that holds none of its text", async () => {
    const documents = ["I have run it since 2012.\nAsk for me.", "License 4711"];
    const answer = await claim({ poiId: grill.id, documents });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{26}$/),
      poiId: grill.id,
      poiName: "Noor Grill",
      proofs: [
        expect.objectContaining({ kind: "phone", askedAt: null, confirmedAt: null }),
        expect.objectContaining({ kind: "letter", askedAt: null, confirmedAt: null }),
      ],
      poiAddress: "12 Main St, Dearborn, MI",
      files: [],
      status: "pending",
      submittedAt: app.clock.now.toISOString(),
      reviewedAt: null,
      notes: "",
      documents,
      reason: null,
      moreRequested: null,
      dueBy: expect.any(String),
    });
    const [act] = await app.db.orm.select().from(auditLog).orderBy(auditLog.id);
    expect(act).toMatchObject({
      action: "partner.claims.submit",
      subject: answer.json.id,
      after: { poiId: grill.id, documents: 2, files: 0 },
    });
  });

  test("needs no documents", async () => {
    for (const documents of [undefined, null, [], [""], ["  "]]) {
      await app.db.orm.delete(poiClaims);
      const answer = await claim({ poiId: grill.id, documents });
      expect([answer.status, answer.json.documents]).toEqual([201, []]);
    }
  });

  test("takes at most twenty documents of 2,000 characters each and 10,000 in total", async () => {
    const refused = [
      Array(21).fill("x"),
      ["x".repeat(2_001)],
      Array(6).fill("x".repeat(2_000)),
      ["a\u0000b"],
      [4],
      "a text",
      { 0: "a" },
    ];
    for (const documents of refused) {
      const { status, json } = await claim({ poiId: grill.id, documents });
      expect([status, Object.keys(json.fields ?? {})[0]?.split(".")[0]]).toEqual([400, "documents"]);
    }
    const most = Array(5).fill("ع".repeat(2_000));
    expect((await claim({ poiId: grill.id, documents: most })).json.documents).toEqual(most);
  });

  test("on an unknown place, or without a place, is refused", async () => {
    expect(await sentences({ poiId: "none" })).toEqual([404, "There is no such location"]);
    expect((await claim({})).json.fields).toEqual({ poiId: "poiId is required" });
  });

  test("on a place with an owner is refused, no matter who owns it", async () => {
    for (const ownerId of [other.id, noor.id]) {
      await app.db.orm.update(pois).set({ ownerId });
      expect(await sentences({ poiId: grill.id })).toEqual([409, "This location is already claimed"]);
    }
  });

  test("is refused a second time while the first is pending, and can be submitted again after a rejection", async () => {
    const { json } = await claim({ poiId: grill.id });
    const again = [409, "You already have a pending claim for this location"];
    expect(await sentences({ poiId: grill.id })).toEqual(again);
    await app.db.orm.update(poiClaims).set({ status: "rejected" }).where(eq(poiClaims.id, json.id));
    expect((await claim({ poiId: grill.id })).status).toBe(201);
  });

  test("by another partner on the same place can be pending at the same time", async () => {
    expect([
      (await claim({ poiId: grill.id })).status,
      (await claim({ poiId: grill.id }, other)).status,
    ]).toEqual([201, 201]);
  });

  test("submitted fifty times in parallel is stored once", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim({ poiId: grill.id })));
    const statuses = answers.map((each) => each.status).sort();
    expect(statuses).toEqual([201, ...Array(49).fill(409)]);
    expect(await app.db.orm.select().from(poiClaims)).toHaveLength(1);
  });

  test("is refused if the partner already has ten pending ones", async () => {
    const places = await Promise.all(
      Array.from({ length: 12 }, (_, index) => place(app, { name: `Place ${index}` })),
    );
    const answers = await Promise.all(places.map((each) => claim({ poiId: each.id })));
    expect(answers.filter((each) => each.status === 201)).toHaveLength(10);
    expect(answers.find((each) => each.status === 409)?.json.error).toBe(
      "You have 10 open claims. Please wait until one of them is decided.",
    );
  });

  test("ignores fields that the partner may not set", async () => {
    const forged = {
      status: "approved",
      partnerId: other.id,
      reviewedAt: "2020-01-01",
      notes: "x",
      id: "mine",
    };
    const { json } = await claim({ poiId: grill.id, ...forged });
    const [row] = await app.db.orm.select().from(poiClaims);
    expect([json.status, json.notes, row?.partnerId, row?.reviewedAt]).toEqual([
      "pending",
      "",
      noor.id,
      null,
    ]);
    expect(row?.id).not.toBe("mine");
  });

  test("cannot be submitted by visitors or staff", async () => {
    const body = { poiId: grill.id };
    expect((await app.send("POST /partner/api/poi-claims", { body })).status).toBe(401);
    const headers = basic("admin");
    expect((await app.send("POST /partner/api/poi-claims", { headers, body })).status).toBe(401);
  });
});

describe("a partner's own claims", () => {
  test("are listed newest first, in pages, without those of other partners", async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index++) {
      const each = await place(app, { name: `Listed ${index}` });
      made.unshift((await claim({ poiId: each.id })).json.id);
      app.clock.forward(1_000);
    }
    await claim({ poiId: grill.id }, other);
    const all = await mine();
    expect(all.json.map((each: { id: string }) => each.id)).toEqual(made);
    expect(all.headers.get("x-total-count")).toBe("5");
    const first = await app.send("GET /partner/api/my-claims?limit=3", { headers: noor.headers });
    const next = /<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1];
    const second = await app.send(`GET ${next}`, { headers: noor.headers });
    expect(second.json.map((each: { id: string }) => each.id)).toEqual(made.slice(3));
  });

  test("are an empty list if there are none", async () => {
    expect((await mine()).json).toEqual([]);
  });

  test("show reason and due date, but not the reviewer", async () => {
    const { json } = await claim({ poiId: grill.id });
    await app.db.orm.update(poiClaims).set({
      status: "rejected",
      reason: "name_mismatch",
      notes: "The license names another street.",
      reviewedBy: "aisha",
      reviewedAt: app.clock.now,
    });
    const [shown] = (await mine()).json;
    expect(shown).toEqual({
      ...json,
      proofs: [],
      status: "rejected",
      reason: "name_mismatch",
      notes: "The license names another street.",
      reviewedAt: app.clock.now.toISOString(),
    });
  });
});
