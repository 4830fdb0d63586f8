import { ARABIC_WORDS, GROUPS, LINKS, MASJID, PHRASES, STOP_WORDS } from "./spelling-words.ts";

/** Counts up whenever the same name would give other words than before: `poi reindex` then makes the index anew. */
export const SPELLING = 2;

const TOKEN_MOST = 30; // code points; a longer word is found by its beginning
const KEY_MOST = 1_400; // bytes: with the word, the city and the category an index entry must stay under 2,700
const SHORT_ARTICLE = /^(?:al|el|ul|an|ar|as|ash|at|ath|az|ad|adh)$/;
/** The article between two words, as `Dar-us-Salaam` has it; the first word of a name may be the English one. */
const BETWEEN = /^(?:us|un|ur|ud|uz|ush|ut|es)$/;
/** An article written together with its word: `alnoor`, and with its l gone: `annur`, `arrahman`. */
const JOINED = /^(?:[aeu]l(?=[^aeiou]..)|a(?=(nn|rr|ss|tt|zz|dd|shsh)...)(?:n|r|s|t|z|d|sh))(.+)$/u;

const MARKS = /\p{M}+/gu;
/** What stands within a word without parting it: apostrophes, the Arabic ayn and hamza in Latin letters, tatweel. */
const SILENT = /['’‘`´ʿʾʻʼʽˈ′\u0640]/gu;
// biome-ignore format: a table
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i", ħ: "h", ŋ: "n",
  أ: "ا", إ: "ا", آ: "ا", ٱ: "ا", ى: "ي", ی: "ي", ک: "ك", ة: "ه", ؤ: "و", ئ: "ي",
  ہ: "ه", ھ: "ه", ۃ: "ه", ے: "ي", ں: "ن",
};
/** Arabic and Persian digits; the last four bits of each are its number. */
const EASTERN_DIGIT = /[\u0660-\u0669\u06F0-\u06F9]/g;
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");
/** Words and numbers; every other sign that somebody may look for is a word of its own. */
const TOKENS = /[\p{L}\p{N}]+|[%_\\&+@#$€£*=<>~^!?]/gu;

/** Lower case, without accents, vowel signs and apostrophes. Idempotent. */
export function fold(text: string): string {
  const unparted = text.replace(SILENT, ""); // before NFKD, which makes a space and a mark of some
  const plain = unparted.normalize("NFKD").replace(MARKS, "").replace(SILENT, "").toLowerCase();
  return plain
    .replace(MARKS, "")
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(EASTERN_DIGIT, (digit) => String(digit.charCodeAt(0) & 15))
    .normalize("NFC");
}

/** The words of a text, folded, in their order. */
export const foldedWords = (text: string): string[] =>
  (fold(text).match(TOKENS) ?? []).map((word) => clip(word, TOKEN_MOST));

/** Folded words with one space between them: what is compared where spelling counts. */
export const foldedText = (text: string): string => foldedWords(text).join(" ");

const clip = (word: string, most: number): string =>
  word.length <= most ? word : [...word].slice(0, most).join("");

/**
 * A word as all its usual spellings have it: `noor`, `nour` and `nur` are `nur`. The start of a word gives the start
 * of what the word gives, but for the last letter.
 */
export function skeleton(word: string): string {
  const known = SPELLED.get(word) ?? ARABIC_WORDS.get(word);
  if (known !== undefined) return known;
  const plain = word
    .replace(/que$/, "k")
    .replace(/q|ck|kh/g, "k")
    .replace(/gh/g, "g")
    .replace(/[dt](?=h)h/g, (pair) => pair[0] ?? pair)
    .replace(/oo+|ou+|uu+/g, "u")
    .replace(/ee+|ii+|ie/g, "i")
    .replace(/aa+/g, "a")
    .replace(/[ae][iy]/g, "ai")
    .replace(/au/g, "aw")
    .replace(/([^aeiou\d])\1+/gu, "$1")
    .replace(/([aeiou])h$/, "$1");
  return SPELLED.get(plain) ?? plain;
}

/** Every other spelling of a known word, to the one that stands for all. */
const SPELLED = new Map(
  GROUPS.flatMap((group) => {
    const [first = "", ...others] = group.split(" ");
    return [first, ...others].map((each) => [each, first] as const);
  }),
);

/** A word with all that it may be written as: itself first. */
export function spellingsOf(word: string): string[] {
  const all = new Set([word, skeleton(word)]);
  const [, , bare] = JOINED.exec(word) ?? [];
  if (bare !== undefined && !SPELLED.has(word)) all.add(skeleton(bare));
  return [...all];
}

/** A text part by part: each a word, an article with the word behind it, or several words that mean one thing. */
export interface Part {
  /** As it stands, folded. */
  readonly words: readonly string[];
  /** Whether the first of two words is an article. */
  readonly article: boolean;
  /** The one word that stands for a phrase: `masjid` for `islamic center`. */
  readonly meaning: string | null;
}

const isArticle = (word: string, at: number): boolean =>
  SHORT_ARTICLE.test(word) || (at > 0 && BETWEEN.test(word));

export function partsOf(text: string): Part[] {
  const words = foldedWords(text);
  const parts: Part[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = PHRASES.find(({ said }) => said.every((each, n) => words[at + n] === each));
    const word = words[at] ?? "";
    const next = words[at + 1];
    if (phrase) {
      parts.push({ words: phrase.said, article: false, meaning: phrase.means });
      at += phrase.said.length;
    } else if (next !== undefined && isArticle(word, at) && /^\p{L}/u.test(next)) {
      parts.push({ words: [word, next], article: true, meaning: null });
      at += 2;
    } else {
      parts.push({ words: [word], article: false, meaning: null });
      at += 1;
    }
  }
  return parts;
}

/** What a name is found by. */
export interface Indexed {
  /** Each word and each of its spellings once, with how well it stands for the name: less is better. */
  readonly words: readonly { readonly token: string; readonly weight: number }[];
  /** All of them in one text, a space before and behind each, the name as it is written first. */
  readonly key: string;
}

/** The words that a name is found by, for the index. */
export function wordsOf(name: string): Indexed {
  const parts = partsOf(name);
  const weights = new Map<string, number>();
  for (const [at, part] of parts.entries()) {
    const weight = Math.min(parts.length, 100) * 2 + (at === 0 ? 0 : 1);
    for (const token of tokensOf(part)) if (!weights.has(token)) weights.set(token, weight);
  }
  const written = foldedText(name);
  const shown = new Set(written.split(" "));
  const others = [...weights.keys()].filter((token) => !shown.has(token));
  const key = clipBytes(` ${[written, ...others].join(" ")} `);
  return { words: [...weights].map(([token, weight]) => ({ token, weight })), key };
}

function tokensOf({ words, article, meaning }: Part): string[] {
  const plain = (article ? words.slice(1) : words).flatMap(spellingsOf); // whoever types "al" finds the joined form
  const joined = article ? spellingsOf(clip(words.join(""), TOKEN_MOST)) : [];
  return [...plain, ...joined, ...(meaning === null ? [] : [phraseOf(words), meaning])];
}

/** Several words as one: `islamiccenter`. */
const phraseOf = (words: readonly string[]): string => clip(words.map(skeleton).join(""), TOKEN_MOST);

const encoder = new TextEncoder();

function clipBytes(text: string): string {
  if (text.length * 3 <= KEY_MOST || encoder.encode(text).length <= KEY_MOST) return text;
  return `${new TextDecoder().decode(encoder.encode(text).slice(0, KEY_MOST)).replace(/\uFFFD+$/, "")} `;
}

/** One thing that a searcher wants in a name: any of these, the first being the best. */
export interface Wanted {
  /** As typed, folded. */
  readonly typed: string;
  /** Beginnings of words, best first. */
  readonly starts: readonly string[];
  /** Those of them that are nearest to what was typed. */
  readonly nearest: readonly string[];
  /** Whole words that mean the same. */
  readonly means: readonly string[];
}

/** What somebody looks for, part by part; articles and little words count only where nothing else was typed. */
export function wantedIn(query: string): Wanted[] {
  const parts = partsOf(query);
  const isBetween = (at: number) => at > 0 && at < parts.length - 1; // the last may still be being typed
  const said = parts.filter(({ words: [first = "", ...more] }, at) => {
    return more.length > 0 || !(STOP_WORDS.has(first) || (LINKS.has(first) && isBetween(at)));
  });
  return (said.length > 0 ? said : parts).map(wantedOf);
}

function wantedOf({ words, article, meaning }: Part): Wanted {
  const last = words.at(-1) ?? "";
  if (meaning !== null) {
    const phrase = [phraseOf(words)];
    return { typed: words.join(" "), starts: phrase, nearest: phrase, means: [meaning] };
  }
  const bare = spellingsOf(last);
  const nearest = article ? spellingsOf(words.join("")).filter((each) => !bare.includes(each)) : [last];
  const starts = [...new Set([...nearest, ...bare])];
  return { typed: last, starts, nearest, means: meaningsOf(last) };
}

/** The beginning of a word for a mosque may mean any of them. */
function meaningsOf(start: string): string[] {
  if (start.length < 4) return [];
  return MASJID.some((word) => word.startsWith(start)) ? ["masjid"] : [];
}
