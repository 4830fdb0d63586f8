import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { days, hours } from "../../../shared/duration.ts";
import { basic, partner, partnerSession, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import type { NewPlace } from "../service.ts";
import type { PrayerTimes } from "./schema.ts";
import { prayerStatements } from "./table.ts";

let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
/** Noon on a Sunday in Dearborn. */
const NOW = new Date("2026-11-29T17:00:00Z");
beforeAll(async () => {
  app = await testApp();
  app.clock.now = NOW;
  owner = await partner(app);
  await staff(app, "admin", "bilal");
  await staff(app, "partner_manager", "amina");
});
beforeEach(() => {
  app.clock.now = NOW;
});
afterAll(() => app.close());

type Poi = { readonly id: string };
const POSITION = { latitude: 42.32, longitude: -83.18 };
/** Listed since a while, so that what is said has the time of now. */
async function masjid(fields: Partial<NewPlace> = {}): Promise<Poi> {
  app.clock.now = new Date(NOW.getTime() - days(90));
  const poi = await place(app, { name: "Masjid Noor", category: "mosque", ...POSITION, ...fields }, owner.id);
  app.clock.now = NOW;
  return poi;
}
const asOwner = async ({ id }: Poi, body: object, account: Poi = owner) =>
  app.send(`PUT /partner/api/my-pois/${id}/prayer`, { headers: await partnerSession(app, account.id), body });
const asStaff = ({ id }: Poi, body: object, name = "bilal") =>
  app.send(`PUT /api/admin/pois/${id}/prayer`, { headers: basic(name), body });
const edited = async ({ id }: Poi) =>
  (await app.send(`GET /api/admin/pois/${id}/prayer`, { headers: basic("amina") })).json;
const shown = async ({ id }: Poi, query = "") => app.send(`GET /api/places/${id}/prayer${query}`);
const timesOf = async (poi: Poi, query = "?days=1"): Promise<PrayerTimes> => (await shown(poi, query)).json;
const firstDay = async (poi: Poi, query?: string) => {
  const [day] = (await timesOf(poi, query)).days;
  if (!day) throw new Error("no day");
  return day;
};
const dhuhr = { prayer: "dhuhr", rule: "fixed 13:30", from: "2026-11-01" };

describe("prayer times", () => {
  test("of a masjid are adhan as computed and iqamah as the owner says it, with who said it and when, and nothing personal", async () => {
    const poi = await masjid();
    const jumuah = [{ time: "1:15 PM", hall: "Main hall", language: "English", from: "2026-11-01" }];
    const answer = await asOwner(poi, { iqamah: [dhuhr], jumuah });
    expect([answer.status, answer.json]).toMatchObject([
      200,
      {
        iqamah: [{ ...dhuhr, by: "owner", saidAt: NOW.toISOString() }],
        jumuah: [{ ...jumuah[0], time: "13:15" }],
        updatedAt: NOW.toISOString(),
      },
    ]);
    const times = await timesOf(poi, "");
    expect(times).toMatchObject({
      name: "Masjid Noor",
      timeZone: "America/Detroit",
      today: "2026-11-29",
      method: "NorthAmerica",
      madhab: "shafi",
      calculationBy: "country",
      position: "place",
    });
    expect(times.days.map(({ date }) => date)).toEqual([
      ...["2026-11-29", "2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05"],
    ]);
    const said = { by: "owner", saidAt: NOW.toISOString(), confirmed: true };
    expect(times.days[0]).toMatchObject({
      sunrise: "07:40",
      note: null,
      jumuah: [],
      prayers: [
        { prayer: "fajr", adhan: "06:17", iqamah: null },
        {
          ...{ prayer: "dhuhr", adhan: "12:22", adhanAt: "2026-11-29T17:22:00.000Z" },
          iqamah: { time: "13:30", at: "2026-11-29T18:30:00.000Z", rule: "fixed 13:30", ...said },
        },
        { prayer: "asr", adhan: "14:42", iqamah: null },
        { prayer: "maghrib", adhan: "17:02", iqamah: null },
        { prayer: "isha", adhan: "18:25", iqamah: null },
      ],
    });
    expect(times.days[5]?.jumuah).toMatchObject([
      { time: "13:15", hall: "Main hall", language: "English", ...said },
    ]);
    expect(times.friday).toMatchObject({ date: "2026-12-04", jumuah: [{ time: "13:15" }] });
    expect(JSON.stringify(times)).not.toContain(owner.id);
  });

  test("by a rule follow adhan, and a rule that needs an adhan that is not known says nothing", async () => {
    const rules = [
      { prayer: "fajr", rule: { kind: "after", minutes: 20 }, from: "2026-11-01" },
      { prayer: "asr", rule: { kind: "rounded", every: 15 }, from: "2026-11-01" },
      { prayer: "isha", rule: { kind: "fixed", time: "8 PM" }, from: "2026-11-01" },
    ];
    const nowhere = { latitude: null, longitude: null, city: "Nowhere at all" };
    const [poi, lost] = [await masjid(), await masjid(nowhere)];
    for (const each of [poi, lost]) expect((await asOwner(each, { iqamah: rules })).status).toBe(200);
    const times = async (each: Poi) =>
      (await firstDay(each)).prayers.map(({ adhan, iqamah }) => [adhan, iqamah?.time ?? null]);
    expect(await times(poi)).toEqual([
      ["06:17", "06:37"],
      ["12:22", null],
      ["14:42", "14:45"],
      ["17:02", null],
      ["18:25", "20:00"],
    ]);
    expect(await times(lost)).toEqual([...Array.from({ length: 4 }, () => [null, null]), [null, "20:00"]]);
    expect(await timesOf(lost)).toMatchObject({
      ...{ position: null, city: null, timeZone: "America/Detroit" },
      days: [{ note: "We do not know where this masjid is, so its adhan times cannot be calculated." }],
    });
  });

  test("are refused as text of 60 KB, however it is written", async () => {
    const poi = await masjid();
    const spaces = " ".repeat(60_000);
    const from = "2026-11-01";
    const long = [
      ...[`a${spaces}x`, `dhuhr ${spaces}x`, `dhuhr fixed 13:30${spaces}from ${from}`].map((row) => ({
        iqamah: [row],
      })),
      ...[`a${spaces}x`, `13:15 from ${from},${spaces}x,y,z`].map((row) => ({ jumuah: [row] })),
      ...[`adhan${spaces}x`, `${spaces}+ 1`, `every 15${spaces}x`].map((rule) => ({
        iqamah: [{ ...dhuhr, rule }],
      })),
      { iqamah: [{ ...dhuhr, rule: { kind: "fixed", time: `1${spaces}x` } }] },
      { iqamah: [{ ...dhuhr, from: `${from}${spaces}x` }] },
      { jumuah: [{ time: `1:15${spaces}PM`, from }] },
    ];
    const answers = await Promise.all(long.map((body) => asOwner(poi, body)));
    expect(answers.map(({ status }) => status)).toEqual(long.map(() => 400));
    const row = `Dhuhr   fixed 13:30   from ${from}`;
    expect((await asOwner(poi, { iqamah: [row] })).json.iqamah).toMatchObject([dhuhr]);
    const hall = "h".repeat(60);
    const friday = `1:15 PM from ${from}, ${hall}, ${"l".repeat(60)}`;
    expect((await asOwner(poi, { jumuah: [friday] })).json.jumuah).toMatchObject([{ time: "13:15", hall }]);
  });

  test("of a masjid without a position are those of its city, which is said", async () => {
    const poi = await masjid({ latitude: null, longitude: null });
    expect(await timesOf(poi)).toMatchObject({ position: "city", city: "Dearborn, MI" });
    expect((await firstDay(poi)).prayers[1]?.adhan).toBe("12:22");
  });

  test("are not confirmed 60 days after they were said, and are confirmed by saying the same again", async () => {
    const poi = await masjid();
    const { json } = await asOwner(poi, { iqamah: [dhuhr] });
    const confirmed = async () => (await firstDay(poi)).prayers[1]?.iqamah;
    app.clock.now = new Date(NOW.getTime() + days(60));
    expect(await confirmed()).toMatchObject({ time: "13:30", confirmed: true });
    app.clock.now = new Date(NOW.getTime() + days(61));
    expect(await confirmed()).toMatchObject({ time: "13:30", confirmed: false, saidAt: NOW.toISOString() });
    expect((await asOwner(poi, { iqamah: [dhuhr], updatedAt: json.updatedAt })).status).toBe(200);
    const saidAt = app.clock.now.toISOString();
    expect(await confirmed()).toMatchObject({ time: "13:30", confirmed: true, saidAt });
  });

  test("keep what was said of earlier days, and what is said of a prayer replaces what was planned from that day on", async () => {
    const poi = await masjid();
    await asOwner(poi, { iqamah: [dhuhr] });
    await asOwner(poi, { iqamah: [{ ...dhuhr, rule: "fixed 14:00", from: "2027-03-14" }] });
    await asStaff(poi, { iqamah: [{ ...dhuhr, rule: "adhan + 15", from: "2026-12-20" }] });
    const on = async (day: string) => (await firstDay(poi, `?from=${day}&days=1`)).prayers[1]?.iqamah?.rule;
    expect([await on("2026-12-19"), await on("2026-12-20"), await on("2027-03-14")]).toEqual([
      ...["fixed 13:30", "adhan + 15", "adhan + 15"],
    ]);
    expect(await on("2026-10-31")).toBeUndefined();
    expect((await edited(poi)).iqamah).toMatchObject([
      { rule: "fixed 13:30", from: "2026-11-01", by: "owner" },
      { rule: "adhan + 15", from: "2026-12-20", by: "staff" },
    ]);
    await asOwner(poi, { iqamah: [{ ...dhuhr, rule: null, from: "2026-12-25" }] });
    expect([await on("2026-12-24"), await on("2026-12-25")]).toEqual(["adhan + 15", undefined]);
    expect((await edited(poi)).iqamah.at(-1)).toMatchObject({ rule: null, from: "2026-12-25" });
  });

  test("have a list of Friday prayers that means the same when it is sent again, and ends from a day on", async () => {
    const poi = await masjid();
    const main = { time: "13:15", hall: "Main hall", language: "", from: "2026-11-01" };
    const lists = [main, { ...main, hall: "Gym" }, { ...main, time: "13:30", from: "2027-03-14" }];
    const ends = [{ ...main, hall: "Gym", time: null, from: "2027-03-14" }];
    await asOwner(poi, { jumuah: [...lists, ...ends] });
    const fridays = async (day: string) =>
      (await firstDay(poi, `?from=${day}&days=1`)).jumuah.map(({ time, hall }) => [time, hall]);
    const both = async () => [await fridays("2027-03-12"), await fridays("2027-03-19")];
    const before = await both();
    expect(before).toEqual([
      [
        ["13:15", "Main hall"],
        ["13:15", "Gym"],
      ],
      [["13:30", "Main hall"]],
    ]);
    const { jumuah } = await edited(poi);
    await asOwner(poi, { jumuah });
    expect([await both(), (await edited(poi)).jumuah.length]).toEqual([before, jumuah.length]);
    await asOwner(poi, { jumuah: [{ time: null, from: "2027-03-14" }] });
    expect(await both()).toEqual([before[0], []] as typeof before);
    await asOwner(poi, { jumuah: [] });
    expect([await both(), (await edited(poi)).jumuah]).toEqual([[[], []], []]);
  });

  test("are computed as the owner or staff choose from that day on, and as the country does when they take it back", async () => {
    const poi = await masjid();
    expect((await asOwner(poi, { madhab: "hanafi" })).json).toMatchObject({
      madhab: "hanafi",
      calculationBy: "owner",
    });
    const asr = async (day: string) => (await firstDay(poi, `?from=${day}&days=1`)).prayers[2]?.adhan;
    expect([await asr("2026-11-28"), await asr("2026-11-29")]).toEqual(["14:43", "15:20"]);
    const both = (await asStaff(poi, { method: "MuslimWorldLeague" })).json;
    expect(both).toMatchObject({ method: "MuslimWorldLeague", madhab: "hanafi", calculationBy: "staff" });
    const back = (await asOwner(poi, { method: null, madhab: null })).json;
    expect(back).toMatchObject({ method: "NorthAmerica", madhab: "shafi", calculationBy: "country" });
    expect(back.defaults).toEqual({ method: "NorthAmerica", madhab: "shafi" });
  });

  test("are taken in words, as the command line sends them", async () => {
    const poi = await masjid();
    const iqamah = ["dhuhr fixed 13:30 from 2026-11-01", "Asr: every 15 minutes, rounded up from 2026-11-01"];
    const jumuah = [
      "13:15 from 2026-11-01, Main hall, English",
      "1:15 PM from 2026-11-01, Gym",
      "14:15 from 2026-11-01",
    ];
    const { status, json } = await asStaff(poi, { iqamah, jumuah });
    expect([status, json.iqamah, json.jumuah]).toMatchObject([
      200,
      [{ rule: "fixed 13:30" }, { rule: "every 15 minutes, rounded up", from: "2026-11-01" }],
      [
        { time: "13:15", hall: "Main hall", language: "English" },
        { time: "13:15", hall: "Gym", language: "" },
        { time: "14:15", hall: "", language: "" },
      ],
    ]);
  });

  test("that are changed are in the audit log with what was said before, and a change of nothing is not", async () => {
    const poi = await masjid();
    await asOwner(poi, { iqamah: [dhuhr] });
    await asStaff(poi, {
      iqamah: [{ ...dhuhr, rule: "13:45" }],
      jumuah: [{ time: "13:15", from: "2026-11-01" }],
    });
    expect((await asStaff(poi, {})).status).toBe(200);
    const entries = await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, poi.id))
      .orderBy(auditLog.id);
    expect(entries.map(({ action }) => action).slice(-2)).toEqual([
      "partner.prayer.save",
      "admin.prayer.save",
    ]);
    expect(entries.at(-1)).toMatchObject({
      before: { iqamah: ["dhuhr fixed 13:30 from 2026-11-01"], jumuah: [] },
      after: { iqamah: ["dhuhr fixed 13:45 from 2026-11-01"], jumuah: ["13:15 from 2026-11-01"] },
    });
  });
});

