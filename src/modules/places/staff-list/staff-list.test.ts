import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { days } from "../../../shared/duration.ts";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import { createVocabularyCache } from "../search/vocabulary/vocabulary.ts";
import { pois } from "../table.ts";

let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
const TODAY = new Date("2026-06-15T16:00:00Z");
const DETROIT = { latitude: 42.3, longitude: -83.2 };

beforeAll(async () => {
  app = await testApp();
  for (const role of ["admin", "partner_manager"] as const) await staff(app, role);
  owner = await partner(app);
});
beforeEach(async () => {
  app.clock.now = TODAY;
  await app.db.orm.delete(pois);
});
afterAll(() => app.close());

const sent = (query: string) =>
  app.send(`GET /api/admin/pois?${query}`, { headers: basic("partner_manager") });
const namesOf = async (query: string) =>
  (await sent(query)).json.map((row: { name: string }) => row.name) as string[];

/** A place created a second after the one before. */
async function add(name: string, more: Parameters<typeof place>[1] = {}, ownerId: string | null = null) {
  app.clock.forward(1_000);
  return place(app, { name, address: `${name} street`, ...DETROIT, ...more }, ownerId);
}

/** All pages of a list, each read while `between` changes the list. */
async function pagesOf(query: string, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const names: string[] = [];
  let link: string | null = `limit=2&${query}`;
  while (link !== null) {
    const answer = await sent(link);
    names.push(...answer.json.map((row: { name: string }) => row.name));
    link = /\?([^>]+)>; rel="next"/.exec(answer.headers.get("Link") ?? "")?.[1] ?? null;
    await between();
  }
  return names;
}

describe("selected places", () => {
  const asAdmin = (line: string, body?: unknown, who = "admin") =>
    app.send(line, { headers: basic(who), ...(body !== undefined && { body }) });

  test("are deleted by admins in one act, which is undone as a whole; unknown ones are named", async () => {
    const [one, two] = [await add("Alif"), await add("Ba")];
    await add("Ta");
    expect((await asAdmin("GET /api/admin/pois/select?q=alif&count=1")).json).toEqual({ ids: [one.id] });
    expect((await asAdmin("GET /api/admin/pois/select?count=2")).status).toBe(409);
    const act = "one-act-of-places";
    const body = { ids: [one.id, two.id, "unknown"], act };
    expect((await asAdmin("POST /api/admin/pois/delete", body, "partner_manager")).status).toBe(403);
    expect((await asAdmin("GET /api/admin/pois/select?count=3", undefined, "partner_manager")).status).toBe(
      403,
    );
    const deleted = (await asAdmin("POST /api/admin/pois/delete", body)).json;
    expect(deleted).toEqual({ done: 2, failed: [{ id: "unknown", reason: expect.any(String) }] });
    expect(await namesOf("")).toEqual(["Ta"]);
    const restored = (await asAdmin(`POST /api/admin/trash/acts/${act}/restore`, {})).json;
    expect(restored).toMatchObject({ done: 2, failed: [] });
    expect((await namesOf("")).toSorted()).toEqual(["Alif", "Ba", "Ta"]);
  });

  test("that two people delete at once are deleted once", async () => {
    const { id } = await add("Alif");
    const both = await Promise.all(
      [1, 2].map(async () => (await asAdmin("POST /api/admin/pois/delete", { ids: [id] })).json.done),
    );
    expect(both.toSorted()).toEqual([0, 1]);
  });

  test("are exported alone, and the audit entry says how many they are", async () => {
    const [one, two] = [await add("Alif"), await add("Ba")];
    await add("Ta");
    const { text } = await asAdmin(`GET /api/admin/pois/export?format=csv&ids=${one.id},${two.id}`);
    expect([text.includes('"Alif"'), text.includes('"Ba"'), text.includes('"Ta"')]).toEqual([
      true,
      true,
      false,
    ]);
    const [entry] = (await asAdmin("GET /api/admin/audit?action=admin.pois.export&limit=1")).json;
    expect(entry.after).toEqual({ format: "csv", selected: 2 });
    expect((await asAdmin("GET /api/admin/pois/export?format=csv&ids=a;b")).status).toBe(400);
  });

  test("are counted by the tier of today, without masjids", async () => {
    const { id } = await add("Alif");
    await app.db.orm.update(pois).set({ halalVerificationStatus: "reported" }).where(eq(pois.id, id));
    await add("Ba");
    await add("Masjid", { category: "mosque" });
    const tiers = async (query = "") => (await asAdmin(`GET /api/admin/pois/tiers?${query}`)).json;
    expect(await tiers()).toEqual({ verified: 0, reported: 1, friendly: 0, unverified: 1 });
    expect(await tiers("tier=reported")).toEqual({ verified: 0, reported: 1, friendly: 0, unverified: 0 });
  });
});

