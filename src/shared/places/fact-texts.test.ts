import { expect, test } from "bun:test";
import { type PublicFacts, readHours } from "./fact-fields.ts";
import { FACT_TEXTS, openingHoursSpecification, openText, sourceText } from "./fact-texts.ts";

/** 2026-11-20 is a Friday. */
const TODAY = "2026-11-20";
const place = (facts: Partial<PublicFacts>): PublicFacts => ({
  ...{ facts: {}, today: TODAY, openNow: null, closes: null, opens: null, movedTo: null },
  ...facts,
});

test("a place says until when it is open, and when it opens next", () => {
  const closes = { on: TODAY, at: "22:00" };
  expect(openText(place({ openNow: true, closes }))).toBe("Open now · until 10 PM");
  expect(openText(place({ openNow: true, closes: { on: "2026-11-21", at: "00:00" } }))).toBe(
    "Open now · until midnight",
  );
  expect(openText(place({ openNow: true }))).toBe("Open now · 24 hours a day");
  expect(openText(place({ openNow: false, opens: { on: TODAY, at: "13:30" } }))).toBe(
    "Closed now · opens at 1:30 PM",
  );
  expect(openText(place({ openNow: false, opens: { on: "2026-11-22", at: "11:00" } }))).toBe(
    "Closed now · opens Sunday at 11 AM",
  );
  expect(openText(place({ openNow: false }))).toBe("Closed now");
  expect(openText(place({}))).toBeNull();
  const closed = { value: true, source: "staff", on: TODAY } as const;
  expect(openText(place({ openNow: false, facts: { closed } }))).toBeNull();
});

test("facts are sentences with who said them and when", () => {
  expect(sourceText({ source: "owner", on: "2026-11-22" })).toBe("from the owner, November 22, 2026");
  expect(FACT_TEXTS.jumuah(["13:15", "14:15"])).toBe("1:15 PM and 2:15 PM");
  expect(FACT_TEXTS.closed({ closed: true, movedTo: "5 Elm St" })).toBe(
    "Permanently closed, moved to 5 Elm St",
  );
  expect(FACT_TEXTS.hours(readHours({ week: "Mo-Fr 9:00-17:00; Sa 00:00-24:00", note: "Ring" }))).toBe(
    "Monday to Friday: 9 AM to 5 PM; Saturday: Open 24 hours; Sunday: Closed. Ring",
  );
  expect(FACT_TEXTS.hours(readHours({ ramadan: "Fr 18:00-02:00" }))).toBe(
    "In Ramadan: Monday to Thursday: as usual; Friday: 6 PM to 2 AM; Saturday to Sunday: as usual",
  );
});

test("search engines get the hours of the week that begins today, in Ramadan those of Ramadan", () => {
  const hours = readHours({ week: "Fr 11:00-24:00; Sa 18:00-02:00", ramadan: "Fr 17:00-22:00" });
  const day = (name: string, opens: string, closes: string) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: `https://schema.org/${name}`,
    ...{ opens, closes },
  });
  const saturday = day("Saturday", "18:00", "02:00");
  expect(openingHoursSpecification(hours, TODAY)).toEqual([day("Friday", "11:00", "23:59"), saturday]);
  expect(openingHoursSpecification(hours, "2026-02-20")).toEqual([day("Friday", "17:00", "22:00"), saturday]);
  expect(openingHoursSpecification(readHours("by appointment"), TODAY)).toEqual([]);
});
