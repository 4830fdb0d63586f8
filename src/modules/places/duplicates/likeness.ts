import { distance } from "../../../shared/places/places.ts";
import { type Addresses, compareStreets, type Street, streetOf } from "../../../shared/places/streets.ts";
import { isOneTypo } from "../../../shared/spelling/edit-distance.ts";
import { foldedWords, searchTermsOf, spellingsOf } from "../../../shared/spelling/spelling.ts";
import { nameKey } from "../gazetteer/names.ts";

// Whether two entries are likely one place: for the preview of an import and requests of partners; `match.ts` says which
// of them surely are.

export interface Located {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
}

/** An entry with what is known of it. */
export interface Comparable extends Located {
  /** The id of the maps service; two places never share one. */
  readonly placeId?: string | null;
  readonly zipCode?: string | null;
  /** Digits. */
  readonly phone?: string | null;
  readonly website?: string | null;
  readonly category?: string;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
}

/** What entries are compared by. Texts are folded, and empty if unknown. */
export interface Traits {
  readonly state: string;
  readonly city: string;
  /** The city that it is a part of, if it is one; else itself. */
  readonly wholeCity: string;
  readonly zip: string;
  readonly name: NameTraits;
  readonly street: Street;
  readonly phone: string;
  readonly site: string;
  readonly category: string;
  readonly point: { readonly latitude: number; readonly longitude: number } | null;
}

export function traitsOf(place: Comparable): Traits {
  const { city, state, latitude, longitude } = place;
  return {
    state: state.toUpperCase(),
    city: nameKey(city),
    wholeCity: WHOLE_CITIES.get(nameKey(city)) ?? nameKey(city),
    zip: (place.zipCode ?? "").replace(/-.*/, ""),
    name: nameTraitsOf(place.name, city),
    street: streetOf(place),
    phone: place.phone ?? "",
    site: siteOf(place.website ?? ""),
    category: place.category ?? "",
    point: latitude == null || longitude == null ? null : { latitude, longitude },
  };
}

/** Parts of cities that stand in addresses instead of them, and other names. */
const WHOLE_CITIES = new Map(
  Object.entries({
    "new york": [
      "new york city",
      "nyc",
      "manhattan",
      "brooklyn",
      "bronx",
      "the bronx",
      "queens",
      "staten island",
      "flushing",
      "jamaica",
      "astoria",
      "long island city",
    ],
    toronto: ["north york", "east york", "york", "scarborough", "etobicoke"],
  }).flatMap(([city, parts]) => parts.map((part) => [part, city] as const)),
);

/** What says where a visitor came from, and nothing of the site. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|msclkid|igshid?|mc_[ce]id|mibextid|y_source)(?:=|$)/;
/** Services where many places have a page, and their lists: not a site of anyone. */
const SERVICES: ReadonlySet<string> = new Set(
  "facebook fb instagram linktr google goo yelp tiktok youtube twitter x linkedin doordash ubereats grubhub".split(
    " ",
  ),
);
const LISTS: ReadonlySet<string> = new Set(["profile.php", "pages", "people", "maps", "search", "biz"]);

/** Whether it is only the start of such a service, such as `m.facebook.com/pages` and `google.co.uk`. */
function isOfService(path: string): boolean {
  const [host = "", list, deeper] = path.split("/");
  if (deeper !== undefined || (list !== undefined && !LISTS.has(list))) return false;
  const [ending = "", name = "", before = ""] = host.split(".").reverse();
  if (ending.length < 2 || ending.length > 3) return false;
  return SERVICES.has(name) || ((name === "com" || name === "co") && SERVICES.has(before));
}

/** The parameters that say which of their pages it is. */
const PAGE_ID = /^(?:id|cid|ftid|place_id|query_place_id)=./;

