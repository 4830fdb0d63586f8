/** As `similarity` of `pg_trgm`: the share of trigrams that both have, of words with two spaces before and one after. */
export function similarity(one: string, other: string): number {
  const [a, b] = [trigramsOf(one), trigramsOf(other)];
  const shared = [...a].filter((each) => b.has(each)).length;
  return a.size + b.size === 0 ? 0 : shared / (a.size + b.size - shared);
}

const trigramsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
      const padded = `  ${word} `;
      return Array.from({ length: padded.length - 2 }, (_, n) => padded.slice(n, n + 3));
    }),
  );