describe("prayer times are refused", () => {
  test("of a place that is no masjid, of one that is not there, and of another's", async () => {
    const grill = await place(app, {}, owner.id);
    const other = await partner(app, "other@example.com");
    const poi = await masjid();
    const unknown = { id: "0".repeat(26) };
    const answers = [
      await shown(grill),
      await asOwner(grill, { iqamah: [dhuhr] }),
      await asStaff(grill, { iqamah: [dhuhr] }),
      await shown(unknown),
      await asOwner(unknown, { iqamah: [dhuhr] }),
      await asOwner(poi, { iqamah: [dhuhr] }, other),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await asStaff(poi, { iqamah: [dhuhr] }, "amina")).status).toBe(403);
    expect((await app.send(`PUT /partner/api/my-pois/${poi.id}/prayer`, { body: {} })).status).toBe(401);
    const rows = await app.db.orm.select().from(prayerStatements).where(eq(prayerStatements.poiId, poi.id));
    expect(rows).toEqual([]);
  });

  test.each([
    [{ iqamah: [{ ...dhuhr, prayer: "duha" }] }, "iqamah.0.prayer"],
    [{ iqamah: [{ ...dhuhr, rule: "noon" }] }, "iqamah.0.rule"],
    [{ iqamah: [{ ...dhuhr, rule: { kind: "after", minutes: 500 } }] }, "iqamah.0.rule"],
    [{ iqamah: [{ ...dhuhr, rule: { kind: "estimated" } }] }, "iqamah.0.rule"],
    [{ iqamah: [{ prayer: "dhuhr", rule: "13:30" }] }, "iqamah.0.from"],
    [{ iqamah: [{ ...dhuhr, from: "2026-02-30" }] }, "iqamah.0.from"],
    [{ iqamah: [dhuhr, "dhuhr at noon from 2026-11-01"] }, "iqamah.1.rule"],
    [{ iqamah: Array.from({ length: 31 }, () => dhuhr) }, "iqamah"],
    [{ iqamah: "dhuhr" }, "iqamah"],
    [{ jumuah: [{ time: "25:00", from: "2026-11-01" }] }, "jumuah.0.time"],
    [{ jumuah: [{ time: "13:15" }] }, "jumuah.0.from"],
    [{ jumuah: [{ time: "13:15", from: "2026-11-01", hall: "x".repeat(61) }] }, "jumuah.0.hall"],
    [{ jumuah: [{ time: "13:15", from: "2026-11-01", hall: "a\u0000b" }] }, "jumuah.0.hall"],
    [{ method: "Estimated" }, "method"],
    [{ madhab: "none" }, "madhab"],
  ])("as %j", async (body, field) => {
    const poi = await masjid();
    const { status, json } = await asOwner(poi, body);
    expect([status, json.code, Object.keys(json.fields)]).toEqual([400, "INVALID_INPUT", [field]]);
  });

  test.each(["?days=0", "?days=61", "?days=many", "?from=tomorrow", "?from=2026-02-30", "?from=1999-12-31"])(
    "for %s",
    async (query) => {
      expect((await shown(await masjid(), query)).status).toBe(400);
    },
  );

  test("of a version that someone else has changed since, with what is said now", async () => {
    const poi = await masjid();
    const { updatedAt } = await edited(poi);
    const rules = ["13:30", "13:45"].map((rule) => ({ iqamah: [{ ...dhuhr, rule }], updatedAt }));
    const [one, other] = await Promise.all([asOwner(poi, rules[0] ?? {}), asStaff(poi, rules[1] ?? {})]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    const [kept, refused] = one.status === 200 ? [one, other] : [other, one];
    expect(refused.json.current).toEqual(kept.json);
    expect((await edited(poi)).iqamah).toEqual(kept.json.iqamah);
  });

  test("of an owner who says more in a day than anyone reads", async () => {
    const poi = await masjid();
    const iqamah = Array.from({ length: 30 }, () => dhuhr);
    const answers = [];
    for (let n = 0; n < 18; n += 1) answers.push((await asStaff(poi, { iqamah })).status);
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([17, 429]);
    app.clock.now = new Date(NOW.getTime() + days(1) + hours(1));
    expect((await asStaff(poi, { iqamah })).status).toBe(200);
  });
});

