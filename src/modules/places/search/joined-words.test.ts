import { afterAll, beforeAll, expect, test } from "bun:test";
import { samplePlaces } from "../../../demo/sample-directory.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { insertPlaces } from "../import/bulk-insert.ts";
import { findPlaces } from "./search.ts";

const NAMES = [
  ...["Dar ul Uloom", "Dar-us-Salaam", "Masjid Abu Bakr", "The Halal Guys", "5 Pillars Cafe"],
  ...["Darululoom Academy", "Abdulkareem Books", "Ramla Dar", "Dar Kitchen", "Uloom Dar Foods"],
];
const OTHER_PLACES = 600;
const FIRST = 10;
const SLOW = 60_000;

/** A name as typed, and how many of its letters must be typed before it is found. */
const TYPED = [
  ["Dar ul Uloom", "darululoom", 3],
  ["Dar ul Uloom", "darul uloom", 3],
  ["Dar ul Uloom", "dar ululoom", 3],
  ["Dar-us-Salaam", "darussalaam", 5],
  ["Masjid Abu Bakr", "abubakr", 4],
  ["Masjid Abu Bakr", "masjid abubakr", 11],
  ["The Halal Guys", "halalguys", 7],
  ["5 Pillars Cafe", "5pillars", 4],
  ["Darululoom Academy", "dar ul uloom", 6],
  ["Darululoom Academy", "darul uloom academy", 8],
  ["Abdulkareem Books", "abdul kareem", 5],
] as const;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const [sample] = samplePlaces(1, 1);
  if (!sample) throw new Error("there is no sample place");
  const listed = NAMES.map((name) => ({ ...sample, placeId: null, name }));
  await app.db.transaction((tx) =>
    insertPlaces(tx, [...samplePlaces(OTHER_PLACES, 5), ...listed], new Date()),
  );
}, SLOW);
afterAll(() => app.close());

const namesFor = async (query: string) =>
  (await findPlaces(app.deps, { query, city: "", category: null, limit: 50 })).map(({ name }) => name);

test(
  "a name is found at each letter, with its words joined or split as another writes them",
  async () => {
    const missed: string[] = [];
    for (const [name, typed, from] of TYPED) {
      for (let length = from; length <= typed.length; length += 1) {
        const found = (await namesFor(typed.slice(0, length))).slice(0, FIRST);
        if (!found.includes(name))
          missed.push(`${typed.slice(0, length)} -> ${found.join(", ")} (not ${name})`);
      }
    }
    expect(missed).toEqual([]);
  },
  SLOW,
);

test("names that have the whole word come before those that have it joined", async () => {
  expect(await namesFor("darul")).toEqual(["Darululoom Academy", "Dar ul Uloom"]);
  expect(await namesFor("darululo")).toEqual(["Darululoom Academy", "Dar ul Uloom"]);
});

test("a joined word finds only names that have its words next to each other", async () => {
  expect(await namesFor("uloomda")).toEqual(["Uloom Dar Foods"]);
  expect(await namesFor("darfoo")).toEqual(["Uloom Dar Foods"]);
  expect(await namesFor("uloomfoo")).toEqual([]);
  expect(await namesFor("darxuloo")).toEqual([]);
});

test("the last word of a name is not joined with another spelling of one of its words", async () => {
  const [sample] = samplePlaces(1, 1);
  if (!sample) throw new Error("there is no sample place");
  const added = { ...sample, placeId: null, name: "Mubaarak Xanadu" }; // is also indexed with `mubarak`
  await app.db.transaction((tx) => insertPlaces(tx, [added], new Date()));
  expect(await namesFor("mubaarakxan")).toEqual(["Mubaarak Xanadu"]);
  expect(await namesFor("xanadumubar")).toEqual([]);
});
