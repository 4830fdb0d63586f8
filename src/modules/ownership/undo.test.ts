import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { minutes } from "../../shared/duration.ts";
import { basic, partner, partnerSession, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { fakeMailer } from "../../testing/fake-mailer.ts";
import { place } from "../../testing/places/places.ts";
import { auditLog } from "../audit/table.ts";
import { mails } from "../mail/table.ts";
import { currentPartners, partners } from "../partners/table.ts";
import { pois } from "../places/table.ts";
import { poiClaims } from "./claims/table.ts";
import { placeProposals, placeTransfers } from "./table.ts";

type Person = Pick<Awaited<ReturnType<typeof partner>>, "id">;

let app: TestApp;
let owner: Person;
let asker: Person;
let third: Person;
/** A place of `owner`. */
let poiId: string;
beforeAll(async () => {
  app = await testApp({}, { mailer: fakeMailer(async () => undefined) });
  for (const role of ["admin", "partner_manager"] as const) await staff(app, role);
  await staff(app, "partner_manager", "second");
});
beforeEach(async () => {
  for (const table of [mails, placeTransfers, placeProposals, poiClaims, pois])
    await app.db.orm.delete(table);
  await app.db.orm.execute(sql`truncate audit_log`);
  if ((await app.db.orm.$count(currentPartners)) < 3) await createPartners(); // some tests delete one
  poiId = (await place(app, {}, owner.id)).id;
});
afterAll(() => app.close());

async function createPartners(): Promise<void> {
  await app.db.orm.delete(partners);
  owner = await partner(app);
  asker = await partner(app, "asker@example.com");
  third = await partner(app, "third@example.com");
}

const send = async (line: string, by: Person, body: object = {}) =>
  app.send(line, { headers: await partnerSession(app, by.id), body });
const as = (line: string, body?: object, who = "partner_manager") =>
  app.send(line, { headers: basic(who), ...(body && { body }) });
const propose = async (body: object, of = poiId) =>
  (await send(`POST /partner/api/my-pois/${of}/proposals`, owner, body)).json.id as string;
const ask = async (by = asker) => (await send(`POST /partner/api/pois/${poiId}/transfer`, by)).json.id;
/** A transfer that the owner has refused, so that staff decide. */
async function refused(by = asker): Promise<string> {
  const id = await ask(by);
  await send(`PUT /partner/api/transfers/${id}`, owner, { accept: false });
  app.clock.forward(1_000);
  return id;
}
const APPROVED = { decision: "approved", notes: "Welcome" };
const REJECTED = { decision: "rejected", notes: "No." };
type Kind = "proposals" | "transfers";
const decide = (kind: Kind, id: string, body: object) => as(`PUT /api/reviews/${kind}/${id}`, body);
const undo = (kind: Kind, id: string, { who = "partner_manager", body = {} } = {}) =>
  as(`POST /api/reviews/${kind}/${id}/undo`, body, who);
const placeNow = async () => (await app.db.orm.select().from(pois).where(eq(pois.id, poiId)))[0];
const changeRow = async (id: string) =>
  (await app.db.orm.select().from(placeProposals).where(eq(placeProposals.id, id)))[0];
const transferRow = async (id: string) =>
  (await app.db.orm.select().from(placeTransfers).where(eq(placeTransfers.id, id)))[0];
const release = () => send(`POST /partner/api/my-pois/${poiId}/release`, owner);
const edit = (body: object) => as(`PUT /api/admin/pois/${poiId}`, body, "admin");
const removePartner = ({ id }: Person) => as(`DELETE /api/partner-manager/partners/${id}`);
const mailed = async (kind: string) => {
  const rows = await app.db.orm.select().from(mails).where(eq(mails.kind, kind)).orderBy(mails.to);
  return rows.map(({ to, text }) => [to.split("@")[0], text?.split("\n\n").slice(1, 3).join(" ")]);
};
const kinds = async () => (await app.db.orm.select().from(mails)).map(({ kind }) => kind).toSorted();
const sentenceOf = ({ status, json }: { status: number; json: { error: string } }) => [status, json.error];
const since = (what: string) => [409, `This decision can no longer be undone: ${what} since.`];
const entryOf = async (action: string) =>
  (await app.db.orm.select().from(auditLog).where(eq(auditLog.action, action)))[0];

describe("undoing the approval of an owner's change", () => {
  test("gives the place the values and the tier that it had, and the change waits as before, without a mail", async () => {
    await as(`POST /api/admin/pois/${poiId}/evidence`, { kind: "statement", text: "By phone" }, "admin");
    const id = await propose({ name: "Noor House", category: "mosque" });
    const [before, listed] = [await changeRow(id), await placeNow()];
    const decided = await decide("proposals", id, APPROVED);
    expect(decided.json.undoUntil).toBe(new Date(app.clock.now.getTime() + minutes(10)).toISOString());
    expect(await placeNow()).toMatchObject({ name: "Noor House", halalVerificationStatus: "unverified" });
    const answer = await undo("proposals", id, { body: { updatedAt: decided.json.updatedAt } });
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { status: "pending", notes: "", undoUntil: null, current: { name: "Noor Grill" } },
    ]);
    expect(await changeRow(id)).toEqual(before);
    const { name, category, halalVerificationStatus, identity } = listed ?? {};
    expect(await placeNow()).toMatchObject({ name, category, halalVerificationStatus, identity });
    expect(await kinds()).toEqual([]);
    expect(await entryOf("admin.reviews.proposals.undo")).toMatchObject({
      subject: id,
      before: { decision: "approved", status: "approved", name: "Noor House", category: "mosque" },
      after: { status: "pending", poiId, name: "Noor Grill", category: "restaurant" },
    });
    expect((await decide("proposals", id, APPROVED)).status).toBe(200);
  });

  test("mails an owner who was told already", async () => {
    const id = await propose({ name: "Noor House" });
    await decide("proposals", id, APPROVED);
    await app.operate("operator.mail.deliver");
    await undo("proposals", id);
    expect(await mailed("proposal-undone")).toEqual([
      [
        "owner",
        `Our last email about your change #${id.slice(0, 8)} to a place was sent too early. Please ignore it. The place is listed as it was before, for now.`,
      ],
    ]);
  });

  test("is refused once the place was changed, released or deleted, or another change waits", async () => {
    const cases: readonly [() => Promise<unknown>, string][] = [
      [() => edit({ name: "Third name" }), "the place was changed"],
      [() => propose({ name: "Fourth name" }), "the owner has sent another change of the place"],
      [release, "the place was released by its owner"],
      [
        () => app.operate("admin.pois.delete", { id: poiId }),
        "the place was deleted or merged with another one",
      ],
    ];
    for (const [change, what] of cases) {
      poiId = (await place(app, {}, owner.id)).id;
      const id = await propose({ name: "Noor House" });
      await decide("proposals", id, APPROVED);
      await change();
      expect(sentenceOf(await undo("proposals", id))).toEqual(since(what));
      expect((await changeRow(id))?.status).toBe("approved");
    }
  });

  test("in parallel with a newer change and an edit leaves one waiting change at most, and no edit is lost", async () => {
    for (let round = 0; round < 3; round++) {
      poiId = (await place(app, {}, owner.id)).id;
      const id = await propose({ name: "Noor House" });
      await decide("proposals", id, APPROVED);
      const later = [propose({ name: "Noor Home" }), edit({ city: "Flint" })];
      const undone = [undo("proposals", id), undo("proposals", id, { who: "admin" })];
      await Promise.all(later);
      const statuses = (await Promise.all(undone)).map(({ status }) => status);
      const isUndone = statuses.includes(200);
      expect(statuses.every((status) => [200, 409].includes(status))).toBe(true);
      const rows = await app.db.orm.select().from(placeProposals).where(eq(placeProposals.poiId, poiId));
      expect(rows.filter(({ status }) => status === "pending")).toHaveLength(1);
      expect(await placeNow()).toMatchObject({ city: "Flint", name: isUndone ? "Noor Grill" : "Noor House" });
    }
  });

  test("leaves what others have changed of the place since", async () => {
    const id = await propose({ name: "Noor House" });
    await decide("proposals", id, APPROVED);
    await edit({ city: "Flint" });
    expect((await undo("proposals", id)).status).toBe(200);
    expect(await placeNow()).toMatchObject({ name: "Noor Grill", city: "Flint" });
  });
});

