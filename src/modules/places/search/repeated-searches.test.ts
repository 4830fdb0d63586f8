import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createAnswers } from "../../../core/limits/answers.ts";
import type { Database } from "../../../db/client.ts";
import { seconds } from "../../../shared/duration.ts";
import { partner } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import { pois } from "../table.ts";
import { createPlacesVersion } from "./places-version.ts";
import { findPlacesAgain } from "./search.ts";
import { createVocabularyCache } from "./vocabulary/vocabulary.ts";

let app: TestApp;
let me: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp();
  me = await partner(app);
});
beforeEach(async () => {
  await app.db.orm.delete(pois);
});
afterAll(() => app.close());

/** A process with nothing in memory. */
function instance() {
  const statements: string[] = [];
  const query: Database["query"] = (text, params, options) => {
    statements.push(text);
    return app.db.query(text, params, options);
  };
  const clock = { now: new Date("2026-06-15T16:00:00Z") };
  const db: Database = { ...app.db, query };
  const deps = {
    db,
    state: {
      placesVersion: createPlacesVersion(db),
      vocabulary: createVocabularyCache(app.db),
      answers: createAnswers(() => clock.now),
    },
  };
  const names = async (text: string, limit = 50) => {
    statements.length = 0;
    const found = await findPlacesAgain(deps, { query: text, city: "", category: null, limit });
    return [...found.map(({ name }) => name), statements.some((each) => each.includes("poi_words"))];
  };
  return { clock, names, statements };
}

test("a search that was made before reads only the version until a place changes on any instance", async () => {
  const [one, two] = [instance(), instance()];
  const { id } = await place(app, { name: "Noor Grill" });
  expect([await one.names("noor"), await two.names("noor")]).toEqual([
    ["Noor Grill", true],
    ["Noor Grill", true],
  ]);
  expect([await one.names("noor"), one.statements.length]).toEqual([["Noor Grill", false], 1]);
  expect(await one.names("noor", 49)).toEqual(["Noor Grill", true]);
  await app.db.orm.execute(sql`update pois set name = 'Noor Cafe' where id = ${id}`);
  expect([await two.names("noor"), await one.names("noor")]).toEqual([
    ["Noor Cafe", true],
    ["Noor Cafe", true],
  ]);
  expect([await one.names("noor"), await two.names("noor")]).toEqual([
    ["Noor Cafe", false],
    ["Noor Cafe", false],
  ]);
});

test("a search that found nothing finds a place that was added since", async () => {
  const { names } = instance();
  await place(app, { name: "Noor Grill" });
  expect([await names("quokka"), await names("quokka")]).toEqual([[false], [false]]);
  await place(app, { name: "Quokka House", address: "2 Main St" });
  expect(await names("quokka")).toEqual(["Quokka House", true]);
});

test("a search is kept for a minute, and made again after another place was added", async () => {
  const { clock, names } = instance();
  await place(app, { name: "Noor Grill" });
  await names("noor");
  clock.now = new Date(clock.now.getTime() + seconds(59));
  expect(await names("noor")).toEqual(["Noor Grill", false]);
  clock.now = new Date(clock.now.getTime() + seconds(1));
  expect(await names("noor")).toEqual(["Noor Grill", true]);
  await place(app, { name: "Saffron Deli", address: "2 Main St" });
  await names("saffron");
  expect(await names("noor")).toEqual(["Noor Grill", true]);
});

test("a partner sees every change of a place that it found before", async () => {
  const { id } = await place(app, { name: "Noor Grill" });
  const found = async () => {
    const line = "GET /partner/api/pois/search?query=noor";
    return (await app.send(line, { headers: me.headers })).json[0];
  };
  await found();
  const changes = [
    ["phone", "phone", "(313) 555-0199"],
    ["website", "website", "https://noor.example"],
    ["halal_certificate", "halalCertificate", "HFSAA 1"],
    ["subcategory", "subcategory", "grill"],
    ["halal_verification_status", "halalVerificationStatus", "reported"],
    ["owner_id", "ownerId", me.id],
  ] as const;
  for (const [column, field, value] of changes) {
    await app.db.query(`update pois set ${column} = $1 where id = $2`, [value, id]);
    expect((await found())[field]).toBe(value);
  }
  expect((await found()).isOwned).toBe(true);
});
