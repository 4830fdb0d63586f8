import { ARABIC_WORDS, consonantsIn, romanized } from "./romanize.ts";

/** Other words for a masjid. */
const MASJID_WORDS =
  "mosque mosques mosk mosquee musalla musallah musala moussalla mousalla jamia jami jame jamiah jamee markaz camii cami dzamija moshjid";

/** Spellings and abbreviations that no letter rule unites; the first of each line is the canonical one. */
const SPELLING_GROUPS: readonly string[] = [
  `masjid masjed mesjid masajid ${MASJID_WORDS}`,
  "muhamad muhammad mohammed mohamed mohammad muhammed mohamad muhamed mohamud mohd mahomet muhamet",
  "husain hussein hussain hossein husayn hosein hussien",
  "hasan hassan",
  "omar umar omer umer",
  "osman usman uthman othman ottman",
  "osama usama",
  "kuran quran koran qoran",
  "abubakr abubakar abubaker abubeker",
  "bakr bakar baker bekr",
  "ibrahim ebrahim braheem ibraheem",
  "yusuf yousef yousuf youssef yusef yusof yousaf yossef youssouf",
  "ahmad ahmed ahmet",
  "mustafa mostafa moustafa mustapha",
  "aisha ayesha aysha aishah aicha ayisha",
  "fatima fatimah fatema fatma",
  "madina medina madinah medinah madeena madeenah",
  "maka makkah mecca makka meka",
  "ramadan ramazan ramadhan ramzan",
  "shawarma shwarma shawerma chawarma shaurma shoarma",
  "kabab kebab kabob kebob kabap kababs kebabs kabobs",
  "biryani biriyani briyani beryani",
  "falafel felafel falafil",
  "humus hummus houmous hommos hommus",
  "kofta kufta kafta kefta",
  "nihari nehari nahari",
  "zabiha dhabiha zabihah zabeeha dabiha dhabihah thabiha",
  "halal helal halaal hallal",
  "salam salaam selam salem",
  "jumua jumuah jumah juma jumma jummah",
  "tawhid tawheed tauhid towheed touhid",
  "huda hoda hudaa",
  "iman eman emaan imaan",
  "bilal belal bilaal",
  "taiba tayyibah tayba taibah taybah tayyiba taiyaba tayibah",
  "khalid khaled khalide",
  "mumin momin moomin mumineen mominin muminin",
  "shifa shefa",
  "rashid rasheed rashed",
  "said saeed saed saeid sayed syed sayyid sayid",
  "islam islaam eslam",
  "islamic islamik",
  "sahaba sahabah",
  "takwa taqwa takva taqua",
  "faruk farooq farouk faruq farook faruque farouq",
  "sidik siddiq siddique sadiq siddeeq sadeeq siddik",
  "center centre centers centres",
  "bazaar bazar",
  "restaurant restaurants resturant restaurent restuarant",
  "theater theatre",
  "ibn bin ben",
  "saint st ste sainte",
  "mount mt",
  "fort ft",
  "doctor dr",
  "brothers bros",
  "bangladeshi bengali bangla",
  "persian iranian",
  "afghan afghani",
  "somali somalian",
  "arabic arab arabian",
  ..."one 1|two 2 ii|three 3 iii|four 4|five 5|six 6|seven 7|eight 8|nine 9|ten 10|first 1st|second 2nd".split(
    "|",
  ),
  ..."third 3rd|fourth 4th|fifth 5th|sixth 6th|seventh 7th|eighth 8th|ninth 9th|tenth 10th".split("|"),
];

const OTHER_MASJID_WORDS: ReadonlySet<string> = new Set(MASJID_WORDS.split(" "));

/** Of these, a beginning is enough. */
const USUAL_MASJID_WORDS: readonly string[] = ["masjid", "mosque", "musalla", "musallah"];

interface Phrase {
  readonly words: readonly string[];
  readonly meaning: string;
}

