/** Signs that people write for letters; `i` and `l` count as one letter, because `1`, `!` and `|` can mean either. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "!": "l",
  "|": "l",
  i: "l",
  "3": "e",
  "4": "a",
  "@": "a",
  "5": "s",
  $: "s",
  "7": "t",
  "+": "t",
  "8": "b",
  "9": "g",
};

export const foldCase = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/** Equal for `password` and `p4ssw0rd`. Takes text in lower case. */
export const foldLookalikes = (text: string): string =>
  text.replace(/[01!|i34@5$7+89]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** Where the digits and symbols before the first letter end, and where those after the last one begin. */
export function stemOf(text: string): readonly [number, number] {
  const start = text.search(/\p{L}/u);
  if (start === -1) return [0, 0];
  let end = start;
  // by code point: half of a letter outside the basic plane is no letter
  for (const { index, 0: letter } of text.matchAll(/\p{L}/gu)) end = index + letter.length;
  return [start, end];
}
