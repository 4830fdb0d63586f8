import { fold } from "../spelling/spelling.ts";

/** How long a short id is. */
export const SHORT_ID = 8; // characters of 5 random bits: among a million places about one pair shares them, and the name decides
const MAX_WORDS = 80; // characters of name, city and state in an address

/** The end of a place's id, which its address ends with and which stays when the place is renamed. */
export const shortIdOf = (id: string): string => id.slice(-SHORT_ID);

/** Texts as an address has them: `dearborn-mi`. Empty if nothing in them can be written in Latin letters. */
export function slugOf(...texts: readonly string[]): string {
  const words = fold(texts.join(" ")).match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, MAX_WORDS).replace(/-+$/, "");
}

interface SluggedCity {
  readonly name: string;
  /** Two letters. */
  readonly state: string;
}

/** A city as the address of its page names it: `dearborn-mi`. */
export const citySlug = ({ name, state }: SluggedCity): string => slugOf(name, state);

/** The path of a city's public page. */
export const cityPath = (city: SluggedCity): `/cities/${string}` => `/cities/${citySlug(city)}`;

interface SluggedPlace {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
}

/** A place as the address of its page names it: `al-noor-grill-dearborn-mi-q3x7k2c9`. */
export const placeSlug = ({ id, name, city, state }: SluggedPlace): string =>
  [slugOf(name, city, state), shortIdOf(id)].filter((part) => part !== "").join("-");

/** The path of a place's public page. */
export const placePath = (place: SluggedPlace): `/places/${string}` => `/places/${placeSlug(place)}`;
