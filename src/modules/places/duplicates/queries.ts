import { and, desc, eq, gte, lt } from "drizzle-orm";
import type { Database, Tx } from "../../../db/client.ts";
import { LIMITS } from "../../../shared/fields.ts";
import { foldedText, searchTermsOf, skeleton } from "../../../shared/spelling/spelling.ts";
import { mergedPlaces } from "../merge/table.ts";
import { findPlaces, type SearchDeps } from "../search/search.ts";
import { cityKey } from "../search/word-index.ts";
import { currentPois } from "../table.ts";
import { dedupeKeyOf } from "./dedupe-key.ts";

type Row = typeof currentPois.$inferSelect;
type Located = Pick<Row, "name" | "address" | "city" | "state">;

/** Whether two entries have the same name at the same address, in any spelling. */
export const isSamePlace = (one: Located, other: Located): boolean => dedupeKeyOf(one) === dedupeKeyOf(other);

type Listed = Pick<Row, "id" | "name" | "address">;

/** The place that already has this name at this address, in any spelling; null if there is none. */
export const findSamePlace = (tx: Tx, entry: Located): Promise<Listed | null> =>
  findByIdentity(tx, dedupeKeyOf(entry));

/** The place with this `dedupeKeyOf`, or the one that such a place was merged into. */
export async function findByIdentity(tx: Tx, identity: string): Promise<Listed | null> {
  const listed = { id: currentPois.id, name: currentPois.name, address: currentPois.address };
  const [found] = await tx
    .select(listed)
    .from(currentPois)
    .where(eq(currentPois.identity, identity))
    .orderBy(currentPois.seq)
    .limit(1);
  if (found) return found;
  const [kept] = await tx
    .select(listed)
    .from(mergedPlaces)
    .innerJoin(currentPois, eq(currentPois.id, mergedPlaces.poiId))
    .where(eq(mergedPlaces.identity, identity))
    .limit(1);
  return kept ?? null;
}

/** A listed place that may be the one about to be added. */
export interface LikelyDuplicate extends Located {
  readonly id: string;
  /** From 0 to 1; 1 is the same name at the same address. */
  readonly score: number;
}

const MAX_DUPLICATES = 5;
const MAX_CANDIDATES = 20;
export const MIN_SCORE = 0.6;
const SAME_ADDRESS_SCORE = 0.7;
const MAX_NAME_SCORE = 0.9; // with another address

/** Places with the same or a similar name in the city, or at the same address; likeliest first, at most 5. */
export async function likelyDuplicates(deps: SearchDeps, entry: Located): Promise<LikelyDuplicate[]> {
  const { name, city } = entry;
  const firstWords = name.split(/\s+/).slice(0, 2).join(" ");
  const queries = new Set([name, firstWords].map((query) => query.slice(0, 100)));
  const inCity = { city, category: null, limit: MAX_CANDIDATES };
  const [atAddress, ...byName] = await Promise.all([
    atSameAddress(deps.db, entry),
    ...[...queries].map((query) => findPlaces(deps, { query, ...inCity })),
  ]);
  const candidates = new Map([...atAddress, ...byName.flat()].map((row) => [row.id, row]));
  return [...candidates.values()]
    .filter((row) => cityKey(row.city) === cityKey(city) && row.state === entry.state)
    .map((row) => ({ ...shortFormOf(row), score: scoreOf(row, entry) }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_DUPLICATES);
}

const MIN_NAME_SIMILARITY = 0.4;

/** The places whose names are most like this one, likeliest first: those in the city, then others. */
export async function likelyPlaces(
  deps: SearchDeps,
  { name, city, limit }: { readonly name: string; readonly city: string; readonly limit: number },
) {
  const query = name.slice(0, LIMITS.search);
  const search = (inCity: string) =>
    findPlaces(deps, { query, city: inCity, category: null, limit: MAX_CANDIDATES });
  const near = city === "" ? [] : await search(city);
  const places = new Map([...near, ...(await search(""))].map((row) => [row.id, row]));
  const ofCity = new Set(near.map(({ id }) => id));
  return [...places.values()]
    .map((row) => ({ ...shortFormOf(row), inCity: ofCity.has(row.id), score: similarity(row.name, name) }))
    .filter(({ score }) => score >= MIN_NAME_SIMILARITY)
    .sort((a, b) => Number(b.inCity) - Number(a.inCity) || b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ inCity: _, score: __, ...place }) => place);
}

const shortFormOf = ({ id, name, address, city, state }: Located & { id: string }) => ({
  id,
  name,
  address,
  city,
  state,
});

function atSameAddress(db: Database, entry: Located) {
  const start = dedupeKeyOf({ ...entry, name: "" });
  return db.orm
    .select()
    .from(currentPois)
    .where(and(gte(currentPois.identity, start), lt(currentPois.identity, `${start}\u{10FFFF}`)))
    .orderBy(desc(currentPois.seq))
    .limit(MAX_CANDIDATES);
}

/** How likely two entries are one place, from 0 to 1: of the same city or near each other. */
export const scoreOf = (found: Located, entry: Located): number =>
  scoreOfWords(
    wordSetOf(found.name),
    wordSetOf(entry.name),
    foldedText(found.address) === foldedText(entry.address),
  );

/** `scoreOf` for the words of two names. */
export function scoreOfWords(
  found: ReadonlySet<string>,
  entry: ReadonlySet<string>,
  isSameAddress: boolean,
): number {
  const names = diceOf(found, entry);
  return isSameAddress ? SAME_ADDRESS_SCORE + names * (1 - SAME_ADDRESS_SCORE) : names * MAX_NAME_SCORE;
}

const similarity = (a: string, b: string): number => diceOf(wordSetOf(a), wordSetOf(b));

/** The Dice coefficient of two names' words, from 0 to 1. */
function diceOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0;
  for (const token of left) if (right.has(token)) shared += 1;
  return (2 * shared) / Math.max(left.size + right.size, 1);
}

/** The words of a name, each as its usual synonym, else as the one form of all its transliterations. */
export const wordSetOf = (name: string): ReadonlySet<string> =>
  new Set(searchTermsOf(name).map(({ typed, meanings }) => meanings[0] ?? skeleton(typed)));
