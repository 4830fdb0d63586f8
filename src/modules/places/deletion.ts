import { eq } from "drizzle-orm";
import type { Tx } from "../../db/client.ts";
import { nextUpdatedAt } from "../../db/query/row-version.ts";
import { deleteWords, newWordCounts, updateVocabulary } from "./search/word-index.ts";
import { pois } from "./table.ts";

type Row = typeof pois.$inferSelect;

/** Deletes a place that the caller has locked, and its index entries. The caller records the audit entry. */
export async function deletePlace(tx: Tx, { id, seq }: Pick<Row, "id" | "seq">): Promise<void> {
  const counts = newWordCounts();
  await deleteWords(tx, [seq], counts);
  await tx.delete(pois).where(eq(pois.id, id));
  await updateVocabulary(tx, counts);
}

/** Inserts a place that had been merged, as it was and newer. The caller indexes it and computes its tier. */
export async function restorePlace(tx: Tx, now: Date, stored: Row): Promise<Row> {
  const updatedAt = nextUpdatedAt(now, stored.updatedAt);
  const again = {
    version: stored.version + 1,
    syncState: "pending",
    syncError: null,
    syncFailures: 0,
  } as const;
  const [row] = await tx
    .insert(pois)
    .values({ ...stored, ...again, cityId: null, updatedAt })
    .returning();
  if (!row) throw new Error("insert into pois returned no row");
  return row;
}
