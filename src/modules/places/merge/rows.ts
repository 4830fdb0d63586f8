import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { MergedTable } from "../../../shared/places/merged-rows.ts";
import { moveReports, moveReportsBack } from "../../directory/reports/merge.ts";
import { moveRenewals, moveRenewalsBack } from "../../evidence/merge.ts";
import { moveClaims, moveClaimsBack } from "../../ownership/claims/merge.ts";
import { moveProposals, moveProposalsBack, moveTransfers, moveTransfersBack } from "../../ownership/merge.ts";
import { moveRequests, moveRequestsBack } from "../../ownership/requests/merge.ts";
import type { MergeUndo } from "./schema.ts";

/** Moves what other modules know about a duplicate to the place that stays. */
export const moveAll = async (tx: Tx, deps: Deps, from: string, to: string): Promise<MergeUndo["moved"]> => ({
  claims: await moveClaims(tx, deps, from, to),
  requests: await moveRequests(tx, from, to),
  proposals: await moveProposals(tx, deps, from, to),
  transfers: await moveTransfers(tx, deps, from, to),
  reports: await moveReports(tx, from, to),
  renewals: await moveRenewals(tx, deps, from, to),
});

/** What was changed since the merge and stays with the place that stayed, one and several. */
const LEFT: Readonly<Record<MergedTable, readonly [string, string]>> = {
  claims: ["A claim was decided", "claims were decided"],
  requests: ["The request for the place was changed", "requests for the place were changed"],
  proposals: ["A proposed change was decided", "proposed changes were decided"],
  transfers: ["A transfer was decided", "transfers were decided"],
  reports: ["A report was closed", "reports were closed"],
  renewals: ["A renewal was decided", "renewals were decided"],
};

/** Undoes `moveAll`. Returns sentences about what was changed since and stays. */
export async function moveAllBack(
  tx: Tx,
  moved: MergeUndo["moved"],
  from: string,
  to: string,
): Promise<readonly string[]> {
  const left: Readonly<Record<MergedTable, number>> = {
    claims: await moveClaimsBack(tx, moved.claims, from, to),
    requests: await moveRequestsBack(tx, moved.requests, from, to),
    proposals: await moveProposalsBack(tx, moved.proposals, from, to),
    transfers: await moveTransfersBack(tx, moved.transfers, from, to),
    reports: await moveReportsBack(tx, moved.reports, from, to),
    renewals: await moveRenewalsBack(tx, moved.renewals, from, to),
  };
  return Object.entries(LEFT).flatMap(([table, [one, several]]) => {
    const count = left[table as MergedTable]; // a key of the record above
    if (count === 1) return [`${one} since the merge and stays with the other place.`];
    return count === 0 ? [] : [`${count} ${several} since the merge and stay with the other place.`];
  });
}
