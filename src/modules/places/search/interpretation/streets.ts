import { foldedWords } from "../../../../shared/spelling/spelling.ts";

// Streets as people write them: `Monroe Street` for `3401 Monroe St`.

/** Kinds of streets, in their ways to write them. */
const KINDS: readonly (readonly string[])[] = (
  "st street|ave avenue av|rd road|blvd boulevard boul|dr drive|ln lane|hwy highway|pkwy parkway|ct court|" +
  "fwy freeway|expy expressway|pl place|plz plaza|sq square|ter terrace|cir circle"
)
  .split("|")
  .map((kind) => kind.split(" "));
const KIND_OF = new Map(KINDS.flatMap((kind) => kind.map((word) => [word, kind] as const)));
const DIRECTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  ["n north", "s south", "e east", "w west"]
    .map((direction) => direction.split(" "))
    .flatMap((direction) => direction.map((word) => [word, direction] as const)),
);

export const isStreetKind = (word: string): boolean => KIND_OF.has(word.toLowerCase().replace(/\.$/, ""));

/** The words of an address, folded, with kinds of streets and directions in each of their ways. */
export const streetWordsOf = (address: string): string[] =>
  foldedWords(address).flatMap((word) => KIND_OF.get(word) ?? DIRECTIONS.get(word) ?? [word]);

/** The words of a query that say more than the kind of a street and its direction. */
export const withoutStreetKinds = (words: readonly string[]): readonly string[] => {
  const own = words.filter((word) => !KIND_OF.has(word) && !DIRECTIONS.has(word));
  return own.length > 0 ? own : words;
};
