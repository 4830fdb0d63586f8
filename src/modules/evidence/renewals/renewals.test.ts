import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { days } from "../../../shared/duration.ts";
import { randomId } from "../../../shared/id.ts";
import { basic, partner, partnerSession, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { pdf } from "../../../testing/evidence-files.ts";
import { lastMail, mailsTo } from "../../../testing/mailed.ts";
import { place } from "../../../testing/places/places.ts";
import { suppress } from "../../mail/events/suppression.ts";
import { mails } from "../../mail/table.ts";
import { pois } from "../../places/table.ts";
import { appendRecord } from "../append.ts";

let home: string;
let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
let other: Awaited<ReturnType<typeof partner>>;
const TODAY = new Date("2026-06-15T16:00:00Z");
beforeEach(async () => {
  app.clock.now = TODAY;
  await app.db.orm.delete(mails);
  await app.db.orm.update(pois).set({ ownerId: null });
});
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-renewals-"));
  app = await testApp({ DATA_DIR: home });
  app.clock.now = TODAY;
  await staff(app, "partner_manager", "amina");
  await staff(app, "admin", "bilal");
  await staff(app, "super_admin", "carim");
  owner = await partner(app, "owner@example.com");
  other = await partner(app, "other@example.com");
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

const by = (name: string, line: string, body?: unknown) =>
  app.send(line, { headers: basic(name), ...(body === undefined ? {} : { body }) });
const as = async ({ id }: { id: string }, line: string, body?: unknown) =>
  app.send(line, { headers: await partnerSession(app, id), ...(body === undefined ? {} : { body }) });
const addRecord = (poi: { id: string }, body: object) =>
  by("amina", `POST /api/admin/pois/${poi.id}/evidence`, body);
const ALL = { meatFree: true, noAlcohol: true, noPork: true };
const declare = (poi: { id: string }, who = owner, more: object = {}) =>
  as(who, `POST /partner/api/my-pois/${poi.id}/renewals`, { kind: "declaration", ...ALL, ...more });
const tierOf = async (poi: { id: string }) => (await app.send(`GET /api/places/${poi.id}`)).json;
const addIssuer = async (address = "") =>
  (await by("bilal", "POST /api/admin/issuers", { name: `Council ${randomId()}`, country: "US", address }))
    .json;
const upload = async (who = owner) => {
  const headers = {
    ...(await partnerSession(app, who.id)),
    "Content-Type": "application/pdf",
    "X-File-Name": "certificate.pdf",
  };
  return (await app.send("POST /partner/api/evidence", { raw: pdf(randomId()), headers })).json.id as string;
};

async function friendlyPlace() {
  const poi = await place(app, { name: "Green Leaf" }, owner.id);
  await addRecord(poi, { kind: "declaration", ...ALL });
  await addRecord(poi, { kind: "visit", checkedAt: "2026-06-15" });
  return poi;
}

describe("an owner", () => {
  test("confirms what a friendly place serves in its last month, once, and keeps the tier for another year", async () => {
    const poi = await friendlyPlace();
    const early = await declare(poi);
    expect([early.status, early.json.error]).toEqual([
      409,
      "There is nothing to confirm now. We write to you 30 days before the end of the year.",
    ]);
    app.clock.now = new Date("2027-06-01T16:00:00Z");
    const [due] = (await as(owner, "GET /partner/api/renewals")).json;
    expect(due).toMatchObject({
      poiId: poi.id,
      tier: "friendly",
      basis: "declaration",
      until: "2027-06-15",
      ended: false,
    });
    expect((await declare(poi, other)).status).toBe(404);
    expect((await declare(poi, owner, { noPork: "yes" })).status).toBe(400);
    const both = await Promise.all([declare(poi), declare(poi)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 201)?.json).toEqual({
      state: "renewed",
      tier: "friendly",
      until: "2028-06-01",
    });
    expect((await as(owner, "GET /partner/api/renewals")).json).toEqual([]);
    expect(await tierOf(poi)).toMatchObject({ tier: "friendly", until: "2028-06-01" });
  });

  test("confirms it after the year too, but not after staff or a declaration ended it", async () => {
    const [lapsed, withdrawn, changed] = [
      await friendlyPlace(),
      await friendlyPlace(),
      await friendlyPlace(),
    ];
    const records = (await by("amina", `GET /api/admin/pois/${withdrawn.id}/evidence`)).json;
    await addRecord(withdrawn, { kind: "revocation", recordId: records[1].id, reason: "It serves beer." });
    await addRecord(changed, { kind: "declaration", ...ALL, noAlcohol: false });
    app.clock.now = new Date("2027-06-10T16:00:00Z");
    await app.operate("admin.evidence.expire");
    app.clock.now = new Date("2027-07-10T16:00:00Z");
    await app.operate("admin.evidence.expire");
    const due = (await as(owner, "GET /partner/api/renewals")).json;
    expect(due).toMatchObject([{ poiId: lapsed.id, until: "2027-06-15", ended: true }]);
    expect([(await declare(withdrawn)).status, (await declare(changed)).status]).toEqual([409, 409]);
    expect((await declare(lapsed)).json.tier).toBe("friendly");
    expect((await tierOf(withdrawn)).tier).toBe("reported");
  });

  test("sends a new certificate, which staff read and record, and the owner's typing is no reading", async () => {
    const poi = await place(app, { name: "Saffron" }, owner.id);
    const send = (fileId: string, who = owner) =>
      as(who, `POST /partner/api/my-pois/${poi.id}/renewals`, {
        kind: "certificate",
        fileId,
        issuer: "Council",
        number: "TYPED-1",
        validUntil: "2027-12-31",
      });
    const fileId = await upload();
    expect((await send(await upload(other))).status).toBe(400);
    expect((await send(fileId, other)).status).toBe(404);
    const sent = await Promise.all([send(fileId), send(await upload())]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const [waiting] = (await by("bilal", "GET /api/reviews/renewals")).json;
    expect(waiting).toMatchObject({ poiId: poi.id, placeName: "Saffron", number: "TYPED-1" });
    expect((await tierOf(poi)).tier).toBe("unverified");
    const beingRead = [
      {
        ...{ poiId: poi.id, poiName: "Saffron", tier: "unverified", basis: "certificate" },
        ...{ until: null, ended: false, sentAt: TODAY.toISOString() },
      },
    ];
    expect((await as(owner, "GET /partner/api/renewals")).json).toEqual(beingRead);
    expect((await as(other, "GET /partner/api/renewals")).json).toEqual([]);
    expect((await by("bilal", `GET /api/reviews/evidence/${waiting.fileId}`)).status).toBe(200);
    expect((await as(owner, `DELETE /partner/api/evidence/${waiting.fileId}`)).status).toBe(409);
    expect((await as(owner, "GET /partner/api/evidence")).text).not.toContain(waiting.fileId);
    const { id: issuerId } = await addIssuer();
    const body = {
      kind: "certificate",
      issuerId,
      number: "HC-7",
      fileId: waiting.fileId,
      validFrom: "2026-06-01",
      validUntil: "2027-12-31",
    };
    const elsewhere = await addRecord(await place(app, { name: "Without a certificate" }), body);
    expect([elsewhere.status, elsewhere.json.error]).toEqual([
      400,
      "This file is not attached to a claim of this place",
    ]);
    const made = await addRecord(poi, body);
    expect((await as(owner, "GET /partner/api/renewals")).json).toMatchObject(
      beingRead.map(({ poiId, sentAt }) => ({ poiId, sentAt })),
    );
    expect(made.json.fileDigest).toMatch(/^[0-9a-f]{64}$/);
    expect((await by("bilal", "GET /api/reviews/renewals")).json).toEqual([]);
    const [reading] = (await by("bilal", "GET /api/reviews/readings")).json;
    expect(reading).toMatchObject({ poiId: poi.id, fileId: waiting.fileId, readings: [] });
    const second = { number: "HC-7", issuerId, validUntil: "2027-12-31" };
    expect((await by("bilal", `POST /api/reviews/readings/${reading.id}`, second)).status).toBe(201);
    expect((await as(owner, "GET /partner/api/renewals")).json).toEqual([]);
    app.clock.forward(days(60));
    await app.operate("operator.maintenance.sweep");
    expect((await by("carim", `GET /api/reviews/evidence/${waiting.fileId}`)).status).toBe(200);
    await addRecord(poi, { kind: "revocation", recordId: made.json.id, reason: "It was for the test." });
  });

  test("is told why a certificate was declined, and its file is deleted 30 days later", async () => {
    const poi = await place(app, { name: "Cedar" }, owner.id);
    const fileId = await upload();
    await as(owner, `POST /partner/api/my-pois/${poi.id}/renewals`, { kind: "certificate", fileId });
    const [waiting] = (await by("amina", "GET /api/reviews/renewals")).json;
    const decline = (body: object) => by("amina", `PUT /api/reviews/renewals/${waiting.id}`, body);
    expect((await decline({ decision: "declined" })).status).toBe(400);
    expect((await decline({ decision: "accepted", notes: "x" })).status).toBe(400);
    const both = await Promise.all(
      [1, 2].map(() => decline({ decision: "declined", notes: "It is blurred." })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const mail = await lastMail(app, "owner@example.com", "renewal-declined");
    expect(mail.text).toContain("It is blurred.");
    expect(mail.text).toContain(`/partner?tab=pois&renew=${poi.id}`);
    expect(
      (await by("amina", "PUT /api/reviews/renewals/none", { decision: "declined", notes: "x" })).status,
    ).toBe(404);
    const own = (await as(owner, "GET /partner/api/me/export")).json;
    const sent = own.renewals.find((each: { poiId: string }) => each.poiId === poi.id);
    expect(sent).toMatchObject({ state: "declined", notes: "It is blurred.", evidence: [{ id: fileId }] });
    expect(own.mails.map(({ kind }: { kind: string }) => kind)).toContain("renewal-declined");
    expect((await as(other, "GET /partner/api/me/export")).json.renewals).toEqual([]);
    app.clock.forward(days(31));
    await app.operate("operator.maintenance.sweep");
    expect((await by("amina", `GET /api/reviews/evidence/${fileId}`)).status).toBe(404);
  });

  test("is neither kept from renewing nor from reminders by a certificate that an earlier owner left", async () => {
    const poi = await friendlyPlace();
    app.clock.now = new Date("2027-06-12T16:00:00Z");
    const send = async (who: typeof owner) => {
      const body = { kind: "certificate", fileId: await upload(who) };
      return (await as(who, `POST /partner/api/my-pois/${poi.id}/renewals`, body)).status;
    };
    expect(await send(owner)).toBe(201);
    await app.db.query("update pois set owner_id = $1 where id = $2", [other.id, poi.id]);
    const due = async () =>
      (await as(other, "GET /partner/api/renewals")).json.find(
        ({ poiId }: { poiId: string }) => poiId === poi.id,
      );
    expect((await due()).sentAt).toBeNull();
    await app.operate("admin.evidence.expire");
    expect((await lastMail(app, "other@example.com", "tier-ends")).text).not.toContain("has arrived");
    await app.db.query("update renewals set partner_id = null where poi_id = $1", [poi.id]); // as a deletion does
    expect([await send(other), await send(other)]).toEqual([201, 409]);
    expect((await due()).sentAt).not.toBeNull();
    const waiting = (await by("amina", "GET /api/reviews/renewals")).json;
    expect(waiting.filter(({ poiId }: { poiId: string }) => poiId === poi.id)).toHaveLength(1);
  });

  test("gets no reminder while a certificate waits, and on the last day is told that it arrived", async () => {
    const poi = await friendlyPlace();
    const fileId = await upload();
    app.clock.now = new Date("2027-05-10T16:00:00Z");
    const file = await upload();
    await as(owner, `POST /partner/api/my-pois/${poi.id}/renewals`, { kind: "certificate", fileId: file });
    expect(fileId).not.toBe(file);
    for (const day of ["2027-05-20", "2027-06-03", "2027-06-13"]) {
      app.clock.now = new Date(`${day}T16:00:00Z`);
      await app.operate("admin.evidence.expire");
    }
    const ends = async () =>
      (await mailsTo(app, "owner@example.com")).filter(({ kind }) => kind === "tier-ends");
    expect(await ends()).toEqual([]);
    app.clock.now = new Date("2027-06-15T16:00:00Z");
    await app.operate("admin.evidence.expire");
    expect((await ends())[0]?.text).toContain("Your new certificate has arrived.");
  });
});

describe("reviewers", () => {
  test("see places that end within 30 days and those verified before evidence was recorded, soonest first", async () => {
    const soon = await place(app, { name: "Soon" }, owner.id);
    await addRecord(soon, { kind: "declaration", ...ALL });
    await addRecord(soon, { kind: "visit", checkedAt: "2025-07-01" });
    const prior = await place(app, { name: "Prior" });
    await app.db.transaction((tx) =>
      appendRecord(tx, app.deps, prior, { kind: "prior", source: "migration", validUntil: "2026-09-13" }),
    );
    await friendlyPlace(); // ends in a year
    const first = await by("amina", "GET /api/reviews/expiring?limit=1");
    const next = /<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1];
    const second = await by("amina", `GET ${next}`);
    expect([first.headers.get("x-total-count"), ...first.json, ...second.json]).toMatchObject([
      "2",
      {
        poiId: soon.id,
        until: "2026-07-01",
        basis: "declaration",
        tier: "friendly",
        next: "reported",
        hasOwner: true,
      },
      { poiId: prior.id, until: "2026-09-13", basis: "prior", tier: "verified", hasOwner: false },
    ]);
    expect((await by("amina", "GET /api/reviews/waiting")).json).toMatchObject({ expiring: 2 });
    expect((await as(owner, "GET /api/reviews/expiring")).status).toBe(401);
  });

  test("see a silent issuer once its certificate is read, ask it again or look it up", async () => {
    const poi = await place(app, { name: "Quiet" });
    const issuer = await addIssuer("quiet@council.example");
    const read = { issuerId: issuer.id, number: "HC-8", validUntil: "2026-12-31" };
    const { id } = (await addRecord(poi, { kind: "certificate", validFrom: "2026-01-01", ...read })).json;
    const listed = async () => (await by("carim", "GET /api/reviews/silent-issuers")).json;
    const ask = () => by("carim", `POST /api/reviews/silent-issuers/${id}`);
    for (const day of [5, 15]) {
      app.clock.now = new Date(TODAY.getTime() + days(day));
      await app.operate("admin.evidence.expire");
    }
    expect(await listed()).toEqual([]);
    await by("bilal", `POST /api/reviews/readings/${id}`, read);
    expect(await listed()).toMatchObject([{ id, placeName: "Quiet", number: "HC-8", issuer: issuer.name }]);
    const counts = (await by("carim", "GET /api/reviews/waiting")).json;
    expect(counts.silentIssuers).toBe(1);
    const asked = await Promise.all([ask(), ask()]);
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await listed()).toEqual([]);
    app.clock.forward(days(5));
    await app.operate("admin.evidence.expire");
    app.clock.forward(days(10));
    await app.operate("admin.evidence.expire");
    const kinds = (await mailsTo(app, "quiet@council.example")).map(({ kind }) => kind);
    expect(kinds).toEqual([1, 2].flatMap(() => ["issuer-question", "issuer-reminder", "issuer-reminder"]));
    await app.db.transaction((tx) => suppress(tx, "quiet@council.example", "bounced", app.clock.now));
    expect((await ask()).json.error).toContain("cannot be reached by email");
    await addRecord(poi, {
      kind: "lookup",
      issuerId: issuer.id,
      address: "https://c.example",
      checkedAt: "2026-07-01",
    });
    expect(await listed()).toEqual([]);
    expect((await tierOf(poi)).tier).toBe("verified");
    expect((await by("carim", "POST /api/reviews/silent-issuers/none")).status).toBe(404);
  });

  test("have no reading to do that enough others have done, however many there are", async () => {
    const poi = await place(app, { name: "Read" });
    const { id: issuerId } = await addIssuer();
    const read = { issuerId, number: "HC-6", validUntil: "2026-12-31" };
    const { id } = (await addRecord(poi, { kind: "certificate", validFrom: "2026-01-01", ...read })).json;
    const waits = async () =>
      JSON.stringify((await by("carim", "GET /api/reviews/readings")).json).includes(id);
    const count = async () => (await by("carim", "GET /api/reviews/waiting")).json.cases.reading.count;
    const before = await count();
    expect(await waits()).toBe(true);
    await by("bilal", `POST /api/reviews/readings/${id}`, read);
    expect([await waits(), await count()]).toEqual([false, before - 1]);
  });
});
