import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { days } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { sourceViews, waitlistSignups } from "../table.ts";
import { deleteOldViews } from "./queries.ts";
import { SOURCES_A_DAY } from "./view-counter.ts";

const BROWSER = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1.15";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
  await staff(app, "partner_manager");
});
beforeEach(async () => {
  await app.deps.state.views.flush();
  await app.db.orm.delete(sourceViews);
  await app.db.orm.delete(waitlistSignups);
});
afterAll(() => app.close());

const today = () => app.clock.now.toISOString().slice(0, 10);
const view = (query = "", headers: Record<string, string> = {}) =>
  app.send(`GET /${query}`, { headers: { "User-Agent": BROWSER, ...headers } });
const report = async (query = "") =>
  (await app.send(`GET /api/admin/waitlist/sources${query}`, { headers: basic("admin") })).json;
const join = (email: string, source = {}) =>
  app.send("POST /api/waitlist", { body: { firstName: "Amina", email, source } });

async function views(): Promise<Record<string, number>> {
  await app.deps.state.views.flush();
  const rows = await app.db.orm.select().from(sourceViews);
  return Object.fromEntries(rows.map((row) => [row.source, row.views]));
}

describe("views of the landing page", () => {
  test("are counted by campaign, friend's link, site and direct, in memory until they are written together", async () => {
    await view();
    await view("?utm_source=Masjid%20An-Nur&utm_campaign=eid");
    await view("?utm_source=masjid-an-nur", { Referer: "https://www.example.org/page" });
    await view("", { Referer: "https://www.example.org/page?q=secret" });
    await view("?ref=0123456789ab&utm_source=x");
    expect(await app.db.orm.select().from(sourceViews)).toEqual([]);
    expect(await views()).toEqual({ direct: 1, "masjid-an-nur": 2, "example.org": 1, friend: 1 });
    await view();
    expect((await views()).direct).toBe(2);
  });

  test("are counted under a name that is cut within a letter of four bytes, and do not stop the counting", async () => {
    const letter = "\u{1D5EE}"; // two code units; the limit is 40
    await view(`?utm_source=${"a".repeat(39)}${encodeURIComponent(letter)}bc`);
    await view();
    expect(await views()).toEqual({ [`${"a".repeat(39)}${letter}`]: 1, direct: 1 });
  });

  test("are not counted for programs, prefetches, HEAD, scripts, other pages and navigation within the site", async () => {
    await view("", { "User-Agent": "Googlebot/2.1" });
    await app.send("GET /");
    await app.send("HEAD /", { headers: { "User-Agent": BROWSER } });
    await view("", { "Sec-Purpose": "prefetch;prerender" });
    await view("", { "Sec-Fetch-Mode": "cors" });
    await view("", { Referer: "http://localhost:3000/privacy" });
    await view("support");
    expect(await views()).toEqual({});
  });

  test("under hostile names stay within a hundred sources a day, from one instance and from several", async () => {
    for (let n = 0; n < 150; n += 1) await view(`?utm_source=a${n}`);
    await view("?utm_source=%00%3Cscript%3E&utm_medium=x");
    await view(`?utm_source=${"x".repeat(5_000)}`);
    const first = await views();
    expect(Object.keys(first).length).toBeLessThanOrEqual(SOURCES_A_DAY + 3);
    for (let n = 0; n < 150; n += 1) await view(`?utm_source=b${n}`);
    await views();
    await view("?utm_source=a0");
    await view();
    const second = await views();
    expect(Object.keys(second).length).toBeLessThanOrEqual(SOURCES_A_DAY + 3);
    expect([second.a0, second.direct, Object.keys(second).some((name) => /[<%]|.{41}/.test(name))]).toEqual([
      2,
      1,
      false,
    ]);
    expect(Object.values(second).reduce((sum, each) => sum + each, 0)).toBe(304);
  });

  test("count a link by its own words, even after a referrer was forged that reads like the link", async () => {
    const link = "?utm_source=masjid";
    await view("", { Referer: `/${link} https://example.org/` });
    await view(link, { Referer: "https://example.org/" });
    await view(link, { Referer: "https://example.org/" });
    expect(await views()).toEqual({ direct: 1, masjid: 2 });
  });

  test("are kept when the database is away, and deleted after 400 days", async () => {
    await app.db.query("alter table source_views rename to away");
    await view();
    await app.deps.state.views.flush();
    await app.db.query("alter table away rename to source_views");
    expect(await views()).toEqual({ direct: 1 });
    app.clock.forward(days(401));
    await deleteOldViews(app.deps);
    expect(await views()).toEqual({});
  });
});

