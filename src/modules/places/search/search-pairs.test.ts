import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { samplePlaces } from "../../../demo/sample-directory.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { insertPlaces } from "../import/bulk-insert.ts";
import { findPlaces } from "./search.ts";

/** Each line: a query, and the name that must be among the first three results. */
const PAIRS = (await Bun.file(join(import.meta.dir, "search-pairs.tsv")).text())
  .split("\n")
  .filter(Boolean)
  .map((line) => line.split("\t") as [string, string]);
const OTHER_PLACES = 600;
const FIRST = 3;
const USUAL = 50;
const SLOW = 60_000;

/** Near misses: two errors, no more than half of the terms, only words for the kind, an error in a word of three letters. */
const MISMATCHES = [
  ["xyzzy", ""],
  ["masjid xyzzy", ""],
  ["halal grill xyzzy", ""],
  ["nightngalle", "Nightingale Florist"],
  ["xanuda hijbas", "Xanadu Hijabs"],
  ["qzs events", "Qasr Events"],
  ["tae lounge soufi quux", "Soufi Tea Lounge"],
  ["ship clinic", "Shifa Clinic"],
  ["10%", "Montréal Halal Deli"],
  ["%a", "Halal Grill"],
  ["h_lal", "Halal Grill"],
  ["h%l", "Halal Grill"],
  ["darxuloom", "Dar-ul-Uloom"],
  ["abuxbakr", "Masjid Abu Bakr"],
  ["halalxguys", "The Halal Guys"],
] as const;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const [sample] = samplePlaces(1, 1);
  if (!sample) throw new Error("there is no sample place");
  const names = [...new Set(PAIRS.map(([, name]) => name))];
  const listed = names.map((name) => ({ ...sample, placeId: null, name }));
  await app.db.transaction((tx) =>
    insertPlaces(tx, [...samplePlaces(OTHER_PLACES, 5), ...listed], new Date()),
  );
}, SLOW);
afterAll(() => app.close());

const namesFor = async (query: string, limit: number) =>
  (await findPlaces(app.deps, { query, city: "", category: null, limit })).map((row) => row.name);

test(
  "each of 200 queries finds its place among the first three",
  async () => {
    expect(PAIRS.length).toBeGreaterThanOrEqual(200);
    const missed: string[] = [];
    for (const [query, name] of PAIRS) {
      const found = (await namesFor(query, USUAL)).slice(0, FIRST);
      if (!found.includes(name)) missed.push(`${query} -> ${found.join(", ") || "nothing"} (not ${name})`);
    }
    expect(missed).toEqual([]);
  },
  SLOW,
);

test(
  "a query that is too far off does not find a place",
  async () => {
    const wrong: string[] = [];
    for (const [query, name] of MISMATCHES) {
      const found = await namesFor(query, 100);
      if (name === "" ? found.length > 0 : found.includes(name))
        wrong.push(`${query} -> ${name || found[0]}`);
    }
    expect(wrong).toEqual([]);
  },
  SLOW,
);
