import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { hours, minutes } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { GRILL, intakeCounts, LIKE_GRILL, sendIntake } from "../../../testing/places/intake-files.ts";
import { place } from "../../../testing/places/places.ts";
import { pois } from "../table.ts";
import { intakeRows, placeSources } from "./table.ts";

let app: TestApp;
let home: string;
let listedId: string;
let intakeId: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-matches-"));
  app = await testApp({ DATA_DIR: home });
  await staff(app, "admin");
  await staff(app, "partner_manager");
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate pois, intakes, poi_vocabulary cascade`);
  ({ id: listedId } = await place(app, {
    ...{
      name: "Noor Grill",
      address: "12 Main St",
      phone: "",
      zipCode: "",
      longitude: -83.2,
      latitude: 42.3,
    },
  }));
  const taken = await sendIntake(app, [LIKE_GRILL], "&release=R1");
  expect(taken.json.counts).toEqual(intakeCounts({ unsure: 1 }));
  intakeId = taken.json.id;
  app.clock.forward(hours(1));
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

const as = (who: string, line: string, body?: object) =>
  app.send(line, { headers: basic(who), ...(body && { body }) });
const waiting = async () => (await as("admin", "GET /api/reviews/matches")).json;
const decide = (id: string, decision: unknown, who = "partner_manager") =>
  as(who, `PUT /api/reviews/matches/${id}`, { decision });
const listed = () => app.db.orm.select().from(pois).orderBy(pois.seq);
const sources = () => app.db.orm.select().from(placeSources);
const unversioned = ({ version: _, updatedAt: __, syncState: ___, ...place }: typeof pois.$inferSelect) =>
  place;
const rows = () => app.db.orm.select().from(intakeRows);
const undoDecision = (id: string, who = "partner_manager", updatedAt?: string) =>
  as(who, `POST /api/reviews/matches/${id}/undo`, { updatedAt });
const undo = () => as("admin", `POST /api/admin/intakes/${intakeId}/undo`);
const inQueue = async () => {
  const queue = (await as("admin", "GET /api/reviews/queue")).json;
  return queue.map(({ kind, name }: { kind: string; name: string }) => [kind, name]);
};

describe("a row that may be a listed place", () => {
  test("waits in the queue of staff with both side by side", async () => {
    const [match] = await waiting();
    expect(match).toMatchObject({
      ...{ source: "geojson", status: "pending", intake: { release: "R1", state: "applied" } },
      says: { name: "Noor Grill & Sweets", address: "14 Main St" },
      place: { id: listedId, name: "Noor Grill", address: "12 Main St" },
    });
    expect(match.score).toBeGreaterThan(0);
    expect(match.score).toBeLessThan(1);
    expect((await as("partner_manager", `GET /api/reviews/matches/${match.id}`)).json).toEqual(match);
    expect(await inQueue()).toEqual([["match", "Noor Grill & Sweets"]]);
    const counted = await as("admin", "GET /api/reviews/queue?kind=match&decided=true");
    expect(counted.json).toEqual([]);
  });

  test("is linked to the place that staff say it is, which gets what it lacks", async () => {
    const [{ id }] = await waiting();
    const decided = await decide(id, "same");
    expect([decided.status, decided.json]).toMatchObject([
      200,
      { status: "same", reviewedBy: "partner_manager", place: { id: listedId, zipCode: "48126" } },
    ]);
    expect(await listed()).toMatchObject([
      { id: listedId, zipCode: "48126", said: { zipCode: { release: "R1" } } },
    ]);
    expect(await sources()).toMatchObject([{ poiId: listedId, externalId: "g9", release: "R1" }]);
    expect([await waiting(), await inQueue()]).toEqual([[], []]);
    expect((await as("admin", "GET /api/reviews/matches?status=same")).json).toHaveLength(1);
    expect((await as("admin", "GET /api/reviews/queue?kind=match&decided=true")).json).toMatchObject([
      { id, decided: { status: "same", by: "partner_manager" } },
    ]);
    const again = await sendIntake(app, [LIKE_GRILL]);
    expect(again.json.counts).toEqual(intakeCounts({ same: 1 }));
  });

  test("becomes a place of its own if staff say it is another", async () => {
    const [{ id }] = await waiting();
    expect((await decide(id, "different")).json).toMatchObject({
      status: "different",
      place: { id: listedId },
    });
    expect(await listed()).toMatchObject([
      { name: "Noor Grill", zipCode: "" },
      { name: "Noor Grill & Sweets" },
    ]);
    expect((await app.send("GET /api/places?q=sweets")).json).toHaveLength(1);
    expect((await sendIntake(app, [LIKE_GRILL])).json.counts).toEqual(intakeCounts({ same: 1 }));
  });

  test("is decided once, of two at once one counts", async () => {
    const [{ id }] = await waiting();
    const answers = await Promise.all([decide(id, "different"), decide(id, "different", "admin")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await listed()).toHaveLength(2);
    expect((await decide(id, "same")).json.error).toBe("This match is already decided");
  });

  test("waits again once its decision is undone, as the same place or as another", async () => {
    const [{ id }] = await waiting();
    const before = [(await listed()).map(unversioned), await sources(), await rows()];
    for (const decision of ["same", "different"]) {
      expect((await decide(id, decision)).json.undoUntil).toBe(
        new Date(app.clock.now.getTime() + minutes(10)).toISOString(),
      );
      expect(await rows()).not.toEqual(before[2]);
      const undone = await undoDecision(id);
      expect([undone.status, undone.json]).toMatchObject([
        200,
        { status: "pending", reviewedBy: null, undoUntil: null, place: { id: listedId, zipCode: "" } },
      ]);
      expect([(await listed()).map(unversioned), await sources(), await rows()]).toEqual(before);
    }
    expect((await waiting()).map((each: { id: string }) => each.id)).toEqual([id]);
    expect((await decide(id, "same")).status).toBe(200);
    expect((await undo()).json).toMatchObject({ state: "undone", kept: 0 });
  });

  test("is undone once, by who decided or an admin, within ten minutes, and only if nothing followed", async () => {
    const [{ id }] = await waiting();
    expect((await undoDecision(id)).json.error).toBe("There is no decision to undo");
    await decide(id, "different");
    expect((await app.send(`POST /api/reviews/matches/${id}/undo`)).status).toBe(401);
    expect((await undoDecision("0".repeat(26))).status).toBe(404);
    const stale = await undoDecision(id, "admin", new Date(app.clock.now.getTime() - 1).toISOString());
    expect(stale.status).toBe(409);
    const both = await Promise.all([undoDecision(id), undoDecision(id, "admin")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await decide(id, "same", "admin");
    expect((await undoDecision(id)).json.error).toBe(
      "Only the person who decided, or an admin, can undo this decision",
    );
    await as("admin", `PUT /api/admin/pois/${listedId}`, { zipCode: "48120" });
    expect((await undoDecision(id, "admin")).json.error).toBe(
      "This decision can no longer be undone: the place was changed or used since.",
    );
    expect(await listed()).toMatchObject([{ zipCode: "48120" }]);
    app.clock.forward(minutes(10) + 1);
    expect((await undoDecision(id, "admin")).json.error).toBe(
      "A decision can be undone for 10 minutes. That time is over.",
    );
    expect((await as("admin", `GET /api/reviews/matches/${id}`)).json.undoUntil).toBeNull();
  });

  test("is not undone once the next file of its source was applied", async () => {
    const [{ id }] = await waiting();
    await decide(id, "different");
    app.clock.forward(1);
    await sendIntake(app, [LIKE_GRILL]);
    expect((await undoDecision(id)).json.error).toBe(
      "This decision can no longer be undone: another file of its source was applied since.",
    );
    expect(await listed()).toHaveLength(2);
  });

  test("is not decided by who may not, as something else, or if it is not there", async () => {
    const [{ id }] = await waiting();
    expect((await app.send(`PUT /api/reviews/matches/${id}`, { body: { decision: "same" } })).status).toBe(
      401,
    );
    expect((await app.send("GET /api/reviews/matches")).status).toBe(401);
    for (const wrong of [undefined, "pending", 1]) expect((await decide(id, wrong)).status).toBe(400);
    expect((await decide("0".repeat(26), "same")).status).toBe(404);
    expect((await as("admin", `GET /api/reviews/matches/${"0".repeat(26)}`)).status).toBe(404);
    expect((await waiting())[0].status).toBe("pending");
  });

  test("no longer waits once its intake is undone, which takes back decisions too", async () => {
    const [{ id }] = await waiting();
    await undo();
    expect([await waiting(), await inQueue()]).toEqual([[], []]);
    const refused = await decide(id, "same");
    expect([refused.status, refused.json.error]).toEqual([409, "The intake that this comes from was undone"]);
    const second = await sendIntake(app, [LIKE_GRILL]);
    intakeId = second.json.id;
    const [again] = await waiting();
    expect((await decide(again.id, "different")).status).toBe(200);
    expect(await listed()).toHaveLength(2);
    expect((await undo()).json).toMatchObject({ state: "undone", kept: 0 });
    expect([await listed(), await sources()]).toMatchObject([[{ id: listedId }], []]);
  });

  test("waits as the intake before asked it once the newer one is undone", async () => {
    const newer = await sendIntake(app, [{ ...LIKE_GRILL, zipCode: "48999" }], "&release=R2");
    expect(await waiting()).toMatchObject([{ intake: { release: "R2" }, says: { zipCode: "48999" } }]);
    await as("admin", `POST /api/admin/intakes/${newer.json.id}/undo`);
    expect(await waiting()).toMatchObject([{ intake: { release: "R1" }, says: { zipCode: "48126" } }]);
    await undo();
    expect(await waiting()).toEqual([]);
  });

  test("does not overwrite what another file has said since", async () => {
    const csv = (zip: string) => ({
      raw: `name,address,city,state,zip_code,category\nNoor Grill,12 Main St,Dearborn,MI,${zip},restaurant\n`,
      headers: { ...basic("admin"), "Content-Type": "text/csv" },
    });
    expect((await app.send("POST /api/admin/intakes?source=csv", csv("48120"))).json.counts).toEqual(
      intakeCounts({ changed: 1 }),
    );
    const [{ id }] = await waiting();
    expect((await decide(id, "same")).status).toBe(200);
    expect(await listed()).toMatchObject([{ zipCode: "48120", said: { zipCode: { source: "csv" } } }]);
  });

  test("does not bring back a place that was deleted since", async () => {
    const [{ id }] = await waiting();
    await as("admin", `DELETE /api/admin/pois/${listedId}`);
    expect((await decide(id, "same")).json.error).toBe("The place is no longer listed");
    expect((await decide(id, "different")).status).toBe(200);
    expect((await listed()).filter(({ deletedAt }) => deletedAt === null)).toMatchObject([
      { name: "Noor Grill & Sweets" },
    ]);
  });

  test("is the same row of the file that is brought again", async () => {
    await sendIntake(app, [GRILL, LIKE_GRILL]);
    expect(await waiting()).toHaveLength(1);
  });
});
