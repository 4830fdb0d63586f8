import { expect, test } from "bun:test";
import { addDays } from "./days.ts";
import { readHours } from "./fact-fields.ts";
import { localTime, type OpenRange, openNow, readTime, timeText, WEEK_DAYS } from "./hours.ts";
import { isRamadan, nextEid } from "./islamic-calendar.ts";

type Ranges = readonly OpenRange[];
const NINE_TO_FIVE: Ranges = [["09:00", "17:00"]];
const weekdays = (ranges: Ranges) => ({ mon: ranges, tue: ranges, wed: ranges, thu: ranges, fri: ranges });
const everyDay = (ranges: Ranges) => ({ ...weekdays(ranges), sat: ranges, sun: ranges });

test("opening hours of OpenStreetMap are read as a week", () => {
  const texts: Readonly<Record<string, object>> = {
    "Mo-Fr 09:00-17:00; Sa off": { week: { ...weekdays(NINE_TO_FIVE), sat: [] } },
    "Mo-Fr 09:00-17:00; PH off": { week: weekdays(NINE_TO_FIVE), note: "Closed on public holidays" },
    "Mo-Su 09:00-17:00": { week: everyDay(NINE_TO_FIVE) },
    "24/7": { week: everyDay([["00:00", "24:00"]]) },
    "09:00-17:00": { week: everyDay(NINE_TO_FIVE) },
    "Fr-Sa 18:00-02:00": { week: { fri: [["18:00", "02:00"]], sat: [["18:00", "02:00"]] } },
    "Fr 18:00-26:00": { week: { fri: [["18:00", "02:00"]] } },
    "Sa-Mo 09:00-17:00": { week: { mon: NINE_TO_FIVE, sat: NINE_TO_FIVE, sun: NINE_TO_FIVE } },
    "Mo,We 14:00-18:00,09:00-12:00": {
      week: {
        mon: [
          ["09:00", "12:00"],
          ["14:00", "18:00"],
        ],
        wed: [
          ["09:00", "12:00"],
          ["14:00", "18:00"],
        ],
      },
    },
    "Mo-Fr 09:00-17:00; We 10:00-12:00": {
      week: { ...weekdays(NINE_TO_FIVE), wed: [["10:00", "12:00"]] },
    },
    "Mo-Fr 09:00-17:00, We 18:00-20:00": {
      week: { ...weekdays(NINE_TO_FIVE), wed: [...NINE_TO_FIVE, ["18:00", "20:00"]] },
    },
  };
  for (const [text, hours] of Object.entries(texts)) expect([text, readHours(text)]).toEqual([text, hours]);
});

test("hours as people write them in English are read as a week", () => {
  for (const text of [
    "Mon-Fri 9:00-17:00",
    "monday to friday: 9am - 5pm",
    "Mon, Tue, Wed, Thu and Fri 9:00 AM – 5:00 p.m.",
    "Mo-We 09:00-17:00\nThu-Fri 09.00-17.00",
  ])
    expect([text, readHours(text)]).toEqual([text, { week: weekdays(NINE_TO_FIVE) }]);
  expect(readHours("Daily 9:00-17:00")).toEqual({ week: everyDay(NINE_TO_FIVE) });
});

test("a text that says anything else is kept as a note, as it was written", () => {
  for (const text of [
    "by appointment",
    "Mo-Fr 09:00+",
    "sunrise-sunset",
    "9-5",
    "Mo-Fr 09:00-17:00,16:00-18:00",
    "Mo-We-Fr 09:00-17:00",
    "Ramadan: after iftar",
  ])
    expect([text, readHours(text)]).toEqual([text, { note: text }]);
});

