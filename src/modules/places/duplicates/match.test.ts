import { describe, expect, test } from "bun:test";
import { HARD_PAIRS } from "../../../testing/places/matching/hard-pairs.ts";
import { generatedPairs } from "../../../testing/places/matching/labelled-pairs.ts";
import type { Comparable } from "./likeness.ts";
import { answerOf, type MatchAnswer } from "./match.ts";

const ROUNDS = [1, 2, 3].map((seed) => generatedPairs(seed, 40));

test("of pairs that it was not tuned on, what is called the same place is so in 995 of 1,000, and 95 of 100 are found", () => {
  for (const pairs of ROUNDS) {
    const same = pairs.filter(({ truth }) => truth === "same");
    const called = pairs.filter(({ one, other }) => answerOf(one, other) === "same");
    const right = called.filter(({ truth }) => truth === "same");
    expect(right.length / called.length).toBeGreaterThanOrEqual(0.995);
    expect(right.length / same.length).toBeGreaterThanOrEqual(0.95);
  }
});

test("no pair that is one place is called different, and none by hand that is two is called the same", () => {
  const pairs = [...HARD_PAIRS, ...ROUNDS.flat()];
  const lost = pairs.filter(
    ({ truth, one, other }) => truth === "same" && answerOf(one, other) === "different",
  );
  expect(lost).toEqual([]);
  const wrong = HARD_PAIRS.filter(
    ({ truth, one, other }) => truth !== "same" && answerOf(one, other) === "same",
  );
  expect(wrong).toEqual([]);
});

const GRILL: Comparable = {
  ...{ name: "Noor Grill", address: "8 Ash St", city: "Tulsa", state: "OK", zipCode: "74103" },
  ...{ category: "restaurant", phone: "9185550100", latitude: 36.15, longitude: -95.99 },
};
const answers = (changes: Partial<Comparable>): MatchAnswer => answerOf(GRILL, { ...GRILL, ...changes });

describe("of two entries", () => {
  test("the order does not matter", () => {
    for (const { one, other } of [...HARD_PAIRS, ...(ROUNDS[0] ?? [])])
      expect([one, other, answerOf(one, other)]).toEqual([one, other, answerOf(other, one)]);
  });

  test("one that has moved, and another name at one address, are asked about", () => {
    expect(answers({ address: "900 Oak Rd", latitude: 36.16 })).toBe("ask");
    expect(answers({ name: "Cedar House" })).toBe("ask");
    expect(answers({ name: "Noor Market", category: "grocery" })).toBe("ask");
    expect(answers({ name: "Noor Academy", category: "services" })).toBe("ask");
  });

  test("one name in two states, or far apart with other contacts, is two places", () => {
    expect(answers({ state: "TX" })).toBe("different");
    const far = { address: "900 Oak Rd", phone: "9185550199", latitude: 36.3 };
    expect(answers(far)).toBe("different");
  });

  test("the id of the maps service decides before everything else", () => {
    const [one, other] = [
      { ...GRILL, placeId: "maps-1" },
      { ...GRILL, placeId: "maps-2" },
    ];
    expect(answerOf(one, { ...one, name: "Cedar House", address: "900 Oak Rd" })).toBe("same");
    expect(answerOf(one, other)).toBe("ask");
    expect(answerOf(one, GRILL)).toBe("same");
  });

  test("without addresses equal names are not enough", () => {
    const bare = { name: "Noor Grill", address: "", city: "Tulsa", state: "OK" };
    expect(answerOf(bare, bare)).toBe("ask");
  });
});
