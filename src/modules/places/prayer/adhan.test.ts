import { describe, expect, test } from "bun:test";
import { addDays, type Day, dayIn } from "../../../shared/places/days.ts";
import { localTime, minutesOf } from "../../../shared/places/hours.ts";
import { MADHABS, METHODS } from "../../../shared/places/iqamah-rules.ts";
import { instantOf, timeZoneOf } from "../../../shared/places/time-zone.ts";
import { defaultCalculation, isWhole, type SunTimes, sunTimes } from "./adhan.ts";

const ISNA = defaultCalculation("MI");
const at = (latitude: number, longitude: number, state = "MI") => ({ latitude, longitude, state });

/** From Hawaii to Newfoundland, from Miami to the north of Alaska, and on both sides of the date line. */
const CITIES = {
  Dearborn: at(42.32, -83.18),
  "New York": at(40.71, -74.01, "NY"),
  Chicago: at(41.88, -87.63, "IL"),
  Houston: at(29.76, -95.37, "TX"),
  "Los Angeles": at(34.05, -118.24, "CA"),
  Phoenix: at(33.45, -112.07, "AZ"),
  Denver: at(39.74, -104.99, "CO"),
  Miami: at(25.76, -80.19, "FL"),
  Seattle: at(47.61, -122.33, "WA"),
  Minneapolis: at(44.98, -93.27, "MN"),
  Honolulu: at(21.31, -157.86, "HI"),
  Anchorage: at(61.22, -149.9, "AK"),
  Adak: at(51.88, -176.65, "AK"),
  Toronto: at(43.65, -79.38, "ON"),
  Vancouver: at(49.28, -123.12, "BC"),
  Edmonton: at(53.55, -113.49, "AB"),
  "St. John's": at(47.56, -52.71, "NL"),
  Whitehorse: at(60.72, -135.06, "YT"),
  Regina: at(50.45, -104.61, "SK"),
  "San Juan": at(18.47, -66.11, "PR"),
  Hagatna: at(13.48, 144.75, "GU"),
};

const ORDER = ["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"] as const;
const inOrder = (times: SunTimes) => ORDER.flatMap((name) => times[name]?.getTime() ?? []);
const isRising = (numbers: readonly number[]) =>
  numbers.every((each, n) => n === 0 || each > (numbers[n - 1] ?? 0));

describe("the adhan of a day", () => {
  test("is that of the example that the library publishes for Raleigh", () => {
    const raleigh = { latitude: 35.775, longitude: -78.6336 };
    const hanafi = { method: "NorthAmerica", madhab: "hanafi" } as const;
    const times = sunTimes(raleigh, "2015-07-12", "America/New_York", hanafi);
    const shown = ORDER.map((name) => times[name] && localTime("America/New_York", times[name]).at);
    expect(shown).toEqual(["04:42", "06:08", "13:21", "18:22", "20:32", "21:57"]);
  });

  test("is in order, on its own day and never jumps, on every day of a year in 21 cities", () => {
    for (const [city, place] of Object.entries(CITIES)) {
      const timeZone = timeZoneOf(place);
      let before: SunTimes | null = null;
      for (let day: Day = "2026-01-01"; day < "2027-01-01"; day = addDays(day, 1)) {
        const times = sunTimes(place, day, timeZone, ISNA);
        expect([city, day, isWhole(times), isRising(inOrder(times))]).toEqual([city, day, true, true]);
        for (const name of ["fajr", "sunrise", "dhuhr", "asr"] as const)
          expect([city, day, name, times[name] && dayIn(timeZone, times[name])]).toEqual([
            city,
            day,
            name,
            day,
          ]);
        for (const name of ORDER) {
          const moved = Number(times[name]) - Number(before?.[name] ?? 0);
          const jump = before === null ? 0 : Math.abs(moved / 60_000 - 24 * 60);
          expect([city, day, name, jump <= 8]).toEqual([city, day, name, true]);
        }
        before = times;
      }
    }
  });

  test("is in order by every method and school", () => {
    for (const method of METHODS)
      for (const madhab of MADHABS)
        for (const day of ["2026-03-20", "2026-06-21", "2026-09-22", "2026-12-21"]) {
          const times = sunTimes(CITIES.Vancouver, day, "America/Vancouver", { method, madhab });
          expect([method, madhab, day, isWhole(times), isRising(inOrder(times))]).toEqual([
            method,
            madhab,
            day,
            true,
            true,
          ]);
        }
  });

  test("is in order from 60 to 70 degrees north in June and December, or missing, and never not a number", () => {
    let [whole, missing] = [0, 0];
    for (let latitude = 60; latitude <= 70; latitude += 0.25)
      for (const longitude of [-150, -135, -114, -68])
        for (const month of ["06", "12"])
          for (let date = 1; date <= 30; date += 1) {
            const day = `2026-${month}-${String(date).padStart(2, "0")}`;
            const place = { latitude, longitude };
            const timeZone = timeZoneOf({ ...place, state: "AK" });
            for (const method of ["NorthAmerica", "UmmAlQura", "MoonsightingCommittee"] as const) {
              const times = sunTimes(place, day, timeZone, { ...ISNA, method });
              const known = inOrder(times);
              expect([latitude, day, method, isRising(known), known.some(Number.isNaN)]).toEqual([
                latitude,
                day,
                method,
                true,
                false,
              ]);
              expect(times.dhuhr).not.toBeNull();
              if (isWhole(times)) whole += 1;
              else missing += 1;
            }
          }
    expect([whole > 10_000, missing > 1_000]).toEqual([true, true]);
  });

  test("has neither sunrise nor sunset where the sun does not set", () => {
    const times = sunTimes({ latitude: 69.5, longitude: -133 }, "2026-06-21", "America/Inuvik", ISNA);
    expect(Object.entries(times).flatMap(([name, time]) => (time === null ? [name] : []))).toEqual([
      ...["fajr", "sunrise", "maghrib", "isha"],
    ]);
  });
});

