import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
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
        ...["id", "name", "address", "city", "state", "zipCode", "category", "subcategory"],
        ...["tier", "halalVerificationStatus", "closed"],
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
    expect([nothing.status, nothing.json.error]).toEqual([400, "Please type a name or a city"]);
    for (const wrong of ["q=a&limit=0", "q=a&cursor=x", "q=a&cursor=-1", "q=%00", `q=${"a".repeat(101)}`])
      expect([wrong, (await find(wrong)).status]).toEqual([wrong, 400]);
    for (const hostile of ["q=%25_'%22%3Cscript%3E", "q=%3B+drop+table+pois", "city=%25"])
      expect([hostile, (await find(hostile)).json]).toEqual([hostile, []]);
  });
});
