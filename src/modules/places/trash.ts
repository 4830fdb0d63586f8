import { eq } from "drizzle-orm";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import { offersOf } from "../../core/rpc/offers.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { nextUpdatedAt } from "../../db/query/row-version.ts";
import { copyRows, putRows, type StoredRow } from "../../db/query/stored-rows.ts";
import { DomainError } from "../../shared/errors.ts";
import { discard, type Restored, record, type StoredRows, type TrashItem } from "../audit/public.ts";
import { lockPartners } from "../partners/public.ts";
import { deletePlace } from "./deletion.ts";
import { findByIdentity } from "./duplicates/queries.ts";
import { placeFacts } from "./facts/table.ts";
import { mergedPlaces } from "./merge/table.ts";
import { announceChange } from "./offers.ts";
import { reindexPlace } from "./search/spellings.ts";
import { auditFields, lockExisting } from "./service.ts";
import { pois } from "./table.ts";

/** Moves a place to the trash with what is deleted or unlinked with it. Evidence, claims and requests stay on record. Throws 404. */
export async function remove(ctx: ActionContext<StaffActor>, id: string) {
  return ctx.deps.db.transaction(async (tx) => {
    const before = await lockExisting(tx, id);
    const rows = await copyForTrash(tx, ctx.deps, id);
    await deletePlace(tx, before);
    await discard(tx, ctx, { id, kind: "place", label: before.name, email: null, rows });
    await record(tx, ctx, { subject: id, before: auditFields(before) });
    return { success: true as const };
  });
}

async function copyForTrash(tx: Tx, deps: Deps, id: string): Promise<StoredRows> {
  const parts = await Array.fromAsync(offersOf(deps, "onPlaceDeleted"), (offer) => offer(tx, id));
  return {
    place: await copyRows(tx, pois, eq(pois.id, id)),
    merged: await copyRows(tx, mergedPlaces, eq(mergedPlaces.poiId, id)),
    facts: await copyRows(tx, placeFacts, eq(placeFacts.poiId, id)),
    ...Object.assign({}, ...parts),
  };
}

/**
 * Puts a deleted place back with its id, owner, facts, reports and cases; it is sent to the main database again. Throws 409
 * if the place is listed again. Called by `trash`, which records it.
 */
export async function putBack(
  tx: Tx,
  { id, rows }: TrashItem,
  { deps }: ActionContext<StaffActor>,
): Promise<Restored> {
  const [stored] = rows.place ?? [];
  if (!stored) throw new Error("A place in the trash has no row");
  const locked = await lockPartners(
    tx,
    [stored, ...(rows.reports ?? []), ...(rows.renewals ?? [])].map(accountOf),
  );
  await refuseListed(tx, stored);
  const notes: string[] = [];
  const partners = new Set(locked.keys());
  const ownerId = partners.has(String(stored.owner_id)) ? stored.owner_id : null;
  if (stored.owner_id !== ownerId) notes.push("It has no owner now, because the owner's account is gone.");
  const placeId = await freePlaceId(tx, stored, notes);
  await putRows(tx, pois, [asNewVersion(deps, { ...stored, owner_id: ownerId, place_id: placeId })]);
  await putRows(tx, mergedPlaces, rows.merged ?? []);
  await putRows(tx, placeFacts, rows.facts ?? []);
  for (const offer of offersOf(deps, "onPlaceRestored"))
    notes.push(...(await offer(tx, { id, rows, partners })));
  const place = await lockExisting(tx, id);
  await reindexPlace(tx, place);
  await announceChange(tx, deps, place);
  return { notes, recorded: auditFields(place) };
}

const accountOf = ({ owner_id, partner_id }: StoredRow): string | null => {
  const id = owner_id ?? partner_id ?? null;
  return id === null ? null : String(id);
};

/** Changed, and so pending for the sync. */
const asNewVersion = ({ now }: Deps, row: StoredRow): StoredRow => ({
  ...row,
  version: Number(row.version) + 1,
  city_id: null,
  sync_state: "pending",
  sync_error: null,
  sync_failures: 0,
  updated_at: nextUpdatedAt(now(), new Date(String(row.updated_at))).toISOString(),
});

async function refuseListed(tx: Tx, row: StoredRow): Promise<void> {
  const same = await findByIdentity(tx, String(row.identity));
  if (!same) return;
  throw new DomainError(
    "conflict",
    `${same.name}, ${same.address} has been listed again since it was deleted`,
    {
      facts: { existing: same.id },
    },
  );
}

async function freePlaceId(tx: Tx, { place_id: placeId }: StoredRow, notes: string[]): Promise<unknown> {
  if (placeId === null) return null;
  const [taken] = await tx
    .select({ name: pois.name })
    .from(pois)
    .where(eq(pois.placeId, String(placeId)));
  if (!taken) return placeId;
  notes.push(`Its maps place ID belongs to ${taken.name} now.`);
  return null;
}
