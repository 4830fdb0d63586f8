import { afterAll, beforeAll, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../../testing/app.ts";
import { place } from "../../../../testing/places/places.ts";
import { createVocabularyCache } from "./vocabulary.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await place(app, { name: "Noor Grill", address: "1 Main St", city: "Dearborn" });
  await place(app, { name: "Noor Bakery", address: "2 Main St", city: "Dearborn" });
});
afterAll(() => app.close());

const seen = async () => {
  const [version] = await app.db.query<{ turn: number; stamp: string }>(
    "select turn, stamp from poi_index_state",
  );
  if (!version) throw new Error("the index has no version");
  return version;
};

test("words and cities count together towards the limit, at which some may be missing", async () => {
  const { words, cities, hasAllWords } = await createVocabularyCache(app.db).current();
  expect([words.places("noor"), cities.size, hasAllWords]).toEqual([2, 1, true]);
  const all = words.size + cities.size;
  for (const [limit, isComplete] of [
    [all + 1, true] as const,
    [all, false] as const,
    [all - 1, false] as const,
  ]) {
    const kept = await createVocabularyCache(app.db, limit).current();
    expect([limit, kept.hasAllWords]).toEqual([limit, isComplete]);
    expect(kept.words.size + kept.cities.size).toBe(Math.min(limit, all));
    expect(kept.words.places("noor")).toBe(2); // those of the most places are kept
  }
});

test("what is added later may reach the limit; everything is then read again", async () => {
  const { words, cities } = await createVocabularyCache(app.db).current();
  const cache = createVocabularyCache(app.db, words.size + cities.size + 2);
  expect((await cache.current()).hasAllWords).toBe(true);
  await place(app, { name: "Noor Sweets Juices", address: "3 Main St", city: "Dearborn" });
  const full = await cache.current(await seen());
  expect([full.words.places("sweets"), full.words.places("juices"), full.hasAllWords]).toEqual([1, 1, false]);
  await place(app, { name: "Noor Tea", address: "4 Main St", city: "Dearborn" });
  const again = await cache.current(await seen());
  expect([again.words.places("noor"), again.hasAllWords, again.words === full.words]).toEqual([
    4,
    false,
    false,
  ]);
});
