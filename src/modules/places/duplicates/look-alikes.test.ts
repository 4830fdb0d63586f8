import { afterAll, beforeAll, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { lookAlikesOf } from "./look-alikes.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Each word is in fewer than 100 names, so that each name is compared with all that share one of its words. */
const entriesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    at: n + 2,
    name: Array.from({ length: 20 }, (_, k) => `garden${(n * 31 + k * 7) % 200}`).join(" "),
    address: `${n} Elm St`,
    city: "Dearborn",
    state: "MI",
  }));

test("comparing names that share words with many others leaves other work its turn, and ends when the caller leaves", async () => {
  const caller = new AbortController();
  setTimeout(() => caller.abort(), 0);
  const compared = lookAlikesOf(app.db.orm, entriesOf(400), caller.signal).then(
    () => "done",
    (error: Error) => error.name,
  );
  expect(await compared).toBe("AbortError");
});

test("an entry is still found alike among many names that share its words", async () => {
  const entries = entriesOf(150);
  const again = { ...entriesOf(1)[0], at: 152, name: entries[0]?.name ?? "", address: "7 Oak St" };
  const found = await lookAlikesOf(app.db.orm, [...entries, { city: "Dearborn", state: "MI", ...again }]);
  expect(found.find(({ entry }) => entry.at === again.at)?.places[0]).toMatchObject({ id: null, at: 2 });
});
