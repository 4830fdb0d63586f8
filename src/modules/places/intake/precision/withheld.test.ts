import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { hours } from "../../../../shared/duration.ts";
import { basic, staff } from "../../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../../testing/app.ts";
import { sendIntake } from "../../../../testing/places/intake-files.ts";
import { takenIn } from "../../../../testing/places/intakes.ts";
import { dedupeKeyOf } from "../../duplicates/dedupe-key.ts";
import { pois } from "../../table.ts";

let app: TestApp;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-withheld-"));
  app = await testApp({ DATA_DIR: home });
  await staff(app, "admin");
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

const as = (line: string, body?: object) =>
  app.send(line, { headers: basic("admin"), ...(body && { body }) });
const isWithheld = async () =>
  (await app.db.orm.select().from(pois).orderBy(pois.seq)).map((place) => place.isWithheld);

test("A withheld place is shown once another source names it, and withheld again when that is undone", async () => {
  await takenIn(app, { places: 21 });
  for (const { id } of (await as("GET /api/reviews/samples")).json)
    await as(`POST /api/reviews/samples/${id}`, { right: false });
  await as("PUT /api/admin/intakes/floors", { source: "osm", floor: 0.7 });
  expect((await isWithheld()).every(Boolean)).toBe(true);
  const [place] = await app.db.orm.select().from(pois).orderBy(pois.seq);
  app.clock.forward(hours(1));
  if (!place) throw new Error("no place");
  await app.db.orm
    .update(pois)
    .set({ identity: dedupeKeyOf(place) })
    .where(eq(pois.id, place.id));
  const { name, address, city, state, category } = place;
  const taken = await sendIntake(app, [{ id: "g1", name, address, city, state, category }]);
  expect(taken.json.counts).toMatchObject({ same: 1, new: 0 });
  expect((await isWithheld()).indexOf(false)).toBe(0);
  expect((await isWithheld()).filter((each) => !each)).toHaveLength(1);
  await as(`POST /api/admin/intakes/${taken.json.id}/undo`);
  expect((await isWithheld()).every(Boolean)).toBe(true);
});
