import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { days } from "../../shared/duration.ts";
import { basic, partner, partnerSession, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { lastMail } from "../../testing/mailed.ts";
import { place } from "../../testing/places/places.ts";
import { auditLog } from "../audit/table.ts";
import { pois } from "../places/table.ts";
import { evidenceRecords } from "./table.ts";

let app: TestApp;
let issuerId: string;
let owner: Awaited<ReturnType<typeof partner>>;
const TODAY = new Date("2026-06-15T16:00:00Z");
beforeEach(() => {
  app.clock.now = TODAY;
});
beforeAll(async () => {
  app = await testApp();
  app.clock.now = TODAY;
  await staff(app, "partner_manager", "amina");
  await staff(app, "admin", "bilal");
  await staff(app, "super_admin", "carim");
  owner = await partner(app);
  const body = {
    name: "Halal Council",
    country: "us",
    address: "office@council.example",
    site: "council.example",
  };
  issuerId = (await by("bilal", "POST /api/admin/issuers", body)).json.id;
});
afterAll(() => app.close());

const by = (name: string, line: string, body?: unknown) =>
  app.send(line, { headers: basic(name), ...(body === undefined ? {} : { body }) });
const CERTIFICATE = { number: "HC-100", validFrom: "2026-01-01", validUntil: "2026-12-31" };
const certificate = (more: object = {}) => ({ kind: "certificate", issuerId, ...CERTIFICATE, ...more });
const record = (poi: { id: string }, body: object, name = "amina") =>
  by(name, `POST /api/admin/pois/${poi.id}/evidence`, body);
const lookup = () => ({
  kind: "lookup",
  issuerId,
  address: "https://council.example/register",
  checkedAt: "2026-06-14",
});
const readAs = (name: string, id: string, more: object = {}) =>
  by(name, `POST /api/reviews/readings/${id}`, {
    number: "hc-1oo",
    issuerId,
    validUntil: "2026-12-31",
    ...more,
  });
const shown = async (poi: { id: string }) => (await app.send(`GET /api/places/${poi.id}`)).json;
const tierOf = async (poi: { id: string }) => (await shown(poi)).tier;
const stored = async ({ id }: { id: string }) =>
  (await app.db.orm.select().from(pois).where(eq(pois.id, id)))[0];
const token = async () => {
  const mail = await lastMail(app, "office@council.example", "issuer-question");
  return /\/issuers\/answer\/(\S+)/.exec(mail.text)?.[1] ?? "";
};

/** A place with a certificate that two people have read. */
async function readPlace() {
  const poi = await place(app);
  const { id } = (await record(poi, certificate())).json;
  expect((await readAs("bilal", id)).json).toEqual({ state: "agreed", readings: [] });
  return { poi, id };
}

describe("a tier", () => {
  test("follows from two readings and a look-up, and the public sees why", async () => {
    const { poi, id } = await readPlace();
    expect(await tierOf(poi)).toBe("reported");
    expect((await record(poi, lookup())).status).toBe(201);
    expect(await shown(poi)).toMatchObject({
      name: "Noor Grill",
      tier: "verified",
      halalVerificationStatus: "verified",
      since: "2026-06-15",
      until: "2026-12-31",
      reasons: [
        "Halal Council certifies this place with certificate HC-100, valid from January 1, 2026 to December 31, 2026.",
        "Two members of our staff read the certificate, the second without seeing what the first had read.",
        "On June 14, 2026, we found it in the register that Halal Council publishes.",
      ],
    });
    const why = (await app.send(`GET /api/places/${poi.id}/why?on=2027-01-01`)).json;
    expect(why).toMatchObject({ tier: "reported", on: "2027-01-01", projection: true });
    expect(why.records[0]).toMatchObject({
      id,
      kind: "certificate",
      issuer: "Halal Council",
      readBy: 2,
      revokedAt: null,
    });
    expect((await app.send(`GET /api/places/${poi.id}/why?on=2026-06-14`)).json).toEqual({
      tier: "unverified",
      on: "2026-06-14",
      records: [],
    });
    expect(JSON.stringify([why, await shown(poi)])).not.toMatch(/amina|bilal/);
  });

  test("is refused to staff who send one, with the way to record evidence", async () => {
    const poi = await place(app);
    const answer = await by("carim", `PUT /api/admin/pois/${poi.id}`, {
      halalVerificationStatus: "verified",
    });
    expect([answer.status, answer.json.error]).toEqual([
      400,
      "A halal tier follows from evidence. Record it under /api/admin/pois/{id}/evidence",
    ]);
    expect((await stored(poi))?.halalVerificationStatus).toBe("unverified");
  });

  test("falls on the day after the last one in the place's time zone, before any job has run", async () => {
    const honolulu = { latitude: 21.3, longitude: -157.85, state: "HI" };
    const poi = await place(app, honolulu, owner.id);
    await app.operate("admin.evidence.add", { id: poi.id, ...certificate() }).then(async (made) => {
      await readAs("bilal", (made as { id: string }).id);
    });
    await record(poi, lookup());
    const seen = async () => {
      const headers = await partnerSession(app, owner.id); // the first one ends in the months between
      return (await app.send(`GET /partner/api/pois/${poi.id}`, { headers })).json;
    };
    for (const [at, tier] of [
      ["2027-01-01T09:59:00Z", "verified"],
      ["2027-01-01T10:00:00Z", "reported"],
    ] as const) {
      app.clock.now = new Date(at);
      expect([await tierOf(poi), (await seen()).halalVerificationStatus]).toEqual([tier, tier]);
    }
    expect((await stored(poi))?.halalVerificationStatus).toBe("verified");
    await app.db.orm.execute(sql`update pois set sync_state = 'synced' where id = ${poi.id}`);
    expect(await app.operate("admin.evidence.expire")).toMatchObject({ success: true });
    expect(await stored(poi)).toMatchObject({
      halalVerificationStatus: "reported",
      tierUntil: null,
      tierChanges: [],
      syncState: "pending",
    });
  });

  test("of a masjid does not exist, and no evidence is taken for one", async () => {
    const masjid = await place(app, { name: "Al-Noor Masjid", category: "mosque" });
    expect(await shown(masjid)).toMatchObject({
      tier: null,
      halalVerificationStatus: null,
      reasons: [],
      history: [],
    });
    expect((await record(masjid, certificate())).json.error).toBe("A masjid has no halal tier");
  });

  test("is lost with a change to a masjid and comes back with the category", async () => {
    const poi = await place(app);
    await record(poi, { kind: "statement", text: "We serve halal meat." });
    const changed = async (category: string) =>
      (await by("bilal", `PUT /api/admin/pois/${poi.id}`, { category })).json.halalVerificationStatus;
    expect([await changed("mosque"), await changed("restaurant")]).toEqual(["unverified", "reported"]);
  });
});

describe("a second reading", () => {
  test("is blind, another person's, and blocks if it differs, until a third decides", async () => {
    const poi = await place(app);
    const { id } = (await record(poi, certificate())).json;
    expect((await readAs("amina", id)).status).toBe(403);
    const listed = async (name: string) => {
      const records = (await by(name, `GET /api/admin/pois/${poi.id}/evidence`)).json;
      return [records[0].number, records[0].validUntil, records[0].issuer, records[0].reading];
    };
    expect(await listed("bilal")).toEqual([null, null, null, "waiting"]);
    expect(await listed("amina")).toEqual(["HC-100", "2026-12-31", "Halal Council", "waiting"]);
    const waiting = async (name: string) =>
      (await by(name, "GET /api/reviews/readings")).json.find((each: { id: string }) => each.id === id);
    expect(await waiting("bilal")).toMatchObject({ placeName: "Noor Grill", readings: [] });
    expect(await waiting("amina")).toBeUndefined();
    const differing = await readAs("bilal", id, { validUntil: "2026-11-30" });
    expect([differing.status, differing.json.state]).toEqual([201, "differs"]);
    expect(differing.json.readings).toMatchObject([{ by: "bilal", validUntil: "2026-11-30" }]);
    expect(JSON.stringify(differing.json)).not.toContain("2026-12-31");
    expect((await listed("amina")).at(-1)).toBe("differs");
    await record(poi, lookup());
    expect(await tierOf(poi)).toBe("reported");
    expect((await waiting("carim")).readings).toMatchObject([
      { by: "amina", validUntil: "2026-12-31" },
      { by: "bilal", validUntil: "2026-11-30" },
    ]);
    expect((await readAs("bilal", id)).status).toBe(403);
    expect((await readAs("carim", id, { validUntil: "2026-11-30" })).json.state).toBe("agreed");
    expect((await listed("amina")).at(-1)).toBe("agreed");
    expect(await shown(poi)).toMatchObject({ tier: "verified", until: "2026-11-30" });
    expect((await readAs("carim", id)).status).toBe(403);
  });

  test("that is withdrawn leaves the certificate to another reader, and not to the same one", async () => {
    const { poi, id } = await readPlace();
    await record(poi, lookup());
    const readings = await app.db.orm.select().from(evidenceRecords).where(eq(evidenceRecords.aboutId, id));
    const recordId = readings[0]?.id;
    expect((await record(poi, { kind: "revocation", recordId, reason: "A mistake." })).status).toBe(201);
    expect(await tierOf(poi)).toBe("reported");
    const waiting = (await by("carim", "GET /api/reviews/readings")).json;
    expect(waiting.map((each: { id: string }) => each.id)).toContain(id);
    const listed = (await by("carim", `GET /api/admin/pois/${poi.id}/evidence`)).text;
    expect([listed.includes("HC-100"), listed.includes("hc-1oo"), listed.includes("2026-12-31")]).toEqual([
      ...[false, false, false],
    ]);
    expect((await readAs("bilal", id)).status).toBe(403);
    expect((await readAs("carim", id)).json).toEqual({ state: "agreed", readings: [] });
    expect(await tierOf(poi)).toBe("verified");
  });

  test("that two people make at once counts once each, and one person's counts once", async () => {
    const poi = await place(app);
    const { id } = (await record(poi, certificate())).json;
    const all = await Promise.all([readAs("bilal", id), readAs("bilal", id), readAs("carim", id)]);
    expect(all.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    const readings = await app.db.orm.select().from(evidenceRecords).where(eq(evidenceRecords.aboutId, id));
    expect(readings).toHaveLength(1);
  });
});

describe("what one reader read", () => {
  test("is shown to no one who has yet to read it: not in public, in the list, in the audit log or among the mails", async () => {
    const poi = await place(app);
    const number = `SECRET-${poi.id}`;
    const made = (await record(poi, certificate({ number, validUntil: "2026-10-17" }))).json;
    await app.send("POST /api/issuers/answer", {
      body: { token: await token(), answer: "valid", validUntil: "2026-10-18" },
    });
    const address = `https://council.example/register?number=${number}`;
    const found = (await record(poi, { ...lookup(), address })).json;
    const seen = async () => {
      const calls = ["", "/why", "/why?on=2027-01-01"].map((call) =>
        app.send(`GET /api/places/${poi.id}${call}`),
      );
      const texts = await Promise.all(calls);
      return texts.map(({ text }) => text).join("");
    };
    const seenByStaff = async () => {
      const lines = [`/api/admin/pois/${poi.id}/evidence`, "/api/reviews/readings", "/api/admin/mails"];
      const audit = `/api/admin/audit?subject=${poi.id}`;
      const all = await Promise.all([...lines, audit].map((line) => by("bilal", `GET ${line}`)));
      expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      return all.map(({ text }) => text).join("");
    };
    const hidden = new RegExp(`${number}|2026-10-1[78]|October 1[78]`);
    expect(await seen()).not.toMatch(hidden);
    expect(await seen()).not.toContain("Halal Council");
    expect(await seenByStaff()).not.toMatch(hidden);
    expect((await shown(poi)).reasons).toEqual([
      "A certificate has been recorded. We have not finished reading it.",
    ]);
    await readAs("bilal", made.id, { number: "OTHER-1" });
    expect(await seen()).not.toMatch(/SECRET|OTHER|2026-1|Council/);
    await readAs("carim", made.id, { number: "other-1" });
    const [published] = (await app.send(`GET /api/places/${poi.id}/why`)).json.records;
    expect(published).toMatchObject({ issuer: "Halal Council", number: "OTHER-1", validUntil: "2026-12-31" });
    await record(poi, { kind: "revocation", recordId: found.id, reason: "Another place." });
    expect(await tierOf(poi)).toBe("reported"); // the issuer was asked about another number
    const past = (await app.send(`GET /api/places/${poi.id}/why?on=2026-06-15`)).json;
    expect(past.records[0].readBy).toBe(2);
  });
});

describe("an issuer", () => {
  test("that denies a certificate is not overruled by staff who withdraw its answer", async () => {
    const { poi } = await readPlace();
    await app.send("POST /api/issuers/answer", { body: { token: await token(), answer: "revoked" } });
    await record(poi, lookup());
    const records = (await by("bilal", `GET /api/admin/pois/${poi.id}/evidence`)).json;
    const recordId = records.find(({ kind }: { kind: string }) => kind === "answer").id;
    expect((await record(poi, { kind: "revocation", recordId, reason: "x" })).status).toBe(409);
    const revoked = app.operate("admin.evidence.revoke", { id: recordId, reason: "x" });
    expect(await revoked.catch(({ message }: Error) => message)).toContain("cannot be withdrawn");
    expect(await tierOf(poi)).toBe("reported");
  });

  test("confirms its certificate by a link that works once, and revokes it by the next", async () => {
    const { poi, id } = await readPlace();
    const link = await token();
    const answer = (said: object) => app.send("POST /api/issuers/answer", { body: { token: link, ...said } });
    expect((await answer({ answer: "maybe" })).status).toBe(400);
    const all = await Promise.all(
      Array.from({ length: 5 }, () => answer({ answer: "valid", validUntil: "2026-10-31" })),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
    expect(await shown(poi)).toMatchObject({ tier: "verified", until: "2026-10-31" });
    expect((await answer({ answer: "revoked" })).json.error).toBe(
      "This link has expired or was used already",
    );
    expect(
      (await app.send("POST /api/issuers/answer", { body: { token: "forged", answer: "valid" } })).status,
    ).toBe(400);
    await app.operate("admin.evidence.revoke", { id, reason: "The issuer called us." });
    expect(await tierOf(poi)).toBe("reported");
  });

  test("answers by a link that was mailed to the address that it has now", async () => {
    const { poi } = await readPlace();
    const link = await token();
    const found = (await by("bilal", "GET /api/admin/issuers")).json;
    const { updatedAt, ...council } = found.find(({ id }: { id: string }) => id === issuerId);
    const changeTo = (address: string) =>
      by("bilal", `PUT /api/admin/issuers/${issuerId}`, { ...council, address });
    expect((await changeTo("right@council.example")).status).toBe(200);
    const answer = () => app.send("POST /api/issuers/answer", { body: { token: link, answer: "valid" } });
    expect([(await answer()).json.error, await tierOf(poi)]).toEqual([
      "This link has expired or was used already",
      "reported",
    ]);
    expect((await changeTo("Office@council.example")).status).toBe(200);
    expect([(await answer()).status, await tierOf(poi)]).toEqual([200, "verified"]);
    await changeTo("office@council.example");
  });

  test("is told that a place was deleted, and can answer once it was restored", async () => {
    const { poi } = await readPlace();
    const link = await token();
    const setDeleted = (deletedAt: Date | null) =>
      app.db.orm.update(pois).set({ deletedAt }).where(eq(pois.id, poi.id));
    await setDeleted(TODAY);
    const answer = () => app.send("POST /api/issuers/answer", { body: { token: link, answer: "valid" } });
    const { status, json } = await answer();
    expect([status, json.error]).toEqual([
      400,
      "This place is no longer in our directory, so there is nothing to answer. Thank you for your help.",
    ]);
    await setDeleted(null);
    expect([(await answer()).status, await tierOf(poi)]).toEqual([200, "verified"]);
  });

  test("that denies a certificate takes its tier in the same transaction", async () => {
    const { poi } = await readPlace();
    const link = await token();
    await record(poi, lookup());
    await app.send("POST /api/issuers/answer", { body: { token: link, answer: "not_ours" } });
    expect([await tierOf(poi), (await stored(poi))?.halalVerificationStatus]).toEqual([
      "unverified",
      "unverified",
    ]);
  });

  test("has one entry in the register, which staff change and find changed by others", async () => {
    const add = (body: object) => by("bilal", "POST /api/admin/issuers", body);
    const made = await add({ name: "Zabiha Board", country: "CA" });
    expect(made.json).toMatchObject({ name: "Zabiha Board", country: "CA", address: "", site: "" });
    expect((await add({ name: "ZABIHA  board", country: "CA" })).status).toBe(409);
    expect((await add({ name: "Another", country: "Canada" })).status).toBe(400);
    const put = (body: object) => by("bilal", `PUT /api/admin/issuers/${made.json.id}`, body);
    const changed = { name: "Zabiha Board", country: "CA", address: "hi@zabiha.example" };
    app.clock.forward(1_000);
    expect((await put({ ...changed, updatedAt: made.json.updatedAt })).json).toMatchObject(changed);
    expect((await put({ ...changed, updatedAt: made.json.updatedAt })).status).toBe(409);
    expect((await by("bilal", "PUT /api/admin/issuers/unknown", changed)).status).toBe(404);
    expect(
      (await by("amina", "GET /api/admin/issuers")).json.map(({ name }: { name: string }) => name),
    ).toEqual(["Halal Council", "Zabiha Board"]);
    const found = async (q: string) => (await by("amina", `GET /api/admin/issuers?q=${q}`)).json.length;
    expect([await found("HALAL%20coun"), await found("%25"), await found("nobody")]).toEqual([1, 0, 0]);
    expect((await by("amina", "POST /api/admin/issuers", { name: "X", country: "US" })).status).toBe(403);
  });
});

describe("a record", () => {
  test("is refused without the fields of its kind, with impossible days and for unknown places, issuers and files", async () => {
    const poi = await place(app);
    const refused = async (body: object) => {
      const { status, json } = await record(poi, body);
      return [status, json.error];
    };
    expect(await refused({ kind: "certificate", number: "1" })).toEqual([400, "Issuer is required"]);
    expect(await refused(certificate({ validUntil: "2025-01-01" }))).toEqual([
      400,
      "Valid until is before valid from",
    ]);
    expect(await refused(certificate({ validUntil: "2026-02-30" }))).toEqual([
      400,
      "Valid until must be a day such as 2026-12-31",
    ]);
    for (const year of ["0000-01-01", "0000-12-31T00:00:00Z"])
      expect(await refused(certificate({ validFrom: year }))).toEqual([
        400,
        "Valid from must be a day such as 2026-12-31",
      ]);
    expect((await by("bilal", "GET /api/admin/audit?q=0000-01-01")).status).toBe(200);
    expect(await refused(certificate({ issuerId: "unknown" }))).toEqual([
      400,
      "This issuer is not in the register",
    ]);
    expect(await refused(certificate({ fileId: "unknown" }))).toEqual([
      400,
      "This file is not attached to a claim of this place",
    ]);
    expect(await refused({ kind: "visit", checkedAt: "2026-06-16" })).toEqual([
      400,
      "Checked at is in the future",
    ]);
    expect(await refused({ kind: "declaration", meatFree: true })).toEqual([400, "No alcohol is required"]);
    expect(await refused({ kind: "revocation", recordId: "unknown", reason: "x" })).toEqual([
      400,
      "This place has no such record",
    ]);
    expect((await refused({ kind: "reading" }))[0]).toBe(400);
    expect((await record({ id: "unknown" }, lookup())).status).toBe(404);
    expect((await app.send(`POST /api/admin/pois/${poi.id}/evidence`, { body: lookup() })).status).toBe(401);
    expect((await app.send("GET /api/places/unknown")).status).toBe(404);
    expect((await app.send(`GET /api/places/${poi.id}/why?on=tomorrow`)).status).toBe(400);
  });

  test("is withdrawn once, and neither changed nor deleted", async () => {
    const poi = await place(app);
    const { id } = (await record(poi, { kind: "statement", text: "Halal since 1990." })).json;
    const withdraw = () => record(poi, { kind: "revocation", recordId: id, reason: "A mistake." });
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([201, 409]);
    expect(await tierOf(poi)).toBe("unverified");
    for (const statement of ["update evidence_records set note = 'x'", "delete from evidence_records"])
      expect(
        await app.db.query(`${statement} where id = $1`, [id]).then(
          () => "done",
          () => "refused",
        ),
      ).toBe("refused");
    const [entry] = await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, poi.id))
      .orderBy(auditLog.id);
    expect(entry).toMatchObject({ action: "admin.evidence.add", after: { record: id, kind: "statement" } });
  });

  test("shows before its withdrawal which tier will be left, and changes nothing by that", async () => {
    const poi = await place(app);
    await record(poi, { kind: "declaration", meatFree: true, noAlcohol: true, noPork: true });
    const { id } = (await record(poi, { kind: "visit", checkedAt: "2026-06-10" })).json;
    const left = (of: string) => app.operate("admin.evidence.withdrawal", { id: of });
    expect(await left(id)).toEqual({ tier: "friendly", after: "reported" });
    expect(await tierOf(poi)).toBe("friendly");
    await app.operate("admin.evidence.revoke", { id, reason: "It was another place." });
    expect([await left(id), await tierOf(poi)]).toEqual([
      { tier: "reported", after: "reported" },
      "reported",
    ]);
    await by("bilal", `PUT /api/admin/pois/${poi.id}`, { category: "mosque" });
    expect(await left(id)).toEqual({ tier: null, after: null });
    const refused = await left("unknown").then(
      () => "done",
      (error: Error) => error.message,
    );
    expect(refused).toBe("This record does not exist");
  });

  test("makes a meat-free place friendly for a year, which the daily job ends", async () => {
    const poi = await place(app);
    await record(poi, { kind: "declaration", meatFree: true, noAlcohol: true, noPork: true });
    await record(poi, { kind: "visit", checkedAt: "2026-06-10" });
    expect(await shown(poi)).toMatchObject({
      tier: "friendly",
      until: "2027-06-10",
      reasons: [
        "The owner declares that no meat, alcohol or pork is served here.",
        "We visited and checked this on June 10, 2026.",
      ],
    });
    app.clock.forward(days(365));
    await app.operate("admin.evidence.expire");
    expect((await stored(poi))?.halalVerificationStatus).toBe("reported");
  });
});
