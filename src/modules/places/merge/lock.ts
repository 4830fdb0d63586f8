import { eq, inArray } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { lockPartners, type PartnerRow } from "../../partners/public.ts";
import { lockPlace } from "../service.ts";
import { currentPois } from "../table.ts";
import { placeMerges } from "./table.ts";

type PlaceRow = typeof currentPois.$inferSelect;

interface Locked {
  readonly places: ReadonlyMap<string, PlaceRow>;
  /** The owners of the places and the accounts asked for; those that are gone are missing. */
  readonly partners: ReadonlyMap<string, PartnerRow>;
}

/**
 * Locks the owners of places and these accounts by id, then the places by id, as everywhere. Throws 409 if an owner changed
 * in between.
 */
export async function lockWithOwners(
  tx: Tx,
  ids: readonly string[],
  accounts: readonly string[] = [],
): Promise<Locked> {
  const seen = await tx
    .select({ ownerId: currentPois.ownerId })
    .from(currentPois)
    .where(inArray(currentPois.id, [...ids]));
  const owners = new Set([...accounts, ...seen.flatMap(({ ownerId }) => ownerId ?? [])]);
  const partners = await lockPartners(tx, [...owners]);
  const places = new Map<string, PlaceRow>();
  for (const id of [...new Set(ids)].toSorted()) {
    const place = await lockPlace(tx, id);
    if (!place) continue;
    if (place.ownerId !== null && !owners.has(place.ownerId)) throw ownerChanged();
    places.set(id, place);
  }
  return { places, partners };
}

/** A place of `lockWithOwners`. Throws 404, and 409 if it has been merged. */
export async function requirePlace(tx: Tx, { places }: Locked, id: string): Promise<PlaceRow> {
  const place = places.get(id);
  if (place) return place;
  const merged = await tx.select().from(placeMerges).where(eq(placeMerges.duplicateId, id));
  const last = merged.find(({ undoneAt }) => undoneAt === null);
  if (!last) throw noPlace();
  throw new DomainError("conflict", `${last.duplicateName} has been merged into ${last.keptName} already`, {
    facts: { keptId: last.keptId },
  });
}

const ownerChanged = () =>
  new DomainError("conflict", "The owner of a place changed at the same time. Please look at it again.");
