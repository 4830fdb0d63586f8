import { and, asc, eq, lt } from "drizzle-orm";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import type { Orm } from "../../../db/types.ts";
import { addDays, type Day, dayIn } from "../../../shared/places/days.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { currentPois, isOfPlace } from "../../places/public.ts";
import type { PublicSupplier, Supplier } from "./schema.ts";
import { placeSuppliers as t } from "./table.ts";

type Place = Pick<typeof currentPois.$inferSelect, "id" | "latitude" | "longitude" | "state">;

/** Those that are confirmed today; they lapse by themselves. */
export async function suppliersOf(orm: Orm, place: Place, today: Day): Promise<PublicSupplier[]> {
  const found = await listOf(orm, place, today);
  return found.filter(({ lapsed }) => !lapsed).map(({ name, until, by }) => ({ name, until, by }));
}

/** All of a place, lapsed ones too; of one name, which two merged places can have, the one confirmed longest. */
export async function listOf(orm: Orm | Tx, { id }: Place, today: Day): Promise<Supplier[]> {
  const rows = await orm.select().from(t).where(isOfPlace(t.poiId, id)).orderBy(asc(t.until), asc(t.id));
  const byName = new Map(rows.map((row) => [row.nameKey, row]));
  return [...byName.values()]
    .map(({ id, name, until, by, confirmedAt }) => ({
      id,
      name,
      until,
      by,
      confirmedAt,
      lapsed: until < today,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

/** Throws 404. */
export const listForStaff = (ctx: ActionContext<StaffActor>, id: string): Promise<Supplier[]> =>
  list(ctx, id);

/** The same of the caller's own place. */
export const listForOwner = (ctx: ActionContext<PartnerPrincipal>, id: string): Promise<Supplier[]> =>
  list(ctx, id, ctx.principal.id);

async function list({ deps }: ActionContext, id: string, ownerId?: string): Promise<Supplier[]> {
  const { orm } = deps.db;
  const owned = ownerId === undefined ? undefined : eq(currentPois.ownerId, ownerId);
  const [place] = await orm
    .select()
    .from(currentPois)
    .where(and(eq(currentPois.id, id), owned));
  if (!place) throw noPlace();
  return listOf(orm, place, dayIn(timeZoneOf(place), deps.now()));
}

const LAPSED_KEPT = 400; // days (docs/limits.md)

/** Deletes what lapsed long ago; part of the hourly sweep. */
export async function deleteLapsed({ db, now }: Deps): Promise<void> {
  await db.orm.delete(t).where(lt(t.until, addDays(dayIn("UTC", now()), -LAPSED_KEPT)));
}