/** The first day of summer time and the last, by zone; the second two hours are those that the clock skips or repeats. */
const CHANGES = [
  ["America/New_York", "NY", at(40.71, -74.01)],
  ["America/Chicago", "IL", at(41.88, -87.63)],
  ["America/Los_Angeles", "CA", at(34.05, -118.24)],
  ["America/St_Johns", "NL", at(47.56, -52.71)],
] as const;
const [SPRING, AUTUMN] = ["2026-03-08", "2026-11-01"] as const;

describe("on both nights of the clock change", () => {
  test.each(CHANGES)(
    "in %s the wall clock of adhan moves by an hour, and the sun does not",
    (timeZone, _, place) => {
      for (const [day, hour] of [
        [SPRING, 60],
        [AUTUMN, -60],
      ] as const) {
        const [before, after] = [addDays(day, -1), day].map((each) => sunTimes(place, each, timeZone, ISNA));
        for (const name of ORDER) {
          const [one, other] = [before?.[name], after?.[name]] as [Date, Date];
          const clock = (time: Date) => minutesOf(localTime(timeZone, time).at);
          const bySun = Math.abs((other.getTime() - one.getTime()) / 60_000 - 24 * 60);
          const byClock = Math.abs(clock(other) - clock(one) - hour);
          expect([day, name, bySun <= 4, byClock <= 4]).toEqual([day, name, true, true]);
        }
      }
    },
  );

  test.each(CHANGES)("in %s a fixed time stays where it is on the wall clock", (timeZone) => {
    for (const day of [SPRING, AUTUMN])
      for (const each of [addDays(day, -1), day, addDays(day, 1)])
        for (const time of ["00:00", "05:30", "13:30", "23:59"])
          expect([each, localTime(timeZone, instantOf(each, time, timeZone))]).toEqual([
            each,
            { on: each, at: time },
          ]);
  });

  test.each(CHANGES)(
    "in %s a time that the clock skips is an hour later, and of two the first counts",
    (timeZone) => {
      expect(localTime(timeZone, instantOf(SPRING, "02:30", timeZone))).toEqual({ on: SPRING, at: "03:30" });
      const first = instantOf(AUTUMN, "01:30", timeZone);
      const later = new Date(first.getTime() + 3_600_000);
      expect([localTime(timeZone, first), localTime(timeZone, later)]).toEqual([
        { on: AUTUMN, at: "01:30" },
        { on: AUTUMN, at: "01:30" },
      ]);
    },
  );
});
