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
const OTHER_SCRIPT = /^[\p{Script=Arabic}\p{Script=Bengali}]+$/u;
const MIN_CONSONANTS = 3;

/** A folded word of these scripts in Latin letters; null for any other word. */
export function romanized(word: string): string | null {
  if (!OTHER_SCRIPT.test(word)) return null;
  const latin = [...word].map((letter) => LATIN.get(letter) ?? "").join("");
  return latin.replace(/^u(?=[aiu])/, "w").replace(/^i(?=[aiu])/, "y");
}

/** Without the vowels, of which these scripts write few; all of a word that has hardly another letter. */
export function consonantsIn(latin: string): string {
  const consonants = latin.replace(/[aeiou]/g, "");
  return consonants.length >= MIN_CONSONANTS && /^[^aeiou]/.test(latin) ? consonants : latin;
}