/** Host, path and query; the scheme, `www.` and what tracks visitors aside. Empty if it is the site of no one place. */
export function siteOf(website: string): string {
  const [whole = ""] = website
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, "")
    .split("#");
  const [page = "", ...query] = whole.split("?");
  const path = page.replace(/\/+$/, "");
  const isServices = isOfService(path);
  const kept = query
    .join("?")
    .split("&")
    .filter((part) => (isServices ? PAGE_ID.test(part) : part !== "" && !TRACKING.test(part)));
  if (kept.length > 0) return `${path}?${kept.toSorted().join("&")}`;
  return isServices ? "" : path;
}

/** The least score of look-alikes. */
export const MIN_SCORE = 0.6;
const SAME_ADDRESS = 0.7;
const SAME_CONTACT = 0.65;
const NEARBY = 0.6;
/** The part that the names add to these. */
const NAME_SHARE = 0.3;
const ANY_ADDRESS = 0.9; // what equal names score if one address is unknown
const OTHER_ADDRESS = 0.8;
const OTHER_BRANCH = 0.5;
const NEAR = 200; // meters
const NEXT_DOOR = 50;
const FAR = 1_000;
const SURE_NAME = 0.75;
const SIMILAR_NAME = 0.4;

/** How likely two entries are one place, from 0 to 1; 1 is the same name at the same address. */
export function scoreOf(one: Traits, other: Traits): number {
  if (one.state !== other.state) return 0;
  const name = nameLikeness(one.name, other.name);
  const address = compareStreets(one.street, other.street);
  const meters = one.point && other.point && distance(one.point, other.point) * 1_000;
  const isNear = meters !== null && meters <= NEAR;
  const isHere = isNear || one.city === other.city || (one.zip !== "" && one.zip === other.zip);
  const isSameKind = one.category === other.category || one.category === "" || other.category === "";
  const isFar = meters !== null && meters > FAR;
  const isInCity = one.wholeCity === other.wholeCity && !isFar;
  if (address === "same" && (isHere || (isInCity && name >= SURE_NAME)))
    return SAME_ADDRESS + NAME_SHARE * name;
  if (address === "sharedBuilding" && isHere && (isSameKind || name > 0))
    return SAME_ADDRESS + NAME_SHARE * name;
  if (isSameKind && hasSameContact(one, other, !isFar && (isHere || isInCity)))
    return SAME_CONTACT + NAME_SHARE * name;
  if (isNear && isSameKind && isLikelyNextTo(one, name, address, meters)) return NEARBY + NAME_SHARE * name;
  if (!isHere) return 0;
  if (address !== "other") return ANY_ADDRESS * name;
  return (isFar ? OTHER_BRANCH : OTHER_ADDRESS) * name;
}

/** Of places of one kind in sight of each other. Two masjids are never next door. */
const isLikelyNextTo = ({ category }: Traits, name: number, address: Addresses, meters: number): boolean =>
  name >= SIMILAR_NAME || (meters <= NEXT_DOOR && (category === "mosque" || address === "unknown"));

/** The branches of a chain share a website, which counts in one locality alone. */
function hasSameContact(one: Traits, other: Traits, isLocal: boolean): boolean {
  if (one.phone !== "" && other.phone !== "") return one.phone === other.phone;
  return one.site !== "" && one.site === other.site && isLocal;
}

/** The one form of all transliterations of a word, without an article written together with it. */
export const canonical = (word: string): string => spellingsOf(word).at(-1) ?? word;

