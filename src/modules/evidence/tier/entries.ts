import type { Database, Tx } from "../../../db/client.ts";
import { type Merge, mergesAmong } from "../../places/public.ts";
import type { RecordRow } from "./record-of.ts";

/**
 * Adds to declarations which entries of the directory were one place when they were recorded. Two entries that were
 * declared and then merged are no repeated declaration of one place.
 */
export async function withEntries(
  db: Database["orm"] | Tx,
  rows: readonly RecordRow[],
): Promise<RecordRow[]> {
  const declared = new Set(rows.flatMap(({ kind, poiId }) => (kind === "declaration" ? [poiId] : [])));
  if (declared.size < 2) return [...rows];
  const merges = await mergesAmong(db, [...declared]);
  return rows.map((row) =>
    row.kind === "declaration"
      ? { ...row, entries: [...declared].filter((id) => isPartOf(merges, id, row)) }
      : row,
  );
}

/** Whether an entry was part of the place of a record when that was recorded. */
function isPartOf(merges: readonly Merge[], entry: string, { poiId, recordedAt }: RecordRow): boolean {
  let id: string | undefined = entry;
  while (id !== undefined && id !== poiId) {
    const from: string = id;
    id = merges.find((each) => each.duplicateId === from && each.mergedAt <= recordedAt)?.keptId;
  }
  return id === poiId;
}
