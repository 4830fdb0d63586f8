import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { type App, createApp, createDeps } from "../../app.ts";
import { DatabaseUnavailable } from "../../db/errors.ts";
import { setOwner } from "../../modules/places/owner.ts";
import { addUpChangeCounts } from "../../modules/places/search/places-version.ts";
import { placePath } from "../../shared/places/slug.ts";
import { basic, partner, staff } from "../../testing/accounts.ts";
import { CHEAP_HASHES, type TestApp, testApp } from "../../testing/app.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place, visit } from "../../testing/places/places.ts";
import { CERTIFICATE, verifiers } from "../../testing/places/verified-places.ts";

let app: TestApp;
let instance: App;
let by: Awaited<ReturnType<typeof verifiers>>["by"];
let record: Awaited<ReturnType<typeof verifiers>>["record"];
let verifiedPlace: Awaited<ReturnType<typeof verifiers>>["verifiedPlace"];
const TODAY = new Date("2026-06-15T16:00:00Z");
const HOSTILE = '</script><img src=x onerror="alert(1)">';

beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  const { db, log, settings, encryption } = app.deps;
  const shared = { db, log, settings, encryption, clock: app.deps.clock };
  instance = createApp(createDeps({ ...shared, passwordCost: CHEAP_HASHES }), placeSite());
  ({ by, record, verifiedPlace } = await verifiers(app));
});
beforeEach(() => {
  app.clock.now = TODAY;
});
afterAll(() => app.close());

/** A request to another instance with the same database. */
async function other(line: string): Promise<{ status: number; text: string }> {
  const [method = "GET", path = "/"] = line.split(" ");
  const request = new Request(`http://localhost:3000${path}`, { method });
  const response = await instance.fetch(request, { address: () => "192.0.2.2", setIdleTimeout: () => {} });
  return { status: response.status, text: await response.text() };
}

const get = (path: string, headers: Record<string, string> = {}) => visit(app, path, headers);

test("a content delivery network may keep a place and its city for five minutes, and purge them by their keys", async () => {
  const { id } = await verifiedPlace();
  const keysOf = async (path: string) => {
    const { headers } = await get(path);
    return ["cdn-cache-control", "surrogate-key", "cache-tag"].map((name) => headers.get(name));
  };
  const shown = ["public, max-age=300", `place-${id} city-dearborn-mi`, `place-${id},city-dearborn-mi`];
  expect(await keysOf(`/places/${id}`)).toEqual(shown);
  expect(await keysOf(`/places/${id}/badge.svg`)).toEqual(shown);
  expect(await keysOf("/cities/dearborn-mi")).toEqual([
    "public, max-age=300",
    ...Array(2).fill("city-dearborn-mi"),
  ]);
  expect(await keysOf(`/places/${id}/report`)).toEqual([null, null, null]);
});

