import { isOneTypo } from "../spelling/edit-distance.ts";
import { foldedText, foldedWords } from "../spelling/spelling.ts";
import { CANADIAN_PROVINCES } from "./regions.ts";

const TYPO_MIN = 10; // letters of two streets in which an error is forgiven

interface Located {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode?: string | null;
}

/** An address in the parts by which two are compared. */
export interface Street {
  /** The house number. */
  readonly number: string;
  /** The words of the street without its type and direction. */
  readonly core: string;
  readonly types: ReadonlySet<string>;
  readonly directions: ReadonlySet<string>;
  readonly unit: string;
  /** Folded. */
  readonly whole: string;
}

/** A shared building: the address with a unit, and the same without one. */
export type Addresses = "same" | "sharedBuilding" | "other" | "unknown";

export function compareStreets(a: Street, b: Street): Addresses {
  if (a.whole === "" || b.whole === "") return "unknown";
  if (a.whole === b.whole) return "same";
  if (a.number === "" || b.number === "") return "unknown";
  if (a.number !== b.number || !isSameStreet(a, b)) return "other";
  if (a.unit === b.unit) return "same";
  return a.unit === "" || b.unit === "" ? "sharedBuilding" : "other";
}

const isSameStreet = (a: Street, b: Street): boolean =>
  (a.core === b.core ||
    (a.core.length + b.core.length >= TYPO_MIN &&
      !/\d/.test(a.core + b.core) &&
      isOneTypo(a.core, b.core))) &&
  agree(a.types, b.types) &&
  agree(a.directions, b.directions);

/** A part that one of them leaves out contradicts nothing. */
const agree = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === 0 || b.size === 0 || [...a].some((word) => b.has(word));

const forms = (lists: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lists.flatMap((list) => {
      const [first = "", ...others] = list.split(" ");
      return [first, ...others].map((each) => [each, first] as const);
    }),
  );

/** Types of streets with their abbreviations; `st` is Saint as well. */
const TYPES = forms([
  "st street str saint ste sainte",
  "ave avenue av",
  "rd road",
  "blvd boulevard boul",
  "dr drive",
  "ln lane",
  "ct court",
  "pl place",
  "hwy highway",
  "pkwy parkway pky",
  "cir circle",
  "sq square",
  "ter terrace terr",
  "trl trail",
  "expy expressway",
  "fwy freeway",
  "tpke turnpike",
  "cres crescent",
  "plz plaza",
  "way wy",
  "rue",
]);
const DIRECTIONS = forms(["n north nord", "s south sud", "e east est", "w west ouest"]);
const SPLIT_DIRECTIONS: Readonly<Record<string, string>> = {
  ne: "n e",
  nw: "n w",
  se: "s e",
  sw: "s w",
  northeast: "n e",
  northwest: "n w",
  southeast: "s e",
  southwest: "s w",
};
const LONG_FORMS: Readonly<Record<string, string>> = { mt: "mount", ft: "fort", mlk: "martin luther king" };
const NUMERALS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS = (
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth " +
  "sixteenth seventeenth eighteenth nineteenth twentieth"
).split(" ");
/** `FL 33101` is Florida with its ZIP code, and no floor. */
const UNIT =
  /(?! fl \d{5}(?: |$)) (?:#|apt|apartment|suite|ste|unit|rm|room|bldg|building|fl|floor|lot|space|no) ?#? ([a-z]?\d+[a-z]?|[a-z])(?= |$)/;
const FLOOR = / (\d+)(?:st|nd|rd|th) (?:fl|floor)(?= |$)/;

export function streetOf({ address, city, state, zipCode }: Located): Street {
  const folded = ` ${foldedText(address)}`;
  const found = UNIT.exec(folded) ?? FLOOR.exec(folded);
  // what stands before or after the street: a building, a unit, the city
  const line = address.split(",").find((part) => /^\s*\d/.test(part)) ?? address;
  const { before, number, words } = numberOf(
    ` ${foldedText(line)}`.replace(UNIT, "").replace(FLOOR, ""),
    line,
    state,
  );
  const place = new Set([...foldedWords(city), state.toLowerCase(), (zipCode ?? "").slice(0, 5), "usa"]);
  while (words.length > 2 && place.has(words.at(-1) ?? "")) words.pop();
  const plain = words.flatMap(plainWords);
  const core = plain.filter((word) => !TYPES.has(word) && !DIRECTIONS.has(word));
  return {
    number,
    core: (core.length > 0 ? core : plain).join(" "),
    types: new Set(plain.filter((word) => TYPES.has(word))),
    directions: new Set(plain.filter((word) => DIRECTIONS.has(word))),
    unit: found?.[1] ?? before,
    whole: folded.trim(),
  };
}

/** The house number before the street: `5-123` is unit 5 in Canada, and one number in Queens. */
function numberOf(folded: string, line: string, state: string) {
  const [first = "", ...words] = folded.trim().split(" ");
  const numeral = NUMERALS.indexOf(first) + 1;
  if (numeral > 0) return { before: "", number: String(numeral), words };
  if (!/^\d+[a-z]?$/.test(first)) return { before: "", number: "", words: [first, ...words] };
  if (!/^\s*\d+[a-z]?\s*[-–]\s*\d/i.test(line)) return { before: "", number: first, words };
  const [second = "", ...rest] = words;
  if (Object.hasOwn(CANADIAN_PROVINCES, state.toUpperCase()))
    return { before: first, number: second, words: rest };
  return { before: "", number: `${first}-${second}`, words: rest };
}

function plainWords(word: string): readonly string[] {
  const ordinal = ORDINALS.indexOf(word) + 1;
  if (ordinal > 0) return [String(ordinal)];
  const long = SPLIT_DIRECTIONS[word] ?? LONG_FORMS[word];
  if (long !== undefined) return long.split(" ");
  const [, digits] = /^(\d+)(?:st|nd|rd|th)$/.exec(word) ?? [];
  return [digits ?? TYPES.get(word) ?? DIRECTIONS.get(word) ?? word];
}
