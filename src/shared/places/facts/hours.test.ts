import { expect, test } from "bun:test";
import { readHours } from "./fact-fields.ts";
import { type OpenRange, readTime, timeText } from "./times.ts";

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
    "Mo-Fr 09:00-17:00; Dec 25 off",
    "Mo-Fr 09:00+",
    "sunrise-sunset",
    "9-5",
    "Mo-Fr 09:00-17:00,16:00-18:00",
    "Mo-We-Fr 09:00-17:00",
    "Ramadan: after iftar",
  ])
    expect([text, readHours(text)]).toEqual([text, { note: text }]);
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
