import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { days } from "../../../shared/duration.ts";
import { shortIdOf } from "../../../shared/places/slug.ts";
import { businessDaysAfter } from "../../../shared/reviews/business-days.ts";
import { REMOVED } from "../../../shared/reviews/reports.ts";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { mailsTo } from "../../../testing/mailed.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import { mails } from "../../mail/table.ts";
import { partners } from "../../partners/table.ts";
import { placeReports } from "./table.ts";

const TEXT = "The waiter, Bilal Khan, told me that the lamb is not halal.";
const GUEST = "guest@example.com";
const OWNER = "owner@example.com";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(placeReports);
  await app.db.orm.delete(mails);
  await app.db.orm.delete(partners);
});
afterAll(() => app.close());

const asAdmin = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const close = (id: string, fields: Record<string, unknown> = {}) =>
  asAdmin(`PUT /api/reviews/reports/${id}`, { close: true, text: "We asked the supplier.", ...fields });
const cases = async (filter = "") => (await asAdmin(`GET /api/reviews/reports${filter}`)).json;
const waiting = async () => (await asAdmin("GET /api/reviews/waiting")).json.cases.report;
const published = async (poiId: string) => (await app.send(`GET /api/places/${poiId}`)).json.reports;

/** A report about a new place; with an owner if it is `owned`. */
async function reported(owned: boolean, fields: Record<string, unknown> = {}) {
  const owner = owned ? await partner(app, OWNER) : null;
  const { id: poiId } = await place(app, {}, owner?.id ?? null);
  const body = { kind: "not_halal", text: TEXT, email: GUEST, ...fields };
  const { id } = (await app.send(`POST /api/places/${poiId}/reports`, { body })).json as { id: string };
  const reply = (text: string, headers = owner?.headers ?? {}) =>
    app.send(`PUT /partner/api/reports/${id}`, { headers, body: { reply: text } });
  return { id, poiId, owner, reply };
}

