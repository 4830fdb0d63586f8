/** Letters and marks that keyboards write in several ways, and the one that a search compares; all in lower case. */
const FOLDED: readonly (readonly [to: string, from: string])[] = [
  ["a", "àáâãäåāăą"],
  ["c", "çćčĉ"],
  ["d", "ďđð"],
  ["e", "èéêëēėęě"],
  ["g", "ğģĝ"],
  ["h", "ħĥḥḫ"],
  ["i", "ìíîïīįı"],
  ["k", "ķ"],
  ["l", "ĺļľł"],
  ["n", "ñńņň"],
  ["o", "òóôõöøōő"],
  ["r", "ŕř"],
  ["s", "śşšșṣ"],
  ["t", "ťţțṭ"],
  ["u", "ùúûüūůűų"],
  ["y", "ýÿ"],
  ["z", "źżžẓ"],
  ["ا", "أإآٱ"],
  ["ي", "ىی"],
  ["ك", "ک"],
  ["ه", "ة"],
  ["'", "’‘‛ʼʻʾʿ`´"],
  ["-", "\u2010\u2011\u2012–—−"],
  [" ", "\u00A0\u202F"],
];
const pairs = FOLDED.flatMap(([to, from]) => [...from].map((letter) => [letter, to] as const));
const TO_OF = new Map(pairs);

/** A text as a search compares it: in lower case, with one way to write each letter. */
export const foldText = (text: string): string =>
  [...text.toLowerCase()].map((letter) => TO_OF.get(letter) ?? letter).join("");

/** Capitals too: in a database with the locale C, `lower` changes ASCII alone. */
const withCapitals = pairs.flatMap(([letter, to]) => {
  const capital = letter.toUpperCase();
  return capital === letter || capital.length > 1 || capital < "\u0080"
    ? [[letter, to] as const]
    : [[letter, to] as const, [capital, to] as const];
});
const quoted = (letters: readonly string[]) => `'${letters.join("").replaceAll("'", "''")}'`;
const FROM = quoted(withCapitals.map(([letter]) => letter));
const TO = quoted(withCapitals.map(([, to]) => to));

/** The same in SQL. `translate` compares each letter with all of `FROM`, which texts of ASCII alone need not pay for. */
export function foldedText(expression: string): string {
  const isAscii = `octet_length(${expression}) = char_length(${expression})`;
  return `case when ${isAscii} then lower(${expression}) else translate(lower(${expression}), ${FROM}, ${TO}) end`;
}
