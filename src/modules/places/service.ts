import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/errors.ts";
import {
  changedByOther,
  hasChangedSince,
  nextUpdatedAt,
  nextUpdatedAtOf,
} from "../../db/query/row-version.ts";
import { DomainError } from "../../shared/errors.ts";
import { orderedId } from "../../shared/id.ts";
import type { Day } from "../../shared/places/days.ts";
import type { HalalStatus } from "../../shared/places/places.ts";
import { noPlace } from "../../shared/places/places.ts";
import {
  type Origin,
  PROVENANCE_FIELDS,
  type Provenance,
  type ProvenanceByField,
} from "../../shared/places/sources.ts";
import { type TierChange, withTierToday } from "../../shared/places/tier-today.ts";
import { record } from "../audit/public.ts";
import { dedupeKeyOf } from "./duplicates/dedupe-key.ts";
import { findSamePlace } from "./duplicates/queries.ts";
import { refreshWithheld } from "./intake/precision/withheld.ts";
import { canonicalPlaceOf } from "./merge/queries.ts";
import { announceChange, type TierDeps } from "./offers.ts";
import { type createInput, type StaffPlace, staffPlace, type updateInput } from "./schema.ts";
import { insertWords, newWordCounts, reindexPlace, updateVocabulary } from "./search/word-index.ts";
import { currentPois, pois } from "./table.ts";

type Row = typeof pois.$inferSelect;
type Fields = Pick<
  Row,
  | "name"
  | "address"
  | "city"
  | "state"
  | "zipCode"
  | "phone"
  | "website"
  | "category"
  | "subcategory"
  | "halalCertificate"
>;

/** The fields of a new place; coordinates in degrees, both or neither. */
export type NewPlace = Fields & Partial<Pick<Row, "placeId" | "latitude" | "longitude">>;

/**
 * Creates a place without evidence, and so without a tier, and indexes it. `said` is who said its fields. The caller records
 * the audit entry. Throws 409 if another place has its `placeId`.
 */
export async function createPlace(
  tx: Tx,
  { now }: Pick<Deps, "now">,
  fields: NewPlace,
  ownerId: string | null,
  said: ProvenanceByField,
): Promise<Row> {
  const at = now();
  const values = { ...fields, ownerId, said, id: orderedId(at), createdAt: at, updatedAt: at };
  const [row] = await tx
    .insert(pois)
    .values({ ...values, identity: dedupeKeyOf(fields) })
    .returning()
    .catch(refuseDuplicatePlaceId);
  if (!row) throw new Error("insert into pois returned no row");
  const counts = newWordCounts();
  await insertWords(tx, [row], counts);
  await updateVocabulary(tx, counts);
  return row;
}

/**
 * Adds a place without an owner and without evidence. Throws 409 if a place has this name at this address already, in any
 * spelling, or this maps id; 400 for half a position.
 */
export function create(
  ctx: ActionContext<StaffActor>,
  fields: z.output<typeof createInput>,
): Promise<StaffPlace> {
  if ((fields.latitude === null) !== (fields.longitude === null)) throw incompletePosition();
  return ctx.deps.db.transaction(async (tx) => {
    const same = await findSamePlace(tx, fields);
    if (same)
      throw new DomainError("conflict", `${same.name}, ${same.address} is listed already`, {
        facts: { existing: same.id },
      });
    const row = await createPlace(tx, ctx.deps, fields, null, {
      "*": provenanceNow("staff", ctx.deps.now()),
    });
    await record(tx, ctx, { subject: row.id, after: fields });
    return row;
  });
}

/** Updates a place and its index entries. The caller has locked it and records the audit entry. */
export async function updatePlace(tx: Tx, deps: TierDeps, before: Row, changes: Partial<Row>): Promise<Row> {
  const merged = { ...before, ...changes };
  const updatedAt = nextUpdatedAt(deps.now(), before.updatedAt);
  const [after] = await tx
    .update(pois)
    .set({ ...changes, identity: dedupeKeyOf(merged), updatedAt })
    .where(eq(pois.id, before.id))
    .returning()
    .catch(refuseDuplicatePlaceId);
  if (!after) throw noPlace();
  if (before.name !== after.name || before.city !== after.city || before.category !== after.category) {
    await reindexPlace(tx, after);
  }
  await refreshWithheld(tx, deps, { ids: [after.id] });
  return after;
}

/** What is said now. */
export const provenanceNow = (by: Exclude<Origin, "file">, now: Date): Provenance => ({
  by,
  at: now.toISOString(),
});

/** Changes that the owner or staff make: a weaker source leaves these fields as they are. */
export function changesBy(
  by: "owner" | "staff",
  now: Date,
  before: Row,
  changes: Partial<Row>,
): Partial<Row> {
  const word = provenanceNow(by, now);
  const fields = PROVENANCE_FIELDS.filter((field) => changes[field] !== undefined);
  return {
    ...changes,
    said: { ...before.said, ...Object.fromEntries(fields.map((field) => [field, word])) },
  };
}

/** What staff say with an edit: what differs. An edit that changes nothing confirms the values that it sends. */
function changesByStaff(now: Date, before: Row, sent: Partial<Row>): Partial<Row> {
  const names = Object.keys(sent) as (keyof Row)[];
  const differing = names.filter((name) => sent[name] !== before[name]);
  const isWord = (name: keyof Row) => !isEmpty(sent[name]) || Object.hasOwn(before.said, name);
  const said = differing.length === 0 ? names.filter(isWord) : differing;
  const hasMoved = said.includes("latitude") || said.includes("longitude");
  const { latitude, longitude } = { ...before, ...sent };
  const changes = Object.fromEntries(said.map((name) => [name, sent[name]]));
  return changesBy("staff", now, before, { ...changes, ...(hasMoved && { latitude, longitude }) });
}

