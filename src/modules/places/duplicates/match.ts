import { distance } from "../../../shared/places/places.ts";
import { type Addresses, compareStreets } from "../../../shared/places/streets.ts";
import { isOneTypo } from "../../../shared/spelling/edit-distance.ts";
import {
  type Comparable,
  canonical,
  MIN_SCORE,
  type NameTraits,
  nameLikeness,
  scoreOf,
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
  return { answer: scoreOf(a, b) >= MIN_SCORE ? "ask" : "different", sameness };
}

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

/** How surely two entries are one place, from 0 to 1: what agrees between them speaks for it, what differs against it. */
export function samenessOf(one: Traits, other: Traits): number {
  if (one.state !== other.state) return 0;
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
  const [left, right] = [missingFrom(one.kinds, other.kinds), missingFrom(other.kinds, one.kinds)];
  if ([...left, ...right].some((word) => VENTURES.has(word))) return true;
  const says = (kinds: readonly string[]) => kinds.some((word) => !VAGUE.has(word));
  return says(left) && says(right) && !isOneWordMisspelled(left, right);
}

const missingFrom = (all: ReadonlySet<string>, known: ReadonlySet<string>): readonly string[] =>
  [...all].filter((word) => !known.has(word));

/** Whether the names differ by one letter of one word. */
function isMisspelled(one: NameTraits, other: NameTraits): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return isOneWordMisspelled(missingFrom(a, b), missingFrom(b, a));
}

const wordsOf = ({ own, kinds }: NameTraits): ReadonlySet<string> => new Set([...own, ...kinds]);

function isOneWordMisspelled(left: readonly string[], right: readonly string[]): boolean {
  const [a = "", b = ""] = [left[0], right[0]];
  return left.length === 1 && right.length === 1 && a.length + b.length >= TYPO_MIN && isOneTypo(a, b);
}
