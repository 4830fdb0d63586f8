import { readPhone } from "../../../shared/phone.ts";
import { CATEGORIES, CATEGORY_NAMES, type Category } from "../../../shared/places/places.ts";
import { PLACE_REGIONS, regionCode } from "../../../shared/places/regions.ts";

type Fields = Readonly<Record<string, unknown>>;

/** States whose ZIP codes begin with 0, which spreadsheets drop. */
const ZERO_STATES = new Set(["CT", "MA", "ME", "NH", "NJ", "NY", "PR", "RI", "VI", "VT"]);
const CATEGORY_OF = new Map<string, Category>([
  ...CATEGORIES.map((category) => [CATEGORY_NAMES[category].toLowerCase(), category] as const),
  ...CATEGORIES.map((category) => [category, category] as const),
  ["retail", "retail"],
  ["service", "services"],
]);

const WORDS: readonly (readonly [RegExp, Category])[] = [
  [/(?:^| )(?:mosque|masjid|jami|musalla|islamic (?:center|centre|society|association))s?$/, "mosque"],
  [
    /(?:^| )(?:restaurant|fast food|cafe|coffee shop|coffee|food court|food truck|ice cream|pizzeria|pizza|diner|eatery|grill|steakhouse|takeaway)s?$/,
    "restaurant",
  ],
  [
    /(?:^| )(?:supermarket|grocery|groceries|grocer|grocery store|convenience|convenience store|butcher|butcher shop|meat market|meat store|deli|bakery|greengrocer|food store|marketplace|halal market|food market|market)s?$/,
    "grocery",
  ],
];

/** The category that a word of any source means, such as `middle_eastern_restaurant` or `Islamic Center`; null for none. */
export function readCategory(text: string): Category | null {
  if (text.length > WORD_MAX) return null;
  const plain = text.trim().toLowerCase().replaceAll("é", "e");
  const words = plain.replace(/[^a-z]+/g, " ").trim();
  return (
    CATEGORY_OF.get(plain) ??
    CATEGORY_OF.get(words.replace(/s$/, "")) ??
    WORDS.find(([pattern]) => pattern.test(words))?.[1] ??
    null
  );
}

const WORD_MAX = 100; // characters

/** Words of a name that say what a place is, wherever they are in it. */
const IN_NAMES: readonly (readonly [RegExp, Category])[] = [
  [/\b(?:masjid|mosque|musalla|jami)\b|\bislamic (?:center|centre|society)\b/i, "mosque"],
  [
    /\b(?:restaurant|grill|cafe|kitchen|pizza|pizzeria|bistro|kabob|kebab|shawarma|diner|steakhouse)\b/i,
    "restaurant",
  ],
  [/\b(?:supermarket|grocery|groceries|grocers?|meats?|butchers?|bakery|market)\b/i, "grocery"],
];

/** The category that a name says, if its words say only one. */
export function categoryOfName(name: string): Category | null {
  const [only, another] = IN_NAMES.filter(([pattern]) => pattern.test(name.slice(0, WORD_MAX)));
  return another === undefined ? (only?.[1] ?? null) : null;
}

/**
 * The fields of an entry with values as the program writes them, where a value of another program can mean only one thing:
 * names of states and categories, numbers as text, the ZIP code of a spreadsheet, text that was mangled on its way.
 */
export function clearValues(fields: Fields): Fields {
  const { name, address, city, zipCode, phone, latitude, longitude, subcategory } = fields;
  const { halalVerificationStatus: halal } = fields;
  const state = cleared(fields.state, readState);
  return {
    ...fields,
    name: cleared(name, readText),
    address: cleared(address, readText),
    city: cleared(city, readText),
    state,
    category: cleared(fields.category, (text) => readCategory(text) ?? text),
    ...(zipCode !== undefined && { zipCode: cleared(zipCode, (text) => readZip(text, state)) }),
    ...(phone !== undefined && { phone: cleared(phone, readPhone) }),
    ...(subcategory !== undefined && { subcategory: cleared(subcategory, readCuisine) }),
    ...(halal !== undefined && { halalVerificationStatus: cleared(halal, readHalal) }),
    ...(latitude !== undefined && { latitude: readDegrees(latitude) }),
    ...(longitude !== undefined && { longitude: readDegrees(longitude) }),
  };
}

