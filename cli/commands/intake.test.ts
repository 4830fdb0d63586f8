import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type DataDir, freshDataDir } from "../../src/testing/database/database.ts";
import {
  featuresOf,
  GRILL,
  intakeCounts,
  LIKE_GRILL,
  MARKET,
} from "../../src/testing/places/intake-files.ts";
import { rihla, SLOW } from "../testing.ts";

const NOOR = { ...GRILL, point: [-83.2, 42.3] };

let alone: DataDir;
beforeAll(async () => {
  alone = await freshDataDir();
}, SLOW);
afterAll(() => alone.remove());

test(
  "poi intake plans a file of a public source, applies the plan by its id, and undoes it",
  async () => {
    const env = { DATA_DIR: alone.path };
    const run = (...words: string[]) => rihla(["poi", "intake", ...words], env);
    const file = join(alone.path, "places.geojson");
    await Bun.write(file, featuresOf([NOOR, MARKET]));
    const options = ["--source", "geojson", file, "--release", "R1"];
    const planned = await run(...options, "--dry-run", "--json");
    expect(planned.exit).toBe(0);
    const plan = JSON.parse(planned.out);
    expect(plan).toMatchObject({ state: "planned", release: "R1", counts: intakeCounts({ new: 2 }) });
    const rows = (await run("rows", plan.id)).out.trimEnd().split("\n");
    expect(rows.map((line) => line.split(/ {2,}/))).toEqual([
      ["row", "outcome", "name", "address", "city"],
      ["1", "new", GRILL.name, GRILL.address, GRILL.city],
      ["2", "new", MARKET.name, MARKET.address, MARKET.city],
    ]);
    const applied = await run("apply", plan.id, "--json");
    expect(JSON.parse(applied.out)).toMatchObject({ id: plan.id, state: "applied" });
    const again = await run(...options, "--city", "Dearborn, MI");
    expect([again.exit, again.out]).toEqual([0, expect.stringContaining("same")]);
    const all = await rihla(["poi", "intake", "list", "--json"], env);
    expect(JSON.parse(all.out)).toHaveLength(2);
    expect((await run("undo", plan.id)).exit).toBe(6);
    for (const wrong of [
      ["apply", plan.id, "--dry-run"],
      ["undo", plan.id, "--source", "geojson"],
      ["--dry-run", "apply", plan.id],
    ])
      expect(await run(...wrong)).toMatchObject({ exit: 2, out: "" });
    expect((await run("apply", plan.id, "--dry-run")).err).toBe("unknown option '--dry-run'\n");
    expect((await run("apply", "0".repeat(26))).exit).toBe(3);
    for (const wrong of [
      [file],
      ["--source", "yelp", file],
      ["--source", "csv", join(alone.path, "none.csv")],
      [...options, "--map", join(alone.path, "map.json")],
    ])
      expect((await run(...wrong)).exit).toBe(2);
    const folder = await run("--source", "csv", alone.path);
    expect(folder).toMatchObject({ exit: 2, err: `${alone.path} is a folder, not a file.\n` });
    await Bun.write(file, featuresOf([GRILL, { ...MARKET, address: "" }]));
    const partly = await run(...options);
    expect([partly.exit, partly.err]).toEqual([5, expect.stringContaining("row 2: Address")]);
    await Bun.write(file, featuresOf([{ ...NOOR, phone: "3135550199" }, LIKE_GRILL]));
    const next = JSON.parse((await run("--source", "geojson", file, "--json")).out);
    const changes = await run("rows", next.id, "--outcome", "changed");
    expect(changes.out).toMatch(/\n1 +changed +Noor Grill .*phone: .+ -> .*0199/);
    const { out } = await rihla(["match", "list"], env);
    expect(out).toMatch(
      /\n\w+ +geojson +Noor Grill & Sweets +14 Main St +Dearborn +Noor Grill, 12 Main St +\d/,
    );
  },
  SLOW,
);