describe("the report of sources", () => {
  test("counts views, joins, confirmations and acceptances by day and source, from rows", async () => {
    const joinedOn = today();
    await view("?utm_source=masjid");
    await join("a@example.com", { utmSource: "Masjid" });
    await join("a@example.com", { utmSource: "other-name" });
    await join("b@example.com", { ref: "0123456789ab" });
    await join("c@example.com", { hp_note: "x" });
    await app.send("POST /api/waitlist", {
      body: { firstName: "Bot", email: "d@example.com", hp_note: "x" },
    });
    await views();
    app.clock.forward(days(1));
    await app.db.orm.update(waitlistSignups).set({ confirmedAt: app.clock.now, acceptedAt: app.clock.now });
    const none = { views: 0, joins: 0, confirmations: 0, acceptances: 0 };
    expect(await report()).toMatchObject({
      to: today(),
      days: [
        { ...none, day: joinedOn, views: 1, joins: 3 },
        { ...none, day: today(), confirmations: 3, acceptances: 3 },
      ],
      sources: [
        { source: "masjid", views: 1, joins: 1, confirmations: 1, acceptances: 1 },
        { ...none, source: "direct", joins: 1, confirmations: 1, acceptances: 1 },
        { ...none, source: "friend", joins: 1, confirmations: 1, acceptances: 1 },
      ],
    });
    const csv = await app.send("GET /api/admin/waitlist/sources/export", { headers: basic("admin") });
    expect(csv.headers.get("content-disposition")).toContain("waitlist-sources.csv");
    expect(csv.text.split("\r\n")).toEqual([
      '"day","source","views","joins","confirmations","acceptances"',
      `"${joinedOn}","direct","0","1","0","0"`,
      `"${joinedOn}","friend","0","1","0","0"`,
      `"${joinedOn}","masjid","1","1","0","0"`,
      `"${today()}","direct","0","0","1","1"`,
      `"${today()}","friend","0","0","1","1"`,
      `"${today()}","masjid","0","0","1","1"`,
      "",
    ]);
    expect(await report(`?from=${today()}`)).toMatchObject({ days: [{ day: today(), joins: 0 }] });
    expect(await app.operate("admin.waitlist.sources", {})).toMatchObject({ to: today() });
  });

  test("names the twenty sources with the most joins and adds up the rest", async () => {
    for (let n = 0; n < 25; n += 1) await join(`p${n}@example.com`, { utmSource: `campaign ${n}` });
    const { sources } = await report();
    expect([sources.length, sources[0]]).toEqual([
      21,
      expect.objectContaining({ source: "other", joins: 5 }),
    ]);
  });

  test("refuses a range that is empty, too long or no days, and roles that do not see the waitlist", async () => {
    for (const query of [
      "?from=2026-02-02&to=2026-02-01",
      "?from=2024-01-01&to=2026-01-01",
      "?to=2026-02-30",
      "?from=x",
    ])
      expect([query, (await report(query)).code]).toEqual([query, "INVALID_INPUT"]);
    for (const path of ["", "/export"]) {
      const line = `GET /api/admin/waitlist/sources${path}`;
      expect((await app.send(line)).status).toBe(401);
      expect((await app.send(line, { headers: basic("partner_manager") })).status).toBe(403);
    }
  });
});
