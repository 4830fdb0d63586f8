import { distance } from "../../../shared/places/places.ts";
import { type Addresses, compareStreets, streetOf } from "../../../shared/places/streets.ts";
import { isOneTypo } from "../../../shared/spelling/edit-distance.ts";
import { foldedWords } from "../../../shared/spelling/spelling.ts";
import {
  type Comparable,
  canonical,
  MIN_SCORE,
  type NameTraits,
  nameLikeness,
  nameTraitsOf,
  scoreOf,
  siteOf,
  type Traits,
  TYPO_MIN,
  traitsOf,
} from "./likeness.ts";

/** Whether two entries are one place; `ask`: a person has to look at both. */
export type MatchAnswer = "same" | "different" | "ask";

/** The least `samenessOf` that is taken as the same place without a person; `bun run bench --only matching` measures it. */
export const SURE = 0.6;

/** An entry that is compared with several others. */
export interface Prepared {
  readonly traits: Traits;
  readonly placeId: string | null;
}

export const prepared = (entry: Comparable): Prepared => ({
  traits: traitsOf(entry),
  placeId: entry.placeId || null,
});

/** Says `same` only where hardly any two places would be alike by chance, and `different` where no one would think so. */
export const answerOf = (one: Comparable, other: Comparable): MatchAnswer =>
  compare(prepared(one), prepared(other)).answer;

/** `answerOf` of prepared entries, with their `samenessOf`. */
export function compare(
  { traits: a, placeId: one }: Prepared,
  { traits: b, placeId: other }: Prepared,
): { readonly answer: MatchAnswer; readonly sameness: number } {
  const areBothOnMaps = one !== null && other !== null;
  if (areBothOnMaps && one === other) return { answer: "same", sameness: 1 };
  const sameness = samenessOf(a, b);
  if (!areBothOnMaps && sameness >= SURE) return { answer: "same", sameness }; // the maps know them as two
  // branches of a chain have one phone and site
  if (areBothOnMaps && compareStreets(a.street, b.street) === "other")
    return { answer: "different", sameness };
  return { answer: scoreOf(a, b) >= MIN_SCORE ? "ask" : "different", sameness };
}

const SIMILAR = 0.75; // the least likeness of two names of one place, where both entries are at one spot
const SIMILAR_WITH_CONTACT = 0.6;

/** An entry at one spot with others. */
export type OnSpot = Pick<
  Comparable,
  "name" | "address" | "city" | "state" | "phone" | "website" | "category"
>;

/**
 * Compares an entry with others at the same spot, where a similar name is enough. One with another name is asked about if
 * it has the same phone or website, or is a masjid at the same address. `likeness` is that of the names, from 0 to 1.
 */
export function comparedOnSpot(
  entry: OnSpot,
): (other: OnSpot) => { readonly answer: MatchAnswer; readonly likeness: number } {
  const words = foldedWords(entry.name);
  let own: SpotTraits | undefined;
  return (against) => {
    const others = foldedWords(against.name);
    // most rows have the same name, and need nothing else
    if (words.length > 0 && words.join(" ") === others.join(" ")) return { answer: "same", likeness: 1 };
    const isWrittenApart = words.length > 0 && words.join("") === others.join("");
    if (isWrittenApart && numbersIn(words) === numbersIn(others)) return { answer: "same", likeness: 1 };
    if (hasOtherNumber(words, others)) return { answer: "different", likeness: 0 };
    own ??= spotTraitsOf(entry);
    const other = spotTraitsOf(against);
    const isTypo = isOneWordMisspelled(...apart(new Set(words), new Set(others)));
    const likeness = Math.max(nameLikeness(own.name, other.name), isTypo ? SIMILAR : 0);
    if (likeness > 0 && isOtherVenture(own.name, other.name)) return { answer: "different", likeness: 0 };
    const hasOneNumber = own.name.numbers === other.name.numbers;
    if (likeness >= SIMILAR) return { answer: hasOneNumber ? "same" : "ask", likeness };
    if (!sharesContact(own, other) && !areMasjidsOfOneAddress(entry, against))
      return { answer: "different", likeness };
    const isOneKind = !entry.category || !against.category || entry.category === against.category;
    const isSame = isOneKind && hasOneNumber && likeness >= SIMILAR_WITH_CONTACT;
    return { answer: isSame ? "same" : "ask", likeness };
  };
}

type SpotTraits = ReturnType<typeof spotTraitsOf>;
const spotTraitsOf = ({ name, city, phone, website }: OnSpot) => ({
  name: nameTraitsOf(name, city),
  phone: phone ?? "",
  site: siteOf(website ?? ""),
});

const numbersIn = (words: readonly string[]) =>
  words
    .join(" ")
    .match(/\p{N}+/gu)
    ?.join(" ");

/** Gate B1 is not Gate B2. */
function hasOtherNumber(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [one, other].map((words) =>
    words
      .filter((word) => /\p{N}/u.test(word))
      .toSorted()
      .join(" "),
  );
  return a !== "" && b !== "" && a !== b;
}