describe("the page of a place", () => {
  test("says without JavaScript what its tier is based on, since when and until when", async () => {
    const { id } = await verifiedPlace({ name: "مطعم النور" });
    const page = await get(`/places/${id}`);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("cache-control")).toBe("no-cache");
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(page.text).toContain('<h1 dir="auto">مطعم النور</h1>');
    for (const shown of [
      '<time dateTime="2026-06-15">June 15, 2026</time>',
      '<time dateTime="2026-12-31">December 31, 2026</time>',
      "Halal Council certifies this place with certificate HC-100",
      "Two members of our staff read the certificate",
      'href="tel:+13135550100"',
      'data-look="primary" href="https://www.google.com/maps/dir/',
      'href="https://maps.apple.com/',
      'href="https://waze.com/ul',
      'href="https://www.openstreetmap.org/directions',
      "From January 1, 2027",
      "Is this your place?",
    ])
      expect(page.text).toContain(shown);
    expect(page.text).not.toMatch(/<script(?! type="application\/ld\+json")| style=|amina|bilal/);
  });

  test("asks whose it is only while it has no owner, and follows the owner at once", async () => {
    const { id } = await place(app);
    const asks = async () => (await get(`/places/${id}`)).text.includes("Claim this place");
    expect([await asks(), (await get(`/api/places/${id}`)).json.hasOwner]).toEqual([true, false]);
    const owner = await partner(app, "keeper@example.com");
    await app.db.transaction((tx) => setOwner(tx, app.deps, id, owner.id));
    expect([await asks(), (await get(`/api/places/${id}`)).json.hasOwner]).toEqual([false, true]);
    expect((await get(`/places/${id}`)).text).toContain("Managed by its owner");
    expect((await get(`/api/places/${id}`)).text).not.toContain(owner.id);
  });

  test("names the owner as the source of the phone number and the website, until staff change them", async () => {
    const owner = await partner(app);
    const { id } = await place(app, {}, owner.id);
    const fields = { phone: "3135550199", website: "noor.example" };
    const line = `POST /partner/api/my-pois/${id}/proposals`;
    expect((await app.send(line, { headers: owner.headers, body: { fields } })).status).toBe(201);
    const source = "from the owner, June 15, 2026";
    expect((await get(`/places/${id}`)).text).toContain(`Phone number and website ${source}`);
    await by("amina", `PUT /api/admin/pois/${id}`, { phone: "3135550111" });
    const { text } = await get(`/places/${id}`);
    expect(text).toContain(`Website ${source}`);
    expect(text).not.toContain("Phone number");
  });

  test("is sent compressed, and not again while nothing has changed", async () => {
    const { id } = await place(app);
    const page = await get(`/places/${id}`, { "accept-encoding": "br" });
    expect(page.headers.get("content-encoding")).toBe("br");
    const tag = page.headers.get("etag") ?? "";
    const headers = { "accept-encoding": "br", "if-none-match": tag };
    expect((await get(`/places/${id}`, headers)).status).toBe(304);
    await by("amina", `PUT /api/admin/pois/${id}`, { name: "Noor Kitchen" });
    const changed = await get(`/places/${id}`, { "if-none-match": tag });
    expect([changed.status, changed.text.includes("Noor Kitchen")]).toEqual([200, true]);
  });

  test("shows a revocation and the end of a certificate at once", async () => {
    const { id, certificate } = await verifiedPlace();
    expect((await get(`/places/${id}`)).text).toContain('data-tier="verified" aria-labelledby="tier"');
    app.clock.now = new Date("2027-01-01T05:30:00Z"); // half past midnight in Michigan
    expect((await get(`/places/${id}`)).text).toContain('data-tier="reported" aria-labelledby="tier"');
    app.clock.now = TODAY;
    await record({ id }, { kind: "revocation", recordId: certificate, reason: "closed" });
    const { text } = await get(`/places/${id}`);
    expect(text).toContain("Its certificate was revoked on June 15, 2026");
    expect(text).toContain('data-tier="reported" aria-labelledby="tier"');
  });

  test("escapes what people typed, in the page, its tags and its structured data", async () => {
    const { id } = await place(app, { name: HOSTILE, address: HOSTILE, subcategory: "<b>" });
    const { text } = await get(`/places/${id}`);
    expect(text).not.toContain("<img");
    const [, data = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      "@type": "Restaurant",
      name: HOSTILE,
      telephone: "+1 (313) 555-0100",
      address: { addressLocality: "Dearborn", addressRegion: "MI", addressCountry: "US" },
    });
    const html = `<p title="${Bun.escapeHTML(HOSTILE)}">`;
    expect(text).toContain(html.slice(10, -2));
  });

  test("of a masjid says nothing of tiers", async () => {
    const { id } = await place(app, { name: "Masjid An-Noor", category: "mosque" });
    for (const path of [`/places/${id}`, `/places/${id}?on=2026-01-01`]) {
      const { status, text } = await get(path);
      expect(status).toBe(200);
      expect(text.replace(/<meta name="description".*?>/, "")).not.toMatch(
        /halal tier|certificate|verified|reported|another day|is masjid an-noor halal/i,
      );
      expect(text).toContain('"@type":"Mosque"');
    }
  });

  test("of a masjid leads with Jumu'ah as its people say it, and asks for what is not known", async () => {
    const owner = await partner(app, "imam@example.com");
    const { id } = await place(app, { name: "Masjid As-Salam", category: "mosque" }, owner.id);
    const asked = await get(`/places/${id}`);
    expect(asked.text).toContain("Not known yet: women&#x27;s space, wudu, parking. <a");
    expect(asked.text.match(/Not known/g)).toHaveLength(2); // and Friday's times
    expect(asked.text).toContain(
      `Are the times of this masjid missing? Someone from the masjid can add them. <a href="/partner?claim=${id}">`,
    );
    const facts = { hours: { note: "Fajr 6:00, Dhuhr 1:30" }, jumuah: ["13:15", "14:15"], wudu: true };
    await app.send(`PUT /partner/api/my-pois/${id}/facts`, { headers: owner.headers, body: facts });
    const { text } = await get(`/places/${id}`);
    for (const shown of [
      "<title>Jumu&#x27;ah at Masjid As-Salam, Dearborn, MI · ",
      '<time dateTime="13:15">1:15 PM</time>',
      '<p class="soft">Said by the masjid on June 15, 2026</p>',
      "Fajr 6:00, Dhuhr 1:30",
      "There is a place for wudu",
      'Not known yet: women&#x27;s space, parking. <a href="/places/masjid-as-salam-dearborn-mi-',
    ])
      expect(text).toContain(shown);
    expect(text).not.toContain("Are the times of this masjid missing?");
    expect(text.indexOf("Jumu&#x27;ah</h2>")).toBeLessThan(text.indexOf("Directions"));
  });

  test("leads with the tier, then whether it is open and the way there, then why", async () => {
    const { id } = await verifiedPlace({ name: "Order Grill", address: "77 Main St" });
    await by("amina", `PUT /api/admin/pois/${id}/facts`, { hours: "24/7" });
    const { text } = await get(`/places/${id}`);
    const parts = [
      "tier-card-head",
      "Open now",
      "Directions",
      "Why this badge",
      "Opening hours",
      "What we knew",
    ];
    const at = [...parts, 'id="day"', "Report a problem", "Claim this place"].map((part) =>
      text.indexOf(part),
    );
    expect(at).toEqual(at.toSorted((one, other) => one - other));
    const main = text.slice(text.indexOf("<main"));
    const filled = [...main.matchAll(/data-look="primary"[^>]*>([^<]*)/g)].map(([, name]) => name);
    expect([at.includes(-1), filled]).toEqual([false, ["Directions"]]);
  });

  test("of an unverified place says what that means and how to help", async () => {
    const { id } = await place(app);
    const { text } = await get(`/places/${id}`);
    expect(text).toContain("We cannot tell you whether this place is halal, and no check is under way.");
    expect(text).toContain("claim it and send us its certificate");
  });

  test("shows what was known on a day, and has a sentence beside a malformed one", async () => {
    const { id } = await verifiedPlace();
    const before = await get(`/places/${id}?on=2026-06-14`);
    expect(before.text).toContain("Nothing had been recorded about this place by then.");
    const future = await get(`/places/${id}?on=2027-06-01`);
    expect(future.text).toContain("On June 1, 2027:");
    expect(future.text).toContain("Read twice, by two members of our staff.");
    for (const wrong of ["yesterday", "2026-02-30", "%3Cscript%3E"]) {
      const refused = await get(`/places/${id}?on=${wrong}`);
      expect([refused.status, refused.text.includes('aria-describedby="on-error"')]).toEqual([400, true]);
      expect(refused.text).toContain("Please choose a day, such as 2026-12-31");
    }
    expect((await get(`/places/${id}?on=`)).status).toBe(200);
  });

  test("that cannot be shown has the id of its request, which is in the log too", async () => {
    const { id } = await place(app);
    const away = spyOn(app.db, "query").mockRejectedValue(new DatabaseUnavailable("away"));
    const read = spyOn(app.deps.log, "warn");
    try {
      const { status, text, headers } = await get(`/places/${id}`);
      const requestId = headers.get("X-Request-Id") ?? "";
      expect(status).toBe(503);
      expect(text).toContain(`<p><small>Request ID ${requestId}</small></p></div></main>`);
      expect(read.mock.calls[0]?.[0]).toMatchObject({ requestId });
    } finally {
      away.mockRestore();
      read.mockRestore();
    }
  });

  test("that does not exist is the site's 404 page", async () => {
    for (const id of ["none", "%00", "%ff", "a%20b", "a".repeat(200), "..%2f", "%E0%A4%A"])
      for (const part of ["", "/badge.svg", "/card.png", "?on=2026-01-01"]) {
        const { status, text } = await get(`/places/${id}${part}`);
        expect([id, part, status, text]).toEqual([id, part, 404, "Page Not Found"]);
      }
  });

  test("answers GET and HEAD alone", async () => {
    const { id, ...named } = await place(app);
    expect((await app.send(`HEAD ${placePath({ id, ...named })}`)).status).toBe(200);
    for (const method of ["PUT", "DELETE", "POST"]) {
      const refused = await app.send(`${method} /places/${id}`);
      expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
  });
});

