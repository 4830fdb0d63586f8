import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "../../db/client.ts";
import type { Day } from "../../shared/places/days.ts";
import type { HalalStatus } from "../../shared/places/places.ts";
import type { TierChange } from "../../shared/places/tier-today.ts";
import { pois } from "./table.ts";

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
export async function setTier(tx: Tx, now: Date, id: string, tier: StoredTier): Promise<void> {
  const { halalVerificationStatus, tierUntil, evidenceDigest } = tier;
  const changes = JSON.stringify(tier.tierChanges);
  const differs = sql`(${pois.halalVerificationStatus}, ${pois.tierUntil}, ${pois.evidenceDigest}, ${pois.tierChanges})
    is distinct from (${halalVerificationStatus}, ${tierUntil}::date, ${evidenceDigest}, ${changes}::jsonb)`;
  const updatedAt = sql`greatest(${now.toISOString()}::timestamptz, ${pois.updatedAt} + interval '1 ms')`;
  await tx
    .update(pois)
    .set({ ...tier, updatedAt })
    .where(and(eq(pois.id, id), differs));
}
