import { expect, test } from "bun:test";
import { currentFacts, FACT_KEYS, FACT_SOURCES, factsOfCategory, type Statement } from "./facts.ts";

/** A generator of the same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test("the newest statement of the strongest source counts, in 2,000 random histories", () => {
  const next = numbers(16);
  for (let history = 0; history < 2_000; history += 1) {
    const statements = Array.from({ length: next(12) }, (_, n): Statement & { readonly n: number } => {
      const value = [true, false, null][next(3)] ?? null;
      const key = next(2) === 0 ? "alcohol" : "parking";
      return { n, key, value, source: FACT_SOURCES[next(3)] ?? "staff" };
    });
    const current = currentFacts(statements);
    for (const key of FACT_KEYS) {
      // the rule in other words: the strongest source that has not taken back its last word
      const lastWords = FACT_SOURCES.map((source) =>
        statements.findLast((each) => each.key === key && each.source === source),
      );
      const counting = lastWords.find((each) => each !== undefined && each.value !== null);
      expect([history, key, current.get(key)?.n]).toEqual([history, key, counting?.n]);
    }
  }
});

test("a masjid has Friday prayers, a women's space and wudu, every other place slaughter, alcohol and a prayer room", () => {
  expect(factsOfCategory("mosque")).toEqual(["closed", "hours", "jumuah", "womensSpace", "wudu", "parking"]);
  for (const category of ["restaurant", "grocery", "services", "retail"] as const)
    expect(factsOfCategory(category)).toEqual([
      "closed",
      "hours",
      "slaughter",
      "alcohol",
      "prayerRoom",
      "parking",
    ]);
});