test("with one reader, a certificate waits for no second reading, and the page says that it was read once", async () => {
  const single = await testApp({ EVIDENCE_READINGS: "1" }, {}, placeSite());
  await staff(single, "super_admin", "amina");
  const send = (line: string, body: unknown) => single.send(line, { headers: basic("amina"), body });
  const issuer = { name: "Halal Council", country: "us", address: "", site: "council.example" };
  const { id: issuerId } = (await send("POST /api/admin/issuers", issuer)).json;
  single.clock.now = TODAY;
  const { id } = await place(single);
  const add = (body: object) => send(`POST /api/admin/pois/${id}/evidence`, body);
  await staff(single, "admin", "bilal");
  const certificate = (await add({ kind: "certificate", issuerId, ...CERTIFICATE })).json;
  const asBilal = { headers: basic("bilal") };
  expect((await single.send("GET /api/reviews/readings", asBilal)).json).toEqual([]);
  const again = { number: "HC-100", issuerId, validUntil: "2026-12-31" };
  const second = await single.send(`POST /api/reviews/readings/${certificate.id}`, {
    ...asBilal,
    body: again,
  });
  expect(second.status).toBe(409);
  await add({ kind: "lookup", issuerId, address: "https://council.example", checkedAt: "2026-06-14" });
  expect((await visit(single, `/places/${id}`)).text).toContain("read the certificate: read once.");
  expect((await visit(single, `/places/${id}?on=2026-06-15`)).text).toContain("Read once.");
  await single.close();
});

