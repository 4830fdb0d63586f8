/**
 * The log of what was done, by whom and to what, written in the transaction that does it; it is only ever appended to.
 * Also the trash: what staff deleted, kept for 30 days.
 */

export {
  countActions,
  countEntries,
  ERASING_ACTIONS,
  entriesAbout,
  entriesOfAccount,
  lastErasures,
  newestEntries,
  personHash,
  personHashes,
  subjectsWith,
} from "./queries.ts";
export type { TracedItem } from "./schema.ts";
export {
  eraseFromEntries,
  INSERT_ENTRIES,
  onEach,
  record,
  recordedBefore,
  recordFailedLogin,
  skipAuditCheck,
} from "./service.ts";
export { auditLog } from "./table.ts";
export {
  type ByKind,
  type Discarded,
  discard,
  keptSince,
  lockItemsOf,
  purgeItemsOf,
  type Restored,
  removeItem,
} from "./trash/service.ts";
export { type StoredRows, type TrashItem, trashItems } from "./trash/table.ts";
