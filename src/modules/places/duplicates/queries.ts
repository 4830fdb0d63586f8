import { and, between, eq, ne, or, type SQL, sql } from "drizzle-orm";
import type { State } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { foldedText } from "../../../shared/spelling/spelling.ts";
import { LIMITS } from "../../../shared/text-rules.ts";
import { mergedPlaces } from "../merge/table.ts";
import { findPlaces, type SearchDeps } from "../search/search.ts";
import { currentPois as t } from "../table.ts";
import { dedupeKeyOf } from "./dedupe-key.ts";
import {
  type Comparable,
  type Located,
  likenessOfNames,
  MIN_SCORE,
  scoreOf,
  type Traits,
  traitsOf,
} from "./likeness.ts";

type Row = typeof t.$inferSelect;

/** Whether two entries have the same name at the same address, in any spelling. */
export const isSamePlace = (one: Located, other: Located): boolean => dedupeKeyOf(one) === dedupeKeyOf(other);

type Listed = Pick<Row, "id" | "name" | "address">;

/** The place that already has this name at this address, in any spelling; null if there is none. */
export const findSamePlace = (tx: Tx, entry: Located): Promise<Listed | null> =>
  findByIdentity(tx, dedupeKeyOf(entry));

/** The place with this `dedupeKeyOf`, or the one that such a place was merged into. */
export async function findByIdentity(tx: Tx, identity: string): Promise<Listed | null> {
  const listed = { id: t.id, name: t.name, address: t.address };
  const [found] = await tx.select(listed).from(t).where(eq(t.identity, identity)).orderBy(t.seq).limit(1);
  if (found) return found;
  const [kept] = await tx
    .select(listed)
    .from(mergedPlaces)
    .innerJoin(t, eq(t.id, mergedPlaces.poiId))
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
const MAX_LIKE = 200; // of those with the house number, of those with a contact, and of those around

type DuplicateDeps = SearchDeps & { readonly state: Pick<State, "gazetteer"> };

/**
 * Places that look like this one, by name, address, phone, website or position; likeliest first, at most 5 besides those
 * that are known already.
 */
export async function likelyDuplicates(
  deps: DuplicateDeps,
  entry: Comparable,
  known: ReadonlySet<string> = new Set(),
): Promise<LikelyDuplicate[]> {
  const { name, city } = entry;
  const firstWords = name.split(/\s+/).slice(0, 2).join(" ");
  const queries = new Set([name, firstWords].map((query) => query.slice(0, 100)));
  const inCity = { city, category: null, limit: MAX_CANDIDATES };
  const own = traitsOf(entry);
  const [others, ...byName] = await Promise.all([
    placesLike(deps, entry, own),
    ...[...queries].map((query) => findPlaces(deps, { query, ...inCity })),
  ]);
  const candidates = new Map([...others, ...byName.flat()].map((row) => [row.id, row]));
  return [...candidates.values()]
    .filter(({ id }) => !known.has(id))
    .map((row) => ({ ...shortFormOf(row), score: scoreOf(traitsOf(row), own) }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_DUPLICATES);
}

/** What places are compared by. */
const COMPARED = {
  id: t.id,
  name: t.name,
  address: t.address,
  city: t.city,
  state: t.state,
  zipCode: t.zipCode,
  phone: t.phone,
  website: t.website,
  category: t.category,
  latitude: t.latitude,
  longitude: t.longitude,
};

/**
 * The places of the state with the same address, house number or phone, of the city with the same website, and those
 * around. The closest of each: a house number is that of thousands.
 */
async function placesLike(
  { db, state }: DuplicateDeps,
  entry: Comparable,
  { street, zip, phone, point }: Traits,
) {
  const rowsOf = (isLike: SQL | undefined, ...order: readonly SQL[]) =>
    db.orm
      .select(COMPARED)
      .from(t)
      .where(and(eq(t.state, entry.state), isLike))
      .orderBy(...order, t.seq)
      .limit(MAX_LIKE);
  const city = state.gazetteer.meaning(`${entry.city}, ${entry.state}`)?.id ?? null;
  const isLocal = or(
    eq(sql`split_part(${t.identity}, '|', 2)`, foldedText(entry.city)),
    city === null ? undefined : sql`${t.cityId} is not distinct from ${city}`,
    zip === "" ? undefined : eq(sql`left(${t.zipCode}, 5)`, zip),
  );
  const hasAddress = identityStarts(dedupeKeyOf({ ...entry, name: "" }));
  const { number } = street;
  const hasNumber = number === "" ? undefined : identityStarts(`${number.replace("-", " ")} `);
  const website = entry.website ?? "";
  const near = 0.003; // degrees: over 200 m, also to the east and west
  const found = await Promise.all([
    rowsOf(or(hasAddress, hasNumber), sql`${hasAddress} desc`, sql`${isLocal} desc`),
    phone === "" ? [] : rowsOf(and(eq(t.phone, phone), ne(t.phone, "")), sql`${isLocal} desc`),
    city === null || website === "" ? [] : rowsOf(and(eq(t.cityId, city), eq(t.website, website))),
    point === null
      ? []
      : rowsOf(
          and(
            between(t.latitude, point.latitude - near, point.latitude + near),
            between(t.longitude, point.longitude - 2 * near, point.longitude + 2 * near),
          ),
          sql`abs(${t.latitude} - ${point.latitude}) + abs(${t.longitude} - ${point.longitude})`,
        ),
  ]);
  return found.flat();
}

const identityStarts = (start: string): SQL =>
  sql`(${t.identity} >= ${start} and ${t.identity} < ${`${start}\u{10FFFF}`})`;

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
    .map((row) => ({
      ...shortFormOf(row),
      inCity: ofCity.has(row.id),
      score: likenessOfNames(row.name, name, row.city),
    }))
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