test("hours as Google, Yelp and people write them are read, and what is not understood is a note beside the rest", () => {
  const texts: Readonly<Record<string, object>> = {
    "Monday: Open 24 hours; Tuesday: 11:00\u202FAM\u2009–\u200910:00\u202FPM": {
      week: { mon: [["00:00", "24:00"]], tue: [["11:00", "22:00"]] },
    },
    "Open 24 hours": { week: everyDay([["00:00", "24:00"]]) },
    "Mo-Su,PH 09:00-17:00": { week: everyDay(NINE_TO_FIVE), note: "Public holidays 09:00-17:00" },
    'Mo-Fr 09:00-17:00; Sa 13:30-23:00 "after Jumuah"': {
      week: { ...weekdays(NINE_TO_FIVE), sat: [["13:30", "23:00"]] },
      note: "after Jumuah",
    },
    "Mo-Fr 09:00-17:00 open": { week: weekdays(NINE_TO_FIVE) },
    "9:00 a.m. - 5:00 p.m. daily": { week: everyDay(NINE_TO_FIVE) },
    "Open daily 9am-5pm": { week: everyDay(NINE_TO_FIVE) },
    "Mon–Fri 9–5pm, Sat 12–9pm, Sun 11-11:30 am": {
      week: { ...weekdays(NINE_TO_FIVE), sat: [["12:00", "21:00"]], sun: [["11:00", "11:30"]] },
    },
    "Mon-Fri 9:00AM-5:00PM / Sat-Sun 12:00PM-10:00PM": {
      week: { ...weekdays(NINE_TO_FIVE), sat: [["12:00", "22:00"]], sun: [["12:00", "22:00"]] },
    },
    "Mo-Fr 09:00-17:00; Dec 25 off; by appointment": {
      week: weekdays(NINE_TO_FIVE),
      note: "Dec 25 off; by appointment",
    },
  };
  for (const [text, hours] of Object.entries(texts)) expect([text, readHours(text)]).toEqual([text, hours]);
});

test("Ramadan hours and a note go along with a week", () => {
  expect(
    readHours({ week: "Mo-Fr 09:00-17:00; PH off", ramadan: "Mo-Su 17:00-01:00", note: "Ring the bell" }),
  ).toEqual({ week: weekdays(NINE_TO_FIVE), ramadan: everyDay([["17:00", "01:00"]]), note: "Ring the bell" });
  expect(readHours({ week: "by appointment" })).toEqual({ note: "by appointment" });
  expect(readHours({ week: { sun: null, mon: "closed", tue: [] } })).toEqual({
    week: { mon: [], tue: [], sun: [] },
  });
});

test("a time is read in both ways of counting hours, and written in the American one", () => {
  const times = { "9:00": "09:00", "12 am": "00:00", "12pm": "12:00", "1:15 PM": "13:15", "23:59": "23:59" };
  for (const [text, time] of Object.entries(times)) expect([text, readTime(text)]).toEqual([text, time]);
  for (const text of ["9", "24:00", "13 pm", "0 am", "9:60", "noon", "", "-1:00"])
    expect([text, readTime(text)]).toEqual([text, null]);
  expect(["00:00", "09:00", "12:00", "13:15", "24:00"].map(timeText)).toEqual([
    "midnight",
    "9 AM",
    "noon",
    "1:15 PM",
    "midnight",
  ]);
});

test("a huge or hostile text is refused or read in an instant", () => {
  for (const text of [
    "Mo,".repeat(60),
    "1".repeat(200),
    "a,".repeat(99),
    "-".repeat(200),
    "9 am - ".repeat(28),
  ])
    expect(Object.keys(readHours(text))).toEqual(["note"]);
  expect(() => readHours("Mo 09:00-17:00;".repeat(20))).toThrow("at most 200 characters");
});

test("a long text is refused before it is read, which would take half a minute, wherever it is in the hours", () => {
  const long = `Mo${" ".repeat(60_000)}!`;
  for (const hours of [long, { week: long }, { ramadan: long }, { mon: long }, { mon: [[long, "09:00"]] }])
    expect(() => readHours(hours)).toThrow("Hours must have at most 200 characters");
});

const DETROIT = "America/Detroit";
/** 2026-11-16 is a Monday. */
const at = (hours: unknown, on: string, time: string) => openNow(readHours(hours), { on, at: time });

test("a place is open from its opening until the minute before it closes", () => {
  const hours = "Mo-Fr 09:00-17:00";
  expect(at(hours, "2026-11-16", "08:59")).toEqual({
    isOpen: false,
    closes: null,
    opens: { on: "2026-11-16", at: "09:00" },
  });
  expect(at(hours, "2026-11-16", "09:00")).toEqual({
    isOpen: true,
    closes: { on: "2026-11-16", at: "17:00" },
    opens: null,
  });
  expect(at(hours, "2026-11-16", "16:59")?.isOpen).toBe(true);
  expect(at(hours, "2026-11-16", "17:00")).toMatchObject({
    isOpen: false,
    opens: { on: "2026-11-17", at: "09:00" },
  });
  expect(at(hours, "2026-11-20", "17:00")).toMatchObject({ opens: { on: "2026-11-23", at: "09:00" } });
});