/** Words that say what a place is, and not which one. */
const KIND_WORDS = new Set(
  (
    "masjid islamic muslim cultural culture society association community center foundation organization institute " +
    "academy school learning education congregation jamaat council trust mission hall prayer dar darul darus bait baitul " +
    "restaurant grill grille kitchen cafe coffee tea house bakery market mart grocery groceries supermarket store shop " +
    "butcher meat meats food foods deli pizza pizzeria kabab shawarma biryani halal zabiha express bistro diner eatery cuisine catering " +
    "sweets bazaar fresh world international"
  )
    .split(" ")
    .map(canonical),
);
const FILLER_WORDS = new Set(["of", "the", "and", "al", "el"]);
const LEGAL_FORMS = new Set(["inc", "llc", "ltd", "corp", "co", "company"]);
const OWN_WEIGHT = 4;
const KIND_WEIGHT = 2;
const OWN_ALIKE = 0.6; // the least share of own words
export const TYPO_MIN = 9; // letters of two words in which an error is forgiven
const TYPO_WORDS = 4; // left on one side: more are not looked through
/** Numbers as the words that `canonical` makes of them. */
const NUMBERS_OF = new Map(
  [
    "one two three four five six seven eight nine ten",
    "first second third fourth fifth sixth seventh eighth ninth tenth",
  ].flatMap((words) => words.split(" ").map((word, n) => [word, [String(n + 1)]] as const)),
);

export interface NameTraits {
  /** Equal for names of the same words, in any order and spelling. */
  readonly key: string;
  /** The words that tell the place from others of its kind and city. */
  readonly own: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
  /** All numbers in it, in their order; empty if there are none. */
  readonly numbers: string;
}

export function nameTraitsOf(name: string, city: string): NameTraits {
  const cityWords = new Set(foldedWords(city).map(canonical));
  const all = canonicalWords(name);
  const words = all.filter((word) => !cityWords.has(word) && !LEGAL_FORMS.has(word));
  const own = new Set(words.filter((word) => !KIND_WORDS.has(word)));
  return {
    key: (own.size > 0 ? words : literalWords(name, cityWords)).toSorted().join(" "),
    own,
    kinds: new Set(words.filter((word) => KIND_WORDS.has(word))),
    numbers: all.flatMap((word) => NUMBERS_OF.get(word) ?? word.match(/\p{N}+/gu) ?? []).join(" "),
  };
}

/** Of a name without words of its own: all that it has, without those of the city unless there are no others. */
function literalWords(name: string, cityWords: ReadonlySet<string>): readonly string[] {
  const literal = foldedWords(name)
    .filter((word) => !FILLER_WORDS.has(word))
    .map(canonical);
  const ofPlace = literal.filter((word) => !cityWords.has(word));
  return ofPlace.length > 0 ? ofPlace : literal;
}

/** Each word as its usual synonym, else in its one form. */
const canonicalWords = (name: string): readonly string[] =>
  searchTermsOf(name).map(({ typed, meanings }) => meanings[0] ?? canonical(typed));

/** How alike two names are, from 0 to 1; 0 if they only share what kind of place they name. */
export function nameLikeness(a: NameTraits, b: NameTraits): number {
  if (a.numbers !== "" && b.numbers !== "" && a.numbers !== b.numbers) return 0;
  if (a.key === b.key) return 1;
  const own = a.own.size + b.own.size;
  const shared = sharedOwn(a.own, b.own);
  if (2 * shared < OWN_ALIKE * own || own === 0) return 0;
  const kinds = [...a.kinds].filter((word) => b.kinds.has(word)).length;
  const weight = OWN_WEIGHT * own + KIND_WEIGHT * (a.kinds.size + b.kinds.size);
  return (2 * (OWN_WEIGHT * shared + KIND_WEIGHT * kinds)) / weight;
}

/** `nameLikeness` of names as written; words of the city do not count. */
export const likenessOfNames = (one: string, other: string, city: string): number =>
  nameLikeness(nameTraitsOf(one, city), nameTraitsOf(other, city));

/**
 * The number of words that both have. A misspelled one counts beside one that is equal: Rahma and Rahman are two
 * masjids.
 */
function sharedOwn(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const left = [...a].filter((word) => !b.has(word));
  const right = [...b].filter((word) => !a.has(word));
  const same = a.size - left.length;
  if (same === 0 || left.length > TYPO_WORDS || right.length > TYPO_WORDS) return same;
  const isMisspelled = (word: string) =>
    right.some((each) => word.length + each.length >= TYPO_MIN && isOneTypo(word, each));
  return same + Math.min(left.filter(isMisspelled).length, right.length);
}
