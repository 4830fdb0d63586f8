import { afterAll, beforeAll, describe, expect, mock, spyOn, test } from "bun:test";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import { verifiers } from "../../../testing/places/verified-places.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  app.clock.now = new Date("2026-06-15T16:00:00Z");
  await place(app, { name: "Noor Grill" });
  await place(app, { name: "Masjid An-Noor", category: "mosque", address: "1 Oak St" });
  await place(app, { name: "مطعم النور", city: "Troy", address: "5 Elm St" });
  for (let n = 1; n <= 3; n += 1)
    await place(app, { name: `Table ${n}`, city: "Ann Arbor", address: `${n} Pine St` });
});
afterAll(() => app.close());

const find = (query: string) => app.send(`GET /api/places?${query}`);
const names = async (query: string) => (await find(query)).json.map(({ name }: { name: string }) => name);

describe("the search of visitors", () => {
  test("finds places by name, by city and by both", async () => {
    expect((await names("q=noor")).toSorted()).toEqual(
      ["Masjid An-Noor", "Noor Grill", "مطعم النور"].toSorted(),
    );
    expect(await names("q=noor&city=troy")).toEqual(["مطعم النور"]);
    expect(await names("city=ann")).toEqual(["Table 1", "Table 2", "Table 3"]);
    expect(await names("city=n+arbor")).toEqual(["Table 1", "Table 2", "Table 3"]);
    expect(await names("city=nowhere")).toEqual([]);
  });

  test("shows a tier, but none of a masjid, and nothing of owners", async () => {
    const found = (await find("q=noor&city=dearborn")).json as { name: string; tier: string | null }[];
    const tiers = Object.fromEntries(found.map(({ name, tier }) => [name, tier]));
    expect(tiers).toEqual({ "Noor Grill": "unverified", "Masjid An-Noor": null });
    expect(Object.keys(found[0] ?? {}).toSorted()).toEqual(
      [
        ...["id", "slug", "name", "address", "city", "state", "zipCode", "category", "subcategory"],
        ...["tier", "halalVerificationStatus", "closed", "latitude", "longitude"],
      ].toSorted(),
    );
  });

  test("is read page by page", async () => {
    const first = await find("city=ann+arbor&limit=2");
    expect([first.json.length, first.headers.get("X-Total-Count")]).toEqual([2, "3"]);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1];
    const last = await app.send(`GET ${next}`);
    expect(last.json.map(({ name }: { name: string }) => name)).toEqual(["Table 3"]);
    expect(last.headers.get("Link")).toBeNull();
  });

  test("refuses a search for nothing and malformed input", async () => {
    const nothing = await find("q=+&city=");
    expect([nothing.status, nothing.json.error]).toEqual([400, "Please type a name, a dish or a city"]);
    for (const wrong of ["q=a&limit=0", "q=a&cursor=x", "q=a&cursor=-1", "q=%00", `q=${"a".repeat(101)}`])
      expect([wrong, (await find(wrong)).status]).toEqual([wrong, 400]);
    for (const hostile of ["q=%25_'%22%3Cscript%3E", "q=%3B+drop+table+pois", "city=%25"])
      expect([hostile, (await find(hostile)).json]).toEqual([hostile, []]);
  });

  test("refuses each malformed filter by its name", async () => {
    for (const [name, value] of [
      ["category", "castle"],
      ["tier", "certified"],
      ["open", "maybe"],
      ["facts", "prayerRoom,pool"],
      ["near", "Dearborn"],
      ["near", "91,0"],
      ["near", "42.3"],
      ["page", "0"],
      ["limit", "101"],
    ] as const) {
      const { status, json } = await find(`q=noor&${name}=${value}`);
      expect([name, value, status, Object.keys(json.fields)]).toEqual([name, value, 400, [name]]);
    }
  });
});

