// Arabic, Persian, Urdu and Bengali letters in Latin ones, as people write names of places with them.

const pairs = (text: string): readonly (readonly [string, string])[] =>
  text.split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)]);

const LATIN: ReadonlyMap<string, string> = new Map(
  pairs(
    "اa بb تt ثs جj حh خk دd ذz رr زz سs شsh صs ضd طt ظz ع غg فf قk كk لl مm نn هh وu يi ء پp چch ژzh گg ٹt ڈd ڑr " +
      "কk খk গg ঘg ঙng চch ছch জj ঝj ঞn টt ঠt ডd ঢd ণn তt থt দd ধd নn পp ফf বb ভb মm যj রr লl শsh ষsh সs হh ৎt " +
      "অa আa ইi ঈi উu ঊu এe ঐoi ওo ঔou",
  ),
);
/** Common words in Arabic script, folded, to their Latin skeletons. */
// biome-ignore format: a table
export const ARABIC_WORDS: ReadonlyMap<string, string> = new Map(Object.entries({
  مسجد: "masjid", المسجد: "masjid", جامع: "masjid", الجامع: "masjid", مصلي: "masjid",
  نور: "nur", النور: "nur", حلال: "halal", الحلال: "halal", مطعم: "restaurant", سوق: "suk", السوق: "suk",
  هدي: "huda", الهدي: "huda", تقوي: "takwa", التقوي: "takwa", رحمه: "rahma", الرحمه: "rahma", رحمن: "rahman",
  الرحمن: "rahman", سلام: "salam", السلام: "salam", ايمان: "iman", الايمان: "iman", اسلام: "islam",
  الاسلام: "islam", الاسلامي: "islamic", اسلامي: "islamic", مركز: "center", المركز: "center", مدينه: "madina",
  المدينه: "madina", مكه: "maka", قدس: "kuds", القدس: "kuds", اقصي: "aksa", الاقصي: "aksa", فرقان: "furkan",
  الفرقان: "furkan", بركه: "baraka", البركه: "baraka", زيتون: "zaitun", الزيتون: "zaitun", شاورما: "shawarma",
  كباب: "kabab", فلافل: "falafel", مخبز: "bakery", بيت: "bait", دار: "dar", ابراهيم: "ibrahim", محمد: "muhamad",
  عمر: "omar", علي: "ali", بلال: "bilal", خالد: "khalid", فاطمه: "fatima", قران: "kuran", القران: "kuran",
}));

const OTHER_SCRIPT = /^[\p{Script=Arabic}\p{Script=Bengali}]+$/u;
const MIN_CONSONANTS = 3;

/** A folded word of these scripts in Latin letters; null for any other word, and for one of the table. */
export function romanized(word: string): string | null {
  if (ARABIC_WORDS.has(word) || !OTHER_SCRIPT.test(word)) return null;
  const latin = [...word].map((letter) => LATIN.get(letter) ?? "").join("");
  return latin.replace(/^u(?=[aiu])/, "w").replace(/^i(?=[aiu])/, "y");
}

/** Without the vowels, of which these scripts write few; all of a word that has hardly another letter. */
export function consonantsIn(latin: string): string {
  const consonants = latin.replace(/[aeiou]/g, "");
  return consonants.length >= MIN_CONSONANTS && /^[^aeiou]/.test(latin) ? consonants : latin;
}
