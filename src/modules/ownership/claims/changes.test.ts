import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { days } from "../../../shared/duration.ts";
import { dueBy } from "../../../shared/reviews/business-days.ts";
import { basic, partner, partnerSession, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import { mails } from "../../mail/table.ts";
import { pois } from "../../places/table.ts";
import { poiClaims } from "./table.ts";

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
  for (const table of [mails, poiClaims, pois]) await app.db.orm.delete(table);
  await app.db.orm.execute(sql`truncate audit_log`);
  id = await claim();
});
afterAll(() => app.close());

/** A fresh session: the tests move the clock past the end of older ones. */
const headersOf = ({ id: partnerId }: Pick<Owner, "id"> = noor) => partnerSession(app, partnerId);

async function claim(name = "Noor Grill"): Promise<string> {
  const { id: poiId } = await place(app, { name });
  const body = { poiId, documents: ["I run it."] };
  return (await app.send("POST /partner/api/poi-claims", { headers: await headersOf(), body })).json.id;
}
const change = async (body: unknown, by = noor, of = id) =>
  app.send(`PUT /partner/api/poi-claims/${of}`, { headers: await headersOf(by), body });
const decide = (body: unknown, of = id) =>
  app.send(`PUT /api/reviews/claims/${of}`, { headers: basic("admin"), body });
const askForMore = (of = id) => decide({ decision: "more", notes: "Please send the lease." }, of);
const queue = async (query = "") =>
  (await app.send(`GET /api/reviews/queue${query}`, { headers: basic("admin") })).json as {
    readonly id: string;
  }[];
const mine = async () =>
  (await app.send("GET /partner/api/my-claims", { headers: await headersOf() })).json[0] as {
    readonly dueBy: string;
  };

describe("a reviewer who asks for more", () => {
  test("stops the clock of the claim and shows the partner what is missing", async () => {
    const answer = await askForMore();
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { id, status: "pending", moreRequested: "Please send the lease.", dueBy: null, late: false },
    ]);
    expect(await mine()).toMatchObject({
      status: "pending",
      moreRequested: "Please send the lease.",
      dueBy: null,
    });
    app.clock.forward(days(30));
    const [shown] = (await app.send("GET /api/reviews/claims", { headers: basic("admin") })).json;
    expect(shown).toMatchObject({ id, late: false, moreRequested: "Please send the lease." });
  });

  test("mails the partner what is missing, with a link to the claims", async () => {
    await askForMore();
    const [mail] = await app.db.orm.select().from(mails).where(eq(mails.kind, "claim-more"));
    expect(mail?.to).toBe("owner@example.com");
    expect(mail?.text).toContain('"Please send the lease."');
    expect(mail?.text).toContain("/partner?tab=claims");
  });

  test("is recorded in the audit log without the note", async () => {
    await askForMore();
    const [entry] = await app.db.orm
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, "admin.reviews.decideClaim"), eq(auditLog.subject, id)));
    expect(entry?.after).toMatchObject({ decision: "more" });
    expect(JSON.stringify(entry)).not.toContain("lease");
  });

  test("must write what is missing and cannot give a reason", async () => {
    const without = await decide({ decision: "more" });
    expect([without.status, without.json.fields]).toEqual([400, { notes: "Write what is missing" }]);
    const reasoned = await decide({ decision: "more", notes: "x", reason: "documents_missing" });
    expect([reasoned.status, reasoned.json.fields]).toEqual([
      400,
      { reason: "A question takes notes and no reason" },
    ]);
  });

  test("finds an unknown claim missing and a decided one decided", async () => {
    expect((await askForMore("unknown")).status).toBe(404);
    await decide({ decision: "rejected", reason: "place_closed" });
    expect((await askForMore()).status).toBe(409);
  });

  test("moves the claim to the end of the queue, where it is never late", async () => {
    const [old, young] = [id, await claim("Second")];
    await askForMore(old);
    app.clock.forward(days(30));
    expect((await queue()).map((each) => each.id)).toEqual([young, old]);
    expect(await queue("?limit=1")).toMatchObject([{ id: young, moreRequested: false, late: true }]);
    const last = (await queue())[1];
    expect(last).toMatchObject({ id: old, moreRequested: true, dueBy: null, late: false });
    expect((await queue("?late=true")).map((each) => each.id)).toEqual([young]);
  });
});

