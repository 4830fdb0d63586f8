import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { days, hours } from "../../../shared/duration.ts";
import { randomId } from "../../../shared/id.ts";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { mailsTo } from "../../../testing/mailed.ts";
import { place } from "../../../testing/places/places.ts";
import { suppress } from "../../mail/events/suppression.ts";
import { mails } from "../../mail/table.ts";
import { pois } from "../../places/table.ts";
import { appendRecord } from "../append.ts";

let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
const OWNER = "owner@example.com";
const ISSUER = "office@council.example";
const TODAY = new Date("2026-06-15T16:00:00Z");
beforeEach(async () => {
  app.clock.now = TODAY;
  await app.db.orm.delete(mails);
  await app.db.orm.update(pois).set({ ownerId: null });
});
beforeAll(async () => {
  app = await testApp();
  app.clock.now = TODAY;
  await staff(app, "partner_manager", "amina");
  await staff(app, "admin", "bilal");
  owner = await partner(app, OWNER);
});
afterAll(() => app.close());

const by = async (name: string, line: string, body?: unknown) => {
  const answer = await app.send(line, { headers: basic(name), ...(body === undefined ? {} : { body }) });
  expect([line, answer.status < 300]).toEqual([line, true]);
  return answer.json;
};
const addIssuer = async (address: string) =>
  (await by("bilal", "POST /api/admin/issuers", { name: `Council ${randomId()}`, country: "US", address }))
    .id;
const addRecord = (poi: { id: string }, body: object) =>
  by("amina", `POST /api/admin/pois/${poi.id}/evidence`, body);
const run = async () => (await app.operate("admin.evidence.expire")) as Record<string, unknown>;
const subjects = async (to = OWNER) => {
  const rows = await app.db.orm.select().from(mails).where(eq(mails.toKey, to)).orderBy(mails.createdAt);
  return rows
    .filter(({ kind }) => kind.startsWith("tier") || kind.startsWith("issuer"))
    .map((row) => row.subject);
};
const moveTo = (day: string, time = "16:00") => {
  app.clock.now = new Date(`${day}T${time}:00Z`);
};

/** A place whose certificate is read, looked up and in force until a day. */
async function certified(validUntil: string, fields: object = {}, ownerId: string | null = owner.id) {
  const poi = await place(app, fields, ownerId);
  const issuerId = await addIssuer("");
  const certificate = { issuerId, number: "HC-1", validUntil };
  const { id } = await addRecord(poi, { kind: "certificate", validFrom: "2026-01-01", ...certificate });
  await by("bilal", `POST /api/reviews/readings/${id}`, certificate);
  await addRecord(poi, { kind: "lookup", issuerId, address: "https://c.example", checkedAt: "2026-06-14" });
  return { poi, id, issuerId };
}

