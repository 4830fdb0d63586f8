import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isOneTypo, startsWithOneTypo } from "../../../../shared/spelling/edit-distance.ts";
import { turnsDuring } from "../../../../testing/turns.ts";
import { WordList } from "./word-list.ts";

/** Words of few different letters, so that many resemble each other: Latin ones, Arabic ones, and ones of four bytes a letter. */
const anyWord = fc.oneof(
  ...["abn1", "نور", "𐒀𐒁𐒂"].map((letters) =>
    fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 8 }),
  ),
);
const someWords = fc.uniqueArray(anyWord, { maxLength: 60 });

const listOf = async (...portions: readonly string[][]): Promise<WordList> => {
  const list = new WordList();
  for (const words of portions) await list.add(words.map((token) => ({ token, places: token.length })));
  return list;
};
const tokens = (found: Iterable<{ token: string }>) => [...found].map(({ token }) => token).toSorted();

describe("a list of words", () => {
  test("finds what comparing each word finds, whether its words were added at once or later", async () => {
    await fc.assert(
      fc.asyncProperty(someWords, someWords, anyWord, async (first, second, typed) => {
        const list = await listOf(first, second);
        const all = [...new Set([...first, ...second])];
        const matching = (matches: (word: string) => boolean) => all.filter(matches).toSorted();
        const middle = typed.length >> 1;
        const isHalfRight = (word: string) =>
          word.startsWith(typed.slice(0, Math.max(middle - 1, 0))) || word.endsWith(typed.slice(middle));
        expect(list.size).toBe(all.length);
        expect(list.places(typed)).toBe(all.includes(typed) ? typed.length : 0);
        expect(tokens(list.startingWith(typed))).toEqual(matching((word) => word.startsWith(typed)));
        expect(list.countStartingWith(typed)).toBe(matching((word) => word.startsWith(typed)).length);
        expect(tokens(list.containing(typed, 1_000))).toEqual(matching((word) => word.indexOf(typed) > 0));
        if (typed.length < 4 || typed.length !== [...typed].length) return; // `isHalfRight` would cut letters in two
        expect(tokens(list.nearTo(typed))).toEqual(
          matching((word) => isHalfRight(word) && isOneTypo(typed, word)),
        );
        expect(tokens(list.nearToStart(typed))).toEqual(
          matching((word) => {
            const isLonger = word.length > typed.length && word.startsWith(typed.slice(0, 2));
            return isLonger && startsWithOneTypo(word, typed);
          }),
        );
      }),
    );
  });

  test("has the shortest words first, and keeps the latest count of each", async () => {
    const list = await listOf(["noori", "noor", "grill"], ["noorah", "grill"]);
    await list.add([{ token: "noor", places: 9 }]);
    expect([...list.startingWith("noor")]).toEqual([
      { token: "noor", places: 9 },
      { token: "noori", places: 5 },
      { token: "noorah", places: 6 },
    ]);
    expect(list.containing("oor", 2).map(({ token }) => token)).toEqual(["noor", "noori"]);
    expect([list.size, list.places("noo"), list.places("")]).toEqual([4, 0, 0]);
  });

  test("gives others their turn while words are added to it, and while one more is", async () => {
    const words = Array.from({ length: 200_000 }, (_, n) => ({ token: n.toString(36), places: n }));
    const list = new WordList();
    const [, turns] = await turnsDuring(() => list.add(words));
    const [, turnsOfOne] = await turnsDuring(() => list.add([{ token: "noor", places: 9 }]));
    expect([list.size, list.places("3v9b"), list.places("noor")]).toEqual([200_001, 180_479, 9]);
    expect(turns).toBeGreaterThanOrEqual(2 * 200 * 5); // both orders sort 200 runs of a thousand, and merge at least half of them eight times
    expect(turnsOfOne).toBeGreaterThanOrEqual(8);
  });
});
