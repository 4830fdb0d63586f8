import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { days, minutes } from "../../../shared/duration.ts";
import { randomId } from "../../../shared/id.ts";
import { basic, partner, partnerSession, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { pdf } from "../../../testing/evidence-files.ts";
import { place } from "../../../testing/places/places.ts";
import { mails } from "../../mail/table.ts";

let home: string;
let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
let other: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-progress-"));
  app = await testApp({ DATA_DIR: home });
  app.clock.now = new Date("2026-06-15T16:00:00Z");
  await staff(app, "partner_manager", "amina");
  await staff(app, "admin", "bilal");
  owner = await partner(app, "owner@example.com");
  other = await partner(app, "other@example.com");
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

type Poi = { readonly id: string };
const by = (name: string, line: string, body: unknown) => app.send(line, { headers: basic(name), body });
const progressOf = async ({ id }: Poi, who = owner) =>
  app.send(`GET /partner/api/my-pois/${id}/road`, { headers: await partnerSession(app, who.id) });
const record = async ({ id }: Poi, body: object) =>
  (await by("amina", `POST /api/admin/pois/${id}/evidence`, body)).json;
const issuer = async (address: string) =>
  (await by("bilal", "POST /api/admin/issuers", { name: randomId(), country: "US", address })).json.id;

/** Sends a certificate as the owner. Returns the file. */
async function send({ id }: Poi): Promise<string> {
  const headers = await partnerSession(app, owner.id);
  const file = await app.send("POST /partner/api/evidence", {
    raw: pdf(randomId()),
    headers: { ...headers, "Content-Type": "application/pdf", "X-File-Name": "certificate.pdf" },
  });
  const body = { kind: "certificate", fileId: file.json.id };
  await app.send(`POST /partner/api/my-pois/${id}/renewals`, { headers, body });
  return file.json.id;
}

test("an owner sees each step of a certificate with its day, up to its last one", async () => {
  const poi = await place(app, { name: "Saffron" }, owner.id);
  const none = { tier: "unverified", sentOn: null, readings: 0, needed: 2, readOn: null, confirmedOn: null };
  expect((await progressOf(poi)).json).toMatchObject(none);
  const fileId = await send(poi);
  expect((await progressOf(poi)).json).toMatchObject({ ...none, sentOn: "2026-06-15" });

  app.clock.forward(days(1));
  const issuerId = await issuer("");
  const said = { issuerId, number: "HC-7", validUntil: "2027-05-31" };
  const certificate = { kind: "certificate", ...said, validFrom: "2026-06-01", fileId };
  const { id } = await record(poi, certificate);
  const first = { sentOn: "2026-06-15", readings: 1, readOn: null, askedOn: null, confirmedOn: null };
  // what the first reader read is no one's to know until another person has read the same
  expect((await progressOf(poi)).json).toMatchObject({ tier: "reported", ...first, validUntil: null });

  app.clock.forward(days(1));
  await by("bilal", `POST /api/reviews/readings/${id}`, said);
  expect((await progressOf(poi)).json).toMatchObject({
    readings: 2,
    readOn: "2026-06-17",
    confirmedOn: null,
  });

  app.clock.forward(days(1));
  await record(poi, {
    kind: "lookup",
    issuerId,
    address: "https://council.example",
    checkedAt: "2026-06-18",
  });
  const whole = { tier: "verified", until: "2027-05-31", confirmedOn: "2026-06-18", sentOn: "2026-06-15" };
  const { json } = await progressOf(poi);
  expect(json).toMatchObject(whole);
  expect(JSON.stringify(json)).not.toContain("HC-7");
  app.clock.now = new Date("2027-06-15T16:00:00Z");
  expect((await progressOf(poi)).json).toMatchObject({ tier: "reported", validUntil: "2027-05-31" });
  app.clock.now = new Date("2026-06-15T16:00:00Z");
});

test("an owner sees why a certificate was declined, and that its issuer did not confirm it", async () => {
  const declined = await place(app, { name: "Cedar" }, owner.id);
  await send(declined);
  const { json } = await app.send("GET /api/reviews/renewals", { headers: basic("amina") });
  const { id } = json.find(({ poiId }: { poiId: string }) => poiId === declined.id);
  await by("amina", `PUT /api/reviews/renewals/${id}`, { decision: "declined", notes: "It is blurred." });
  expect((await progressOf(declined)).json).toMatchObject({ declined: "It is blurred.", readings: 0 });

  const asked = await place(app, { name: "Olive" }, owner.id);
  const said = {
    issuerId: await issuer("council@example.com"),
    number: "HC-9",
    validUntil: "2027-05-31",
  };
  const made = await record(asked, { kind: "certificate", ...said, validFrom: "2026-06-01" });
  expect((await progressOf(asked)).json).toMatchObject({ askedOn: "2026-06-15", refusedOn: null });
  await app.db.transaction(async (tx) => {
    const { appendRecord } = await import("../append.ts");
    const answer = { kind: "answer", aboutId: made.id, answer: "not_ours", source: "issuer" } as const;
    await appendRecord(tx, app.deps, asked, { ...answer, issuerId: said.issuerId });
  });
  expect((await progressOf(asked)).json).toMatchObject({ refusedOn: "2026-06-15", confirmedOn: null });
});

const returnedTo = async (who = owner) =>
  (await app.send("GET /partner/api/renewals/returned", { headers: await partnerSession(app, who.id) })).json;
const mailsOf = async (kind: string) =>
  (await app.db.orm.select().from(mails).where(eq(mails.kind, kind))).map(
    ({ to, text }) => [to, text] as const,
  );

describe("a certificate that is sent back", () => {
  /** Sent by the owner and recorded by the first reader. */
  async function recorded(name: string) {
    const poi = await place(app, { name }, owner.id);
    const fileId = await send(poi);
    const said = { issuerId: await issuer(""), number: "HC-8", validUntil: "2027-05-31" };
    const { id } = await record(poi, { kind: "certificate", ...said, validFrom: "2026-06-01", fileId });
    return { poi, said, id, line: `POST /api/reviews/readings/${id}/send-back` };
  }
  const REASON = "The last day cannot be read";

  test("is withdrawn, and its owner is told why by mail, on its road and until another one is sent", async () => {
    const { poi, id, line } = await recorded("Date Palm");
    const back = await by("bilal", line, { reason: REASON });
    expect([back.status, back.json]).toMatchObject([200, { kind: "revocation" }]);
    const told = (await mailsOf("renewal-declined")).filter(([, text]) => text?.includes(REASON));
    expect(told.map(([to]) => to)).toEqual(["owner@example.com"]);
    expect((await progressOf(poi)).json).toMatchObject({
      declined: REASON,
      sentOn: "2026-06-15",
      readings: 0,
    });
    expect(await returnedTo()).toContainEqual({ poiId: poi.id, poiName: "Date Palm", reason: REASON });
    expect(JSON.stringify(await returnedTo(other))).not.toContain(poi.id);
    expect((await by("bilal", line, { reason: REASON })).status).toBe(409);
    expect((await by("bilal", `POST /api/reviews/readings/${id}`, {})).status).toBe(400);
    app.clock.forward(minutes(1));
    await send(poi);
    expect(JSON.stringify(await returnedTo())).not.toContain(poi.id);
    expect((await progressOf(poi)).json.declined).toBeNull();
  });

  test("is left out of what needs its owner after 30 days", async () => {
    const { poi, line } = await recorded("Almond");
    await by("bilal", line, { reason: REASON });
    app.clock.forward(days(31));
    expect(JSON.stringify(await returnedTo())).not.toContain(poi.id);
    app.clock.forward(-days(31));
  });

  test("was not agreed on in the meantime: a person who has it open is refused, and it stays", async () => {
    const { poi, said, id, line } = await recorded("Walnut");
    const before = (await mailsOf("renewal-declined")).length;
    const [read, back] = await Promise.all([
      by("bilal", `POST /api/reviews/readings/${id}`, said),
      by("amina", line, { reason: REASON }),
    ]);
    expect([read.status, back.status].toSorted()).toEqual(read.status === 201 ? [201, 409] : [200, 409]);
    const agreed = await recorded("Pecan");
    await by("bilal", `POST /api/reviews/readings/${agreed.id}`, agreed.said);
    const late = await by("amina", agreed.line, { reason: REASON });
    expect([late.status, late.json.error]).toEqual([409, "This certificate has been read"]);
    expect((await progressOf(agreed.poi)).json).toMatchObject({ readings: 2, declined: null });
    expect((await mailsOf("renewal-declined")).length - before).toBe(read.status === 201 ? 0 : 1);
    expect(poi.id).not.toBe(agreed.poi.id);
  });

  test("is refused for what is no certificate, without a reason, and for everyone but staff", async () => {
    const { poi, line } = await recorded("Cashew");
    const statement = await record(poi, { kind: "statement", text: "All halal" });
    const wrong = `POST /api/reviews/readings/${statement.id}/send-back`;
    expect((await by("bilal", wrong, { reason: REASON })).status).toBe(404);
    expect((await by("bilal", line, {})).status).toBe(400);
    const headers = await partnerSession(app, owner.id);
    expect((await app.send(line, { headers, body: { reason: REASON } })).status).toBe(401);
    expect((await app.send("GET /partner/api/renewals/returned")).status).toBe(401);
  });
});

test("only the owner of a place sees it, and a masjid has none", async () => {
  const poi = await place(app, { name: "Palm" }, owner.id);
  const masjid = await place(app, { name: "Masjid Noor", category: "mosque" }, owner.id);
  expect((await progressOf(poi, other)).status).toBe(404);
  expect((await progressOf({ id: "0".repeat(26) })).status).toBe(404);
  expect((await progressOf(masjid)).status).toBe(400);
  expect((await app.send(`GET /partner/api/my-pois/${poi.id}/road`)).status).toBe(401);
});
