import { eq, getViewSelectedFields, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, PartnerPrincipal } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { newestFirst, readPage } from "../../db/query/paging.ts";
import type { Orm } from "../../db/types.ts";
import type { Page } from "../../shared/listing.ts";
import { noPlace } from "../../shared/places/places.ts";
import { withTierToday } from "../../shared/places/tier-today.ts";
import { currentPartners } from "../partners/public.ts";
import { placeProvenance } from "./intake/provenance.ts";
import type { ownList, Place } from "./schema.ts";
import type { StaffPlaceDetail } from "./staff-list/schema.ts";
import { currentPois as t } from "./table.ts";

type Row = typeof t.$inferSelect;

const NEWEST = newestFirst(t.createdAt, (row: Row) => row.createdAt);

/** One place with the name of its owner and who said its fields, for staff. Throws 404. */
export async function find(
  { deps: { db, now } }: ActionContext<StaffActor>,
  id: string,
): Promise<StaffPlaceDetail> {
  const [found] = await db.orm
    .select({ place: getViewSelectedFields(t), ownerName: currentPartners.businessName })
    .from(t)
    .leftJoin(currentPartners, eq(currentPartners.id, t.ownerId))
    .where(eq(t.id, id));
  if (!found) throw noPlace();
  const words = await placeProvenance(db.orm, found.place);
  return { ...withTierToday(found.place, now()), ownerName: found.ownerName, ...words };
}

/** Hides who owns a place, unless it is the partner itself. */
export function asPartnerSees<Row extends { readonly ownerId: string | null }>(
  partner: { readonly id: string },
  row: Row,
) {
  const isOwned = row.ownerId === partner.id;
  return { ...row, ownerId: row.ownerId === null || isOwned ? row.ownerId : "claimed", isOwned };
}

/** One place as a partner sees it. Throws 404. */
export async function show({ deps, principal }: ActionContext<PartnerPrincipal>, id: string) {
  return asPartnerSees(principal, await placeOf(deps, id));
}

async function placeOf({ db, now }: Deps, id: string) {
  const [row] = await db.orm.select().from(t).where(eq(t.id, id));
  if (!row) throw noPlace();
  return withTierToday(row, now());
}

/** SQL: the name of the place with this id, also of one in the trash. */
export const placeNameOf = (id: SQLWrapper): SQL<string> =>
  sql<string>`(select p.name from pois p where p.id = ${id})`;

/** These rows, without the place of those whose place is deleted. */
export async function withCurrentPlaces<Case extends { readonly poiId: string | null }>(
  db: Orm | Tx,
  rows: readonly Case[],
): Promise<Case[]> {
  const ids = rows.flatMap(({ poiId }) => poiId ?? []);
  if (ids.length === 0) return [...rows];
  const places = await db.select({ id: t.id }).from(t).where(inArray(t.id, ids));
  const current = new Set<string | null>(places.map(({ id }) => id));
  return rows.map((row) => (current.has(row.poiId) ? row : { ...row, poiId: null }));
}

/** The places that the caller owns, newest first. */
export async function listOwn(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  input: z.output<typeof ownList>,
): Promise<Page<Place>> {
  const where = eq(t.ownerId, principal.id);
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
  return {
    ...page,
    items: page.items.map((row) => asPartnerSees(principal, withTierToday(row, deps.now()))),
  };
}