describe("staff close a report", () => {
  test("about a place without an owner at once: it is published and the reporter is told, the tier stays", async () => {
    const { id, poiId } = await reported(false);
    const answer = await close(id);
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { id, status: "closed", closedBy: "admin", shownText: TEXT, shownReply: null },
    ]);
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(await published(poiId)).toEqual([
      {
        kind: "not_halal",
        text: TEXT,
        reply: null,
        conclusion: "We asked the supplier.",
        openedOn: day,
        closedOn: day,
      },
    ]);
    const [told] = await mailsTo(app, GUEST);
    expect([told?.kind, told?.text.includes(shortIdOf(poiId)), told?.text.includes("Bilal")]).toEqual([
      "report-outcome",
      true,
      false,
    ]);
    expect((await app.send(`GET /api/places/${poiId}`)).json.tier).toBe("unverified");
  });

  test("with an owner only after the reply or the time for it, which the refusal names", async () => {
    const { id, poiId, owner, reply } = await reported(true);
    const replyBy = businessDaysAfter(app.clock.now, 5);
    const refused = await close(id);
    expect([refused.status, refused.json]).toMatchObject([409, { replyBy: replyBy.toISOString() }]);
    expect(refused.json.error).toMatch(/^The owner can reply until \w+, \w+ \d+\./);
    expect(await cases()).toMatchObject([
      {
        closableFrom: replyBy.toISOString(),
        ownerName: "Noor Grill",
        dueBy: businessDaysAfter(replyBy, 5).toISOString(),
      },
    ]);
    expect((await reply("Our lamb has a certificate.")).status).toBe(200);
    expect(await cases()).toMatchObject([
      { closableFrom: null, dueBy: businessDaysAfter(app.clock.now, 5).toISOString() },
    ]);
    expect((await close(id)).status).toBe(200);
    expect(await published(poiId)).toMatchObject([{ text: TEXT, reply: "Our lamb has a certificate." }]);
    expect((await mailsTo(app, OWNER)).map(({ kind }) => kind)).toEqual(["report-opened", "report-closed"]);
    expect(JSON.stringify(await mailsTo(app, OWNER))).not.toContain(GUEST);
    const next = await reported(false);
    await app.db.query("update pois set owner_id = $1 where id = $2", [owner?.id, next.poiId]);
    expect((await close(next.id)).status).toBe(200); // it had no owner to wait for
  });

  test("with an owner who is silent once the time for the reply is over", async () => {
    const { id } = await reported(true);
    expect(await waiting()).toMatchObject({ count: 0, late: 0 }); // nothing for staff to do
    const toReply = businessDaysAfter(app.clock.now, 5).getTime() + 1 - app.clock.now.getTime();
    app.clock.forward(toReply);
    expect(await waiting()).toMatchObject({ count: 1, late: 0 });
    expect((await close(id)).status).toBe(200);
    app.clock.forward(-toReply);
  });

  test("with the words that they remove marked, and no words of theirs in the texts of others", async () => {
    const { id, poiId, reply } = await reported(true);
    await reply("Bilal is new here. Our lamb is halal.");
    for (const fields of [
      { reportText: "The waiter lied." },
      { reportText: `The chef ${REMOVED}` },
      { replyText: "Our lamb is not halal." },
      { replyText: "" },
    ]) {
      const refused = await close(id, fields);
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, Object.keys(fields)]);
    }
    const reportText = `The waiter, ${REMOVED}, told me that the lamb is not halal.`;
    const replyText = `${REMOVED} Our lamb is halal.`;
    expect((await close(id, { reportText, replyText })).status).toBe(200);
    expect(await published(poiId)).toMatchObject([{ text: reportText, reply: replyText }]);
    expect(JSON.stringify(await app.db.orm.select().from(auditLog))).not.toContain("Bilal");
  });

  test("without publishing its text", async () => {
    const { id, poiId } = await reported(false);
    expect((await close(id, { publishText: false })).status).toBe(200);
    expect(await published(poiId)).toMatchObject([{ text: null, conclusion: "We asked the supplier." }]);
  });

  test("once, with a conclusion, and only one that exists", async () => {
    const { id } = await reported(false);
    for (const fields of [{ text: " " }, { text: undefined }, { close: false }, { close: undefined }])
      expect((await close(id, fields)).status).toBe(400);
    expect((await close(id, { text: " " })).json.error).toBe("Please write what you found");
    expect((await close("unknown")).status).toBe(404);
    const both = await Promise.all([close(id), close(id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await mailsTo(app, GUEST)).toHaveLength(1);
    const { id: ownerless } = await reported(false);
    expect(
      (await app.send(`PUT /api/reviews/reports/${ownerless}`, { body: { close: true, text: "x" } })).status,
    ).toBe(401);
  });

  test("not over a reply that they have not seen", async () => {
    const { id, reply } = await reported(true);
    await reply("First words.");
    const [{ updatedAt }] = await cases();
    await reply("Other words.");
    expect((await close(id, { updatedAt })).status).toBe(409);
    const both = await Promise.all([close(id), reply("Last words.")]);
    expect(both.map(({ status }) => status)).toEqual([200, expect.any(Number)]);
    const [{ shownReply }] = await cases();
    expect(shownReply).toBe(both[1].status === 200 ? "Last words." : "Other words.");
  });
});

describe("an owner", () => {
  test("sees the reports about its places without who sent them, and replies until they are closed", async () => {
    const { id, owner, reply } = await reported(true);
    const list = async () =>
      (await app.send("GET /partner/api/reports", { headers: owner?.headers ?? {} })).json;
    expect(await list()).toMatchObject([{ id, kind: "not_halal", text: TEXT, status: "open", reply: "" }]);
    expect(JSON.stringify(await list())).not.toContain(GUEST);
    expect([(await reply("")).status, (await reply("")).json.error]).toEqual([
      400,
      "Please write your reply",
    ]);
    expect((await reply("x".repeat(5_001))).status).toBe(400);
    expect((await reply("Once.")).json).toMatchObject({ reply: "Once." });
    expect((await reply("Twice.")).json).toMatchObject({ reply: "Twice." });
    await close(id, { reportText: `The waiter, ${REMOVED}, told me that the lamb is not halal.` });
    expect((await reply("Late.")).status).toBe(409);
    const [closed] = await list();
    expect(closed).toMatchObject({ status: "closed", reply: "Twice.", conclusion: "We asked the supplier." });
    expect(closed.text).not.toContain("Bilal");
  });

  test("neither sees nor answers a report about another's place", async () => {
    const { reply } = await reported(true);
    const other = await partner(app, "other@example.com");
    expect((await reply("Mine?", other.headers)).status).toBe(404);
    expect((await app.send("GET /partner/api/reports", { headers: other.headers })).json).toEqual([]);
    expect((await reply("Who?", {})).status).toBe(401);
  });
});

