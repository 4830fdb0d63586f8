import words from "./common-passwords.txt" with { type: "text" };
import { foldCase, foldLookalikes, stemOf } from "./own-names.ts";

const COMMENT = /^#.*$/gm;
/** Words that this product's users are likely to choose and English lists lack. */
const PRODUCT_WORDS = [
  "halal",
  "masjid",
  "mosque",
  "muslim",
  "islam",
  "quran",
  "bismillah",
  "alhamdulillah",
  "assalamualaikum",
];
/** Shorter stems would match by chance. */
const MIN_STEM_LENGTH = 3;

/** Generated; the header of the file says how (docs/security.md AUT-03). */
function readLists() {
  const listed = [...words.replace(COMMENT, "").split(/\s+/).filter(Boolean), ...PRODUCT_WORDS];
  const common = new Set([...listed, ...listed.map(foldLookalikes), ...listed.map(foldedStem)]);
  return { listed: new Set(listed), common };
}

let lists: ReturnType<typeof readLists> | undefined;

/** Read at the first use: the words take 50 ms and 10 MB, which not every start needs. */
function listsOf() {
  lists ??= readLists();
  return lists;
}

function foldedStem(word: string): string {
  const stem = word.slice(...stemOf(word));
  return foldLookalikes(stem.length < MIN_STEM_LENGTH ? word : stem);
}

/** True for a listed password in any case: the rule for partners, whose accounts hold less. */
export const isListedPassword = (password: string): boolean => listsOf().listed.has(foldCase(password));

/**
 * True for a listed password, also with signs for letters (`p@ssw0rd`), other digits and symbols around it
 * (`Admin2026!`), or both. It must be the whole password: a long one that only contains a common word is fine.
 */
export function isCommonPassword(password: string): boolean {
  const { common } = listsOf();
  const text = foldCase(password);
  if (common.has(text)) return true;
  const [start, end] = stemOf(text);
  // the last of the digits and symbols may stand for letters: `$unsh1n3!` is `sunshine` and a sign
  for (let to = end; to <= text.length; to++) {
    if (isCommon(text.slice(start, to)) || isCommon(text.slice(0, to))) return true;
  }
  return false;
}

const isCommon = (text: string): boolean =>
  text.length >= MIN_STEM_LENGTH && listsOf().common.has(foldLookalikes(text));
