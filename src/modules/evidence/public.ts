/**
 * Records that prove how halal a place is, and the tier that follows from them by one pure function of (records, day).
 * Owns readings, issuers, renewals, reminders, and the encrypted files that partners send.
 */

export { recorder, recordOwnerStatement } from "./append.ts";
export { endedTiers, expireTiersBeforeSync } from "./expire.ts";
export { issuerNames, issuerPages } from "./issuers.ts";
export { newestEvidenceIn } from "./queries.ts";
export { renewals } from "./renewals/table.ts";
export { placeInput } from "./schema.ts";
export { suppliersOf } from "./suppliers/queries.ts";
export { placeSuppliers } from "./suppliers/table.ts";
export { certificateProgress, evidenceRecords, issuers } from "./table.ts";
export { reasonsFor, revokedSince } from "./tier/reasons.ts";
export type { Certificate, EvidenceRecord } from "./tier/records.ts";
export { agreedReading, readAlike, readingsOf } from "./tier/records.ts";
export { published, type RecordRow, recordOf } from "./tier/rows.ts";
export { computeTier, recordsOf, recordsOfEach, rulesOf } from "./tier/service.ts";
export { notRevoked, tierOn, tierPeriods } from "./tier/tier.ts";
export {
  associatedData,
  attachedFiles,
  downloadAttached,
  fileIdsIn,
  isFileId,
  storedFileIds,
} from "./uploads/queries.ts";
export { attachPhoto, attachTo, deleteFile, deleteOrphanFiles, markAllRemoved } from "./uploads/service.ts";
export { evidenceFiles } from "./uploads/table.ts";
export { detachPhotos, photosOf, storePhoto, type VisitorFile } from "./uploads/visitor-files.ts";