describe("the owner of a place", () => {
  test("is mailed 30, 14 and 3 days before the last day of a tier and on the day, once each, however often jobs run", async () => {
    const { poi } = await certified("2026-12-31");
    for (const [day, left] of [
      ["2026-11-30", 0],
      ["2026-12-01", 1],
      ["2026-12-16", 1],
      ["2026-12-17", 2],
      ["2026-12-27", 2],
      ["2026-12-28", 3],
      ["2026-12-31", 4],
      ["2027-01-01", 4],
    ] as const) {
      moveTo(day);
      await Promise.all([run(), run(), run()]);
      expect([day, (await subjects()).length]).toEqual([day, left]);
    }
    expect(await subjects()).toEqual([
      ...Array.from({ length: 3 }, () => "Noor Grill: “Verified” ends on December 31, 2026"),
      "Noor Grill: “Verified” ends today",
    ]);
    const [first, , , last] = await mailsTo(app, OWNER);
    expect(first?.text).toContain(
      "Noor Grill in Dearborn, MI is shown as “Verified”. The last day of its halal certificate is December 31, 2026, in 30 days.",
    );
    expect(first?.text).toContain("From January 1, 2027 on, people will see “Reported” instead.");
    expect(first?.text).toContain(`Renew:\nhttp://localhost:3000/partner?tab=pois&renew=${poi.id}`);
    expect(last?.text).toContain("The last day of its halal certificate is today.");
  });

  test("gets one mail after days without a job, not one for each step that passed", async () => {
    await certified("2026-12-31");
    moveTo("2026-12-29");
    expect(await run()).toMatchObject({ success: true, places: 0, ownerMails: 1 });
    expect((await mailsTo(app, OWNER))[0]?.text).toContain("December 31, 2026, in 2 days");
    moveTo("2027-01-20");
    expect(await run()).toMatchObject({ places: 1, ownerMails: 1 });
    expect((await subjects())[1]).toBe("Noor Grill: “Verified” ended on December 31, 2026");
    expect((await mailsTo(app, OWNER))[1]?.text).toContain("People now see “Reported” instead.");
    expect(await run()).toMatchObject({ places: 0, ownerMails: 0 });
  });

  test("is mailed by the day of the place: later in Honolulu than in St. John's", async () => {
    await certified("2026-12-31", { name: "Aloha", latitude: 21.3, longitude: -157.85, state: "HI" });
    await certified("2026-12-31", { name: "Signal Hill", latitude: 47.56, longitude: -52.71, state: "NL" });
    moveTo("2026-12-01", "03:29");
    await run();
    expect(await subjects()).toEqual([]);
    moveTo("2026-12-01", "03:31");
    await run();
    expect(await subjects()).toEqual(["Signal Hill: “Verified” ends on December 31, 2026"]);
    moveTo("2026-12-01", "10:01");
    await run();
    expect((await subjects())[1]).toBe("Aloha: “Verified” ends on December 31, 2026");
  });

  test("who came after a step gets the next one, and a place without an owner none", async () => {
    const { poi } = await certified("2026-12-31", {}, null);
    moveTo("2026-12-01");
    expect(await run()).toMatchObject({ ownerMails: 0 });
    await app.db.orm.update(pois).set({ ownerId: owner.id }).where(eq(pois.id, poi.id));
    moveTo("2026-12-05");
    await run();
    expect(await subjects()).toEqual([]);
    moveTo("2026-12-17");
    await run();
    expect(await subjects()).toHaveLength(1);
  });

  test("gets no further mail once a later certificate carries the tier", async () => {
    const { poi, issuerId } = await certified("2026-12-31");
    moveTo("2026-12-01");
    await run();
    const renewed = { issuerId, number: "HC-2", validUntil: "2027-12-31" };
    const { id } = await addRecord(poi, { kind: "certificate", validFrom: "2026-11-01", ...renewed });
    await by("bilal", `POST /api/reviews/readings/${id}`, renewed);
    await addRecord(poi, { kind: "lookup", issuerId, address: "https://c.example", checkedAt: "2026-12-01" });
    for (const day of ["2026-12-17", "2026-12-28", "2026-12-31", "2027-01-01"]) {
      moveTo(day);
      await run();
    }
    expect(await subjects()).toHaveLength(1);
    moveTo("2027-12-01");
    await run();
    expect((await subjects())[1]).toBe("Noor Grill: “Verified” ends on December 31, 2027");
  });

  test("of a friendly place and of one that was verified before evidence was recorded is mailed why it ends", async () => {
    const friendly = await place(app, { name: "Green" }, owner.id);
    await addRecord(friendly, { kind: "declaration", meatFree: true, noAlcohol: true, noPork: true });
    await addRecord(friendly, { kind: "visit", checkedAt: "2026-06-15" });
    const prior = await place(app, { name: "Old" }, owner.id);
    await app.db.transaction((tx) =>
      appendRecord(tx, app.deps, prior, { kind: "prior", source: "migration", validUntil: "2026-09-13" }),
    );
    moveTo("2026-08-14");
    await run();
    moveTo("2027-06-01");
    await run();
    const texts = (await mailsTo(app, OWNER)).map(({ text }) => text);
    expect(texts).toHaveLength(3);
    expect(texts[0]).toContain("Without a certificate its last day is September 13, 2026, in 30 days.");
    expect(texts.slice(1).join()).toContain(
      "until September 13, 2026. This dated from before we kept the evidence",
    );
    expect(texts.slice(1).join()).toContain("The last day of this year is June 15, 2027, in 14 days.");
    expect(texts.slice(1).join()).toContain(
      "still serves no meat, no alcohol and no pork, confirm it with one press",
    );
  });

  test("is told at once when an issuer or staff end the tier, once, and when nothing fell not at all", async () => {
    const { poi, id } = await certified("2026-12-31");
    await by("bilal", `POST /api/admin/pois/${poi.id}/evidence`, {
      kind: "revocation",
      recordId: id,
      reason: "internal words",
    });
    expect(await subjects()).toEqual(["Noor Grill is no longer shown as “Verified”"]);
    const [mail] = await mailsTo(app, OWNER);
    expect(mail?.text).toContain("Our team withdrew a record that this was based on.");
    expect(mail?.text).toContain("People now see “Reported” instead.");
    expect(mail?.text).not.toContain("internal words");
    await addRecord(poi, { kind: "statement", text: "Halal." });
    expect(await subjects()).toHaveLength(1);
    const issuerId = await addIssuer(ISSUER);
    const other = await place(app, { name: "Second" }, owner.id);
    const read = { issuerId, number: "HC-9", validUntil: "2026-12-31" };
    const made = await addRecord(other, { kind: "certificate", validFrom: "2026-01-01", ...read });
    await by("bilal", `POST /api/reviews/readings/${made.id}`, read);
    await addRecord(other, {
      kind: "lookup",
      issuerId,
      address: "https://c.example",
      checkedAt: "2026-06-14",
    });
    const token = (await mailsTo(app, ISSUER)).at(-1)?.token ?? "";
    await app.send("POST /api/issuers/answer", { body: { token, answer: "revoked" } });
    expect((await subjects())[1]).toBe("Second is no longer shown as “Verified”");
    expect((await mailsTo(app, OWNER))[1]?.text).toContain(
      "has told us that it revoked the halal certificate.",
    );
  });
});