test("hours past midnight belong to the day on which they began, also over the end of the week", () => {
  const hours = "Su 18:00-02:00";
  expect(at(hours, "2026-11-15", "23:59")).toMatchObject({ closes: { on: "2026-11-16", at: "02:00" } });
  expect(at(hours, "2026-11-16", "01:59")).toMatchObject({
    isOpen: true,
    closes: { on: "2026-11-16", at: "02:00" },
  });
  expect(at(hours, "2026-11-16", "02:00")).toMatchObject({
    isOpen: false,
    opens: { on: "2026-11-22", at: "18:00" },
  });
  expect(at(hours, "2026-11-15", "01:00")?.isOpen).toBe(false);
});

test("hours that go on without a gap close where the last of them ends", () => {
  const hours = "Fr 10:00-24:00; Sa 00:00-03:00";
  expect(at(hours, "2026-11-20", "12:00")).toMatchObject({ closes: { on: "2026-11-21", at: "03:00" } });
  expect(at("24/7", "2026-11-20", "12:00")).toEqual({ isOpen: true, closes: null, opens: null });
});

test("a place without any hours is never open, and a note says nothing about being open", () => {
  expect(at("Mo-Su off", "2026-11-16", "12:00")).toEqual({ isOpen: false, closes: null, opens: null });
  expect(at("by appointment", "2026-11-16", "12:00")).toBeNull();
});

test("Ramadan hours count on the days of Ramadan alone, and other days keep their usual hours", () => {
  const hours = { week: "Mo-Su 11:00-22:00", ramadan: { fri: "17:00-02:00", sat: [] } };
  expect([isRamadan("2026-02-17"), isRamadan("2026-02-18"), isRamadan("2026-03-19")]).toEqual([
    false,
    true,
    true,
  ]);
  expect(isRamadan("2026-03-20")).toBe(false);
  expect(at(hours, "2026-02-20", "12:00")).toMatchObject({
    isOpen: false,
    opens: { on: "2026-02-20", at: "17:00" },
  });
  expect(at(hours, "2026-02-21", "01:00")?.isOpen).toBe(true);
  expect(at(hours, "2026-02-21", "12:00")?.isOpen).toBe(false);
  expect(at(hours, "2026-02-22", "12:00")?.isOpen).toBe(true);
  expect(at(hours, "2026-03-20", "12:00")?.isOpen).toBe(true);
  // the night of the last fast lasts into the feast
  const night = { ramadan: "Mo-Su 18:00-03:00" };
  expect(at(night, "2026-03-19", "20:00")).toMatchObject({ isOpen: true, closes: { at: "03:00" } });
  expect(at(night, "2026-05-01", "20:00")).toBeNull();
});

test("of a day that is not specified it is unknown whether a place is open, and so is when it opens after it", () => {
  const hours = { week: { mon: "11:00-22:00", wed: "20:00-02:00" }, unspecified: ["tue", "thu", "mon"] };
  expect(readHours(hours).unspecified).toEqual(["tue", "thu"]); // the times of a Monday are known
  expect(at(hours, "2026-11-16", "12:00")?.isOpen).toBe(true);
  expect(at(hours, "2026-11-16", "23:00")).toEqual({ isOpen: false, closes: null, opens: null });
  expect(at(hours, "2026-11-17", "12:00")).toBeNull();
  expect(at(hours, "2026-11-19", "01:00")?.isOpen).toBe(true); // Wednesday's
  expect(at(hours, "2026-11-19", "03:00")).toBeNull();
  expect(at(hours, "2026-11-20", "12:00")).toMatchObject({ isOpen: false, opens: { on: "2026-11-23" } });
  for (const unspecified of ["tue", ["someday"], 7])
    expect(() => readHours({ ...hours, unspecified })).toThrow("Unspecified must be a list of days");
  expect(readHours({ note: "ring", unspecified: ["tue"] })).toEqual({ note: "ring" });
});

test("special days come before a feast, a feast before Ramadan, and both before the week", () => {
  const hours = {
    week: "Mo-Su 11:00-22:00",
    ramadan: { thu: "18:00-23:00" },
    eids: { fitr: [["14:00", "20:00"]], adha: [] },
    special: [
      { from: "2026-12-25", ranges: [] },
      { from: "2026-12-01", to: "2026-12-03", ranges: ["12:00-13:00"] },
    ],
  };
  expect([nextEid("fitr", "2026-01-01"), nextEid("adha", "2026-01-01")]).toEqual([
    "2026-03-20",
    "2026-05-27",
  ]);
  expect(at(hours, "2026-03-19", "12:00")?.isOpen).toBe(false);
  expect(at(hours, "2026-03-20", "12:00")).toMatchObject({ isOpen: false, opens: { at: "14:00" } });
  expect(at(hours, "2026-05-27", "12:00")).toMatchObject({ isOpen: false, opens: { on: "2026-05-28" } });
  expect(at(hours, "2026-12-02", "12:30")).toMatchObject({ isOpen: true, closes: { at: "13:00" } });
  expect(at(hours, "2026-12-25", "12:30")?.isOpen).toBe(false);
  expect(at({ special: hours.special }, "2026-12-25", "12:30")?.isOpen).toBe(false);
  expect(at({ special: hours.special }, "2026-12-24", "12:30")).toBeNull();
  expect(readHours(hours).special?.map(({ from, to }) => [from, to])).toEqual([
    ["2026-12-01", "2026-12-03"],
    ["2026-12-25", "2026-12-25"],
  ]);
});

