import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { PLACES as DEMO_PLACES, SEED as DEMO_SEED, samplePlaces } from "../../../../demo/sample-directory.ts";
import { type TestApp, testApp } from "../../../../testing/app.ts";
import { insertPlaces } from "../../import/bulk-insert.ts";
import type { PublicResult } from "../schema.ts";

/** Each line: what is typed, where the visitor is, and of the first result a part of the name, the city and the category. */
const QUERIES = (await Bun.file(join(import.meta.dir, "what-is-meant.tsv")).text())
  .split("\n")
  .filter(Boolean)
  .map((line) => line.split("\t") as [string, string, string, string, string]);
const SLOW = 120_000;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.db.transaction((tx) => insertPlaces(tx, samplePlaces(DEMO_PLACES, DEMO_SEED), new Date()));
}, SLOW);
afterAll(() => app.close());

async function firstOf(q: string, near: string): Promise<PublicResult | undefined> {
  const asked = new URLSearchParams({ q, ...(near && { near }), limit: "1" });
  return ((await app.send(`GET /api/places?${asked}`)).json as PublicResult[])[0];
}

test(
  "each of 60 searches of the demo's places has first what is meant",
  async () => {
    expect(QUERIES.length).toBeGreaterThanOrEqual(60);
    const missed: string[] = [];
    for (const [q, near, name, city, category] of QUERIES) {
      const found = await firstOf(q, near);
      const place = found && `${found.city}, ${found.state}`;
      const isMeant =
        found?.name.includes(name) &&
        place?.endsWith(city) &&
        (category === "" || found.category === category);
      if (!isMeant) missed.push(`${q} -> ${found ? `${found.name}, ${place}` : "nothing"}`);
    }
    expect(missed).toEqual([]);
  },
  SLOW,
);
