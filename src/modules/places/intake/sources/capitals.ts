import type { Gazetteer } from "../../gazetteer/gazetteer.ts";
import { nameKey } from "../../gazetteer/names.ts";
import { type Fields, textOr } from "./source.ts";

const LETTERS_MAX = 4; // of a word that may be an abbreviation, such as IHOP
const WORD = /[\p{L}\p{M}\p{N}'’]+/gu;
const KEPT: ReadonlySet<string> = new Set(
  "LLC LLP PLLC USA US BBQ PO NE NW SE SW II III IV VI VII VIII IX XI XII".split(" "),
);

/** Fields of a register that writes in capitals alone, as they are written elsewhere: `TIGER BAKERY LLC`, `TOLEDO`. */
export function withoutCapitals(fields: Fields, gazetteer: Gazetteer): Fields {
  const { name, address, city, state } = fields;
  return {
    ...fields,
    name: typeof name === "string" ? inTitleCase(name) : name,
    address: typeof address === "string" ? inTitleCase(address) : address,
    city: typeof city === "string" ? cityName(city, textOr(state), gazetteer) : city,
  };
}

const isCapitals = (text: string): boolean =>
  !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) > LETTERS_MAX;

const inTitleCase = (text: string): string => (isCapitals(text) ? text.replace(WORD, inTitle) : text);

function inTitle(word: string): string {
  if (KEPT.has(word)) return word;
  if (/^\d/.test(word)) return /^\d+(?:ST|ND|RD|TH)$/.test(word) ? word.toLowerCase() : word;
  const [, start = "", rest = ""] = /^(MC(?=\p{L}{3})|[OD]['’](?=\p{L}{2}))?(.*)$/su.exec(word) ?? [];
  return capitalized(start) + capitalized(rest);
}

const capitalized = (word: string): string => word.slice(0, 1) + word.slice(1).toLowerCase();

/** As the gazetteer writes it, else in title case. */
function cityName(city: string, state: string, gazetteer: Gazetteer): string {
  if (/\p{Ll}/u.test(city) || !/\p{Lu}/u.test(city)) return city;
  const known = state === "" ? null : gazetteer.meaning(`${city}, ${state}`);
  const isSame = known?.state === state && nameKey(known.name) === nameKey(city);
  return isSame ? known.name : inTitleCase(city);
}