describe("an issuer", () => {
  const asked = async (address = ISSUER) => {
    const poi = await place(app);
    const issuerId = await addIssuer(address);
    const made = await addRecord(poi, {
      kind: "certificate",
      issuerId,
      number: "HC-5",
      validFrom: "2026-01-01",
      validUntil: "2026-12-31",
    });
    return { poi, id: made.id, issuerId };
  };
  const afterDays = async (count: number) => {
    app.clock.now = new Date(TODAY.getTime() + days(count));
    return Promise.all([run(), run()]);
  };
  const mailed = async (address = ISSUER) => (await mailsTo(app, address)).map(({ kind }) => kind);

  test("that does not answer is reminded after 5 and after 15 days, once each, and then no more", async () => {
    await asked();
    const counts = [];
    for (const day of [4, 5, 6, 14, 15, 16, 40]) {
      await afterDays(day);
      counts.push((await mailed()).length - 1);
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 2, 2]);
    const [, reminder] = await mailsTo(app, ISSUER);
    expect(reminder?.text).toContain("We wrote to you on June 15, 2026 and have not heard from you yet.");
  });

  test("answers by the link of any of the mails, once for all of them", async () => {
    const { poi } = await asked();
    await afterDays(5);
    const [question, reminder] = await mailsTo(app, ISSUER);
    const answer = (token = "") => app.send("POST /api/issuers/answer", { body: { token, answer: "valid" } });
    expect(question?.token).not.toBe(reminder?.token);
    const both = await Promise.all([answer(question?.token), answer(reminder?.token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await by("amina", `GET /api/admin/pois/${poi.id}/evidence`)).length).toBe(2);
    await afterDays(15);
    expect(await mailed()).toHaveLength(2);
  });

  test("is not reminded of a withdrawn certificate, of one that was found in its register, nor after a bounce", async () => {
    const withdrawn = await asked("one@council.example");
    await addRecord(withdrawn.poi, { kind: "revocation", recordId: withdrawn.id, reason: "x" });
    const { poi, issuerId } = await asked("two@council.example");
    await addRecord(poi, { kind: "lookup", issuerId, address: "https://c.example", checkedAt: "2026-06-14" });
    await asked("three@council.example");
    await app.db.transaction((tx) => suppress(tx, "three@council.example", "bounced", TODAY));
    await afterDays(5);
    app.clock.forward(hours(1));
    await run();
    for (const name of ["one", "two", "three"])
      expect([name, await mailed(`${name}@council.example`)]).toEqual([name, ["issuer-question"]]);
  });

  test("gets one reminder after an outage of weeks, and the second ten days later", async () => {
    await asked("late@council.example");
    await afterDays(20);
    await afterDays(21);
    expect(await mailed("late@council.example")).toHaveLength(2);
    await afterDays(30);
    expect(await mailed("late@council.example")).toHaveLength(3);
  });
});
