import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { days } from "../../../shared/duration.ts";
import { randomId } from "../../../shared/id.ts";
import { businessDaysAfter } from "../../../shared/reviews/business-days.ts";
import { basic, partner, partnerSession, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { pdf } from "../../../testing/evidence-files.ts";
import { place } from "../../../testing/places/places.ts";
import { evidenceFiles } from "../../evidence/uploads/table.ts";
import { mails } from "../../mail/table.ts";
import { pois } from "../../places/table.ts";
import { placeProposals, placeTransfers } from "../table.ts";

type Person = Pick<Awaited<ReturnType<typeof partner>>, "id">;

let app: TestApp;
let owner: Person;
let asker: Person;
let third: Person;
let id: string;
beforeAll(async () => {
  app = await testApp();
  owner = await partner(app);
  asker = await partner(app, "asker@example.com");
  third = await partner(app, "third@example.com");
  await staff(app, "admin");
  await staff(app, "partner_manager");
});
beforeEach(async () => {
  for (const table of [mails, evidenceFiles, placeTransfers, placeProposals, pois])
    await app.db.orm.delete(table);
  await app.db.orm.execute(sql`truncate audit_log`);
  id = (await place(app, {}, owner.id)).id;
});
afterAll(() => app.close());

/** With a fresh session: the tests move the clock past the end of older ones. */
const send = async (line: string, by: Person, body?: unknown) =>
  app.send(line, {
    headers: await partnerSession(app, by.id),
    ...(body !== undefined && { body }),
  });
const ask = (by = asker, body: unknown = {}, of = id) =>
  send(`POST /partner/api/pois/${of}/transfer`, by, body);
const answer = (transfer: string, body: unknown, by = owner) =>
  send(`PUT /partner/api/transfers/${transfer}`, by, body);
const decide = (transfer: string, body: unknown = { decision: "approved" }) =>
  app.send(`PUT /api/reviews/transfers/${transfer}`, { headers: basic("admin"), body });
const listed = async (query = "") =>
  (await app.send(`GET /api/reviews/transfers${query}`, { headers: basic("admin") })).json;
const waiting = async () =>
  (await app.send("GET /api/reviews/waiting", { headers: basic("admin") })).json.cases.transfer;
const ownerOf = async () => {
  const [row] = await app.db.orm.select({ ownerId: pois.ownerId }).from(pois).where(eq(pois.id, id));
  return row?.ownerId;
};
const mailed = async () => {
  const rows = await app.db.orm.select({ kind: mails.kind, to: mails.to }).from(mails);
  return rows.map(({ kind, to }) => `${kind} ${to.split("@")[0]}`).toSorted();
};

describe("a partner who asks for a place of another one", () => {
  test("lets the owner decide for three business days", async () => {
    const asked = await ask(asker, { documents: ["I bought it."] });
    const answerBy = businessDaysAfter(app.clock.now, 3).toISOString();
    expect([asked.status, asked.json]).toMatchObject([
      201,
      { poiId: id, status: "pending", direction: "outgoing", waitsFor: "owner", answerBy, dueBy: null },
    ]);
    expect(await mailed()).toEqual(["transfer-asked owner"]);
    const [incoming] = (await send("GET /partner/api/transfers", owner)).json;
    expect(incoming).toMatchObject({ id: asked.json.id, direction: "incoming", partnerName: "Noor Grill" });
    expect(JSON.stringify(asked.json)).not.toContain(owner.id);
    expect(JSON.stringify(incoming)).not.toContain("I bought it");
    expect((await send("GET /partner/api/transfers", third)).json).toEqual([]);
  });

  test("is refused for an unknown place, a free one, the own one and a second time", async () => {
    expect((await ask(asker, {}, "unknown")).status).toBe(404);
    const free = await place(app, { name: "Free" });
    expect((await ask(asker, {}, free.id)).json.error).toContain("Please claim it instead");
    expect((await ask(owner)).json.error).toBe("You already own this place");
    const answers = await Promise.all([ask(), ask()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await app.send(`POST /partner/api/pois/${id}/transfer`, { body: {} })).status).toBe(401);
    expect((await ask(third, { documents: [7] })).status).toBe(400);
  });

  test("sends at most five files", async () => {
    const { json } = await ask(asker, { documents: Array.from({ length: 6 }, () => randomId()) });
    expect(json.fields).toEqual({ documents: "A transfer takes at most 5 files" });
  });

  test("has at most ten open questions", async () => {
    for (let n = 0; n < 10; n++)
      await ask(asker, {}, (await place(app, { name: `Place ${n}` }, owner.id)).id);
    expect((await ask()).json.error).toStartWith("You have 10 open questions");
  });

  test("cannot make us mail an owner without end by withdrawing and asking again", async () => {
    for (let n = 0; n < 3; n++) {
      const asked = await ask();
      expect([asked.status, (await answer(asked.json.id, { withdraw: true }, asker)).status]).toEqual([
        201, 200,
      ]);
    }
    const further = await ask();
    expect([further.status, further.json.error]).toEqual([
      429,
      "You've reached today's limit for transfer requests. Please try again tomorrow.",
    ]);
    expect(await mailed()).toEqual(["transfer-asked owner", "transfer-asked owner", "transfer-asked owner"]);
    expect((await ask(third)).status).toBe(201);
    app.clock.forward(days(1));
    expect((await ask()).status).toBe(201);
  });

  test("sends files that staff can open and the owner cannot", async () => {
    const headers = {
      ...(await partnerSession(app, asker.id)),
      "Content-Type": "application/octet-stream",
      "X-File-Name": "sale.pdf",
    };
    const file = await app.send("POST /partner/api/evidence", { raw: pdf("sale"), headers });
    expect((await ask(asker, { documents: [file.json.id, "Sold"] })).status).toBe(201);
    const [shown] = await listed();
    expect(shown).toMatchObject({ statements: ["Sold"], evidence: [{ name: "sale.pdf" }] });
    const line = `GET /api/reviews/evidence/${file.json.id}`;
    expect((await app.send(line, { headers: basic("admin") })).status).toBe(200);
    expect((await send(`GET /partner/api/evidence/${file.json.id}`, owner)).status).toBe(404);
    expect((await send(`DELETE /partner/api/evidence/${file.json.id}`, asker)).status).toBe(409);
    const again = await ask(third, { documents: [file.json.id] });
    expect(again.status).toBe(400);
  });
});

describe("an owner", () => {
  test("who accepts hands the place over, and everything else about it is closed", async () => {
    const { id: transfer } = (await ask()).json;
    const rival = (await ask(third)).json;
    await send(`POST /partner/api/my-pois/${id}/proposals`, owner, { fields: { name: "Old plan" } });
    await app.db.orm.delete(mails);
    const accepted = await answer(transfer, { accept: true });
    expect([accepted.status, accepted.json]).toMatchObject([200, { status: "approved", waitsFor: null }]);
    expect(await ownerOf()).toBe(asker.id);
    expect(await mailed()).toEqual([
      "transfer-approved asker",
      "transfer-closed third",
      "transfer-given owner",
    ]);
    const rows = (await listed()) as { id: string; status: string; reason: string | null }[];
    expect(rows.find((row) => row.id === rival.id)).toMatchObject({
      status: "rejected",
      reason: "transferred",
    });
    const [proposal] = await app.db.orm.select().from(placeProposals);
    expect(proposal).toMatchObject({ status: "rejected", reason: "transferred" });
  });

  test("who refuses leaves the decision to staff, and may still change their mind", async () => {
    const { id: transfer } = (await ask()).json;
    const refused = await answer(transfer, { accept: false });
    expect(refused.json).toMatchObject({ status: "pending", waitsFor: "staff", dueBy: expect.any(String) });
    expect(await mailed()).toContain("transfer-refused asker");
    expect((await answer(transfer, { accept: false })).status).toBe(409);
    expect(await ownerOf()).toBe(owner.id);
    expect((await answer(transfer, { accept: true })).status).toBe(200);
    expect(await ownerOf()).toBe(asker.id);
  });

  test("alone can answer, and only the partner who asked can withdraw", async () => {
    const { id: transfer } = (await ask()).json;
    for (const [body, by] of [
      [{ accept: true }, asker],
      [{ accept: true }, third],
      [{ withdraw: true }, owner],
      [{ withdraw: true }, third],
    ] as const)
      expect((await answer(transfer, body, by)).status).toBe(404);
    for (const body of [{}, { accept: "yes" }, { accept: true, withdraw: true }])
      expect((await answer(transfer, body)).json.error).toBe("accept must be true or false");
    expect((await answer("unknown", { accept: true })).status).toBe(404);
    const withdrawn = await answer(transfer, { withdraw: true }, asker);
    expect(withdrawn.json).toMatchObject({ status: "rejected", reason: "withdrawn" });
    expect((await answer(transfer, { accept: true })).json.error).toBe("This transfer is already decided");
  });
});

describe("staff", () => {
  test("decide only after three business days without an answer", async () => {
    const { id: transfer } = (await ask()).json;
    const early = await decide(transfer);
    expect([early.status, early.json.error]).toEqual([409, expect.stringContaining("The owner has until")]);
    expect(await waiting()).toMatchObject({ count: 0, late: 0 });
    const [{ answerBy }] = await listed(); // holidays move it
    app.clock.now = new Date(Date.parse(answerBy) + 1);
    expect(await listed()).toMatchObject([{ id: transfer, waitsFor: "staff", late: false }]);
    expect(await waiting()).toMatchObject({ count: 1, late: 0 });
    const decided = await decide(transfer);
    expect([decided.status, decided.json]).toMatchObject([
      200,
      { status: "approved", reviewedBy: "admin", ownerName: "Noor Grill" },
    ]);
    expect(await ownerOf()).toBe(asker.id);
    app.clock.forward(days(30));
    expect(await waiting()).toMatchObject({ count: 0, late: 0 });
  });

  test("list those that are late alone, counted from the day on which the owner could not answer any more", async () => {
    const { id: transfer } = (await ask()).json;
    app.clock.forward(days(6));
    expect([await listed("?late=true"), (await listed("?late=false")).length]).toEqual([[], 1]);
    app.clock.forward(days(9));
    expect(await listed("?late=true&status=pending")).toMatchObject([{ id: transfer, late: true }]);
    expect(await listed("?late=false")).toEqual([]);
    await decide(transfer);
    expect([await listed("?late=true"), (await listed("?late=false")).length]).toEqual([[], 1]);
    expect((await app.send("GET /api/reviews/transfers?late=x", { headers: basic("admin") })).status).toBe(
      400,
    );
  });

  test("decide after a refusal, and a rejection keeps the owner and tells both", async () => {
    const { id: transfer } = (await ask()).json;
    await answer(transfer, { accept: false });
    await app.db.orm.delete(mails);
    const decided = await decide(transfer, { decision: "rejected", notes: "No proof" });
    expect(decided.json).toMatchObject({ status: "rejected", notes: "No proof" });
    expect(await ownerOf()).toBe(owner.id);
    expect(await mailed()).toEqual(["transfer-kept owner", "transfer-rejected asker"]);
    const [mine] = (await send("GET /partner/api/transfers", asker)).json;
    expect(mine.notes).toBe("No proof");
    const [theirs] = (await send("GET /partner/api/transfers", owner)).json;
    expect(theirs.notes).toBe("");
    expect((await decide(transfer)).json.error).toBe("This transfer is already decided");
    expect((await decide("unknown")).status).toBe(404);
    expect((await decide(transfer, { decision: "more" })).status).toBe(400);
  });
});

describe("of several who act at the same time", () => {
  test("do not decide over an answer of the owner that came after they read the transfer", async () => {
    const { json } = await ask();
    app.clock.forward(days(8));
    const [{ updatedAt }] = await listed();
    await answer(json.id, { accept: false });
    const refused = await decide(json.id, { decision: "approved", updatedAt });
    expect([refused.status, refused.json.current]).toMatchObject([
      409,
      { id: json.id, status: "pending", refusedAt: app.clock.now.toISOString() },
    ]);
    expect(await ownerOf()).toBe(owner.id);
    const { updatedAt: read } = refused.json.current;
    expect((await decide(json.id, { decision: "approved", updatedAt: read })).status).toBe(200);
  });

  test("one wins between the owner's answer, the staff's decision and a release", async () => {
    const { id: transfer } = (await ask()).json;
    await answer(transfer, { accept: false });
    const answers = await Promise.all([
      answer(transfer, { accept: true }),
      decide(transfer, { decision: "rejected" }),
      send(`POST /partner/api/my-pois/${id}/release`, owner, {}),
      answer(transfer, { withdraw: true }, asker),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.every((status) => [200, 404, 409].includes(status))).toBe(true);
    const [row] = await app.db.orm.select().from(placeTransfers);
    expect(await ownerOf()).toBe(
      row?.status === "approved" ? asker.id : statuses[2] === 200 ? null : owner.id,
    );
  });

  test("one of two partners whose transfers the owner accepts gets the place", async () => {
    const [one, two] = [(await ask()).json.id, (await ask(third)).json.id];
    const answers = await Promise.all([answer(one, { accept: true }), answer(two, { accept: true })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await ownerOf()).toBe(answers[0].status === 200 ? asker.id : third.id);
  });
});

describe("a deleted account", () => {
  const remove = (who: Person) =>
    app.send(`DELETE /api/partner-manager/partners/${who.id}`, { headers: basic("partner_manager") });

  test("of the partner who asked closes the transfer", async () => {
    const leaver = await partner(app, "leaver@example.com");
    const { id: transfer } = (await ask(leaver)).json;
    expect((await remove(leaver)).status).toBe(200);
    expect(await listed()).toMatchObject([
      { id: transfer, partnerId: null, status: "rejected", reason: "partner_deleted" },
    ]);
    expect((await answer(transfer, { accept: true })).status).toBe(409);
  });

  test("of the owner frees the place and tells the partner who asked", async () => {
    const leaver = await partner(app, "leaver2@example.com");
    const theirs = await place(app, { name: "Leaving" }, leaver.id);
    const { id: transfer } = (await ask(asker, {}, theirs.id)).json;
    await send(`POST /partner/api/my-pois/${theirs.id}/proposals`, leaver, { fields: { name: "New" } });
    await remove(leaver);
    expect(await listed()).toMatchObject([{ id: transfer, status: "rejected", reason: "released" }]);
    expect(await mailed()).toContain("transfer-closed asker");
    const [proposal] = await app.db.orm.select().from(placeProposals);
    expect(proposal).toMatchObject({ status: "rejected", reason: "partner_deleted" });
  });
});