test("open reports come first by the day on which they are due, then closed ones, newest first, over pages", async () => {
  const made: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    if (n > 0) app.clock.forward(days(8));
    made.push((await reported(false)).id);
  }
  await close(made[0] ?? "");
  app.clock.forward(days(1));
  await close(made[2] ?? "");
  const expected = [made[1], made[3], made[2], made[0]];
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  expect(ids(await cases())).toEqual(expected as string[]);
  const first = await asAdmin("GET /api/reviews/reports?limit=3");
  const next = /cursor=([^>&]+)/.exec(first.headers.get("link") ?? "")?.[1];
  expect([...ids(first.json), ...ids(await cases(`?limit=3&cursor=${next}`))]).toEqual(expected as string[]);
  expect(ids(await cases("?status=open"))).toEqual([made[1], made[3]] as string[]);
  expect(ids(await cases("?status=closed"))).toEqual([made[2], made[0]] as string[]);
  expect(ids(await cases("?late=true"))).toEqual([made[1]] as string[]);
  expect((await asAdmin("GET /api/reviews/reports?status=done")).status).toBe(400);
});

test("30 days after the end of a case nothing is left but what is published", async () => {
  const { id, poiId } = await reported(false);
  const merged = { kind: "pork", text: "Bilal again", email: "second@example.com" };
  await app.send(`POST /api/places/${poiId}/reports`, { body: merged });
  await close(id, { reportText: `The waiter, ${REMOVED}` });
  expect(await mailsTo(app, "second@example.com")).toHaveLength(1);
  app.clock.forward(days(29));
  await app.operate("operator.maintenance.sweep");
  expect(await app.db.orm.select().from(placeReports)).toHaveLength(2);
  app.clock.forward(days(2));
  await app.operate("operator.maintenance.sweep");
  const [row, ...others] = await app.db.orm.select().from(placeReports);
  expect([row, others]).toMatchObject([
    { email: null, emailKey: null, network: null, text: "", reply: "" },
    [],
  ]);
  expect([await mailsTo(app, GUEST), await mailsTo(app, "second@example.com")]).toEqual([[], []]);
  expect(await published(poiId)).toMatchObject([{ text: `The waiter, ${REMOVED}` }]);
});

test("a reporter who is erased leaves the case, without their words", async () => {
  const { id, poiId } = await reported(false);
  await close(id);
  await app.operate("admin.waitlist.forget", { email: GUEST.toUpperCase() });
  expect(await published(poiId)).toMatchObject([{ text: null, conclusion: "We asked the supplier." }]);
  const open = await reported(false);
  await app.operate("admin.waitlist.forget", { email: GUEST });
  expect((await cases("?status=open"))[0]).toMatchObject({ id: open.id, text: "", wantsOutcome: false });
  expect((await close(open.id)).status).toBe(200);
});

test("an erased report is gone from the place's page at once, even if another one was changed later", async () => {
  const { id, poiId } = await reported(false);
  const body = { kind: "closed", text: "It was closed", email: "second@example.com" };
  await close(id);
  const { json } = await app.send(`POST /api/places/${poiId}/reports`, { body }); // an open case would count it
  await close(json.id);
  await app.db.query("update place_reports set updated_at = '2100-01-01' where id = $1", [json.id]);
  const texts = async () =>
    (await published(poiId)).map(({ text }: { text: string | null }) => text).toSorted();
  expect(await texts()).toEqual(["It was closed", TEXT]);
  await app.operate("admin.waitlist.forget", { email: GUEST });
  expect(await texts()).toEqual(["It was closed", null]);
});
