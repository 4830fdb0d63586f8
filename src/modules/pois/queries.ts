import { and, desc, eq, gte, isNotNull, isNull, like, lt, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, PartnerPrincipal } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Database } from "../../db/client.ts";
import { containsPattern } from "../../db/query/like-pattern.ts";
import { readPage, type Sorting } from "../../db/query/paging.ts";
import { DomainError } from "../../shared/errors.ts";
import type { Page } from "../../shared/listing.ts";
import { foldedText, skeleton, wantedIn } from "../../shared/spelling.ts";
import { dedupeKeyOf } from "./dedupe-key.ts";
import type { ownList, Place, PlaceFilters, StaffPlace, staffList } from "./schema.ts";
import { find as search, seenBy } from "./search/search.ts";
import { cityKey } from "./search/word-index.ts";
import { pois } from "./table.ts";

const t = pois;
type Row = typeof t.$inferSelect;

const NEWEST: Sorting<Row> = {
  column: t.createdAt,
  kind: "time",
  descending: true,
  of: (row) => row.createdAt,
};

/** Places, newest first; `q` looks into name, address and city, accents and case apart. */
export function list(
  { deps }: ActionContext<StaffActor>,
  input: z.output<typeof staffList>,
): Promise<Page<StaffPlace>> {
  const { limit, cursor } = input;
  return readPage(deps.db.orm, { table: t, sorting: NEWEST, where: wantedBy(input), limit, cursor });
}

function wantedBy({ q, category, city, state, owner, syncState }: PlaceFilters): SQL | undefined {
  return and(
    q === "" ? undefined : like(t.identity, containsPattern(foldedText(q))),
    category === null ? undefined : eq(t.category, category),
    city === "" ? undefined : like(t.identity, `%|${containsPattern(cityKey(city)).slice(1)}|__|%`),
    state === "" ? undefined : eq(t.state, state.toUpperCase()),
    ownedBy(owner),
    syncState === null ? undefined : eq(t.syncState, syncState),
  );
}

function ownedBy(owner: string): SQL | undefined {
  if (owner === "") return undefined;
  if (owner === "any") return isNotNull(t.ownerId);
  return owner === "none" ? isNull(t.ownerId) : eq(t.ownerId, owner);
}

/** One place, for staff. Throws 404. */
export async function find({ deps }: ActionContext<StaffActor>, id: string): Promise<StaffPlace> {
  return placeOf(deps.db, id);
}

/** One place as a partner sees it. Throws 404. */
export async function show({ deps, principal }: ActionContext<PartnerPrincipal>, id: string) {
  return seenBy(principal, await placeOf(deps.db, id));
}

async function placeOf(db: Database, id: string): Promise<Row> {
  const [row] = await db.orm.select().from(t).where(eq(t.id, id));
  if (!row) throw new DomainError("notFound", "This place does not exist");
  return row;
}

/** The places that the caller owns, newest first. */
export async function listOwn(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  { limit, cursor }: z.output<typeof ownList>,
): Promise<Page<Place>> {
  const where = eq(t.ownerId, principal.id);
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, limit, cursor });
  return { ...page, items: page.items.map((row) => seenBy(principal, row)) };
}

type Named = Pick<Row, "name" | "address" | "city" | "state">;

/** A place of the directory that may be the one that somebody is about to add. */
export interface LikelyDuplicate extends Named {
  readonly id: string;
  /** From 0 to 1; 1 is the same name at the same address. */
  readonly score: number;
}

const MOST_DUPLICATES = 5;
const LOOKED_AT = 20;
const ALIKE = 0.6; // of the words of both names
const SAME_ADDRESS = 0.7;

/** Places with the same or a similar name in the city, or at the same address; likeliest first, at most 5. */
export async function likelyDuplicates(db: Database, wanted: Named): Promise<LikelyDuplicate[]> {
  const { name, city } = wanted;
  const asked = [name, name.split(/\s+/).slice(0, 2).join(" ")].map((query) => query.slice(0, 100));
  const inCity = { city, category: null, limit: LOOKED_AT };
  const [atAddress, ...named] = await Promise.all([
    sameAddress(db, wanted),
    ...[...new Set(asked)].map((query) => search(db, { query, ...inCity })),
  ]);
  const all = new Map([...atAddress, ...named.flat()].map((row) => [row.id, row]));
  return [...all.values()]
    .filter((row) => cityKey(row.city) === cityKey(city) && row.state === wanted.state)
    .map((row) => ({ ...namedOf(row), score: scoreOf(row, wanted) }))
    .filter(({ score }) => score >= ALIKE)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_DUPLICATES);
}

const namedOf = ({ id, name, address, city, state }: Named & { id: string }) => ({
  id,
  name,
  address,
  city,
  state,
});

/** Places whose folded address and city are these. */
function sameAddress(db: Database, wanted: Named) {
  const start = dedupeKeyOf({ ...wanted, name: "" });
  return db.orm
    .select()
    .from(t)
    .where(and(gte(t.identity, start), lt(t.identity, `${start}\u{10FFFF}`)))
    .orderBy(desc(t.seq))
    .limit(LOOKED_AT);
}

function scoreOf(found: Named, wanted: Named): number {
  const names = alike(found.name, wanted.name);
  const isSameAddress = foldedText(found.address) === foldedText(wanted.address);
  return isSameAddress ? SAME_ADDRESS + names * (1 - SAME_ADDRESS) : names * 0.9;
}

/** How many of the words that stand for the names are in both, from 0 to 1. */
function alike(a: string, b: string): number {
  const [left, right] = [significant(a), significant(b)];
  const both = [...left].filter((token) => right.has(token)).length;
  return (2 * both) / Math.max(left.size + right.size, 1);
}

const significant = (name: string): ReadonlySet<string> =>
  new Set(wantedIn(name).map(({ typed, means }) => means[0] ?? skeleton(typed)));