test("special days that are no days, end too early or late, overlap or are too many are refused", () => {
  const refused = (special: unknown) => () => readHours({ special });
  const from = "2026-12-25";
  for (const wrong of [{ from: "2026-02-30" }, { to: from }, { from, to: "soon" }, "2026-12-25", null])
    expect(refused([wrong])).toThrow("A special day must be a day such as 2026-12-25");
  for (const to of ["2026-12-24", "2027-12-26"])
    expect(refused([{ from, to }])).toThrow("Special days must end after they begin, within a year");
  expect(refused([{ from }, { from: "2026-12-20", to: from }])).toThrow("Special days overlap");
  const many = Array.from({ length: 31 }, (_, n) => ({ from: addDays(from, n) }));
  expect(refused(many)).toThrow("There can be at most 30 special days");
  expect(refused("2026-12-25")).toThrow("Special days must be a list");
  expect(refused([{ from, ranges: "noon" }])).toThrow("must be times such as 11:00-22:00");
  expect(() => readHours({ eids: "closed" })).toThrow("Hours of feasts must have times for fitr or adha");
  expect(() => readHours({ special: [], eids: {} })).toThrow("Hours must name at least one day");
});

test("the clock is that of the place, also on the day when it is set", () => {
  const hours = readHours("Su 01:00-03:00");
  const isOpen = (zone: string, time: string) => openNow(hours, localTime(zone, new Date(time)))?.isOpen;
  // Detroit skips from 2:00 to 3:00 on March 8, 2026, and has 1:30 twice on November 1
  expect(isOpen(DETROIT, "2026-03-08T06:59:00Z")).toBe(true); // 1:59 AM
  expect(isOpen(DETROIT, "2026-03-08T07:00:00Z")).toBe(false); // 3:00 AM
  expect([isOpen(DETROIT, "2026-11-01T05:30:00Z"), isOpen(DETROIT, "2026-11-01T06:30:00Z")]).toEqual([
    true,
    true,
  ]);
  expect([
    isOpen("Pacific/Honolulu", "2026-11-15T11:30:00Z"),
    isOpen(DETROIT, "2026-11-15T11:30:00Z"),
  ]).toEqual([true, false]);
  expect(localTime("America/St_Johns", new Date("2026-11-16T03:15:00Z"))).toEqual({
    on: "2026-11-15",
    at: "23:45",
  });
  expect(localTime(DETROIT, new Date("2026-11-16T05:00:00Z"))).toEqual({ on: "2026-11-16", at: "00:00" });
});

test("in 60 random weeks a place is open exactly in the minutes that its hours name", () => {
  let state = 7;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const time = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  for (let round = 0; round < 60; round += 1) {
    const open = new Set<number>(); // minutes of a week that repeats
    const week = Object.fromEntries(
      WEEK_DAYS.map((day, n) => {
        const [from, length] = [next(1_440), 1 + next(1_439)];
        for (let minute = 0; minute < length; minute += 1) open.add((n * 1_440 + from + minute) % 10_080);
        return [day, [[time(from), time((from + length) % 1_440)]]];
      }),
    );
    for (let probe = 0; probe < 20; probe += 1) {
      const minute = next(10_080);
      const on = addDays("2026-11-16", Math.floor(minute / 1_440));
      const now = at({ week }, on, time(minute % 1_440));
      expect([round, minute, now?.isOpen]).toEqual([round, minute, open.has(minute)]);
      const change = Array.from({ length: 10_080 }, (_, n) => n).find(
        (n) => open.has((minute + n) % 10_080) !== open.has(minute),
      );
      const then = change === undefined ? null : minute + change;
      const expected =
        then === null
          ? null
          : { on: addDays("2026-11-16", Math.floor(then / 1_440)), at: time(then % 1_440) };
      expect([round, minute, now?.closes ?? now?.opens ?? null]).toEqual([round, minute, expected]);
    }
  }
});