describe("the staff list of places", () => {
  test("finds a place by its id, its maps id, a name as in the portal, its address and its city", async () => {
    const { id } = await add("Masjid An-Nur", { category: "mosque", city: "Montréal", state: "QC" });
    await add("Zaytun Grill", { placeId: "ChIJ-zaytun", address: "12 Main St" });
    for (const q of [id, "masjid noor", "mosque nour", "montreal"])
      expect([q, await namesOf(`q=${encodeURIComponent(q)}`)]).toEqual([q, ["Masjid An-Nur"]]);
    for (const q of ["ChIJ-zaytun", "zaytoun", "12 main", "dearborn"])
      expect([q, await namesOf(`q=${encodeURIComponent(q)}`)]).toEqual([q, ["Zaytun Grill"]]);
    for (const q of ["main st", "%", "_", "'; drop table pois; --", "{}"])
      expect([q, await namesOf(`q=${encodeURIComponent(q)}`)]).toEqual([q, []]);
  });

  test("shows the best match first, and by age where that is asked for", async () => {
    for (const name of ["Noor", "Noor Grill", "Old Place of Noor", "Bakery"]) await add(name);
    expect(await namesOf("q=noor")).toEqual(["Noor", "Noor Grill", "Old Place of Noor"]);
    expect(await namesOf("q=noor&sort=newest")).toEqual(["Old Place of Noor", "Noor Grill", "Noor"]);
    expect(await namesOf("q=noor&sort=oldest")).toEqual(["Noor", "Noor Grill", "Old Place of Noor"]);
    expect(await namesOf("")).toEqual(["Bakery", "Old Place of Noor", "Noor Grill", "Noor"]);
    expect((await namesOf("sort=oldest"))[0]).toBe("Noor");
  });

  test("filters by coordinates, owner, sync state and city, alone and together", async () => {
    await add("Nowhere Grill", { latitude: null, longitude: null });
    await add("Owned Grill", {}, owner.id);
    const { id } = await add("Failed Market", { category: "grocery", city: "Toronto", state: "ON" });
    await app.db.orm.update(pois).set({ syncState: "error", syncError: "no match" }).where(eq(pois.id, id));
    for (const [query, names] of [
      ["hasCoordinates=false", ["Nowhere Grill"]],
      ["hasCoordinates=true", ["Failed Market", "Owned Grill"]],
      ["owner=any", ["Owned Grill"]],
      ["owner=none", ["Failed Market", "Nowhere Grill"]],
      ["syncState=error", ["Failed Market"]],
      ["city=toron", ["Failed Market"]],
      ["city=paris", []],
      ["city=%25", []],
      ["city=dearborn&owner=none", ["Nowhere Grill"]],
      ["category=restaurant&hasCoordinates=true", ["Owned Grill"]],
      ["q=grill&owner=any", ["Owned Grill"]],
      ["q=grill&hasCoordinates=false&sort=oldest", ["Nowhere Grill"]],
      ["q=grill&city=toronto", []],
      ["q=market&category=grocery&syncState=error&state=on", ["Failed Market"]],
      ["tier=&syncState=&category=&sort=oldest", ["Nowhere Grill", "Owned Grill", "Failed Market"]],
    ] as const)
      expect([query, await namesOf(query)]).toEqual([query, [...names]]);
  });

  test("finds a city that another instance has just added", async () => {
    await add("Known Grill");
    const other = createVocabularyCache(app.db);
    await other.current();
    Object.assign(app.deps.state, { vocabulary: other });
    await add("New Grill", { city: "Windsor", state: "ON" });
    expect(await namesOf("city=windsor")).toEqual(["New Grill"]);
  });

  test("filters by the tier of today, also where the stored one has ended", async () => {
    const ended = await add("Ended Grill");
    const lasting = await add("Lasting Grill");
    await add("Masjid", { category: "mosque" });
    await add("Plain Grill");
    for (const [{ id }, until] of [
      [ended, "2026-06-14"],
      [lasting, "2026-12-31"],
    ] as const) {
      const from = new Date(new Date(until).getTime() + days(1)).toISOString().slice(0, 10);
      await app.db.orm
        .update(pois)
        .set({
          halalVerificationStatus: "verified",
          tierUntil: until,
          tierChanges: [{ from, tier: "reported" }],
        })
        .where(eq(pois.id, id));
    }
    expect(await namesOf("tier=verified")).toEqual(["Lasting Grill"]);
    expect(await namesOf("tier=reported")).toEqual(["Ended Grill"]);
    expect(await namesOf("tier=unverified")).toEqual(["Plain Grill"]);
    app.clock.now = new Date("2026-06-15T03:00:00Z"); // still June 14 in Detroit
    expect(await namesOf("tier=verified")).toEqual(["Lasting Grill", "Ended Grill"]);
  });

  test("reads on where a page ended, while places are added and removed", async () => {
    for (const n of [1, 2, 3, 4, 5]) await add(`Noor ${n}`);
    const newer = () => add("Noor");
    expect(await pagesOf("", newer)).toEqual(["Noor 5", "Noor 4", "Noor 3", "Noor 2", "Noor 1"]);
    await app.db.orm.delete(pois);
    for (const n of [1, 2, 3, 4, 5]) await add(`Noor ${n}`);
    expect((await pagesOf("q=noor", newer)).toSorted()).toEqual([1, 2, 3, 4, 5].map((n) => `Noor ${n}`));
    await app.db.orm.delete(pois);
    for (const n of [1, 2, 3]) await add(`Noor ${n}`);
    const gone = () => app.db.orm.execute(sql`delete from pois where name = 'Noor 2'`);
    expect(new Set(await pagesOf("q=noor", gone))).toEqual(new Set(["Noor 1", "Noor 2", "Noor 3"]));
  });

  test("refuses unknown filters' values, foreign cursors and callers without the role", async () => {
    for (const query of [
      "owner=%00",
      "tier=gold",
      "sort=name",
      "hasCoordinates=maybe",
      "syncState=x",
      "cursor=x",
      "q=a&cursor=x",
      "q=%00",
      `q=${"a".repeat(101)}`,
      "limit=0",
    ])
      expect([query, (await sent(query)).status]).toEqual([query, 400]);
    expect((await app.send("GET /api/admin/pois")).status).toBe(401);
    expect((await app.send("GET /api/admin/pois", { headers: owner.headers })).status).toBe(401);
  });
});

test("a place as staff see it names its owner", async () => {
  const { id } = await add("Owned Grill", {}, owner.id);
  const answer = await app.send(`GET /api/admin/pois/${id}`, { headers: basic("admin") });
  expect(answer.json).toMatchObject({ id, ownerId: owner.id, ownerName: "Noor Grill" });
});