const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ONES = "one two three four five six seven eight nine".split(" ");
/** `99` for `ninety nine`. */
const NUMBERS = TENS.flatMap((ten, n) =>
  ONES.map((one, m): Phrase => ({ words: [ten, one], meaning: String((n + 2) * 10 + m + 1) })),
);
/** Phrases with a one-word synonym. Of phrases with a common prefix, the longest comes first. */
const PHRASES: readonly Phrase[] = [
  ...NUMBERS,
  { words: ["islamic", "centers"], meaning: "masjid" },
  { words: ["islamic", "center"], meaning: "masjid" },
  { words: ["islamic", "centre"], meaning: "masjid" },
  { words: ["islamic", "cultural", "center"], meaning: "masjid" },
  { words: ["islamic", "cultural", "centre"], meaning: "masjid" },
  { words: ["prayer", "hall"], meaning: "masjid" },
];

const PHRASES_BY_START = Map.groupBy(PHRASES, ({ words: [first = ""] }) => first);

/** Ignored if the query has other words. */
const STOP_WORDS: ReadonlySet<string> = new Set("of the and & for in on at by to with al el an".split(" "));

/** Connectors of two words, as in `Masjid-e-Noor` and `Chick n Go`; ignored between words. */
const LINK_WORDS: ReadonlySet<string> = new Set(["e", "i", "n"]);

/** Incremented when a change of the rules indexes names differently; `poi reindex` then rebuilds the index. */
export const SPELLING_VERSION = 4;

