import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { basic, partner, staff } from "../../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../../testing/app.ts";
import { takenIn } from "../../../../testing/places/intakes.ts";
import { placeSite } from "../../../../testing/places/place-site.ts";
import { auditLog } from "../../../audit/table.ts";
import { assignCities } from "../../cities.ts";
import { setOwner } from "../../owner.ts";
import { pois } from "../../table.ts";
import { dropSamples } from "../samples.ts";
import { intakes, sourceFloors, placeSamples as t } from "../table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  app.clock.now = new Date("2026-11-28T12:00:00Z");
  await staff(app, "admin", "amina");
  await staff(app, "admin", "bilal");
  await staff(app, "partner_manager", "maryam");
});
beforeEach(async () => {
  await app.db.orm.delete(intakes);
  await app.db.orm.delete(sourceFloors);
  await app.db.orm.delete(pois);
});
afterAll(() => app.close());

const as = (name: string, line: string, body?: unknown) =>
  app.send(line, { headers: basic(name), ...(body !== undefined && { body }) });
const waiting = async (query = "") => (await as("amina", `GET /api/reviews/samples${query}`)).json;
const answer = (id: string, body: object, by = "amina") => as(by, `POST /api/reviews/samples/${id}`, body);
const city = async (slug = "dearborn-mi") => (await app.send(`GET /api/cities/${slug}`)).json;
const report = async (query = "") => (await as("amina", `GET /api/admin/intakes/report${query}`)).json;
const setFloor = (source: string, floor: unknown, by = "amina") =>
  as(by, "PUT /api/admin/intakes/floors", { source, floor });
const samples = () => app.db.orm.select().from(t);
const withheld = async () =>
  (await app.db.orm.select({ id: pois.id }).from(pois).where(eq(pois.isWithheld, true))).length;

/** Checks all that wait: this many are right. */
async function check(right: number): Promise<void> {
  for (const [n, { id }] of (await waiting()).entries()) await answer(id, { right: n < right });
}

