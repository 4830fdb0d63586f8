import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { days } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { placeSite } from "../../../testing/places/place-site.ts";
import type { PublicMetro, RankedMetro } from "./schema.ts";

const SIGNUPS = 3_000;
const PLACES = 2_000;
const CITIES = [
  "Dearborn, MI",
  "Detroit, MI",
  "Paterson, NJ",
  "Brooklyn, NY",
  "Chicago, IL",
  "Toronto, ON",
  "Montréal, QC",
];

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  await staff(app, "admin");
  await staff(app, "super_admin");
  await fill();
});
afterAll(() => app.close());

const cityIds = () => CITIES.map((city) => app.deps.state.gazetteer.meaning(city)?.id ?? 0);

async function fill(): Promise<void> {
  const ids = cityIds();
  const now = app.clock.now.toISOString();
  await app.db.query(
    `insert into waitlist_signups (id, first_name, email, email_key, is_beta_tester, quarantined, consent_wording,
       city, city_id, confirmed_at, left_at, created_at)
     select 's' || n, 'Amina', n || '@example.com', n || '@example.com', false, n % 41 = 0, 'v1',
       'somewhere', case when n % 11 > 0 then ($1::int[])[1 + (n * n) % ${ids.length}] end,
       case when n % 3 = 0 then $2::timestamptz end, case when n % 13 = 0 then $2::timestamptz end,
       $2::timestamptz - (n % 90) * interval '1 day' - interval '1 minute'
     from generate_series(1, ${SIGNUPS}) n`,
    [ids, now],
  );
  const points = ids.map((id) => app.deps.state.gazetteer.city(id));
  await app.db.query(
    `insert into pois (id, name, address, city, state, category, halal_verification_status, latitude, longitude,
       created_at, updated_at)
     select 'p' || n, 'Place ' || n, n || ' Street', case when n % 5 = 0 then 'Chicago' else 'Elsewhere' end, 'IL',
       case when n % 4 = 0 then 'mosque' else 'restaurant' end,
       (array['unverified', 'friendly', 'reported', 'verified'])[1 + n % 4],
       case when n % 5 > 0 then ($1::float8[])[1 + n % ${ids.length}] end,
       case when n % 5 > 0 then ($2::float8[])[1 + n % ${ids.length}] end, $3, $3
     from generate_series(1, ${PLACES}) n`,
    [points.map((point) => point?.latitude), points.map((point) => point?.longitude), now],
  );
}

type Counted = Omit<RankedMetro, "rank" | "name" | "state" | "missing">;

const headers = basic("admin");
const ranking = async (): Promise<RankedMetro[]> =>
  (await app.send("GET /api/admin/cities", { headers })).json;
const bar = async () => (await app.send("GET /api/admin/cities/bar", { headers })).json.bar;

/** The same counts in one statement over all rows, with the metro of each city joined to it. */
async function recounted() {
  const { gazetteer } = app.deps.state;
  const metros = gazetteer.citiesOf(gazetteer.metros().map(({ id }) => id)).map((id) => ({
    id,
    metro: gazetteer.city(id)?.metroId,
  }));
  return app.db.query<Counted>(
    `with cities as (select * from jsonb_to_recordset($1::jsonb) c(id int, metro int)),
     people as (
       select metro, count(*) waiting, count(confirmed_at) confirmed,
         count(*) filter (where created_at > $2::timestamptz - interval '30 days') growth
       from waitlist_signups s join cities c on c.id = s.city_id where left_at is null and not quarantined group by metro
     ), there as (
       select metro, count(*) places, count(*) filter (where halal_verification_status = 'verified') verified,
         count(*) filter (where halal_verification_status = 'reported') reported,
         count(*) filter (where category = 'mosque') masjids
       from pois p join cities c on c.id = p.city_id group by metro
     )
     select coalesce(p.metro, t.metro)::text as id, coalesce(waiting, 0)::int waiting, coalesce(confirmed, 0)::int confirmed,
       coalesce(growth, 0)::int growth, coalesce(places, 0)::int places, coalesce(verified, 0)::int verified,
       coalesce(reported, 0)::int reported, coalesce(masjids, 0)::int masjids
     from people p full join there t using (metro) order by id`,
    [JSON.stringify(metros), app.clock.now.toISOString()],
  );
}