test("prayer times follow a merge and its undo, and are gone with their place", async () => {
  const [kept, duplicate] = [await masjid({ name: "Masjid Safa" }), await masjid({ address: "2 Elm St" })];
  await asStaff(kept, { iqamah: [{ ...dhuhr, rule: "13:45" }] });
  await asStaff(duplicate, { iqamah: [dhuhr, { ...dhuhr, prayer: "asr" }] });
  const send = (line: string, body: object = {}) => app.send(line, { headers: basic("bilal"), body });
  const merge = () => send(`POST /api/admin/pois/${kept.id}/merge`, { duplicateId: duplicate.id });
  const rules = async (poi: Poi) => (await edited(poi)).iqamah?.map((row: { rule: string }) => row.rule);
  const undone = await merge();
  expect(await rules(kept)).toEqual(["fixed 13:45", "fixed 13:30"]);
  expect((await timesOf(duplicate)).id).toBe(kept.id);
  const { json } = await send(`POST /api/admin/pois/merges/${undone.json.id}/undo`);
  expect([json.left, await rules(kept), await rules(duplicate)]).toEqual([
    [],
    ["fixed 13:45"],
    ["fixed 13:30", "fixed 13:30"],
  ]);
  const again = await merge();
  await asStaff(kept, { iqamah: [{ ...dhuhr, prayer: "asr", rule: "16:00" }] });
  const left = (await send(`POST /api/admin/pois/merges/${again.json.id}/undo`)).json.left;
  expect([left, await rules(kept)]).toEqual([
    ["Prayer times that were changed since the merge stay as they are."],
    ["fixed 13:45", "fixed 16:00"],
  ]);
  await app.send(`DELETE /api/admin/pois/${kept.id}`, { headers: basic("bilal") });
  expect((await shown(kept)).status).toBe(404);
  await send(`POST /api/admin/trash/${kept.id}/restore`);
  expect((await firstDay(kept)).prayers[1]?.iqamah?.time).toBe("13:45");
});
