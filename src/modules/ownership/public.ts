/**
 * Who owns a place: claims, requests for new places, proposed changes, transfers, and the undo of decisions on them. Of any
 * number of simultaneous approvals for one place exactly one holds.
 */

export { askForMore } from "./claims/changes.ts";
export { proofRows, proofsOf } from "./claims/proofs/queries.ts";
export { type ClaimRow, clockOf } from "./claims/queries.ts";
export {
  applyClaimDecision,
  keepClaimDecision,
  type Reopened,
  reopenDecidedClaim,
} from "./claims/service.ts";
export { poiClaims } from "./claims/table.ts";
export { noSuchCase, savedDecision, undoableDecision, undoUntil } from "./decisions.ts";
export { photoFile, photosOfPlace } from "./photos/queries.ts";
export { placePhotos } from "./photos/table.ts";
export { contactFromOwner } from "./proposals/queries.ts";
export { listDuplicates, type RequestRow } from "./requests/queries.ts";
export {
  applyRequestDecision,
  keepRequestDecision,
  placeState,
  placeUsedSince,
  reopenDecidedRequest,
} from "./requests/service.ts";
export { poiRequests } from "./requests/table.ts";
export { isLate, reviewOrder } from "./review-order.ts";
export { placeProposals, placeTransfers } from "./table.ts";
export { closeOfPlace } from "./transfers/close.ts";
