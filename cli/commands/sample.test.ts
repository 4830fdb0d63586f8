import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { featuresOf, GRILL, MARKET, MASJID } from "../../src/testing/places/intake-files.ts";
import { takenIn } from "../../src/testing/places/intakes.ts";
import { rihla, type Served, SLOW, servedHere } from "../testing.ts";

let served: Served;
beforeAll(async () => {
  served = await servedHere();
}, SLOW);
afterAll(() => served.close());

test(
  "an intake is taken, its sample is checked, and the report of its precision is of one city or all",
  async () => {
    const { env, dataDir } = served;
    const run = (...args: string[]) => rihla(args, env);
    const file = join(dataDir, "places.geojson");
    await Bun.write(file, featuresOf([GRILL, MARKET, MASJID]));
    const taken = await run("poi", "intake", file, "--source", "geojson", "--release", "R1", "--json");
    expect([taken.exit, JSON.parse(taken.out)]).toMatchObject([0, { state: "applied", counts: { new: 3 } }]);
    const waiting = JSON.parse((await run("sample", "list", "--city", "Dearborn, MI", "--json")).out);
    expect(waiting).toHaveLength(2);
    const [right, wrong] = waiting;
    const neither = await run("sample", "check", right.id);
    expect(neither).toMatchObject({ exit: 2, err: "Say --right or --no-right.\n" });
    expect((await run("sample", "check", "--help")).out).toContain("--no-right");
    expect((await run("sample", "check", right.id, "--right")).exit).toBe(0);
    expect((await run("sample", "check", wrong.id, "--no-right", "--why", "A bank")).exit).toBe(0);
    const report = async (...args: string[]) =>
      JSON.parse((await run("poi", "intake", "report", "--json", ...args)).out).precision;
    expect(await report()).toMatchObject([
      { source: "geojson", city: "Dearborn, MI", right: 1, of: 2, waiting: 0 },
      { source: "geojson", city: "Toledo, OH", of: 0, waiting: 1 },
    ]);
    expect(await report("--city", "Toledo, OH")).toMatchObject([{ city: "Toledo, OH" }]);
    expect((await run("poi", "intake", "floor", "geojson", "0.9")).exit).toBe(0);
    const { out } = await run("poi", "intake", "report", "--city", "Dearborn");
    expect(out).toMatch(/Dearborn, MI[\s\S]*Floors\n[\s\S]*geojson +90 %/);
  },
  SLOW,
);

test(
  "a floor that hides places asks first, and says how many",
  async () => {
    const { env, app } = served;
    await takenIn(app, { places: 20 });
    await app.db.query(
      `update place_samples set "right" = false, reviewed_by = 'amina', reviewed_at = $1 where source = 'osm'`,
      [app.clock.now],
    );
    const floor = (...args: string[]) => rihla(["poi", "intake", "floor", "osm", ...args], env);
    const asked = await floor("0.5");
    expect([asked.exit, asked.err]).toEqual([
      2,
      expect.stringContaining("--yes is missing: Hide 20 places from the public search?"),
    ]);
    expect((await floor("0.5", "--yes")).out).toContain("20");
    expect((await floor("0.6")).exit).toBe(0);
  },
  SLOW,
);