const cleared = (value: unknown, read: (text: string) => string): unknown => {
  if (typeof value === "number" && Number.isFinite(value)) return read(String(value));
  return typeof value === "string" ? read(value) : value;
};

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  gt: ">",
  lt: "<",
  nbsp: " ",
  ndash: "–",
  quot: '"',
  rsquo: "’",
  lsquo: "‘",
};
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi;

/** Text without HTML entities, UTF-8 that was read as Latin-1, and more than one space between words. */
const readText = (text: string): string => withoutMojibake(withoutEntities(text)).replace(/\s+/g, " ");

const withoutEntities = (text: string): string =>
  text.replace(ENTITY, (whole, decimal?: string, hex?: string, named = "") => {
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    if (Number.isNaN(code)) return ENTITIES[named.toLowerCase()] ?? whole;
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

const MANGLED = /[\u00C2-\u00F4][\u0080-\u00BF\u0152-\u2122]{1,3}/g;
const AS_WINDOWS = new Map(
  [...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, n) => n))].map(
    (letter, n) => [letter, n],
  ),
);

/** `Café` from `CafÃ©`: the letters whose UTF-8 bytes were read as Windows-1252. */
const withoutMojibake = (text: string): string =>
  text.replace(MANGLED, (run) => {
    const bytes = [...run].map((letter) => AS_WINDOWS.get(letter) ?? 0);
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
    } catch {
      return run;
    }
  });

export const readState = (text: string): string => {
  const plain = text.trim().replace(/^(?:US|CA)-(?=[A-Z]{2}$)/i, "");
  return regionCode(plain, PLACE_REGIONS) ?? text;
};

const HALAL = /^(?:yes|y|true|1|only|halal|(?:100 ?%|fully|all|strictly) halal)$/i;
const NO_WORD = /^(?:no|n|false|0|none|unknown|n\/a)$/i;

/** A source that says halal in so many words makes a place reported; one that does not says nothing about it. */
const readHalal = (text: string): string => {
  const word = text.trim();
  if (HALAL.test(word)) return "reported";
  return NO_WORD.test(word) ? "unverified" : word.toLowerCase();
};

/** OpenStreetMap's `middle_eastern;pizza` as words. */
const readCuisine = (text: string): string =>
  /^[a-z_]+(?:; ?[a-z_]+)*$/.test(text) ? (text.split(";")[0] ?? "").replaceAll("_", " ") : text;

function readZip(text: string, state: unknown): string {
  const zip = text.trim().replace(/\.0$/, "");
  if (/^\d{5} ?[-–] ?\d{4}$/.test(zip)) return zip.replace(/\D+/, "-");
  if (/^\d{9}$/.test(zip)) return `${zip.slice(0, 5)}-${zip.slice(5)}`;
  return /^\d{3,4}$/.test(zip) && ZERO_STATES.has(String(state)) ? zip.padStart(5, "0") : zip;
}

const DEGREES = /^([-+]?\d{1,3}(?:[.,]\d+)?) ?°? ?([NSEW])?$/i;

/** A number with a decimal comma or point, or with the side of the world: `42,32`, `83.17° W`. Other texts stay. */
export function readDegrees(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const [, number = "", side = ""] = DEGREES.exec(value.trim().replace(/\u2212/g, "-")) ?? [];
  if (number === "") return value;
  const plain = number.replace(",", ".").replace(/^\+/, "");
  return /[SW]/i.test(side) && !plain.startsWith("-") ? `-${plain}` : plain;
}

/** The field of a list that says that a place is closed for good. */
export const CLOSED = "closedForGood";
/** What other programs call it, the one that decides first. */
export const CLOSED_COLUMNS = [
  "date_closed",
  "permanently_closed",
  "operating_status",
  "business_status",
  "businessStatus",
];
const IS_OPEN = /^(?:|0|false|no|open|operational|null|temporarily_closed|closed_temporarily)$/i;

/** Whether the source says that the place is closed for good. */
export const isClosedForGood = (fields: Fields): boolean =>
  [CLOSED, ...CLOSED_COLUMNS].some((column) => {
    const value = fields[column];
    return value !== undefined && value !== null && !IS_OPEN.test(String(value).trim());
  });