describe("places to check", () => {
  test("are listed by city in an order that tells nothing, without source, release and what is known", async () => {
    await takenIn(app, { places: 12 });
    await takenIn(app, { places: 3, city: "Detroit", source: "overture" });
    await app.db.orm
      .update(t)
      .set({ isKnown: true })
      .where(eq(t.id, (await samples())[0]?.id ?? ""));
    const rows = await waiting();
    expect(rows).toHaveLength(15);
    expect(Object.keys(rows[0]).sort()).toEqual(
      ["id", "name", "address", "city", "state", "zipCode", "phone", "website", "category", "subcategory"]
        .concat("latitude", "longitude")
        .sort(),
    );
    expect(JSON.stringify(rows)).not.toMatch(/osm|overture|2026-11|node\//);
    expect(rows.map(({ id }: { id: string }) => id)).toEqual(
      rows.map(({ id }: { id: string }) => id).toSorted(),
    );
    for (const query of ["?city=Detroit,+MI", "?city=detroit-mi", "?city=4990729"])
      expect([query, (await waiting(query)).length]).toEqual([query, 3]);
    expect((await as("amina", "GET /api/reviews/samples?city=Nowhere,+MI")).status).toBe(400);
    await answer(rows[0].id, { right: true });
    const { json } = await as("maryam", "GET /api/reviews/samples/cities");
    expect(json).toEqual([
      { id: "4990510", name: "Dearborn", state: "MI", checked: rows[0].city === "Dearborn" ? 1 : 0, of: 12 },
      { id: "4990729", name: "Detroit", state: "MI", checked: rows[0].city === "Detroit" ? 1 : 0, of: 3 },
    ]);
  });

  test("are answered once, with who and when; one's own answer can be corrected", async () => {
    await takenIn(app, { places: 2 });
    const [{ id }] = await waiting();
    const wrong = await answer(id, { right: false, why: " It is a bank " }, "maryam");
    expect([wrong.status, wrong.json]).toEqual([200, { id, right: false, why: "It is a bank" }]);
    expect((await answer(id, { right: true }, "amina")).json.error).toBe(
      "maryam has checked this place already",
    );
    expect((await answer(id, { right: true }, "amina")).status).toBe(409);
    expect((await answer(id, { right: true, why: "x" }, "maryam")).json).toEqual({
      id,
      right: true,
      why: "",
    });
    expect((await samples()).find((each) => each.id === id)).toMatchObject({
      ...{ right: true, why: "", reviewedBy: "maryam", reviewedAt: app.clock.now },
    });
    const entries = await app.db.orm.select().from(auditLog).where(eq(auditLog.subject, id));
    expect(entries.map(({ actorName, subject }) => [actorName, subject])).toEqual([
      ["maryam", id],
      ["maryam", id],
    ]);
    expect((await answer("0".repeat(26), { right: true })).status).toBe(404);
    for (const body of [{}, { right: "maybe" }, { right: false, why: "x".repeat(201) }])
      expect([body, (await answer(id, body, "maryam")).status]).toEqual([body, 400]);
    expect((await app.send(`POST /api/reviews/samples/${id}`, { body: { right: true } })).status).toBe(401);
    const { headers } = await partner(app);
    expect((await app.send("GET /api/reviews/samples", { headers })).status).toBe(401);
  });

  test("have one answer if two answer at once", async () => {
    await takenIn(app, { places: 1 });
    const [{ id }] = await waiting();
    const both = await Promise.all([
      answer(id, { right: true }, "amina"),
      answer(id, { right: false }, "bilal"),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("the precision of a source", () => {
  test("is on the page of the city with its interval and day, and known places do not count", async () => {
    await takenIn(app, { places: 60 });
    expect((await city()).precision).toEqual([]);
    await check(57);
    await takenIn(app, { places: 2, source: "csv", release: "" });
    const [known, real] = await waiting();
    await app.db.orm.update(t).set({ isKnown: true }).where(eq(t.id, known.id));
    await answer(known.id, { right: false });
    await answer(real.id, { right: true });
    const at = app.clock.now.toISOString();
    expect((await city()).precision).toEqual([
      {
        source: "osm",
        right: 57,
        of: 60,
        low: expect.closeTo(0.8628, 3),
        high: expect.closeTo(0.9829, 3),
        at,
      },
      { source: "csv", right: 1, of: 1, low: expect.closeTo(0.2065, 3), high: 1, at },
    ]);
    const { text } = await app.send("GET /cities/dearborn-mi");
    expect(text).toContain(
      "We checked 60 from OpenStreetMap by hand: 57 were right (86 to 98%), November 28, 2026",
    );
    expect(text).not.toContain("We checked 1 from");
    expect(await report("?city=Dearborn")).toMatchObject({
      precision: [
        { source: "osm", city: "Dearborn, MI", right: 57, of: 60, waiting: 0, withheld: 0 },
        { source: "csv", right: 1, of: 1 },
      ],
      reviewers: [{ name: "amina", right: 0, of: 1 }],
    });
    expect((await report("?city=Detroit")).precision).toEqual([]);
    expect((await city("detroit-mi")).precision).toEqual([]);
  });

  test("is of finished samples, so that no single answer tells from which source a place is", async () => {
    await takenIn(app, { places: 60, release: "2026-10" });
    await check(60);
    const at = app.clock.now.toISOString();
    app.clock.forward(86_400_000);
    await takenIn(app, { places: 60, release: "2026-11" });
    await takenIn(app, { places: 3, source: "csv" });
    const rows = await waiting();
    const ofOsm = new Set((await samples()).filter(({ source }) => source === "osm").map(({ id }) => id));
    const [next, ...others] = rows.filter(({ id }: { id: string }) => ofOsm.has(id));
    for (const { id } of others) await answer(id, { right: false });
    expect((await city()).precision).toMatchObject([{ source: "osm", right: 60, of: 60, at }]);
    expect((await report()).precision).toMatchObject([
      { source: "osm", right: 60, of: 60, waiting: 10 },
      { source: "csv", of: 0, waiting: 3 },
    ]);
    await answer(next.id, { right: true });
    const finished = { source: "osm", right: 1, of: 60, at: app.clock.now.toISOString() };
    expect((await city()).precision).toMatchObject([finished]);
    app.clock.forward(-86_400_000);
  });

  test("is of the first 20, 30 and so on as long as no sample is finished", async () => {
    await takenIn(app, { places: 60 });
    const rows = await waiting();
    const seen = [];
    for (const [n, { id }] of rows.slice(0, 31).entries()) {
      app.clock.forward(1);
      await answer(id, { right: n !== 25 });
      const [shown] = (await report()).precision;
      seen.push([shown.right, shown.of, shown.waiting].join(" "));
    }
    const times = (figures: string, count: number) => Array.from({ length: count }, () => figures);
    expect(seen).toEqual([
      ...times("0 0 60", 9),
      ...times("0 0 50", 10),
      ...times("20 20 40", 10),
      ...times("29 30 30", 2),
    ]);
  });
});

describe("a floor", () => {
  const below = async (places = 30): Promise<string> => {
    const id = await takenIn(app, { places });
    await check(20);
    return id;
  };

  test("keeps what only that source says out of the search where it is too often wrong, until it is lowered", async () => {
    await below();
    await takenIn(app, { places: 5, source: "overture" });
    await takenIn(app, { places: 5, city: "Detroit" });
    expect((await setFloor("osm", 0.6)).json).toEqual({ source: "osm", floor: 0.6, withheld: 0 });
    expect((await setFloor("osm", 0.7)).json).toEqual({ source: "osm", floor: 0.7, withheld: 30 });
    expect((await report()).precision).toMatchObject([
      { source: "overture", city: "Dearborn, MI", withheld: 0, waiting: 5 },
      { source: "osm", city: "Dearborn, MI", withheld: 30, waiting: 0 },
      { source: "osm", city: "Detroit, MI", withheld: 0, waiting: 5 },
    ]);
    expect((await report()).floors).toContainEqual({
      ...{ source: "osm", floor: 0.7, updatedBy: "amina", updatedAt: expect.any(String) },
    });
    const { json } = await as("amina", "GET /api/admin/pois?limit=500");
    expect(json.filter((each: { isWithheld: boolean }) => each.isWithheld)).toHaveLength(30);
    expect((await setFloor("osm", 0)).json.withheld).toBe(0);
    const entries = await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, "admin.intakes.setFloor"));
    expect(entries.at(-1)).toMatchObject({ actorName: "amina", subject: "osm" });
  });

  test("does nothing below 20 checked places, and as much as it should once the twentieth is checked", async () => {
    await takenIn(app, { places: 30 });
    await setFloor("osm", 0.9);
    const rows = await waiting();
    for (const { id } of rows.slice(0, 19)) await answer(id, { right: false });
    expect(await withheld()).toBe(0);
    await answer(rows[19].id, { right: false });
    expect(await withheld()).toBe(30);
    for (const { id } of rows.slice(0, 20)) await answer(id, { right: true });
    expect(await withheld()).toBe(0);
  });

  test("says before it is set how many places it would hide besides those that are hidden", async () => {
    await below();
    const hides = async (floor: number, by = "amina") =>
      (await as(by, `GET /api/admin/intakes/floors?source=osm&floor=${floor}`)).json.hides;
    expect([await hides(0.6), await hides(0.7), await withheld()]).toEqual([0, 30, 0]);
    await setFloor("osm", 0.7);
    expect(await hides(0.8)).toBe(0);
    expect((await as("maryam", "GET /api/admin/intakes/floors?source=osm&floor=0.7")).status).toBe(403);
    expect((await as("amina", "GET /api/admin/intakes/floors?source=osm&floor=7")).status).toBe(400);
  });

  test("is refused to a partner manager, for an unknown source and for what is no share", async () => {
    expect((await setFloor("osm", 0.5, "maryam")).status).toBe(403);
    for (const [source, floor] of [
      ["yelp", 0.5],
      ["osm", 1.5],
      ["osm", -1],
      ["osm", "x"],
      ["osm", undefined],
    ])
      expect([source, floor, (await setFloor(String(source), floor)).status]).toEqual([source, floor, 400]);
  });

  test("leaves places in the search that have an owner, a stronger word, evidence or another source", async () => {
    await below();
    const ids = (await app.db.orm.select({ id: pois.id }).from(pois).orderBy(pois.id)).map(({ id }) => id);
    const [owned = "", edited = "", proven = "", twice = "", once = ""] = ids;
    const { id: owner } = await partner(app, "first@example.com");
    await app.db.transaction((tx) => setOwner(tx, app.deps, owned, owner));
    await as("amina", `PUT /api/admin/pois/${edited}`, { phone: "3135550111" });
    const statement = { kind: "statement", text: "The imam buys here" };
    expect((await as("amina", `POST /api/admin/pois/${proven}/evidence`, statement)).status).toBe(201);
    await app.db.query("update place_sources set poi_id = $1, source = 'overture' where poi_id = $2", [
      twice,
      once,
    ]);
    await setFloor("osm", 0.9);
    const out = await app.db.orm.select({ id: pois.id }).from(pois).where(eq(pois.isWithheld, true));
    expect(ids.filter((id) => !out.some((each) => each.id === id)).sort()).toEqual(
      [owned, edited, proven, twice].sort(),
    );
  });

  test("lets a place back at once that an owner claims or staff edit, and all of them when the intake is undone", async () => {
    const id = await below();
    await setFloor("osm", 0.9);
    const [first, second] = await app.db.orm.select().from(pois).orderBy(pois.id);
    const { id: owner } = await partner(app, "second@example.com");
    await app.db.transaction((tx) => setOwner(tx, app.deps, first?.id ?? "", owner));
    expect(await withheld()).toBe(29);
    await as("amina", `PUT /api/admin/pois/${second?.id}`, { phone: "3135550111" });
    expect(await withheld()).toBe(28);
    await app.db.transaction((tx) => setOwner(tx, app.deps, first?.id ?? "", null));
    expect(await withheld()).toBe(29);
    await app.db.transaction((tx) => dropSamples(tx, app.deps, id));
    expect([await withheld(), await samples()]).toEqual([0, []]);
  });

  test("holds for places whose city is looked up later", async () => {
    await below();
    await setFloor("osm", 0.9);
    await takenIn(app, { places: 31, looked: false });
    expect(await withheld()).toBe(30);
    await assignCities(app.deps, undefined);
    expect(await withheld()).toBe(31);
  });

  test("set twice at once, or while places are checked, leaves places as the last one says", async () => {
    await takenIn(app, { places: 30 });
    const rows = await waiting();
    await Promise.all([
      ...rows.map(({ id }: { id: string }) => answer(id, { right: false })),
      setFloor("osm", 0.9),
      setFloor("osm", 0.8),
    ]);
    const [{ floor } = { floor: 0 }] = await app.db.orm.select().from(sourceFloors);
    expect([0.8, 0.9]).toContain(floor);
    expect(await withheld()).toBe(30);
  });
});
