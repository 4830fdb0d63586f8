import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, OperatorPrincipal } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import type { HalalStatus } from "../../shared/places.ts";
import { record } from "../audit/service.ts";
import { dedupeKeyOf } from "./dedupe-key.ts";
import { type StaffPlace, staffPlace, type updateInput } from "./schema.ts";
import { dropWords, newTally, noteWords, writeWords } from "./search/word-index.ts";
import { pois } from "./table.ts";

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

/** What a place is made of; coordinates in degrees, both or neither. */
export type NewPlace = Fields & Partial<Pick<Row, "placeId" | "latitude" | "longitude">>;

interface Origin {
  readonly ownerId: string | null;
  readonly halalVerificationStatus: HalalStatus;
}

/**
 * Makes one place that is found at once. The caller records the act. Throws 409 where another place has its maps id.
 */
export async function createPlace(
  tx: Tx,
  { now }: Pick<Deps, "now">,
  fields: NewPlace,
  origin: Origin,
): Promise<Row> {
  const at = now();
  const values = { ...fields, ...origin, id: randomId(), createdAt: at, updatedAt: at };
  const [row] = await tx
    .insert(pois)
    .values({ ...values, identity: dedupeKeyOf(fields) })
    .returning()
    .catch(sameMapsPlace);
  if (!row) throw new Error("an inserted place did not come back");
  const tally = newTally();
  await writeWords(tx, [row], tally);
  await noteWords(tx, tally);
  return row;
}

/** Changes what a place says of itself, and what it is found by. The caller has locked it and records the act. */
export async function updatePlace(tx: Tx, now: Date, before: Row, changes: Partial<Row>): Promise<Row> {
  const merged = { ...before, ...changes };
  // a version must differ from the one that it replaces, on a clock that may stand still
  const updatedAt = new Date(Math.max(now.getTime(), before.updatedAt.getTime() + 1));
  const [after] = await tx
    .update(pois)
    .set({ ...changes, identity: dedupeKeyOf(merged), updatedAt })
    .where(eq(pois.id, before.id))
    .returning()
    .catch(sameMapsPlace);
  if (!after) throw missing();
  if (before.name !== after.name || before.city !== after.city || before.category !== after.category) {
    const tally = newTally();
    await dropWords(tx, [after.seq], tally);
    await writeWords(tx, [after], tally);
    await noteWords(tx, tally);
  }
  return after;
}

/** Staff change a place. Throws 404, 409 where it changed after `updatedAt` or its maps id is another place's. */
export async function update(acting: ActionContext<StaffActor>, input: z.output<typeof updateInput>) {
  const { id, updatedAt: readAt, ...sent } = input;
  const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return acting.deps.db.transaction(async (tx): Promise<StaffPlace> => {
    const before = await locked(tx, id);
    if (readAt && readAt.getTime() !== before.updatedAt.getTime()) throw changedMeanwhile(before);
    const merged: Row = { ...before, ...changes };
    if ((merged.latitude === null) !== (merged.longitude === null)) throw halfAPosition();
    const after = await updatePlace(tx, acting.deps.now(), before, changes);
    await record(tx, acting, { subject: id, before: traceOf(before), after: traceOf(after) });
    return after;
  });
}

/** Takes a place out of the directory; its claims and requests stay on record. Throws 404. */
export async function remove(acting: ActionContext<OperatorPrincipal>, id: string) {
  return acting.deps.db.transaction(async (tx) => {
    const before = await locked(tx, id);
    const tally = newTally();
    await dropWords(tx, [before.seq], tally);
    await tx.delete(pois).where(eq(pois.id, id));
    await noteWords(tx, tally);
    await record(tx, acting, { subject: id, before: traceOf(before) });
    return { success: true as const };
  });
}

type Located = Pick<Row, "name" | "address" | "city" | "state">;

/** Whether two entries have the same name at the same address; spelling apart. */
export const isSamePlace = (one: Located, other: Located): boolean => dedupeKeyOf(one) === dedupeKeyOf(other);

/** The place that already has this name at this address; spelling apart. Null where there is none. */
export async function sameNameAndAddress(
  tx: Tx,
  place: Located,
): Promise<Pick<Row, "id" | "name" | "address"> | null> {
  const [found] = await tx
    .select({ id: pois.id, name: pois.name, address: pois.address })
    .from(pois)
    .where(eq(pois.identity, dedupeKeyOf(place)))
    .orderBy(pois.seq)
    .limit(1);
  return found ?? null;
}

async function locked(tx: Tx, id: string): Promise<Row> {
  const [row] = await tx.select().from(pois).where(eq(pois.id, id)).for("update");
  if (!row) throw missing();
  return row;
}

function sameMapsPlace(error: unknown): never {
  if (violatedConstraint(error) !== "pois_place_id") throw error;
  throw new DomainError("conflict", "Another place has this place id already", {
    fields: { placeId: "Another place has this place id already" },
  });
}

const missing = () => new DomainError("notFound", "This place does not exist");
const changedMeanwhile = (row: Row) =>
  new DomainError("conflict", "This place was changed by someone else meanwhile. Please look at it again.", {
    facts: { current: staffPlace.parse(row) },
  });
const halfAPosition = () =>
  new DomainError("invalid", "Latitude and longitude go together", {
    fields: { latitude: "Latitude and longitude go together" },
  });

/** What the audit log keeps: what stands in the directory for all to see. */
const traceOf = (row: Row) => ({
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
