import { PLACE_REGIONS, regionCode } from "../../../shared/places/regions.ts";
import { foldedWords } from "../../../shared/spelling/spelling.ts";

/** Short forms of words in names of cities. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  st: "saint",
  ste: "sainte",
  ft: "fort",
  mt: "mount",
  twp: "township",
  n: "north",
  s: "south",
  e: "east",
  w: "west",
};

/** Names that people use and GeoNames does not, by GeoNames id. */
export const OTHER_NAMES: ReadonlyMap<number, readonly string[]> = new Map([
  [5_128_581, ["New York", "NYC", "نيويورك"]],
  [5_110_266, ["Bronx"]],
  [5_125_771, ["Harlem"]],
  [5_133_273, ["Flushing", "Long Island City"]],
  [5_110_302, ["Bay Ridge", "بروكلين"]],
  [4_140_963, ["Washington DC", "DC"]],
  [5_368_361, ["LA", "لوس أنجلوس"]],
  [5_391_959, ["SF"]],
  [5_506_956, ["Vegas"]],
  [4_560_349, ["Philly"]],
  [4_259_418, ["Indy"]],
  [4_335_045, ["NOLA"]],
  [5_404_198, ["29 Palms"]],
  [6_325_494, ["Quebec City"]],
  [4_887_398, ["شيكاغو"]],
  [4_990_729, ["ديترويت"]],
  [4_990_510, ["ديربورن"]],
  [4_699_066, ["هيوستن"]],
  [4_684_888, ["دالاس"]],
  [6_167_865, ["تورونتو", "تورنتو"]],
  [6_077_243, ["مونتريال"]],
  [6_094_817, ["أوتاوا"]],
]);

const TOWNSHIP = "township";

/** Equal for all spellings of a name: folded words, without short forms and the word Township at its end. */
export function nameKey(text: string): string {
  const words = foldedWords(text).map((word) => LONG_FORMS[word] ?? word);
  return (words.length > 1 && words.at(-1) === TOWNSHIP ? words.slice(0, -1) : words).join(" ");
}

const SHORT_FORMS = new Map(Object.entries(LONG_FORMS).map(([short, long]) => [long, short]));

/** The same with all words short: the other way in which a name is written. */
export const shortNameKey = (text: string): string =>
  nameKey(text)
    .split(" ")
    .map((word) => SHORT_FORMS.get(word) ?? word)
    .join(" ");

/** A way to read a typed text: the start of a name, and the states that it can be in; all, if null. */
export interface Reading {
  readonly name: string;
  readonly states: readonly string[] | null;
}

const COUNTRY = /[\s,]+(?:usa?|united states|canada)[\s.]*$/i;
/** A postal code behind the city. */
const CODE_AT_THE_END = /[\s,]+(?:\d{5}(?:-\d{4})?|[a-z]\d[a-z] ?\d[a-z]\d)$/i;
const MAX_STATE_WORDS = 4; // Newfoundland and Labrador has three

/**
 * All readings of what a person types into a field for a city: `st` is `Stockton` as well as `St. Louis`, and
 * `springfield il` a name with a state.
 */
export function readingsOf(text: string): readonly Reading[] {
  const plain = text.trim().replace(COUNTRY, "").replace(CODE_AT_THE_END, "");
  const [before = "", ...after] = plain.split(",");
  if (after.length > 0) return namesOf(before).map((name) => ({ name, states: statesOf(after.join(" ")) }));
  const whole = namesOf(plain).map((name) => ({ name, states: null }));
  return [...whole, ...withStateAtTheEnd(plain)];
}

const namesOf = (text: string): readonly string[] => {
  const typed = foldedWords(text).join(" ");
  return typed === "" ? [] : [...new Set([typed, nameKey(text)])];
};

/** The states whose code or name starts with the text; null for an empty one. */
function statesOf(text: string): readonly string[] | null {
  const typed = foldedWords(text).join(" ");
  if (typed === "") return null;
  const whole = regionCode(text, PLACE_REGIONS);
  if (whole !== null) return [whole];
  return Object.entries(PLACE_REGIONS).flatMap(([code, name]) =>
    code.toLowerCase().startsWith(typed) || foldedWords(name).join(" ").startsWith(typed) ? [code] : [],
  );
}

function withStateAtTheEnd(text: string): readonly Reading[] {
  const words = text.trim().split(/\s+/);
  const readings: Reading[] = [];
  for (let count = 1; count <= Math.min(MAX_STATE_WORDS, words.length - 1); count++) {
    const code = regionCode(words.slice(-count).join(" "), PLACE_REGIONS);
    const names = code === null ? [] : namesOf(words.slice(0, -count).join(" "));
    for (const name of names) if (code !== null) readings.push({ name, states: [code] });
  }
  return readings;
}