const counted = (metros: readonly RankedMetro[]) =>
  metros
    .map(({ id, waiting, confirmed, growth, places, verified, reported, masjids }) => ({
      id,
      waiting,
      confirmed,
      growth,
      places,
      verified,
      reported,
      masjids,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

describe("the ranking of metros", () => {
  test("equals a recount in SQL, before and after people join, confirm, move, leave and places move", async () => {
    const first = await ranking();
    expect(counted(first)).toEqual(await recounted());
    expect(first.length).toBe(5);
    const [dearborn = 0, , paterson = 0] = cityIds();
    await app.db.query("update waitlist_signups set city_id = $1 where city_id = $2 and id like '%7'", [
      paterson,
      dearborn,
    ]);
    await app.db.query("update waitlist_signups set left_at = now() where id like '%3'");
    await app.db.query("update waitlist_signups set confirmed_at = now() where id like '%5'");
    await app.db.query("delete from waitlist_signups where id like '%9'");
    await app.db.query("update pois set latitude = 34.05, longitude = -118.24 where id like '%1'");
    await app.db.query("delete from pois where id like '%2'");
    app.clock.forward(days(3));
    const second = await ranking();
    expect(counted(second)).toEqual(await recounted());
    expect(second.map(({ name }) => name)).toContain("Los Angeles");
    expect(second).not.toEqual(first);
  });

  test("is sorted by confirmed people, with how many are missing to reach the bar that staff set", async () => {
    expect(await bar()).toBeNull();
    const set = await app.send("PUT /api/admin/cities/bar", { headers, body: { bar: 200 } });
    expect([set.status, set.json]).toEqual([200, { bar: 200 }]);
    expect(await bar()).toBe(200);
    const metros = await ranking();
    expect(metros).toHaveLength(6);
    const second = await app.send("GET /api/admin/cities?limit=2&cursor=2", { headers });
    expect([second.json, second.headers.get("X-Total-Count")]).toEqual([metros.slice(2, 4), "6"]);
    for (const cursor of ["x", "-1", "1.5", "1e308", "9".repeat(12)])
      expect((await app.send(`GET /api/admin/cities?cursor=${cursor}`, { headers })).status).toBe(400);
    expect(metros.map(({ rank }) => rank)).toEqual(metros.map((_, at) => at + 1));
    expect(metros.map(({ confirmed }) => confirmed)).toEqual(
      metros.map(({ confirmed }) => confirmed).toSorted((a, b) => b - a),
    );
    for (const { confirmed, missing } of metros) expect(missing).toBe(Math.max(0, 200 - confirmed));
    const entries = await app.db.query(
      "select before, after from audit_log where action = 'admin.cities.setBar'",
    );
    expect(entries).toEqual([{ before: { bar: null }, after: { bar: 200 } }]);
  });

  test("refuses a bar that is not a number of people, and everyone but admins", async () => {
    await staff(app, "partner_manager");
    for (const bar of [0, -1, 1.5, 1_000_001, "many", null, undefined])
      expect([bar, (await app.send("PUT /api/admin/cities/bar", { headers, body: { bar } })).status]).toEqual(
        [bar, 400],
      );
    for (const call of ["GET /api/admin/cities", "PUT /api/admin/cities/bar"] as const) {
      expect((await app.send(call, { body: { bar: 5 } })).status).toBe(401);
      expect((await app.send(call, { headers: basic("partner_manager"), body: { bar: 5 } })).status).toBe(
        403,
      );
    }
  });
});

test("a page without scripts has the numbers of the cities in its HTML, as the call answers them", async () => {
  const metros: PublicMetro[] = (await app.send("GET /api/cities?limit=500")).json;
  const shown = metros.filter(({ waiting, places }) => waiting !== "<10" || places > 0);
  const { status, text } = await app.send("GET /cities/numbers");
  expect(status).toBe(200);
  expect(shown.length).toBeGreaterThan(3);
  for (const { name, state, slug, waiting, places } of shown)
    expect(text).toContain(
      `<tr><th scope="row"><a href="/cities/${slug}">${name}, ${state}</a></th><td data-count="waiting">${Bun.escapeHTML(String(waiting))}</td><td data-count="places">${places}</td>`,
    );
  expect(text.split("<tr>").length - 2).toBe(shown.length);
});

test("cities that an older gazetteer did not know or read otherwise are looked up again, once", async () => {
  const [dearborn, bronx, paterson] = ["Dearborn, MI", "The Bronx, NY", "Paterson, NJ"].map((text) => ({
    city_id: app.deps.state.gazetteer.meaning(text)?.id,
  }));
  const forget = async () => {
    await app.db.query("update waitlist_signups set city = '48126', city_id = null where id = 's1'");
    await app.db.query("update pois set city_id = 0 where id = 'p5'");
    await app.db.query("update pois set city_id = $1 where id = 'p10'", [paterson?.city_id]);
  };
  const found = async () => {
    app.clock.forward(days(1));
    await app.operate("admin.cities.count");
    return app.db.query(
      "select city_id from waitlist_signups where id = 's1' union all (select city_id from pois where id in ('p5', 'p10') order by id)",
    );
  };
  await app.db.query(
    "update pois set city = 'Bronx', state = 'NY', latitude = null, longitude = null where id in ('p5', 'p10')",
  );
  await app.db.query("delete from pois where id not in ('p5', 'p10')");
  await found();
  await forget();
  expect(await found()).toEqual([{ city_id: null }, paterson, { city_id: 0 }]);
  await app.db.query("update city_state set gazetteer = gazetteer - 1");
  expect(await found()).toEqual([dearborn, bronx, bronx]);
  await forget();
  expect(await found()).toEqual([{ city_id: null }, paterson, { city_id: 0 }]);
});
