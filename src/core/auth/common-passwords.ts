import words from "./common-passwords.txt" with { type: "text" };

const COMMENT = /^#.*$/gm;

/** Generated; the header of the file says how (docs/security.md AUT-03). */
const common = new Set(words.replace(COMMENT, "").split("\n"));
const PRODUCT_WORDS = new Set([
  "rihla",
  "halal",
  "masjid",
  "mosque",
  "muslim",
  "islam",
  "bismillah",
  "assalamualaikum",
]);

/** True for a common password, a product word with digits or punctuation, and one of the account's `ownNames`. */
export function isCommonPassword(password: string, ownNames: readonly string[]): boolean {
  const folded = password.normalize("NFKC").trim().toLowerCase();
  const lettersOnly = folded.replace(/[\d\W_]+/g, "");
  const names = ownNames.flatMap((name) => [name.toLowerCase(), name.toLowerCase().split("@")[0] ?? ""]);
  return folded !== "" && (common.has(folded) || PRODUCT_WORDS.has(lettersOnly) || names.includes(folded));
}
