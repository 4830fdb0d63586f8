import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type DataDir, freshDataDir } from "../../src/testing/database/database.ts";
import { rihla, SLOW } from "../testing.ts";

let dir: DataDir;
let env: Record<string, string>;
beforeAll(async () => {
  dir = await freshDataDir();
  env = { DATA_DIR: dir.path };
}, SLOW);
afterAll(() => dir?.remove(), SLOW);

test(
  "A declaration is recorded with flags whose names begin with no, and cases are decided without --close or --decision",
  async () => {
    const file = join(dir.path, "places.csv");
    await Bun.write(file, "name,address,city,state,category\nGreen Bowl,1 Main St,Boston,MA,grocery\n");
    await rihla(["poi", "import", file], env);
    const [place] = JSON.parse((await rihla(["poi", "list", "--json"], env)).out);
    const declare = [
      "evidence",
      "add",
      place.id,
      "--kind",
      "declaration",
      "--json",
      "--meat-free",
      "--no-pork",
    ];
    const declared = await rihla([...declare, "--no-alcohol"], env);
    expect([declared.exit, JSON.parse(declared.out)]).toMatchObject([0, { noAlcohol: true, noPork: true }]);
    const denied = await rihla([...declare, "--alcohol"], env);
    expect(JSON.parse(denied.out)).toMatchObject({ meatFree: true, noAlcohol: false });
    const missing = await rihla(declare, env);
    expect([missing.exit, JSON.parse(missing.err).error]).toEqual([2, "No alcohol is required"]);
    const closed = await rihla(["report", "close", "unknown", "--text", "We looked into it."], env);
    expect([closed.exit, closed.err]).toEqual([3, "There is no such report\n"]);
    for (const decision of ["approve", "reject"]) {
      const proposal = await rihla(["proposal", decision, "unknown"], env);
      const transfer = await rihla(["transfer", decision, "unknown"], env);
      expect([proposal, transfer].map(({ exit }) => exit)).toEqual([3, 3]);
    }
  },
  SLOW,
);
