import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { EXCLUDED_TABLES } from "../../db/backup/backup.ts";
import { minutes } from "../../shared/duration.ts";
import { partner, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { place } from "../../testing/places/places.ts";
import { auditLog } from "../audit/table.ts";
import { caseViewers } from "./table.ts";

let app: TestApp;
let aisha: Record<string, string>;
let omar: Record<string, string>;
let key: string;
let placeKey: string;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
  await staff(app, "partner_manager");
  const owner = await partner(app);
  const { id: poiId } = await place(app);
  placeKey = `place:${poiId}`;
  const body = { poiId, documents: ["I own it"] };
  const { json } = await app.send("POST /partner/api/poi-claims", { headers: owner.headers, body });
  key = `claim:${json.id}`;
});
beforeEach(async () => {
  await app.db.orm.delete(caseViewers);
  aisha = await signIn(app, "admin");
  omar = await signIn(app, "partner_manager");
});
afterAll(() => app.close());

interface Added {
  readonly id: string;
}

const view = (headers: Record<string, string>, body: object = { case: key }) =>
  app.send("POST /api/reviews/viewers", { headers, body });
const namesFor = async (headers: Record<string, string>) =>
  (await view(headers)).json.viewers.map(({ name }: { name: string }) => name);

describe("a staff member who opens a case", () => {
  test("sees who else has it open, and not themselves", async () => {
    expect(await namesFor(aisha)).toEqual([]);
    expect(await namesFor(omar)).toEqual(["admin"]);
    expect(await namesFor(aisha)).toEqual(["partner_manager"]);
    expect((await view(omar, { case: placeKey })).json).toEqual({
      viewers: [],
      open: [{ case: key, name: "admin" }],
    });
  });

  test("can be the reader of a certificate, of a visitor's report or of a place", async () => {
    const [, id = ""] = placeKey.split(":");
    const { id: issuerId } = (await app.operate("admin.issuers.add", {
      name: "Council",
      country: "US",
    })) as Added;
    const read = { issuerId, number: "HC-1", validFrom: "2026-01-01", validUntil: "2035-01-01" };
    const certificate = (await app.operate("admin.evidence.add", {
      id,
      kind: "certificate",
      ...read,
    })) as Added;
    const report = await app.send(`POST /api/places/${id}/reports`, {
      body: { kind: "closed", text: "It is" },
    });
    for (const key of [`reading:${certificate.id}`, `report:${report.json.id}`, placeKey]) {
      await view(aisha, { case: key });
      expect((await view(omar, { case: key })).json.viewers).toMatchObject([{ name: "admin" }]);
    }
  });

  test("is gone after 30 seconds of silence, or at once after leaving", async () => {
    await view(aisha);
    app.clock.forward(29_999);
    expect(await namesFor(omar)).toEqual(["admin"]);
    app.clock.forward(1);
    expect(await namesFor(omar)).toEqual([]);
    await view(aisha);
    await view(aisha, { case: key, leave: true });
    expect(await namesFor(omar)).toEqual([]);
    const left = await view(aisha, { case: "place:deleted", leave: true });
    expect(left.json.viewers).toEqual([]);
  });

  test("leaves no audit entry, and no row after the sweep", async () => {
    const before = await app.db.orm.$count(auditLog);
    await view(aisha);
    expect(await app.db.orm.$count(auditLog)).toBe(before);
    app.clock.forward(30_000);
    await app.operate("operator.maintenance.sweep");
    expect(await app.db.orm.$count(caseViewers)).toBe(0);
  });

  test("is not kept signed in by the heartbeat", async () => {
    app.clock.forward(minutes(59));
    expect((await view(aisha)).status).toBe(200);
    app.clock.forward(minutes(1));
    expect((await view(aisha)).status).toBe(401);
  });
});

test("who has a case open is in no backup", () => {
  expect(EXCLUDED_TABLES).toContain("case_viewers");
});

test("only staff learn who has a case open, of a case that exists", async () => {
  expect((await view({})).status).toBe(401);
  const kinds = ["claim", "request", "report", "proposal", "transfer", "reading", "renewal", "place"];
  for (const kind of kinds) expect((await view(aisha, { case: `${kind}:none` })).status).toBe(404);
  for (const body of [{}, { case: "partner:1" }, { case: "claim:" }, { case: key, leave: "yes" }])
    expect((await view(aisha, body)).status).toBe(400);
});
