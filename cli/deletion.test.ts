import { afterAll, beforeAll, expect, test } from "bun:test";
import { type DataDir, freshDataDir } from "../src/testing/database/database.ts";
import { deletionPreviewOf } from "./deletion.ts";
import { OPERATIONS } from "./operations.ts";
import { importPlaces, rihla, SLOW } from "./testing.ts";

let dir: DataDir;
let env: Record<string, string>;
beforeAll(async () => {
  dir = await freshDataDir();
  env = { DATA_DIR: dir.path };
  await importPlaces(dir.path, ["A Mosque,1 Main St,Boston,MA,mosque"]);
}, SLOW);
afterAll(() => dir?.remove());

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

test("Every command that deletes has a dry run, except for notes, which no command shows on their own", () => {
  const deleting = OPERATIONS.filter(({ cli }) => /^(delete|erase|forget)$/.test(cli?.words.at(-1) ?? ""));
  const without = deleting.filter((operation) => deletionPreviewOf(operation) === null);
  expect(without.map(({ cli }) => cli?.words.join(" "))).toEqual(["note delete"]);
  for (const operation of deleting) {
    const preview = deletionPreviewOf(operation);
    expect([operation.path, preview?.isMutation ?? false]).toEqual([operation.path, false]);
  }
});
