import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isOneTypo, startsWithOneTypo } from "../../../../shared/spelling/edit-distance.ts";
import { WordList } from "./word-list.ts";

/** Words of few different letters, so that many resemble each other: Latin ones, Arabic ones, and ones of four bytes a letter. */
const anyWord = fc.oneof(
  ...["abn1", "نور", "𐒀𐒁𐒂"].map((letters) =>
    fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 8 }),
  ),
);
const someWords = fc.uniqueArray(anyWord, { maxLength: 60 });

const listOf = (...portions: readonly string[][]): WordList => {
  const list = new WordList();
  for (const words of portions) list.add(words.map((token) => ({ token, places: token.length })));
  return list;
};
const tokens = (found: Iterable<{ token: string }>) => [...found].map(({ token }) => token).toSorted();

describe("a list of words", () => {
  test("finds what comparing each word finds, whether its words were added at once or later", () => {
    fc.assert(
      fc.property(someWords, someWords, anyWord, (first, second, typed) => {
        const list = listOf(first, second);
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

  test("has the shortest words first, and keeps the latest count of each", () => {
    const list = listOf(["noori", "noor", "grill"], ["noorah", "grill"]);
    list.add([{ token: "noor", places: 9 }]);
    expect([...list.startingWith("noor")]).toEqual([
      { token: "noor", places: 9 },
      { token: "noori", places: 5 },
      { token: "noorah", places: 6 },
    ]);
    expect(list.containing("oor", 2).map(({ token }) => token)).toEqual(["noor", "noori"]);
    expect([list.size, list.places("noo"), list.places("")]).toEqual([4, 0, 0]);
  });
});
