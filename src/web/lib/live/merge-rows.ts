interface Identified {
  readonly id: string;
}

/** What is shown of newer rows until the user asks for them. */
export interface Merged<Row> {
  /** Every row where it was, with its newer values. */
  readonly rows: readonly Row[];
  /** Rows that would have been inserted above others. */
  readonly added: number;
  /** Ids of rows that are no longer in the list. */
  readonly gone: readonly string[];
  /** Whether `rows` are all the newer ones, in their order. */
  readonly isCurrent: boolean;
}

/**
 * Puts newer values into the rows that are shown, without moving any. Rows that were pushed onto the next page by new ones
 * stay; rows that follow after the last one are appended.
 */
export function mergeRows<Row extends Identified>(shown: readonly Row[], newer: readonly Row[]): Merged<Row> {
  const byId = new Map(newer.map((row) => [row.id, row]));
  const before = new Set(shown.map(({ id }) => id));
  const rows = shown.map((row) => byId.get(row.id) ?? row);
  const isCurrent = rows.every((row, at) => row.id === newer[at]?.id);
  if (isCurrent) return { rows: newer, added: 0, gone: [], isCurrent };
  const added = newer.filter(({ id }) => !before.has(id)).length;
  const kept = rows.slice(0, rows.length - pushedOut(shown, byId, added));
  return {
    rows,
    added,
    gone: kept.filter(({ id }) => !byId.has(id)).map(({ id }) => id),
    isCurrent,
  };
}

/** How many rows at the end new ones pushed onto the next page. */
function pushedOut(shown: readonly Identified[], byId: ReadonlyMap<string, unknown>, added: number): number {
  const last = shown.findLastIndex(({ id }) => byId.has(id));
  return Math.min(added, shown.length - 1 - last);
}