const isEmpty = (value: unknown): boolean => value === "" || value === null;

/** Updates a place. Throws 404, and 409 if it changed after `updatedAt` or another place has its `placeId`. */
export async function update(ctx: ActionContext<StaffActor>, input: z.output<typeof updateInput>) {
  const { id, updatedAt: readAt, ...sent } = input;
  const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return ctx.deps.db.transaction(async (tx): Promise<StaffPlace> => {
    const before = await lockExisting(tx, id);
    if (hasChangedSince(readAt, before.updatedAt)) throw changedByOther("place", staffPlace.parse(before));
    const merged: Row = { ...before, ...changes };
    if ((merged.latitude === null) !== (merged.longitude === null)) throw incompletePosition();
    await updatePlace(tx, ctx.deps, before, changesByStaff(ctx.deps.now(), before, changes));
    await announceChange(tx, ctx.deps, merged);
    const after = await lockExisting(tx, id);
    await record(tx, ctx, { subject: id, before: auditFields(before), after: auditFields(after) });
    return withTierToday(after, ctx.deps.now());
  });
}

/** Locks a place until the transaction ends; after the partner's lock, before those of claims. Null if it is not listed. */
export async function lockPlace(tx: Tx, id: string): Promise<Row | null> {
  const [row] = await tx.select().from(currentPois).where(eq(currentPois.id, id)).for("update");
  return row ?? null;
}

/**
 * Makes a partner the owner of a place that has none. The caller has locked both and records the audit entry. Throws
 * 409 if the place has an owner.
 */
export async function assignOwner(tx: Tx, deps: TierDeps, poiId: string, ownerId: string): Promise<void> {
  const free = and(eq(pois.id, poiId), isNull(pois.ownerId));
  const updatedAt = nextUpdatedAtOf(deps.now(), pois.updatedAt);
  const { rowCount } = await tx.update(pois).set({ ownerId, updatedAt }).where(free);
  if (rowCount === 0) throw alreadyClaimed();
  await refreshWithheld(tx, deps, { ids: [poiId] });
}

/** The refusal of a claim on a place that has an owner. */
export const alreadyClaimed = () => new DomainError("conflict", "This location is already claimed");

/** `lockPlace` for a place that must exist. Throws 404. */
export async function lockExisting(tx: Tx, id: string): Promise<Row> {
  const row = await lockPlace(tx, id);
  if (!row) throw await mergedOrUnknown(tx, id);
  return row;
}

/** Names the place that a merged one is now part of. */
async function mergedOrUnknown(tx: Tx, id: string): Promise<DomainError> {
  const keptId = await canonicalPlaceOf(tx, id);
  if (keptId === null) return noPlace();
  const [kept] = await tx
    .select({ name: currentPois.name })
    .from(currentPois)
    .where(eq(currentPois.id, keptId));
  return new DomainError("notFound", `This place has been merged into ${kept?.name ?? "another one"}`);
}

function refuseDuplicatePlaceId(error: unknown): never {
  if (violatedConstraint(error) !== "pois_place_id") throw error;
  throw new DomainError("conflict", "Another place has this place id already", {
    fields: { placeId: "Another place has this place id already" },
  });
}

const incompletePosition = () =>
  new DomainError("invalid", "Latitude and longitude go together", {
    fields: { latitude: "Latitude and longitude go together" },
  });

/** The fields that everyone can see in the directory. */
export const auditFields = (row: Row) => ({
  placeId: row.placeId,
  name: row.name,
  address: row.address,
  city: row.city,
  state: row.state,
  zipCode: row.zipCode,
  phone: row.phone,
  website: row.website,
  category: row.category,
  subcategory: row.subcategory,
  halalCertificate: row.halalCertificate,
  halalVerificationStatus: row.halalVerificationStatus,
  latitude: row.latitude,
  longitude: row.longitude,
});

/** The tier that follows from a place's evidence. */
export interface StoredTier {
  readonly halalVerificationStatus: HalalStatus;
  /** The last day of the tier; null if it has none. */
  readonly tierUntil: Day | null;
  readonly tierChanges: readonly TierChange[];
  /** SHA-256 in hex of the records that the tier is based on; null unless it is verified or friendly. */
  readonly evidenceDigest: string | null;
}

/**
 * Stores the tier of a place, which makes it pending for the sync if it differs. Called by `evidence` alone, with the
 * place locked.
 */
export async function setTier(tx: Tx, deps: TierDeps, id: string, tier: StoredTier): Promise<void> {
  const { halalVerificationStatus, tierUntil, evidenceDigest } = tier;
  const changes = JSON.stringify(tier.tierChanges);
  const differs = sql`(${pois.halalVerificationStatus}, ${pois.tierUntil}, ${pois.evidenceDigest}, ${pois.tierChanges})
    is distinct from (${halalVerificationStatus}, ${tierUntil}::date, ${evidenceDigest}, ${changes}::jsonb)`;
  const updatedAt = sql`greatest(${deps.now().toISOString()}::timestamptz, ${pois.updatedAt} + interval '1 ms')`;
  const { rowCount } = await tx
    .update(pois)
    .set({ ...tier, updatedAt })
    .where(and(eq(pois.id, id), differs));
  if (rowCount > 0) await refreshWithheld(tx, deps, { ids: [id] });
}
