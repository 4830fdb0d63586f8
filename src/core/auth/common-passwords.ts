import { dictionary } from "@zxcvbn-ts/language-common";

/** security AUT-03: the commonest passwords that our shortest rule would let through. */
const SHORTEST = 6;
const REFUSED = 3_000;

const common = new Set(
  dictionary["passwords-common"].filter((each) => each.length >= SHORTEST).slice(0, REFUSED),
);
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

/** True for a password that everybody tries first: a common one, a product word with figures, one's own names. */
export function isCommonPassword(password: string, own: readonly string[]): boolean {
  const folded = password.normalize("NFKC").trim().toLowerCase();
  const bare = folded.replace(/[\d\W_]+/g, "");
  const names = own.flatMap((name) => [name.toLowerCase(), name.toLowerCase().split("@")[0] ?? ""]);
  return (
    common.has(folded) || PRODUCT_WORDS.has(bare) || names.some((name) => name !== "" && folded === name)
  );
}
