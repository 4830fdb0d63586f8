import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { days, hours, minutes } from "../../shared/duration.ts";
import { partner, partnerSession } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place, visit } from "../../testing/places/places.ts";

let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
/** 1 PM on a Sunday in Dearborn, between the adhan of Dhuhr and its congregation. */
const NOW = new Date("2026-11-29T18:00:00Z");
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  app.clock.now = NOW;
  owner = await partner(app);
});
beforeEach(() => {
  app.clock.now = NOW;
});
afterAll(() => app.close());

type Poi = { readonly id: string };
const POSITION = { latitude: 42.32, longitude: -83.18 };
async function masjid(name = "Masjid Noor", fields: object = POSITION): Promise<Poi> {
  app.clock.now = new Date(NOW.getTime() - days(90));
  const poi = await place(app, { name, category: "mosque", ...fields }, owner.id);
  app.clock.now = NOW;
  return poi;
}
async function say({ id }: Poi, body: object): Promise<void> {
  const headers = await partnerSession(app, owner.id);
  expect((await app.send(`PUT /partner/api/my-pois/${id}/prayer`, { headers, body })).status).toBe(200);
}
const get = (path: string, headers: Record<string, string> = {}) => visit(app, path, headers);
const page = ({ id }: Poi, headers: Record<string, string> = {}) => get(`/places/${id}`, headers);

const FROM = "2026-11-01";
const IQAMAH = [
  { prayer: "fajr", rule: "adhan + 20", from: FROM },
  { prayer: "dhuhr", rule: "13:30", from: FROM },
];
const JUMUAH = [
  { time: "13:15", hall: "Main hall", language: "Arabic", from: FROM },
  { time: "13:15", hall: "Gym", language: "", from: FROM },
];

describe("the page of a masjid", () => {
  test("leads with what comes next, then adhan and iqamah of the day, who said them and when, and Friday's prayers", async () => {
    const poi = await masjid();
    await say(poi, { iqamah: IQAMAH, jumuah: JUMUAH });
    const { text } = await page(poi);
    for (const shown of [
      "Sunday, November 29, 2026",
      "Dhuhr has begun, iqamah 1:30 PM",
      "6:17 AM",
      "6:37 AM",
      "12:22 PM",
      "Not announced",
      "Iqamah: said by the masjid on November 29, 2026",
      "Next on December 4, 2026",
      "Main hall, Arabic",
      "Gym",
      "Adhan calculation: ISNA, North America. Asr: Shafi&#x27;i, Maliki and Hanbali.",
      `href="/places/${poi.id}/prayer.ics"`,
      `href="/places/${poi.id}/screen"`,
    ])
      expect(text).toContain(shown);
    expect(text).not.toContain("not confirmed");
    expect(text.indexOf("Prayer times</h2>")).toBeLessThan(text.indexOf("Directions"));
    expect(text).toMatch(/<tr aria-current="true" data-name="Dhuhr"/);
  });

  test("shows the adhan alone where nothing is said, and that of its city where its position is not known", async () => {
    const poi = await masjid("Masjid Salam", {});
    const { text } = await page(poi);
    expect(text).toContain("12:22 PM");
    expect(text).toContain("so these times are for Dearborn, MI.");
    expect(text).toContain("We never guess.");
    const lost = await page(await masjid("Masjid Lost", { city: "Nowhere at all" }));
    expect(lost.text).toContain("We do not know where this masjid is");
  });

  test("shows tomorrow's Fajr with tomorrow's iqamah after Isha, and what changes later", async () => {
    const poi = await masjid("Masjid Fajr");
    const fajr = { prayer: "fajr", rule: "06:45", from: FROM };
    await say(poi, { iqamah: [fajr, { ...fajr, rule: "06:30", from: "2026-11-30" }] });
    app.clock.now = new Date("2026-11-30T01:00:00Z"); // 8 PM
    const { text } = await page(poi);
    expect(text).toContain("Fajr tomorrow at 6:18 AM, iqamah 6:30 AM");
    expect(text).toContain("From November 30, 2026, Fajr: at 6:30 AM");
  });

  test("says 60 days later that the times are not confirmed, and warns of a time before the adhan", async () => {
    const poi = await masjid("Masjid Old");
    await say(poi, { iqamah: [{ prayer: "dhuhr", rule: "12:10", from: FROM }], jumuah: JUMUAH });
    expect((await page(poi)).text).toContain("before the adhan");
    app.clock.now = new Date(NOW.getTime() + days(61));
    const { text } = await page(poi);
    expect(text.match(/aid by the masjid on November 29, 2026, not confirmed/g)).toHaveLength(2);
  });

  test("is sent anew once the masjid says something, once the day is over, and not before anything changes", async () => {
    const poi = await masjid("Masjid Cached");
    const { headers } = await page(poi);
    const again = () => page(poi, { "If-None-Match": headers.get("etag") ?? "" });
    expect([headers.get("cache-control"), (await again()).status]).toEqual(["no-cache", 304]);
    await say(poi, { iqamah: IQAMAH });
    expect((await again()).text).toContain("1:30 PM");
    app.clock.now = new Date(NOW.getTime() + days(1));
    expect((await again()).text).toContain("Monday, November 30, 2026");
  });

  test("has no times once it is closed for good", async () => {
    const poi = await masjid("Masjid Gone");
    await app.send(`PUT /partner/api/my-pois/${poi.id}/facts`, {
      headers: await partnerSession(app, owner.id),
      body: { closed: true },
    });
    expect((await page(poi)).text).not.toContain("Prayer times</h2>");
  });
});