describe("what a visitor finds", () => {
  let by: Awaited<ReturnType<typeof verifiers>>["by"];
  const houston = { city: "Houston", state: "TX", zipCode: "77002" };
  beforeAll(async () => {
    const verifying = await verifiers(app);
    by = verifying.by;
    await place(app, { ...houston, name: "Cedar Grill", address: "1 Ash St" });
    await verifying.verifiedPlace({ ...houston, name: "Olive Charcoal Grill", address: "2 Ash St" });
    await place(app, { ...houston, name: "Masjid Bilal", category: "mosque", address: "3 Ash St" });
    await place(app, { ...houston, name: "Grape Leaves", subcategory: "Burgers", address: "4 Ash St" });
    await place(app, { name: "Houston Street Books", city: "Austin", state: "TX", category: "retail" });
  });
  const idOf = async (name: string) => (await find(`q=${encodeURIComponent(name)}`)).json[0].id as string;

  test("is verified first among the places that match as well, and exactly the name before all", async () => {
    expect(await names("q=grill+houston")).toEqual(["Olive Charcoal Grill", "Cedar Grill", "Grape Leaves"]);
    expect((await names("q=cedar+grill"))[0]).toBe("Cedar Grill");
    expect(await names("q=houston&tier=verified")).toEqual(["Olive Charcoal Grill"]);
  });

  test("says what was read as the place of search", async () => {
    const understood = async (query: string) => (await find(query)).headers.get("X-Understood");
    expect(await understood("q=grill+houston")).toBe("Houston, TX");
    expect(await understood("q=77002+burgers")).toBe("Houston, TX 77002");
    expect(await understood("q=masjid&city=houston")).toBe("Houston, TX");
    expect(await understood("q=masjid+texas")).toBe("Texas");
    expect(await understood("q=caf%C3%A9+montr%C3%A9al+qc")).toBe("Montreal, QC");
    expect(await understood("q=noor")).toBeNull();
    expect(await understood("q=noor+near+me")).toBeNull();
    expect(await understood("q=noor+near+me&near=42.3,-83.2")).toBe("near you");
  });

  test("is a masjid for a masjid, a restaurant for a dish, and nothing elsewhere for a city of its own field", async () => {
    expect(await names("q=mosque+houston")).toEqual(["Masjid Bilal"]);
    expect((await names("q=zabiha+burgers+77002"))[0]).toBe("Grape Leaves");
    expect((await names("q=houston+street")).includes("Houston Street Books")).toBe(true);
    expect(await names("q=houston+street&city=houston")).toEqual([]);
  });

  test("is what is on a street, what has a cuisine, and a masjid for a prayer, also in a question", async () => {
    await place(app, { name: "Fig Tree", subcategory: "Lebanese", address: "40 W Monroe St" });
    await place(app, {
      name: "Sylhet House",
      subcategory: "Bangladeshi",
      city: "Hamtramck",
      address: "7 Elm St",
    });
    for (const [query, first] of [
      ["monroe street", "Fig Tree"],
      ["west monroe dearborn", "Fig Tree"],
      ["lebanese on monroe", "Fig Tree"],
      ["lebanese", "Fig Tree"],
      ["lebanese dearborn", "Fig Tree"],
      ["bengali restaurant hamtramck", "Sylhet House"],
      ["friday prayer houston", "Masjid Bilal"],
      ["jummah near 77002", "Masjid Bilal"],
      ["place to pray in houston", "Masjid Bilal"],
      ["where is the mosque in houston", "Masjid Bilal"],
      ["what time does fig tree close", "Fig Tree"],
    ] as const)
      expect([query, (await names(`q=${encodeURIComponent(query)}`))[0]]).toEqual([query, first]);
    expect(await names("q=lebanese&city=houston")).toEqual([]);
  });

  test("has the most of the words, if none in the city has all", async () => {
    expect((await names("q=vegan+cedar+houston"))[0]).toBe("Cedar Grill");
    expect(await names("q=vegan+masjid+houston")).toEqual(["Masjid Bilal"]);
    expect((await names("q=grape+leaves+dearborn"))[0]).toBe("Grape Leaves");
  });

  test("can be asked for what is known of a place, and whether it is open", async () => {
    const cedar = await idOf("Cedar Grill");
    app.clock.now = new Date("2026-06-15T17:00:00Z"); // noon in Houston
    const facts = { hours: "Mo-Su 11:00-22:00", prayerRoom: true, alcohol: false, slaughter: "hand" };
    await by("amina", `PUT /api/admin/pois/${cedar}/facts`, facts);
    for (const query of ["open=true", "facts=prayerRoom", "facts=noAlcohol,handSlaughtered"])
      expect([query, await names(`q=houston&${query}`)]).toEqual([query, ["Cedar Grill"]]);
    expect(await names("q=houston+open+now")).toEqual(["Cedar Grill"]);
    const open = (await find("q=houston")).json.map(({ openNow }: { openNow?: boolean }) => openNow);
    expect(open.filter((each: unknown) => each !== undefined)).toEqual([true]);
    app.clock.now = new Date("2026-06-15T04:30:00Z"); // half past eleven in the evening
    expect(await names("q=houston&open=true")).toEqual([]);
    expect(await names("q=is+cedar+grill+open+now")).toEqual(await names("q=cedar+grill"));
    expect(await names("q=open+now")).toEqual([]);
    await by("amina", `PUT /api/admin/pois/${cedar}/facts`, { closed: true });
    expect((await names("q=houston")).at(-1)).toBe("Cedar Grill");
  });

  test("is near first with a position, which is written nowhere", async () => {
    const written: string[] = [];
    for (const to of ["info", "warn", "error"] as const)
      spyOn(app.deps.log, to).mockImplementation(
        (...told: unknown[]) => void written.push(JSON.stringify(told)),
      );
    const remembered = spyOn(app.deps.state, "answers");
    for (const [name, latitude] of [
      ["Near Table", 29.76],
      ["Far Table", 29.9],
    ] as const) {
      const { id } = await place(app, { ...houston, name, address: `${latitude} Fir St` });
      await by("amina", `PUT /api/admin/pois/${id}`, { latitude, longitude: -95.37 });
    }
    const found = await find("q=table+near+me&near=29.7599,-95.3701");
    const { json } = found;
    expect(
      json.map(({ name, distanceKm }: { name: string; distanceKm: number }) => [name, distanceKm]),
    ).toEqual([
      ["Near Table", 0],
      ["Far Table", 15.6],
    ]);
    expect((await names("near=29.7599,-95.3701&category=restaurant"))[0]).toBe("Near Table");
    expect(found.headers.get("Cache-Control")).toBe("no-store");
    expect(remembered).not.toHaveBeenCalled();
    expect(written.join()).not.toMatch(/29\.75|95\.37/);
    expect(written.length).toBeGreaterThan(0);
    mock.restore();
  });

  test("goes on after the place that was shown last, also where one was added before it", async () => {
    const first = await find("q=houston&limit=2");
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1];
    await place(app, { ...houston, name: "A Table", address: "9 Ash St" });
    const all = await names("q=houston&limit=50");
    const second = (await app.send(`GET ${next}`)).json.map(({ name }: { name: string }) => name);
    const last = all.indexOf(first.json.at(-1).name);
    expect(second).toEqual(all.slice(last + 1, last + 3));
    expect((await find("q=houston&cursor=bm9uZQ")).status).toBe(400);
  });
});