describe("the facts on the page of a place", () => {
  const say = (poi: { id: string }, facts: object) =>
    by("amina", `PUT /api/admin/pois/${poi.id}/facts`, facts);

  test("are its hours with today marked, and the others, each with who said it and when", async () => {
    const poi = await place(app);
    const before = (await get(`/places/${poi.id}`)).text;
    expect(before).not.toContain("Hours and details");
    const hours = { week: "Mo-Fr 11:00-22:00", ramadan: "Mo-Su 18:00-02:00", note: "<b>Ring</b>" };
    await say(poi, { hours, alcohol: false, slaughter: "hand" });
    const { text } = await get(`/places/${poi.id}`); // a Monday at noon
    for (const shown of [
      "Open now · until 10 PM",
      '<tr aria-current="date"><th scope="row">Monday<span class="visually-hidden"> (today)</span></th><td>11 AM to 10 PM</td>',
      "<caption>During Ramadan</caption>",
      "6 PM to 2 AM",
      "&lt;b&gt;Ring&lt;/b&gt;",
      "No alcohol on the premises",
      "Hand-slaughtered",
      "from our staff, June 15, 2026",
      '"openingHoursSpecification":[',
    ])
      expect(text).toContain(shown);
    expect(text).not.toContain("amina");
    app.clock.now = new Date("2026-06-16T02:00:00Z");
    expect((await get(`/places/${poi.id}`)).text).toContain("Closed now · opens Tuesday at 11 AM");
  });

  test("say on top that a place is closed for good, with a link to where it moved", async () => {
    const [old, next] = [await place(app), await place(app, { name: "New Grill", address: "9 Elm St" })];
    await say(old, { hours: "24/7", closed: { movedTo: next.id } });
    const { text } = await get(`/places/${old.id}`);
    expect(text).toContain("<strong>Permanently closed.</strong>");
    expect(text).toContain(`<a href="/places/${next.id}"><bdi>New Grill, 9 Elm St, Dearborn, MI</bdi></a>`);
    expect(text.indexOf("Permanently closed")).toBeLessThan(text.indexOf("tier-card"));
    expect(text).not.toMatch(/Open now|openingHoursSpecification/);
  });
});

