import type { Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { randomId } from "../../shared/id.ts";
import { evidenceRecords } from "./table.ts";
import type { RecordRow } from "./tier/record-of.ts";
import { computeTier, type TieredPlace } from "./tier/service.ts";

export type NewRecord = Pick<RecordRow, "kind" | "source"> &
  Partial<Omit<RecordRow, "seq" | "id" | "poiId" | "recordedAt">>;

/**
 * Adds a record to a place, which the caller has locked, and computes its tier in the same transaction: there is never
 * a tier without its records.
 */
export async function appendRecord(
  tx: Tx,
  deps: Pick<Deps, "now" | "settings">,
  place: TieredPlace,
  values: NewRecord,
): Promise<RecordRow> {
  const [row] = await tx
    .insert(evidenceRecords)
    .values({ ...values, id: randomId(), poiId: place.id, recordedAt: deps.now() })
    .returning();
  if (!row) throw new Error("insert into evidence_records returned no row");
  await computeTier(tx, deps, place);
  return row;
}

/** Who records, in the words of the table. An operator is one reader, whatever the name. */
export const recorder = (principal: StaffActor) => ({
  source: "staff" as const,
  byId: principal.kind === "staff" ? principal.id : "operator",
  byName: principal.name,
});