describe("a partner's documents", () => {
  test("answer the question and start the clock again", async () => {
    await askForMore();
    app.clock.forward(days(30));
    const answer = await change({ documents: ["The lease is below."] });
    expect([answer.status, answer.json]).toMatchObject([
      200,
      {
        moreRequested: null,
        documents: ["I run it.", "The lease is below."],
        dueBy: dueBy(app.clock.now).toISOString(),
      },
    ]);
    expect(await queue()).toMatchObject([{ id, moreRequested: false, late: false }]);
    expect((await decide({ decision: "approved" })).json).toMatchObject({ status: "approved" });
  });

  test("can be added unasked, and the clock goes on", async () => {
    const { dueBy: before } = await mine();
    app.clock.forward(days(1));
    expect((await change({ documents: ["One more thing"] })).json.dueBy).toBe(before);
  });

  test("are refused without content, with too much of it, or together with a withdrawal", async () => {
    const refused = [
      [{}, "Send either withdraw or documents"],
      [{ withdraw: false }, "withdraw must be true"],
      [{ documents: [] }, "Send at least one document"],
      [{ documents: [" "] }, "Send at least one document"],
      [{ documents: ["x"], withdraw: true }, "Send either withdraw or documents"],
      [{ documents: Array(20).fill("x") }, "documents must have at most 20 entries"],
      [
        { documents: Array(5).fill("x".repeat(2_000)) },
        "documents must have at most 10000 characters together",
      ],
      [{ documents: ["0".repeat(26)] }, "One of the files is no longer there. Please upload it again."],
    ] as const;
    for (const [body, sentence] of refused) {
      const answer = await change(body);
      expect([answer.status, answer.json.error]).toEqual([400, sentence]);
    }
  });
});

describe("a withdrawal", () => {
  test("closes the claim, so that the partner can claim the place again", async () => {
    const answer = await change({ withdraw: true });
    expect([answer.status, answer.json]).toMatchObject([200, { status: "rejected", reason: "withdrawn" }]);
    const { poiId } = answer.json;
    const again = await app.send("POST /partner/api/poi-claims", {
      headers: await headersOf(),
      body: { poiId },
    });
    expect(again.status).toBe(201);
  });

  test("works while the claim waits for documents, and ends the question", async () => {
    await askForMore();
    expect((await change({ withdraw: true })).json).toMatchObject({
      status: "rejected",
      moreRequested: null,
    });
    expect(await queue()).toEqual([]);
  });

  test("of a claim by another partner or a visitor is refused", async () => {
    expect((await change({ withdraw: true }, other)).status).toBe(404);
    expect((await change({ documents: ["x"] }, other)).status).toBe(404);
    expect((await change({ withdraw: true }, noor, "unknown")).status).toBe(404);
    const body = { withdraw: true };
    expect((await app.send(`PUT /partner/api/poi-claims/${id}`, { body })).status).toBe(401);
  });

  test("of a decided claim is a conflict", async () => {
    await decide({ decision: "rejected", reason: "place_closed" });
    for (const body of [{ withdraw: true }, { documents: ["x"] }])
      expect((await change(body)).json).toMatchObject({ error: "This claim is already decided" });
  });

  test("cannot be chosen as a reason by a reviewer", async () => {
    expect((await decide({ decision: "rejected", reason: "withdrawn" })).status).toBe(400);
  });
});

test("of a withdrawal and an approval at the same time exactly one succeeds", async () => {
  const answers = await Promise.all([change({ withdraw: true }), decide({ decision: "approved" })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [row] = await app.db.orm.select().from(poiClaims).where(eq(poiClaims.id, id));
  const [owned] = await app.db.orm.select({ ownerId: pois.ownerId }).from(pois);
  expect(owned?.ownerId).toBe(row?.status === "approved" ? noor.id : null);
});
