import { readPhone } from "../../../shared/phone.ts";
import { CATEGORIES, CATEGORY_NAMES, type Category } from "../../../shared/places/places.ts";
import { PLACE_REGIONS, regionCode } from "../../../shared/places/regions.ts";

type Fields = Readonly<Record<string, unknown>>;

/** States whose ZIP codes begin with 0, which spreadsheets drop. */
const ZERO_STATES = new Set(["CT", "MA", "ME", "NH", "NJ", "NY", "PR", "RI", "VI", "VT"]);
const CATEGORY_OF = new Map<string, Category>([
  ...CATEGORIES.map((category) => [CATEGORY_NAMES[category].toLowerCase(), category] as const),
  ...CATEGORIES.map((category) => [category, category] as const),
  ["masjid", "mosque"],
  ["retail", "retail"],
]);

/**
 * The fields of an entry with values as the program writes them, where a value of another program can mean only one thing:
 * names of states and categories, numbers as text, the ZIP code of a spreadsheet, text that was mangled on its way.
 */
export function clearValues(fields: Fields): Fields {
  const { name, address, city, zipCode, phone, latitude, longitude } = fields;
  const state = cleared(fields.state, readState);
  return {
    ...fields,
    name: cleared(name, readText),
    address: cleared(address, readText),
    city: cleared(city, readText),
    state,
    category: cleared(fields.category, readCategory),
    ...(zipCode !== undefined && { zipCode: cleared(zipCode, (text) => readZip(text, state)) }),
    ...(phone !== undefined && { phone: cleared(phone, readPhone) }),
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

const MANGLED = /[\u00C2-\u00F4][\u0080-\u00BF\u0152-\u2122]/;
const AS_WINDOWS = new Map(
  [...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, n) => n))].map(
    (letter, n) => [letter, n],
  ),
);

/** `Café` from `CafÃ©`: the text whose UTF-8 bytes were read as Windows-1252, if it is one. */
function withoutMojibake(text: string): string {
  if (!MANGLED.test(text)) return text;
  const bytes = [...text].map((letter) => AS_WINDOWS.get(letter));
  if (bytes.some((byte) => byte === undefined)) return text;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes as number[]));
  } catch {
    return text;
  }
}

const readState = (text: string): string => {
  const plain = text.trim().replace(/^(?:US|CA)-(?=[A-Z]{2}$)/i, "");
  return regionCode(plain, PLACE_REGIONS) ?? text;
};

const readCategory = (text: string): string => CATEGORY_OF.get(text.trim().toLowerCase()) ?? text;

function readZip(text: string, state: unknown): string {
  const zip = text.trim().replace(/\.0$/, "");
  if (/^\d{9}$/.test(zip)) return `${zip.slice(0, 5)}-${zip.slice(5)}`;
  return /^\d{3,4}$/.test(zip) && ZERO_STATES.has(String(state)) ? zip.padStart(5, "0") : zip;
}

/** A decimal comma is a point. */
const readDegrees = (value: unknown): unknown =>
  typeof value === "string" && /^\s*-?\d{1,3},\d+\s*$/.test(value) ? value.replace(",", ".") : value;

const CLOSED_COLUMNS = [
  "date_closed",
  "business_status",
  "businessStatus",
  "operating_status",
  "permanently_closed",
];
const IS_OPEN = /^(?:|0|false|no|open|operational|null|temporarily_closed|closed_temporarily)$/i;

/** Whether the source says that the place is closed for good. */
export const isClosedForGood = (fields: Fields): boolean =>
  CLOSED_COLUMNS.some((column) => {
    const value = fields[column];
    return value !== undefined && value !== null && !IS_OPEN.test(String(value).trim());
  });