describe("the screen of a hall", () => {
  test("has the days that it shows without a connection, and what comes next, and cannot be framed", async () => {
    const poi = await masjid("Masjid Screen");
    await say(poi, { iqamah: IQAMAH, jumuah: JUMUAH });
    const { status, headers, text } = await get(`/places/${poi.id}/screen`);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-cache"]);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(text.match(/data-ends="\d+"/g)).toHaveLength(3);
    expect(text.match(/data-ends="\d+" hidden=""/g)).toHaveLength(2);
    expect(text).toContain('data-zone="America/Detroit"');
    expect(text).toContain(">30:00</span>"); // until the congregation of Dhuhr
    expect(text).toContain("1:15 PM, Main hall, Arabic");
  });

  test("shows the day until Isha has been prayed, and then the next one", async () => {
    const poi = await masjid("Masjid Isha");
    await say(poi, { iqamah: [{ prayer: "isha", rule: "20:00", from: FROM }] });
    const shown = async () => {
      const { text } = await get(`/places/${poi.id}/screen`);
      return /<section class="prayer-screen-day" aria-label="([^"]*)" data-ends="\d+">/.exec(text)?.[1];
    };
    const isha = new Date("2026-11-30T01:00:00Z").getTime();
    app.clock.now = new Date(isha + minutes(29));
    expect(await shown()).toBe("Sunday, November 29, 2026");
    app.clock.now = new Date(isha + minutes(31));
    expect(await shown()).toBe("Monday, November 30, 2026");
  });
});

test("the frame of a masjid is the only page that other sites may show in a frame", async () => {
  const poi = await masjid("Masjid Frame");
  const { status, headers, text } = await get(`/places/${poi.id}/frame`);
  expect([status, headers.get("content-security-policy")]).toEqual([
    200,
    expect.stringContaining("frame-ancestors *"),
  ]);
  expect(headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(text).toContain('target="_blank"');
  for (const path of ["screen", "prayer.ics", "report"])
    expect([path, (await get(`/places/${poi.id}/${path}`)).headers.get("content-security-policy")]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
});

describe("the calendar of a masjid", () => {
  const lines = (text: string) => text.replaceAll("\r\n ", "").split("\r\n");

  test("is valid iCalendar: folded lines, times in UTC, and a UID for each event that stays when its time changes", async () => {
    const poi = await masjid(
      "Masjid Nooor, of a name; with \\ and ünïcödé that is longer than a line can be",
    );
    await say(poi, { iqamah: IQAMAH, jumuah: JUMUAH });
    const { status, headers, text } = await get(`/places/${poi.id}/prayer.ics`);
    expect([status, headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const all = lines(text);
    expect(all.slice(0, 3)).toEqual(["BEGIN:VCALENDAR", "VERSION:2.0", expect.stringMatching(/^PRODID:/)]);
    expect(all).toContain(
      "X-WR-CALNAME:Prayer times\\, Masjid Nooor\\, of a name\\; with \\\\ and ünïcödé that is longer than a line can be",
    );
    const uids = all.filter((line) => line.startsWith("UID:"));
    expect(uids).toHaveLength(60 * 5 + 8 * 2); // eight Fridays with two halls
    expect(new Set(uids).size).toBe(uids.length);
    const starts = all.filter((line) => line.startsWith("DTSTART"));
    expect(starts.every((line) => /^DTSTART:\d{8}T\d{6}Z$/.test(line))).toBe(true);
    const dhuhr = all.slice(all.findIndex((line) => line.startsWith("UID:2026-11-29-dhuhr")));
    expect(dhuhr.slice(1, 5)).toEqual([
      "DTSTAMP:20261129T180000Z",
      "DTSTART:20261129T172200Z",
      "DTEND:20261129T183000Z",
      "SUMMARY:Dhuhr\\, iqamah 1:30 PM",
    ]);
    expect(all).toContain("SUMMARY:Jumu'ah\\, 1:15 PM\\, Main hall\\, Arabic");
    expect(all.filter((line) => line.startsWith("SUMMARY:Asr"))).toEqual(
      Array.from({ length: 60 }, () => "SUMMARY:Asr"),
    );
    app.clock.now = new Date(NOW.getTime() + hours(1));
    await say(poi, {
      iqamah: [{ prayer: "dhuhr", rule: "13:45", from: "2026-11-29" }],
      jumuah: JUMUAH.map((each) => ({ ...each, time: "13:00" })),
    });
    const changed = lines((await get(`/places/${poi.id}/prayer.ics`)).text);
    expect(changed).toContain("SUMMARY:Dhuhr\\, iqamah 1:45 PM");
    expect(changed.filter((line) => line.startsWith("UID:"))).toEqual(uids);
  });

  test("is sent anew on the next day and after a change, and is unchanged in between", async () => {
    const poi = await masjid("Masjid Calendar");
    const path = `/places/${poi.id}/prayer.ics`;
    const { headers } = await get(path);
    const again = () => get(path, { "If-None-Match": headers.get("etag") ?? "" });
    app.clock.now = new Date(NOW.getTime() + hours(2));
    expect([headers.get("cache-control"), (await again()).status]).toEqual(["no-cache", 304]);
    await say(poi, { iqamah: IQAMAH });
    expect((await again()).status).toBe(200);
    app.clock.now = new Date(NOW.getTime() + days(1));
    expect((await again()).text).not.toContain("UID:2026-11-29-");
  });
});

test("a place that is no masjid, and one that is not there, have no such pages", async () => {
  const grill = await place(app);
  for (const id of [grill.id, "0".repeat(26)])
    for (const path of ["screen", "frame", "prayer.ics"])
      expect([path, (await get(`/places/${id}/${path}`)).status]).toEqual([path, 404]);
});