test("a rejected change waits again after its undo, unless the owner has sent another one or is gone", async () => {
  const id = await propose({ name: "Noor House" });
  const before = await changeRow(id);
  await decide("proposals", id, REJECTED);
  await app.operate("operator.mail.deliver");
  expect((await undo("proposals", id)).status).toBe(200);
  expect(await changeRow(id)).toEqual(before);
  expect((await mailed("proposal-undone"))[0]?.[1]).toEndWith(
    "It is not rejected. We are looking at it again.",
  );
  await decide("proposals", id, REJECTED);
  const other = await propose({ name: "Noor Home" });
  expect(sentenceOf(await undo("proposals", id))).toEqual(
    since("the owner has sent another change of the place"),
  );
  await decide("proposals", other, REJECTED);
  await removePartner(owner);
  expect(sentenceOf(await undo("proposals", other))).toEqual(since("the partner's account was deleted"));
});

describe("undoing the approval of a transfer", () => {
  test("returns the place and what waited for its owner, and withdraws the mails", async () => {
    const id = await refused();
    const [other, change] = [await ask(third), await propose({ name: "Noor House" })];
    const before = [await transferRow(id), await transferRow(other), await changeRow(change)];
    await app.db.orm.delete(mails);
    await decide("transfers", id, APPROVED);
    expect([(await placeNow())?.ownerId, await kinds()]).toEqual([
      asker.id,
      ["transfer-approved", "transfer-closed", "transfer-given"],
    ]);
    const answer = await undo("transfers", id);
    expect([answer.status, answer.json]).toMatchObject([200, { status: "pending", waitsFor: "staff" }]);
    expect([await transferRow(id), await transferRow(other), await changeRow(change)]).toEqual(before);
    expect(await placeNow()).toMatchObject({ ownerId: owner.id, syncState: "pending" });
    expect(await kinds()).toEqual([]);
    expect(await entryOf("admin.reviews.transfers.undo")).toMatchObject({
      subject: id,
      before: { decision: "approved", ownerId: asker.id },
      after: { status: "pending", poiId, ownerId: owner.id, restored: [change, other] },
    });
    expect((await decide("transfers", id, APPROVED)).status).toBe(200);
  });

  test("mails those who were told already, and closes what waits for the new owner", async () => {
    const [id, other] = [await refused(), await ask(third)];
    await decide("transfers", id, APPROVED);
    await app.operate("operator.mail.deliver");
    const asked = await ask(third);
    const body = { name: "New name" };
    const change = (await send(`POST /partner/api/my-pois/${poiId}/proposals`, asker, body)).json.id;
    expect((await undo("transfers", id)).status).toBe(200);
    const told = "Our last email about Noor Grill was sent too early. Please ignore it.";
    expect(await mailed("transfer-undone")).toEqual([
      ["asker", `${told} The place is not among your places for now.`],
      ["owner", `${told} The place is among your places again.`],
      ["third", `${told} Your question to its owner is open again.`],
    ]);
    expect((await transferRow(other))?.status).toBe("pending");
    for (const row of [await transferRow(asked), await changeRow(change)])
      expect(row).toMatchObject({ status: "rejected", reason: "transferred" });
  });

  test("is refused once the new owner has released the place, also if that partner has it again, or an account is gone", async () => {
    const id = await refused();
    await decide("transfers", id, APPROVED);
    await send(`POST /partner/api/my-pois/${poiId}/release`, asker);
    expect(sentenceOf(await undo("transfers", id))).toEqual(since("the place was released by its owner"));
    const claim = (await send("POST /partner/api/poi-claims", asker, { poiId })).json.id;
    await as(`PUT /api/reviews/claims/${claim}`, { decision: "approved" });
    expect(sentenceOf(await undo("transfers", id))).toEqual(since("the place has changed hands"));
    await removePartner(owner);
    expect(sentenceOf(await undo("transfers", id))).toEqual(since("the owner's account was deleted"));
    await removePartner(asker);
    expect(sentenceOf(await undo("transfers", id))).toEqual(
      since("the account of the partner who asks was deleted"),
    );
  });

  test("by several people at once succeeds once, and in parallel with a release leaves one owner at most", async () => {
    const id = await refused();
    await decide("transfers", id, APPROVED);
    const answers = await Promise.all(
      ["admin", "partner_manager", "admin"].map((who) => undo("transfers", id, { who })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await decide("transfers", id, APPROVED);
    const [undone, released] = await Promise.all([
      undo("transfers", id),
      send(`POST /partner/api/my-pois/${poiId}/release`, asker),
    ]);
    const ownerNow = (await placeNow())?.ownerId;
    expect([undone.status, released.status, ownerNow]).toEqual(
      undone.status === 200 ? [200, 404, owner.id] : [409, 200, null],
    );
  });
});

test("a rejected transfer waits for staff again after its undo, unless its partner has asked again", async () => {
  const id = await refused();
  const before = await transferRow(id);
  await decide("transfers", id, REJECTED);
  await app.operate("operator.mail.deliver");
  expect((await undo("transfers", id)).json).toMatchObject({ status: "pending", waitsFor: "staff" });
  expect(await transferRow(id)).toEqual(before);
  expect((await mailed("transfer-undone")).map(([to]) => to)).toEqual(["asker", "owner"]);
  await decide("transfers", id, REJECTED);
  await ask();
  expect(sentenceOf(await undo("transfers", id))).toEqual(since("the partner has asked for the place again"));
});

describe("a decision on a change or a transfer can be undone", () => {
  test("for ten minutes and not a moment longer", async () => {
    const id = await propose({ name: "Noor House" });
    await decide("proposals", id, REJECTED);
    app.clock.forward(minutes(10));
    await app.operate("operator.maintenance.sweep");
    const [shown] = (await as("GET /api/reviews/proposals?status=rejected")).json;
    expect(typeof shown.undoUntil).toBe("string");
    app.clock.forward(1);
    const tooLate = [409, "A decision can be undone for 10 minutes. That time is over."];
    expect(sentenceOf(await undo("proposals", id))).toEqual(tooLate);
    await app.operate("operator.maintenance.sweep");
    expect((await changeRow(id))?.lastDecision).toBeNull();
    expect(sentenceOf(await undo("proposals", id))).toEqual(tooLate);
  });

  test("by the person who decided, by admins and by operators alone, in the version that they have read", async () => {
    const [change, transfer] = [await propose({ name: "Noor House" }), await refused()];
    for (const [kind, id] of [["proposals", change] as const, ["transfers", transfer] as const]) {
      await decide(kind, id, REJECTED);
      expect(sentenceOf(await undo(kind, id, { who: "second" }))).toEqual([
        403,
        "Only the person who decided, or an admin, can undo this decision",
      ]);
      const [shown] = (await as(`GET /api/reviews/${kind}`, undefined, "second")).json;
      expect([shown.id, shown.undoUntil]).toEqual([id, null]);
      expect((await as(`GET /api/reviews/${kind}/${id}`, undefined, "second")).json).toEqual(shown);
      expect((await app.send(`POST /api/reviews/${kind}/${id}/undo`, { body: {} })).status).toBe(401);
      expect((await undo(kind, "none")).status).toBe(404);
      const body = { updatedAt: new Date(0).toISOString() };
      expect((await undo(kind, id, { body })).status).toBe(409);
      expect((await undo(kind, id, { body: { updatedAt: "yesterday" } })).status).toBe(400);
      expect(await app.operate(`admin.reviews.${kind}.undo`, { id })).toMatchObject({ status: "pending" });
      expect(sentenceOf(await undo(kind, id))).toEqual([409, "There is no decision to undo"]);
    }
  });

  test("if staff made it, not if an owner accepted or replaced it or it applied at once", async () => {
    const replaced = await propose({ name: "Noor House" });
    await propose({ name: "Noor Home" });
    await propose({ phone: "3135550199" });
    const [atOnce] = await app.db.orm.select().from(placeProposals).where(eq(placeProposals.atOnce, true));
    const transfer = await ask();
    await send(`PUT /partner/api/transfers/${transfer}`, owner, { accept: true });
    const nothing = [409, "Our team has not decided this, so there is nothing to undo"];
    expect(sentenceOf(await undo("transfers", transfer))).toEqual(nothing);
    for (const id of [replaced, atOnce?.id ?? ""])
      expect(sentenceOf(await undo("proposals", id))).toEqual(nothing);
  });
});
