import type { BulkResult } from "../../../shared/bulk.ts";
import { number } from "../../../shared/format.ts";

/** Something that can be done to all selected records. */
export interface BulkAct {
  readonly name: string;
  /** While it runs. */
  readonly acting: string;
  /** Deletes or removes something. */
  readonly destructive?: true;
  /** `what` is the count with the noun. */
  readonly question: (what: string) => string;
  readonly done: (what: string) => string;
  readonly failed: string;
  /** At most `BULK_MAX` ids; `actId` is the same in each call for one selection. */
  readonly send: (ids: readonly string[], actId: string) => Promise<BulkResult>;
  /** The records go to the trash. */
  readonly undoable?: true;
  /** Undoes what this act did where the trash cannot; null if nothing was changed. */
  readonly undoOf?: (actId: string) => (() => Promise<unknown>) | null;
}

/** What a list offers for selected rows. */
export interface Bulk<Row, Values> {
  readonly nameOf: (row: Row) => string;
  readonly one: string;
  readonly many: string;
  /** The ids of all that match. Rejects if they are not as many as `count`. */
  readonly select: (values: Values, count: number) => Promise<readonly string[]>;
  readonly acts: readonly BulkAct[];
  /** Reloads what the acts change. */
  readonly refresh: () => Promise<unknown>;
}

export const BULK = {
  selected: (count: number) => `${number.format(count)} selected`,
  all: (count: number) => `Select all that match: ${number.format(count)}`,
  count: (count: number, one: string, many: string) => `${number.format(count)} ${count === 1 ? one : many}`,
  of: (done: number, total: number) => `${number.format(done)} of ${number.format(total)}`,
  failed: (count: number) => `${number.format(count)} could not be done:`,
  restored: (count: number) => `${number.format(count)} restored`,
  notRestored: (count: number) => `${number.format(count)} could not be restored and are in the trash.`,
  undone: (count: number) => `${number.format(count)} changed back`,
  notUndone: (count: number) => `${number.format(count)} could not be changed back`,
  names: (names: readonly string[], more: number) =>
    more > 0 ? `${names.join(", ")} and ${number.format(more)} more` : names.join(", "),
} as const;
