import { samplePlaces } from "../../../src/demo/sample-directory.ts";

/** One class of queries. */
export interface QueryClass {
  readonly name: string;
  readonly queries: readonly string[];
  /** The longest permitted time, as a multiple of fetching 50 rows by key. */
  readonly goal: number;
}

const EACH = 200; // queries of a class
const SEED = 99; // not the seed of the fill: other names from the same words

/** Queries as people type them, taken from names like those in the table. */
export function queryClasses(): readonly QueryClass[] {
  const names = [...samplePlaces(EACH, SEED)].map((place) =>
    place.name.replace(/^(Al|El|An|Ar|As|Ad)[- ]/, ""),
  );
  const words = names.map((name) => name.split(/[ -]/)[0] ?? name);
  const long = words.filter((word) => word.length >= 5);
  const cut = (length: number) => words.map((word) => word.slice(0, length).toLowerCase());
  return [
    { name: "1 character", queries: cut(1), goal: 4 },
    { name: "2 characters", queries: cut(2), goal: 4 },
    { name: "3 characters", queries: cut(3), goal: 4 },
    { name: "6 characters", queries: cut(6), goal: 4 },
    { name: "a word", queries: words, goal: 4 },
    { name: "two words", queries: names.map((name) => name.split(/[ -]/).slice(-2).join(" ")), goal: 3 },
    { name: "a typing error", queries: long.map(mistyped), goal: 13 },
    { name: "no match", queries: words.map((word, n) => `zqx${n}${word}`), goal: 4 },
  ];
}

/** A different typing error each time: letters swapped, one omitted, one wrong, one inserted. */
export function mistyped(word: string, n: number): string {
  const at = 1 + (n % (word.length - 2));
  const [before, here, after] = [word.slice(0, at), word[at] ?? "", word.slice(at + 1)];
  const errors = [
    before + after.slice(0, 1) + here + after.slice(1),
    before + after,
    `${before}w${after}`,
    `${before}${here}${here === "e" ? "i" : "e"}${after}`,
  ];
  return errors[n % errors.length] ?? word;
}

/** 70% prefixes of 1 to 14 letters, 15% typing errors, 10% last words, 5% without a match. */
export function mixedQueries(count: number): readonly string[] {
  return [...samplePlaces(count, SEED + 1)].map(({ name }, n) => {
    const share = (n * 37) % 100;
    const last = name.split(" ").at(-1) ?? name;
    if (share < 70) return name.slice(0, 1 + (n % 14)).trim() || name.slice(0, 2);
    if (share < 85) return mistyped(name.split(/[ -]/).find((word) => word.length >= 5) ?? "mosque", n);
    return share < 95 ? last : `zqx${n}`;
  });
}
