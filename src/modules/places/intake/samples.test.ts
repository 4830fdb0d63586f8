import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, isNotNull, isNull, ne } from "drizzle-orm";
import { days } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { GRILL, MARKET, sendIntake } from "../../../testing/places/intake-files.ts";
import { takenIn } from "../../../testing/places/intakes.ts";
import { place } from "../../../testing/places/places.ts";
import { pois } from "../table.ts";
import { dropSamples, purgeSamples } from "./samples.ts";
import { intakes, placeSamples as t } from "./table.ts";

let app: TestApp;
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-samples-"));
  app = await testApp({ DATA_DIR: home });
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(intakes);
  await app.db.orm.delete(pois);
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

const samples = () => app.db.orm.select().from(t);
const cityOf = (name: string) => app.deps.state.gazetteer.meaning(name)?.id ?? 0;
/** A place that the owner or staff confirmed. */
async function confirmed(name: string, by: "owner" | "staff" | "file", at = app.clock.now): Promise<string> {
  const { id } = await place(app, { name, address: `${name} St` });
  const said = { "*": { by, at: at.toISOString() } };
  await app.db.orm
    .update(pois)
    .set({ said, cityId: cityOf("Dearborn, MI") })
    .where(eq(pois.id, id));
  return id;
}

describe("the sample of an intake", () => {
  test("has 60 random rows of each of its ten largest cities, before and after their cities are looked up", async () => {
    await takenIn(app, { places: 100 });
    expect(await samples()).toHaveLength(60);
    const names = (await samples()).map(({ row }) => Number(row.name.slice(6)));
    expect(names.some((n) => n >= 60)).toBe(true); // not the first ones: one in 10^27 draws
    await app.db.orm.delete(intakes);
    const cities = [
      "Ann Arbor",
      "Detroit",
      "Flint",
      "Lansing",
      "Livonia",
      "Novi",
      "Saginaw",
      "Troy",
      "Warren",
    ];
    await takenIn(app, { places: 2, city: "Monroe", looked: false });
    await app.db.orm.delete(t);
    for (const city of cities) await takenIn(app, { places: 3, city, looked: false });
    await app.db.orm.delete(t);
    await takenIn(app, { places: 4, city: "Dearborn", looked: false });
    const drawn = await samples();
    expect(new Set(drawn.map(({ cityId }) => cityId))).toEqual(
      new Set(["Dearborn", ...cities].map((city) => cityOf(`${city}, MI`))),
    );
    expect(drawn.length).toBe(60 + 9 * 3);
  });

  test("is drawn once the intake is applied, and gone once it is undone", async () => {
    const planned = await sendIntake(app, [GRILL, MARKET], "&dryRun=true");
    expect(await samples()).toEqual([]);
    const path = `/api/admin/intakes/${planned.json.id}`;
    expect((await app.send(`POST ${path}/apply`, { headers: basic("admin") })).status).toBe(200);
    expect((await samples()).map(({ row }) => row.name).sort()).toEqual(["Cedar Market", "Noor Grill"]);
    expect((await app.send(`POST ${path}/undo`, { headers: basic("admin") })).status).toBe(200);
    expect(await samples()).toEqual([]);
    await sendIntake(app, [GRILL]);
    expect(await samples()).toHaveLength(1);
  });

  test("leaves out rows of other sources and cities, that are gone, or that the source calls closed", async () => {
    await takenIn(app, { places: 5, source: "overture" });
    await takenIn(app, { places: 5, city: "Detroit" });
    await app.db.orm.delete(t);
    await takenIn(app, { places: 2 });
    expect((await samples()).map(({ row }) => row.name).sort()).toEqual(["Place 0", "Place 1"]);
    await takenIn(app, { places: 3, row: { isClosed: true } });
    expect(await samples()).toEqual([]);
    await takenIn(app, { places: 3 });
    await app.db.query("update place_sources set gone_at = now() where external_id like '%0'");
    await takenIn(app, { places: 0 });
    expect((await samples()).map(({ row }) => row.name).sort()).toEqual(["Place 1", "Place 2"]);
  });

  test("has one in ten more that the owner or staff confirmed within a year, in the same shape", async () => {
    const known = [await confirmed("Noor", "owner"), await confirmed("Zaytuna", "staff")];
    await confirmed("Old Grill", "staff", new Date(app.clock.now.getTime() - days(366)));
    await confirmed("From a file", "file");
    const closed = await confirmed("Closed", "owner");
    await app.db.query(
      "insert into place_facts (poi_id, key, value, source, at) values ($1, 'closed', 'true', 'staff', $2)",
      [closed, app.clock.now],
    );
    await takenIn(app, { places: 30 });
    const drawn = await samples();
    const real = drawn.filter(({ isKnown }) => !isKnown);
    const mixed = drawn.filter(({ isKnown }) => isKnown);
    expect([real.length, mixed.map(({ row }) => row.externalId).sort()]).toEqual([30, known.sort()]);
    const [first] = real;
    for (const { row, source, release } of mixed) {
      expect(Object.keys(row).sort()).toEqual(Object.keys(first?.row ?? {}).sort());
      expect([source, release]).toEqual(["osm", "2026-11"]);
    }
  });

  test("takes the place of what no one checked of the release before, and keeps what was checked", async () => {
    await takenIn(app, { places: 40, release: "2026-10" });
    const [checked] = await samples();
    const answer = { right: true, reviewedBy: "amina", reviewedAt: app.clock.now };
    await app.db.orm
      .update(t)
      .set(answer)
      .where(eq(t.id, checked?.id ?? ""));
    const other = await takenIn(app, { places: 5, source: "overture" });
    await takenIn(app, { places: 40, release: "2026-11" });
    const kept = await samples();
    expect(kept.filter(({ source }) => source === "overture")).toHaveLength(5);
    const ofSource = kept.filter(({ source }) => source === "osm");
    expect(ofSource).toHaveLength(41);
    expect(ofSource.filter(({ release }) => release === "2026-10").map(({ id }) => id)).toEqual([
      checked?.id ?? "",
    ]);
    await app.db.transaction((tx) => dropSamples(tx, app.deps, other));
    expect(await app.db.orm.select().from(t).where(isNull(t.reviewedAt))).toHaveLength(40);
  });

  test("waits as long as its places are listed, and what was checked as long as it counts", async () => {
    const known = await confirmed("Noor", "owner");
    await takenIn(app, { places: 30 });
    const drawn = await samples();
    expect(drawn).toHaveLength(31);
    const [first, second] = await app.db.orm.select().from(pois).where(ne(pois.id, known)).orderBy(pois.seq);
    for (const place of [first, second])
      await app.send(`DELETE /api/admin/pois/${place?.id}`, { headers: basic("admin") });
    const [checked] = drawn.filter(({ row }) => row.name === second?.name);
    const answer = { right: true, reviewedBy: "amina", reviewedAt: app.clock.now };
    await app.db.orm
      .update(t)
      .set(answer)
      .where(eq(t.id, checked?.id ?? ""));
    await purgeSamples(app.deps);
    const left = (await samples()).map(({ id }) => id);
    const gone = drawn.filter(({ id }) => !left.includes(id));
    expect(gone.map(({ row }) => row.name)).toEqual([first?.name ?? ""]);
    await app.db.query(`insert into place_samples (id, intake_id, source, release, city_id, row, is_known, "right", reviewed_by, reviewed_at, drawn_at)
      select 'old' || n, intake_id, source, release, city_id, row, false, true, 'amina', reviewed_at + n * interval '1 s', drawn_at
      from place_samples, generate_series(1, 250) n where id = '${checked?.id}'`);
    await purgeSamples(app.deps);
    const kept = await app.db.orm.select().from(t).where(isNotNull(t.reviewedAt));
    expect([
      kept.length,
      kept.some(({ id }) => id === "old1"),
      kept.some(({ id }) => id === "old250"),
    ]).toEqual([240, false, true]);
  });
});