describe("the search page", () => {
  test("is a form until something is typed, and finds places by name and city", async () => {
    const cedar = await place(app, { name: "Cedar Table", city: "Toledo" });
    for (const query of ["", "q=", "q=+&city=", "page=2"]) {
      const start = await get(`/places?${query}`);
      expect([query, start.status, start.text.includes("Try one of these")]).toEqual([query, 200, true]);
    }
    for (const query of ["q=cedar", "city=toledo", "q=cedar+tabel&city=tol"]) {
      const found = await get(`/places?${query}`);
      expect([query, found.text.includes(`<a href="${placePath(cedar)}">`)]).toEqual([query, true]);
    }
    const zipped = await get("/places?q=cedar", { "accept-encoding": "gzip" });
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
  });

  test("says what to do if nothing is found", async () => {
    const { text } = await get("/places?q=nothing+like+it&city=Troy");
    expect(text).toContain('href="/partner?q=nothing+like+it&amp;city=Troy"');
    expect(text).toContain('href="/#beta"');
  });

  const countIn = (text: string) => text.split('class="search-results-place"').length - 1;

  test("leads through its pages", async () => {
    for (let n = 10; n < 33; n += 1) await place(app, { name: `Bazaar ${n}`, address: `${n} Elm St` });
    const first = await get("/places?q=bazaar");
    expect(first.text).toContain('href="/places?q=bazaar&amp;page=2" rel="next"');
    const second = await get("/places?q=bazaar&page=2");
    expect([countIn(second.text), second.text.includes('rel="prev"')]).toEqual([3, true]);
    for (const page of ["0", "-1", "99", "x", "1e9"])
      expect(countIn((await get(`/places?q=bazaar&page=${page}`)).text)).toBe(20);
  });

  test("shows a change by another instance at once", async () => {
    const page = async () => (await other("GET /places?q=saffron+kitchen")).text;
    const { id } = await verifiedPlace({ name: "Saffron Kitchen", address: "1 Fir St" });
    const names = async () =>
      [...(await page()).matchAll(/<bdi>([^<]*Kitchen[^<]*)</g)].map(([, name]) => name);
    expect(await names()).toEqual(["Saffron Kitchen"]);
    expect(await page()).toContain('tier-badge" data-tier="verified"');
    const { id: twin } = await place(app, { name: "Saffron Kitchen Two", address: "2 Fir St" });
    expect(await names()).toEqual(["Saffron Kitchen", "Saffron Kitchen Two"]);
    await by("amina", `PUT /api/admin/pois/${id}`, { address: "9 Fir St", city: "Troy" });
    expect(await page()).toContain("9 Fir St, Troy, MI");
    const { json } = await by("amina", `POST /api/admin/pois/${id}/merge`, { duplicateId: twin });
    expect(await names()).toEqual(["Saffron Kitchen"]);
    await by("amina", `POST /api/admin/pois/merges/${json.id}/undo`, {});
    expect(await names()).toEqual(["Saffron Kitchen", "Saffron Kitchen Two"]);
    await by("amina", `PUT /api/admin/pois/${id}/facts`, { closed: true });
    expect(await names()).toEqual(["Saffron Kitchen Two", "Saffron Kitchen"]);
    expect(await page()).toContain("Permanently closed");
    expect(await page()).not.toContain('tier-badge" data-tier="verified"');
    await by("amina", `DELETE /api/admin/pois/${id}`, {});
    expect(await names()).toEqual(["Saffron Kitchen Two"]);
  });

  test("has the same version after the counts of idle processes were added up", async () => {
    const counts = "select count(*)::int as rows, sum(changes)::int as changes from poi_change_counts";
    const [before] = await app.db.query<{ changes: number }>(counts);
    for (let run = 1; run <= 2; run += 1) {
      await app.db.query("update poi_change_counts set changed_at = changed_at - interval '2 days'");
      await addUpChangeCounts(app.deps);
    }
    expect(await app.db.query(counts)).toEqual([{ rows: 1, changes: before?.changes }]);
    await place(app, { name: "Olive Press", address: "3 Fir St" });
    expect(await app.db.query(counts)).toMatchObject([{ rows: 2 }]);
  });

  test("drops a tier at midnight in the place's own time zone", async () => {
    const { id } = await verifiedPlace({ name: "Lantern Deli", state: "HI", city: "Honolulu" });
    const tier = async () =>
      /tier-badge" data-tier="(\w+)"/.exec((await get("/places?q=lantern+deli")).text)?.[1];
    app.clock.now = new Date("2027-01-01T09:59:59Z");
    expect([id.length, await tier()]).toEqual([26, "verified"]);
    app.clock.now = new Date("2027-01-01T10:00:00Z");
    expect(await tier()).toBe("reported");
  });

  test("has filters as links, and says what it read as the place of search", async () => {
    const { text } = await get("/places?q=table+toledo&facts=noAlcohol");
    expect(text).toContain('href="/places?q=table+toledo&amp;facts=prayerRoom%2CnoAlcohol"');
    expect(text).toContain('href="/places?q=table+toledo" aria-current="true"');
    expect(text).toContain('<input type="hidden" name="facts" value="noAlcohol"/>');
    expect(text).toContain("No place matches all of these");
    expect((await get("/places?q=table+toledo")).text).toContain("1 place in Toledo, OH");
  });

  test("keeps nothing of where a visitor is", async () => {
    const remembered = spyOn(app.deps.state, "answers");
    const found = await get("/places?q=cedar+near+me&near=42.3001,-83.2001");
    expect([found.status, found.headers.get("cache-control"), found.headers.get("referrer-policy")]).toEqual([
      200,
      "no-store",
      "no-referrer",
    ]);
    expect(remembered).not.toHaveBeenCalled();
    remembered.mockRestore();
    expect((await get("/places?near=here")).status).toBe(400);
  });

  test("withstands hostile input", async () => {
    const hostile = await get(`/places?q=${encodeURIComponent(HOSTILE)}&city=%27%3B--`);
    expect([hostile.status, hostile.text.includes("<img")]).toEqual([200, false]);
    for (const wrong of [`q=${"a".repeat(101)}`, "q=%00", "city=%00"]) {
      const refused = await get(`/places?${wrong}`);
      expect([wrong, refused.status, refused.text.includes("field-error")]).toEqual([wrong, 400, true]);
    }
  });
});
