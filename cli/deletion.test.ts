import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { OPERATIONS } from "./operations.ts";
import { deletionPreviewOf } from "./program.ts";
import { importPlaces, rihla, type Served, SLOW, servedHere } from "./testing.ts";

let served: Served;
let env: Served["env"];
beforeAll(async () => {
  served = await servedHere();
  env = served.env;
  await importPlaces(served.dataDir, ["A Mosque,1 Main St,Boston,MA,mosque"]);
}, SLOW);
afterAll(() => served.close());

test(
  "A dry run of a deletion shows the record, deletes nothing and needs no confirmation",
  async () => {
    const places = async () => JSON.parse((await rihla(["poi", "list", "--json"], env)).out);
    const before = await places();
    const tried = await rihla(["poi", "delete", before[0].id, "--dry-run"], env);
    expect([tried.exit, tried.err]).toEqual([0, "This was a dry run: nothing was deleted.\n"]);
    expect(tried.out).toContain("A Mosque");
    const json = await rihla(["poi", "delete", before[0].id, "--dry-run", "--json"], env);
    expect(JSON.parse(json.out)).toMatchObject({ dryRun: true, deletes: { name: "A Mosque" } });
    expect(await places()).toEqual(before);
  },
  SLOW,
);

test(
  "A dry run of a deletion exits 3 for a record that does not exist, even if only a list shows such records",
  async () => {
    const missing = "0f5a6c3e9b2d48170f5a6c3e9b";
    const [place, caught] = [
      await rihla(["poi", "delete", missing, "--dry-run"], env),
      await rihla(["quarantine", "delete", missing, "--dry-run"], env),
    ];
    expect([place.exit, place.out, caught.exit, caught.out]).toEqual([3, "", 3, ""]);
  },
  SLOW,
);

test(
  "A dry run of a note's deletion shows the note, and of a sweep what it would delete; both leave it there",
  async () => {
    const list = join(served.dataDir, "list.csv");
    await Bun.write(list, "firstName,email,consentSource,consentAt\nAmina,a@example.org,fair,2026-01-02\n");
    await rihla(["waitlist", "import", list], env);
    const [{ id }] = JSON.parse((await rihla(["waitlist", "list", "--json"], env)).out);
    const about = ["--kind", "signup", "--subject-id", id];
    const added = await rihla(["note", "add", ...about, "--text", "Call back", "--json"], env);
    const note = JSON.parse(added.out).id;
    const notes = async () => JSON.parse((await rihla(["note", "list", ...about, "--json"], env)).out);
    const tried = await rihla(["note", "delete", note, "--dry-run", "--json"], env);
    expect([tried.exit, JSON.parse(tried.out)]).toEqual([0, { dryRun: true, deletes: (await notes())[0] }]);
    expect(await notes()).toHaveLength(1);
    const swept = await rihla(["db", "sweep", "--dry-run", "--json"], env);
    expect([swept.exit, JSON.parse(swept.out)]).toEqual([
      0,
      { dryRun: true, deletes: { rows: {}, cleared: {}, files: 0, mainDatabase: {} } },
    ]);
    const people = await rihla(["db", "sweep", "--dry-run"], env);
    expect(people.out).toBe("rows          none\ncleared       none\nfiles         0\nmainDatabase  none\n");
    const unknown = await rihla(["view", "delete", "0f5a6c3e9b2d48170f5a6c3e9b", "--dry-run"], env);
    expect([unknown.exit, unknown.out]).toEqual([3, ""]);
    const missing = await rihla(["note", "delete", "0f5a6c3e9b2d48170f5a6c3e9b", "--dry-run"], env);
    expect([missing.exit, missing.out]).toEqual([3, ""]);
  },
  SLOW,
);

test("Every command that deletes has a dry run, which reads and changes nothing", () => {
  const deleting = OPERATIONS.filter(({ cli }) =>
    /^(delete|erase|forget|sweep)$/.test(cli?.words.at(-1) ?? ""),
  );
  expect(deleting.length).toBeGreaterThan(8);
  for (const operation of deleting) {
    const preview = deletionPreviewOf(operation);
    expect([operation.path, preview?.isMutation]).toEqual([operation.path, false]);
  }
});
