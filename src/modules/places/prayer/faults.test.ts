import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import type { PrayerTimes } from "./schema.ts";

/** Faults that other displays of iqamah had, each as a day on which it would show. */
let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
/** 9 AM on a Tuesday in Dearborn. */
const NOW = new Date("2026-03-03T14:00:00Z");
beforeAll(async () => {
  app = await testApp();
  app.clock.now = NOW;
  owner = await partner(app);
  await staff(app, "admin", "bilal");
});
beforeEach(() => {
  app.clock.now = NOW;
});
afterAll(() => app.close());

const POSITION = { latitude: 42.32, longitude: -83.18 };
const masjid = () => place(app, { name: "Masjid Noor", category: "mosque", ...POSITION }, owner.id);
const say = async (poi: { id: string }, body: object) => {
  const { status } = await app.send(`PUT /api/admin/pois/${poi.id}/prayer`, {
    headers: basic("bilal"),
    body,
  });
  expect(status).toBe(200);
};
const times = async (poi: { id: string }, from: string, days = 1): Promise<PrayerTimes> =>
  (await app.send(`GET /api/places/${poi.id}/prayer?from=${from}&days=${days}`)).json;
type Day = PrayerTimes["days"][number];
const iqamahs = async (poi: { id: string }, from: string, days = 1) =>
  (await times(poi, from, days)).days.map(({ date, prayers }: Day) => [
    date,
    ...prayers.map(({ iqamah }) => iqamah?.time ?? null),
  ]);
const fridays = async (poi: { id: string }, date: string) =>
  (await times(poi, date)).days[0]?.jumuah.map(({ time, hall, language }) => [time, hall, language]);

const FIVE = [
  { prayer: "fajr", rule: "adhan + 20", from: "2026-03-01" },
  { prayer: "dhuhr", rule: "fixed 13:30", from: "2026-03-01" },
  { prayer: "asr", rule: "every 15 minutes, rounded up", from: "2026-03-01" },
  { prayer: "maghrib", rule: "adhan + 5", from: "2026-03-01" },
  { prayer: "isha", rule: "fixed 20:15", from: "2026-03-01" },
];

describe("What went wrong elsewhere", () => {
  test("a rule of Friday's prayer moves no one's Dhuhr, neither here nor at another masjid", async () => {
    const [here, there] = [await masjid(), await masjid()];
    await say(here, { iqamah: FIVE });
    await say(there, { iqamah: FIVE });
    const before = [await iqamahs(here, "2026-03-05", 3), await iqamahs(there, "2026-03-05", 3)];
    await say(here, { jumuah: [{ time: "14:00", from: "2026-03-01" }] });
    expect([await iqamahs(here, "2026-03-05", 3), await iqamahs(there, "2026-03-05", 3)]).toEqual(before);
    await say(here, { iqamah: [{ prayer: "dhuhr", rule: "fixed 14:00", from: "2026-03-06" }] });
    const moved = (before[0] ?? []).map(([date = null, fajr = null, dhuhr = null, ...rest]) => [
      date,
      fajr,
      date === "2026-03-05" ? dhuhr : "14:00",
      ...rest,
    ]);
    expect([await iqamahs(here, "2026-03-05", 3), await iqamahs(there, "2026-03-05", 3)]).toEqual([
      moved,
      before[1] ?? [],
    ]);
  });

  test("a Friday has the prayers of its own week, not those of the last one", async () => {
    const poi = await masjid();
    await say(poi, {
      jumuah: [
        { time: "13:15", from: "2026-01-01" },
        { time: "14:00", from: "2026-03-13" },
      ],
    });
    expect([await fridays(poi, "2026-03-06"), await fridays(poi, "2026-03-13")]).toEqual([
      [["13:15", "", ""]],
      [["14:00", "", ""]],
    ]);
    expect((await times(poi, "2026-03-05")).friday).toMatchObject({
      date: "2026-03-06",
      jumuah: [{ time: "13:15" }],
    });
    app.clock.now = new Date("2026-03-07T14:00:00Z"); // the Saturday after it
    expect((await times(poi, "2026-03-07")).friday).toMatchObject({
      date: "2026-03-13",
      jumuah: [{ time: "14:00" }],
    });
  });

  test("after Isha the iqamah of the next Fajr is tomorrow's", async () => {
    const poi = await masjid();
    await say(poi, {
      iqamah: [
        { prayer: "fajr", rule: "fixed 06:15", from: "2026-03-01" },
        { prayer: "fajr", rule: "fixed 06:00", from: "2026-03-04" },
      ],
    });
    app.clock.now = new Date("2026-03-04T03:30:00Z"); // 10:30 PM on the day before
    const { today, days } = (await app.send(`GET /api/places/${poi.id}/prayer?days=2`)).json as PrayerTimes;
    expect(today).toBe("2026-03-03");
    expect(days.map(({ prayers }) => prayers[0]?.iqamah?.time)).toEqual(["06:15", "06:00"]);
  });

  test("a change of Monday leaves Sunday's Isha, whose congregation is still to come, as it was", async () => {
    const poi = await masjid();
    await say(poi, { iqamah: FIVE });
    await say(poi, { iqamah: FIVE.map((row) => ({ ...row, rule: "adhan + 30", from: "2026-03-09" })) });
    const week = await iqamahs(poi, "2026-03-07", 3);
    expect(week.map(([date, , dhuhr, , , isha]) => [date, dhuhr, isha])).toEqual([
      ["2026-03-07", "13:30", "20:15"],
      ["2026-03-08", "13:30", "20:15"], // the clock changes too
      ["2026-03-09", expect.not.stringContaining("13:30"), expect.not.stringContaining("20:15")],
    ]);
    app.clock.now = new Date("2026-03-09T00:05:00Z"); // 8:05 PM on Sunday: before the congregation of Isha
    const { days, planned } = await times(poi, "2026-03-08");
    expect(days[0]?.prayers[4]?.iqamah).toMatchObject({ time: "20:15", at: "2026-03-09T00:15:00.000Z" });
    expect(planned[0]).toEqual({ name: "Fajr", text: "30 minutes after the adhan", from: "2026-03-09" });
  });

  test("a change on a Sunday begins on that Sunday", async () => {
    const poi = await masjid();
    await say(poi, { iqamah: FIVE });
    await say(poi, { iqamah: [{ prayer: "dhuhr", rule: "fixed 14:00", from: "2026-03-08" }] });
    expect((await iqamahs(poi, "2026-03-07", 3)).map(([, , dhuhr]) => dhuhr)).toEqual([
      "13:30",
      "14:00",
      "14:00",
    ]);
  });

  test("two halls have a Friday prayer each, also at the same time, and a change of one leaves the other", async () => {
    const poi = await masjid();
    const [main, gym] = [
      { time: "13:15", hall: "Main hall", language: "Arabic", from: "2026-03-01" },
      { time: "13:15", hall: "Gym", language: "English", from: "2026-03-01" },
    ];
    const second = { ...main, time: "14:15" };
    const later = { ...gym, time: "13:45", from: "2026-03-13" };
    await say(poi, { jumuah: [main, gym, second, later] });
    expect([await fridays(poi, "2026-03-06"), await fridays(poi, "2026-03-13")]).toEqual([
      [
        ["13:15", "Main hall", "Arabic"],
        ["13:15", "Gym", "English"],
        ["14:15", "Main hall", "Arabic"],
      ],
      [
        ["13:15", "Main hall", "Arabic"],
        ["13:45", "Gym", "English"],
        ["14:15", "Main hall", "Arabic"],
      ],
    ]);
  });
});