const TOKEN_MAX = 30; // code points; a longer word is found by its prefix
const KEY_MAX = 1_400; // bytes; an index entry also holds the word, the city and the category, and must stay under 2,700
const SHORT_ARTICLE = /^(?:al|el|ul|an|ar|as|ash|at|ath|az|ad|adh)$/;
/** An article between two words, as in `Dar-us-Salaam`. Never the first word of a name: there, `us` is English. */
const INFIX_ARTICLE = /^(?:us|un|ur|ud|uz|ush|ut|es)$/;
/** Before a number, as in `No. 2` and `#2`. */
const NUMBER_SIGN = /^(?:no|nr|number|#)$/;
/** An article written together with its word: `alnoor`, or with its l assimilated: `annur`, `arrahman`. */
const PREFIXED_ARTICLE = /^(?:[aeu]l(?=[^aeiou]..)|a(?=(nn|rr|ss|tt|zz|dd|shsh)...)(?:n|r|s|t|z|d|sh))(.+)$/u;

const MARKS = /\p{M}+/gu;
/** Signs inside a word that do not split it: apostrophes, transliterated ayn and hamza, tatweel. */
const SILENT = /['’‘`´ʿʾʻʼʽˈ′\u0640]/gu;
// biome-ignore format: a table
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i", ħ: "h", ŋ: "n",
  أ: "ا", إ: "ا", آ: "ا", ٱ: "ا", ى: "ي", ی: "ي", ک: "ك", ة: "ه", ؤ: "و", ئ: "ي",
  ہ: "ه", ھ: "ه", ۃ: "ه", ے: "ي", ں: "ن",
};
/** Arabic and Persian digits; the low four bits of each are its value. */
const EASTERN_DIGIT = /[\u0660-\u0669\u06F0-\u06F9]/g;
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");
/** Words and numbers; each other sign that people search for is a token of its own. */
const TOKENS = /[\p{L}\p{N}]+|[%_\\&+@#$€£*=<>~^!?]/gu;
/** Words with signs between them, but no space. */
const COMPOUND = /[\p{L}\p{N}]+(?:[^\p{L}\p{N}\s]+[\p{L}\p{N}]+)+/gu;

/** Lower case, without accents, vowel signs and apostrophes. Idempotent. */
export function fold(text: string): string {
  if (/^[a-z0-9 ]*$/i.test(text)) return text.toLowerCase(); // most words and names
  const joined = text.replace(SILENT, ""); // before NFKD, which decomposes some into a space and a mark
  const plain = joined.normalize("NFKD").replace(MARKS, "").replace(SILENT, "").toLowerCase();
  return plain
    .replace(MARKS, "")
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(EASTERN_DIGIT, (digit) => String(digit.charCodeAt(0) & 15))
    .normalize("NFC");
}

/** The folded words of a text, in order. */
export const foldedWords = (text: string): string[] =>
  (fold(text).match(TOKENS) ?? []).map((word) => clip(word, TOKEN_MAX));

/** Folded words with one space between them, for comparisons without transliteration. */
export const foldedText = (text: string): string => foldedWords(text).join(" ");

const clip = (word: string, max: number): string =>
  word.length <= max ? word : [...word].slice(0, max).join("");

/**
 * The common form of a word's usual transliterations: `nur` for `noor`, `nour` and `nur`. A prefix of a word gives a
 * prefix of its skeleton, except for the last letter.
 */
export function skeleton(word: string): string {
  const known = CANONICAL.get(word) ?? ARABIC_WORDS.get(word);
  if (known !== undefined) return known;
  const plain = word
    .replace(/que$/, "k")
    .replace(/q|ck|kh/g, "k")
    .replace(/gh/g, "g")
    .replace(/ph/g, "f")
    .replace(/[dt](?=h)h/g, (pair) => pair[0] ?? pair)
    .replace(/oo+|ou+|uu+/g, "u")
    .replace(/ee+|ii+|ie/g, "i")
    .replace(/aa+/g, "a")
    .replace(/[ae][iy]/g, "ai")
    .replace(/au/g, "aw")
    .replace(/([^aeiou\d])\1+/gu, "$1")
    .replace(/([aeiou])h$/, "$1");
  return CANONICAL.get(plain) ?? plain;
}

/** Each spelling of a known word, to the first of its group. */
const CANONICAL = new Map(
  SPELLING_GROUPS.flatMap((group) => {
    const [first = "", ...others] = group.split(" ");
    return [first, ...others].map((each) => [each, first] as const);
  }),
);

/** The words of the same meaning, this one among them. */
export function synonymsOf(word: string): readonly string[] {
  const first = skeleton(word);
  return SPELLING_GROUPS.find((group) => group.split(" ", 1)[0] === first)?.split(" ") ?? [word];
}

export function spellingsOf(word: string): string[] {
  const all = new Set([word, skeleton(word)]);
  const [, , bare] = PREFIXED_ARTICLE.exec(word) ?? [];
  if (bare !== undefined && !CANONICAL.has(word)) all.add(skeleton(bare));
  const latin = romanized(word);
  if (latin !== null) for (const each of spellingsOf(latin)) all.add(each);
  return [...all].filter((each) => each !== "");
}

/** A part of a text: a word, an article with the word after it, or a phrase with one meaning. */
export interface Part {
  readonly words: readonly string[];
  /** Whether the first of two words is an article, or the sign of a number. */
  readonly article: boolean;
  /** The synonym of a phrase: `masjid` for `islamic center`. */
  readonly meaning: string | null;
}

function isArticle(word: string, at: number, next: string): boolean {
  if (/^\p{N}/u.test(next)) return NUMBER_SIGN.test(word);
  return /^\p{L}/u.test(next) && (SHORT_ARTICLE.test(word) || (at > 0 && INFIX_ARTICLE.test(word)));
}

export function partsOf(text: string): Part[] {
  const words = foldedWords(text);
  const parts: Part[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    const phrase = PHRASES_BY_START.get(word)?.find((each) =>
      each.words.every((part, n) => words[at + n] === part),
    );
    const next = words[at + 1];
    if (phrase) {
      parts.push({ words: phrase.words, article: false, meaning: phrase.meaning });
      at += phrase.words.length;
    } else if (next !== undefined && isArticle(word, at, next)) {
      parts.push({ words: [word, next], article: true, meaning: null });
      at += 2;
    } else {
      parts.push({ words: [word], article: false, meaning: null });
      at += 1;
    }
  }
  return parts;
}

export interface IndexedName {
  /** Each word and each of its spellings once; a lower weight ranks higher. */
  readonly words: readonly { readonly token: string; readonly weight: number }[];
  /** All of them in one text with a space before and after each; the name as written comes first, then one more space. */
  readonly key: string;
}

export function wordsOf(name: string): IndexedName {
  const [parts, written] = [partsOf(name), foldedText(name)];
  const weights = new Map<string, number>();
  const add = (tokens: readonly string[], at: number) => {
    const weight = Math.min(parts.length, 100) * 2 + (at === 0 ? 0 : 1);
    for (const token of tokens) if (!weights.has(token)) weights.set(token, weight);
  };
  for (const [at, part] of parts.entries()) add(tokensOf(part), at);
  for (const each of compoundsIn(name)) add([each], written.replaceAll(" ", "").startsWith(each) ? 0 : 1);
  const initials = initialsOf(name);
  if (initials !== "") add([initials], 1);
  const writtenWords = new Set(written.split(" "));
  const others = [...weights.keys()].filter((token) => !writtenWords.has(token));
  const key = clipBytes(` ${written} ${others.length > 0 ? ` ${others.join(" ")} ` : ""}`); // others are no neighbors of its last word
  return { words: [...weights].map(([token, weight]) => ({ token, weight })), key };
}

function tokensOf({ words, article, meaning }: Part): string[] {
  const plain = (article ? words.slice(1) : words).flatMap(spellingsOf); // "al" itself is found by the joined form
  const joined = article ? spellingsOf(clip(words.join(""), TOKEN_MAX)) : [];
  return [...plain, ...joined, ...(meaning === null ? [] : [phraseOf(words), meaning])];
}

/** `chickngo` of `Chick-N-Go`, `7star` of `7-Star`. */
const compoundsIn = (name: string): string[] =>
  (fold(name).match(COMPOUND) ?? []).map((text) =>
    clip(text.match(/[\p{L}\p{N}]+/gu)?.join("") ?? "", TOKEN_MAX),
  );

/** Words of the names of organizations, which people call by their initials. */
const ORGANIZATION = new Set(
  "islamic muslim association society center foundation community council circle trust jamaat".split(" "),
);
const MIN_INITIALS = 3;
const MAX_INITIALS = 8;

/** `isgh` of `Islamic Society of Greater Houston`; empty for other names, and for short ones. */
export function initialsOf(name: string): string {
  const words = foldedWords(name).filter((word) => /^[a-z]/.test(word) && !STOP_WORDS.has(word));
  const isLong = words.length >= MIN_INITIALS && words.length <= MAX_INITIALS;
  return isLong && words.some((word) => ORGANIZATION.has(skeleton(word)))
    ? words.map((word) => word[0]).join("")
    : "";
}

const phraseOf = (words: readonly string[]): string => clip(words.map(skeleton).join(""), TOKEN_MAX);

const encoder = new TextEncoder();

function clipBytes(text: string): string {
  if (text.length * 3 <= KEY_MAX || encoder.encode(text).length <= KEY_MAX) return text;
  return `${new TextDecoder().decode(encoder.encode(text).slice(0, KEY_MAX)).replace(/\uFFFD+$/, "")} `;
}

/** A term of a query, which a name must match in one of these ways. */
export interface SearchTerm {
  readonly typed: string;
  /** Prefixes of words, best first. */
  readonly starts: readonly string[];
  /** What a name has that is written as typed. */
  readonly written: readonly string[];
  /** Synonyms, as whole words. */
  readonly meanings: readonly string[];
}

/** The parts of a query. Articles and stop words count only if it has nothing else. */
export function significantPartsOf(query: string): Part[] {
  const parts = partsOf(query);
  const isBetween = (at: number) => at > 0 && at < parts.length - 1; // the last may still be incomplete
  const significant = parts.filter(({ words: [first = "", ...more] }, at) => {
    return more.length > 0 || !(STOP_WORDS.has(first) || (LINK_WORDS.has(first) && isBetween(at)));
  });
  return significant.length > 0 ? significant : parts;
}

export const searchTermsOf = (query: string): SearchTerm[] => significantPartsOf(query).map(searchTermOf);

export function searchTermOf({ words, article, meaning }: Part): SearchTerm {
  const last = words.at(-1) ?? "";
  const text = words.join(" ");
  if (meaning !== null)
    return { typed: text, starts: [phraseOf(words)], written: [text], meanings: [meaning] };
  const joined = article ? words.join("") : last;
  const meanings = meaningsOf(last);
  const starts = new Set([...(article ? spellingsOf(joined) : [last]), ...spellingsOf(last)]);
  for (const each of meanings) if (each !== last) starts.delete(each);
  const latin = romanized(last);
  const typed = latin ? consonantsIn(skeleton(latin)) : last;
  return { typed, starts: [...starts], written: [...new Set([text, joined])], meanings };
}

/** `masjid` for the other words for it, `7` for `seven`: as meanings, they rank below the word as typed. */
function meaningsOf(word: string): string[] {
  const isBegun = word.length >= 4 && USUAL_MASJID_WORDS.some((each) => each.startsWith(word));
  if (isBegun || OTHER_MASJID_WORDS.has(word)) return ["masjid"];
  const number = CANONICAL.get(word) ?? "";
  return /^\d+$/.test(number) ? [number] : [];
}
