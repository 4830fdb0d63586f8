import { eq, or } from "drizzle-orm";
import type { Tx } from "../../../../db/client.ts";
import type { LastDecision } from "../../../../shared/reviews/last-decision.ts";
import { placeReports } from "../../../directory/reports/table.ts";
import { renewals } from "../../../evidence/renewals/table.ts";
import { evidenceRecords } from "../../../evidence/table.ts";
import { placeFacts } from "../../../places/facts/table.ts";
import { placeMerges } from "../../../places/merge/table.ts";
import type { pois } from "../../../places/table.ts";
import { poiClaims } from "../../claims/table.ts";
import { placeProposals, placeTransfers } from "../../table.ts";

type Place = typeof pois.$inferSelect;

/** How many records about its tier a place has. */
export const countRecords = (tx: Tx, poiId: string): Promise<number> =>
  tx.$count(evidenceRecords, eq(evidenceRecords.poiId, poiId));

/** How a place was used since the approval of a request created it, in words; null if it was not. */
export async function usedSince(tx: Tx, place: Place, last: LastDecision): Promise<string | null> {
  const { id, ownerId, version, syncedAt } = place;
  if (ownerId === null) return "the place was released by its owner";
  if (ownerId !== last.ownerId) return "the place has another owner";
  const found: readonly [Promise<number>, string][] = [
    [tx.$count(placeReports, eq(placeReports.poiId, id)), "a visitor has sent a report about the place"],
    [tx.$count(placeTransfers, eq(placeTransfers.poiId, id)), "another partner has asked for the place"],
    [tx.$count(placeProposals, eq(placeProposals.poiId, id)), "the owner has sent a change of the place"],
    [tx.$count(poiClaims, eq(poiClaims.poiId, id)), "the place was claimed"],
    [tx.$count(renewals, eq(renewals.poiId, id)), "the owner has sent a certificate"],
    [tx.$count(placeFacts, eq(placeFacts.poiId, id)), "facts about the place were added"],
    [
      tx.$count(placeMerges, or(eq(placeMerges.keptId, id), eq(placeMerges.duplicateId, id))),
      "the place was merged with another one",
    ],
    [
      countRecords(tx, id).then((records) => records - (last.created?.records ?? 0)),
      "evidence about the place was recorded",
    ],
  ];
  const counts = await Promise.all(found.map(([count]) => count));
  const use = found.find((_, index) => (counts[index] ?? 0) > 0)?.[1];
  if (use !== undefined) return use;
  if (version !== last.created?.version) return "the place was changed";
  return syncedAt === null ? null : "the place was sent to the main database";
}
