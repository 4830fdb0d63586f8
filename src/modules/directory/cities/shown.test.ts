import { describe, expect, test } from "bun:test";
import { days } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { shownOf } from "./counts.ts";
import type { PublicMetro } from "./schema.ts";

describe("the number of waiting people that visitors see", () => {
  const margin = (step: number) => 1 + ((step * 5) % 9);

  test("is a multiple of ten, never more than there are, and 0 under ten", () => {
    for (let waiting = 0; waiting < 300; waiting++)
      for (const last of [0, 10, 50, 290]) {
        const shown = shownOf(waiting, last, margin);
        expect([shown % 10, shown <= waiting, shown > waiting - 20, shown === 0]).toEqual([
          0,
          true,
          true,
          waiting < 10,
        ]);
      }
  });

  test("rises only after a margin and falls only under the step, so that no one can move it back and forth", () => {
    let last = 10;
    const up = Array.from({ length: 21 }, (_, n) => (last = shownOf(10 + n, last, margin)));
    expect(up.indexOf(20)).toBe(10 + margin(2));
    expect(up.indexOf(30)).toBe(-1); // the margin of 30 is not reached
    expect(shownOf(20, 20, margin)).toBe(20);
    expect(shownOf(19, 20, margin)).toBe(10);
    expect(shownOf(20, 10, margin)).toBe(10);
  });
});

describe("the metros that visitors see", () => {
  let app: TestApp;
  const list = async (query = ""): Promise<PublicMetro[]> => (await app.send(`GET /api/cities${query}`)).json;
  const detroit = async () => (await list("?near=Detroit,+MI&limit=1"))[0]?.waiting;
  const count = () => app.operate("admin.cities.count");

  async function wait(prefix: string, people: number, city: string): Promise<void> {
    await app.db.query(
      `insert into waitlist_signups (id, first_name, email, email_key, is_beta_tester, quarantined, consent_wording, city_id,
         created_at)
       select $1 || n, 'Amina', $1 || n || '@example.com', $1 || n || '@example.com', false, false, 'v1', $2, $3
       from generate_series(1, $4::int) n`,
      [prefix, app.deps.state.gazetteer.meaning(city)?.id, app.clock.now, people],
    );
  }

  test("hide every count under ten, change once a day at most, and in steps by a secret margin", async () => {
    app = await testApp();
    await count();
    const empty = await list();
    expect([
      empty.length,
      new Set(empty.map(({ waiting }) => waiting)),
      new Set(empty.flatMap(({ places, masjids, verified }) => [places, masjids, verified])),
    ]).toEqual([100, new Set(["<10"]), new Set([0])]);
    await wait("a", 9, "Dearborn, MI");
    await count();
    expect(await list()).toEqual(empty); // 0 and 9 look alike, in the order too
    await wait("b", 3, "Detroit, MI");
    await count();
    expect(await detroit()).toBe(10);
    await wait("c", 30, "Warren, MI");
    await count();
    expect(await detroit()).toBe(10);
    app.clock.forward(days(1));
    await count();
    expect([30, 40]).toContain(Number(await detroit()));
    await app.db.query("delete from waitlist_signups where id like 'c%' or id like 'b%'");
    app.clock.forward(days(1));
    await count();
    expect(await detroit()).toBe("<10");
    await app.close();
  });

  test("show that people joined on different days only after the tenth and two secret margins", async () => {
    app = await testApp();
    const told: number[] = [];
    let before: number | string | undefined = "<10";
    await wait("first", 8, "Detroit, MI");
    for (let n = 9; n <= 40; n++) {
      await wait(`n${n}-`, 1, "Detroit, MI");
      app.clock.forward(days(1));
      await count();
      const now = await detroit();
      if (now !== before) told.push(n);
      before = now;
    }
    const [first, ...others] = told;
    expect([first, others.map((n) => Math.floor(n / 10))]).toEqual([10, [2, 3]]);
    expect(others.every((n) => n % 10 !== 0)).toBe(true);
    await app.close();
  });

  test("show the road of a city to its launch: the number of its metro and what the launch needs, and says nothing about few people", async () => {
    app = await testApp();
    await staff(app, "admin");
    const road = async (city: string) =>
      (await app.send(`GET /api/cities/road?city=${encodeURIComponent(city)}`)).json;
    await wait("a", 9, "Dearborn, MI");
    await count();
    expect(await road("Dearborn, MI")).toMatchObject({
      name: "Detroit",
      state: "MI",
      waiting: "<10",
      bar: null,
    });
    await app.send("PUT /api/admin/cities/bar", { headers: basic("admin"), body: { bar: 50 } });
    await wait("b", 36, "Detroit, MI");
    app.clock.forward(days(1));
    await count();
    expect(await road("48126")).toMatchObject({ name: "Detroit", bar: 50 });
    expect([30, 40]).toContain((await road("48126")).waiting);
    for (const text of ["", "Village of Nowhere", "Springfield"]) expect(await road(text)).toBeNull();
    await app.close();
  });
});