const sharesContact = (one: SpotTraits, other: SpotTraits): boolean =>
  (one.phone !== "" && one.phone === other.phone) || (one.site !== "" && one.site === other.site);

const areMasjidsOfOneAddress = (one: OnSpot, other: OnSpot): boolean =>
  one.category === "mosque" &&
  other.category === "mosque" &&
  compareStreets(streetOf(one), streetOf(other)) === "same";

const NAMES = [
  { least: 1, points: 4 },
  { least: 0.75, points: 3 },
  { least: 0.6, points: 2 },
] as const;
const MISSPELLED = 0.75; // the likeness of names that differ by one letter, at one address
const ADDRESSES: Readonly<Record<Addresses, number>> = { same: 3, sharedBuilding: 2, unknown: 0, other: -3 };
const SAME_PHONE = 3;
const OTHER_PHONE = -0.5; // places change their number
const SAME_SITE = 1.5;
const OTHER_KIND = -5; // a shop beside a restaurant often has its name and phone
const ELSEWHERE = -1; // neither city nor code nor point agree
/** By meters up to which they count; further away comes last. */
const DISTANCES = [
  { most: 150, points: 1 },
  { most: 300, points: 0 },
  { most: 1_000, points: -2 },
] as const;
const FAR_AWAY = -4;
const FULL = 10; // points of a score of 1

/** How surely two entries are one place, from 0 to 1: what agrees between them speaks for it, what differs against it. 0 if their names differ in a number. */
export function samenessOf(one: Traits, other: Traits): number {
  if (one.state !== other.state || one.name.numbers !== other.name.numbers) return 0;
  const address = compareStreets(one.street, other.street);
  const isAtOne = address === "same" || address === "sharedBuilding";
  const likeness = nameLikeness(one.name, other.name);
  const name = isAtOne && isMisspelled(one.name, other.name) ? Math.max(likeness, MISSPELLED) : likeness;
  const named = NAMES.find(({ least }) => name >= least);
  if (!named || isOtherVenture(one.name, other.name)) return 0;
  const points =
    named.points +
    ADDRESSES[address] +
    contactPoints(one, other) +
    whereabouts(one, other) +
    (one.category !== "" && other.category !== "" && one.category !== other.category ? OTHER_KIND : 0);
  return Math.min(1, Math.max(0, points / FULL));
}

function contactPoints(one: Traits, other: Traits): number {
  const phones = one.phone !== "" && other.phone !== "";
  const phone = phones ? (one.phone === other.phone ? SAME_PHONE : OTHER_PHONE) : 0;
  return phone + (one.site !== "" && one.site === other.site ? SAME_SITE : 0);
}

function whereabouts(one: Traits, other: Traits): number {
  const meters = one.point && other.point && distance(one.point, other.point) * 1_000;
  if (meters !== null) return DISTANCES.find(({ most }) => meters <= most)?.points ?? FAR_AWAY;
  const isHere = one.wholeCity === other.wholeCity || (one.zip !== "" && one.zip === other.zip);
  return isHere ? 0 : ELSEWHERE;
}

const listed = (list: string) => new Set(list.split(" ").map(canonical));
/** What a masjid or a shop can have beside it under its name. */
const VENTURES = listed("academy school learning education institute foundation hall cemetery clinic");
/** Says little: one name can leave it out, or have another one instead. */
const VAGUE = listed(
  "restaurant restaurants food foods halal zabiha center international express house store shop cuisine eatery fresh",
);

/** Names such as Noor Grill and Noor Market, or Masjid Noor and Noor Academy: one owner, two places. */
function isOtherVenture(one: NameTraits, other: NameTraits): boolean {
  const [left, right] = apart(one.kinds, other.kinds);
  if ([...left, ...right].some((word) => VENTURES.has(word))) return true;
  const says = (kinds: readonly string[]) => kinds.some((word) => !VAGUE.has(word));
  return says(left) && says(right) && !isOneWordMisspelled(left, right);
}

/** The words that only the one has, and only the other. */
const apart = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [missingFrom(one, other), missingFrom(other, one)] as const;

const missingFrom = (all: ReadonlySet<string>, known: ReadonlySet<string>): readonly string[] =>
  [...all].filter((word) => !known.has(word));

/** Whether the names differ by one letter of one word. */
function isMisspelled(one: NameTraits, other: NameTraits): boolean {
  return isOneWordMisspelled(...apart(wordsOf(one), wordsOf(other)));
}

const wordsOf = ({ own, kinds }: NameTraits): ReadonlySet<string> => new Set([...own, ...kinds]);

function isOneWordMisspelled(left: readonly string[], right: readonly string[]): boolean {
  const [a = "", b = ""] = [left[0], right[0]];
  return left.length === 1 && right.length === 1 && a.length + b.length >= TYPO_MIN && isOneTypo(a, b);
}
