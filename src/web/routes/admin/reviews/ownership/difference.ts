/** A text cut into what both have at the start and the end, and what differs between. */
interface Cut {
  readonly start: string;
  readonly middle: string;
  readonly end: string;
}

/** Cuts two texts at words, so that the words that differ can be marked. */
export function cutDifference(a: string, b: string): readonly [Cut, Cut] {
  const [from, to] = [wordsOf(a), wordsOf(b)];
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const cut = (words: readonly string[]): Cut => ({
    start: words.slice(0, start).join(""),
    middle: words.slice(start, words.length - end).join(""),
    end: words.slice(words.length - end).join(""),
  });
  return [cut(from), cut(to)];
}

const wordsOf = (text: string): string[] => text.split(/(\s+)/).filter(Boolean);
