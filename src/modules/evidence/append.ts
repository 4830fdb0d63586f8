import type { Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import { isFall, noPlace } from "../../shared/places/places.ts";
import { tierToday } from "../../shared/places/tier-today.ts";
import { canonicalPlaceOf, type currentPois, lockPlace } from "../places/public.ts";
import { issuerNames } from "./issuers.ts";
import { storeProgress } from "./progress.ts";
import { postTierLost } from "./reminders/owner-mails.ts";
import { evidenceRecords } from "./table.ts";
import type { RecordRow } from "./tier/rows.ts";
import { computeTier } from "./tier/service.ts";

export type NewRecord = Pick<RecordRow, "kind" | "source"> &
  Partial<Omit<RecordRow, "seq" | "id" | "recordedAt">>;

/**
 * Adds a record to a place, which the caller has locked, and computes its tier in the same transaction: there is never
 * a tier without its records. An owner whose place loses its tier by this is mailed.
 */
export async function appendRecord(
  tx: Tx,
  deps: Deps,
  place: typeof currentPois.$inferSelect,
  values: NewRecord,
): Promise<RecordRow> {
  const [row] = await tx
    .insert(evidenceRecords)
    .values({ poiId: place.id, ...values, id: randomId(), recordedAt: deps.now() })
    .returning();
  if (!row) throw new Error("insert into evidence_records returned no row");
  await storeProgress(tx, { poiId: place.id, kind: row.kind });
  const tier = tierToday(place, deps.now());
  const next = await computeTier(tx, deps, place);
  if (isFall(tier, next)) await postTierLost(tx, deps, place, { tier, next, why: await whyLost(tx, row) });
  return row;
}

/** Who records, in the words of the table. An operator is one reader, whatever the name. */
export const recorder = (principal: StaffActor) => ({
  source: "staff" as const,
  byId: principal.kind === "staff" ? principal.id : "operator",
  byName: principal.name,
});

/** Locks a place that can have a tier. Throws 404, or what `gone` returns, and 400 for a masjid. */
export async function lockTiered(tx: Tx, id: string, gone = noPlace) {
  const place = await lockPlace(tx, id);
  if (!place) throw gone();
  if (place.category === "mosque") throw new DomainError("invalid", "A masjid has no halal tier");
  return place;
}

/**
 * Locks the place that a record counts for, which another may have been merged into since. What is added about the record
 * gets the record's own `poiId`, so that both return together if the merge is undone. Throws as `lockTiered`.
 */
export const lockPlaceOf = async (tx: Tx, { poiId }: Pick<RecordRow, "poiId">, gone = noPlace) =>
  lockTiered(tx, (await canonicalPlaceOf(tx, poiId)) ?? poiId, gone);

/** Not what a certificate says: its next reader may have access to the audit log. Records are never changed. */
export const auditFields = ({ id, kind, aboutId, answer }: RecordRow) => ({
  record: id,
  kind,
  aboutId,
  answer,
});

/** What a record changed that took a tier away, in a sentence for the owner. */
async function whyLost(tx: Tx, row: RecordRow): Promise<string> {
  if (row.kind === "answer") {
    const issuer = (await issuerNames(tx, [row.issuerId])).get(row.issuerId ?? "") ?? "The issuer";
    if (row.answer === "revoked") return `${issuer} has told us that it revoked the halal certificate.`;
    if (row.answer === "not_ours")
      return `${issuer} has told us that the halal certificate is not one of theirs.`;
    return `${issuer} has told us that the halal certificate has ended.`;
  }
  if (row.kind === "revocation") return "Our team withdrew a record that this was based on.";
  if (row.kind === "declaration") return "A new declaration about meat, alcohol and pork has been recorded.";
  return "What we know about this place has changed.";
}

/** The owner's own statement about a new place, such as the name of a certificate that it has. */
export async function recordOwnerStatement(
  tx: Tx,
  deps: Deps,
  poiId: string,
  statement: { readonly partnerId: string; readonly text: string },
): Promise<void> {
  const place = await lockPlace(tx, poiId);
  if (!place || place.category === "mosque") return;
  const by = { source: "owner", byId: statement.partnerId } as const;
  await appendRecord(tx, deps, place, { kind: "statement", note: statement.text, ...by });
}
