import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { currentFacts } from "../../../shared/places/facts.ts";
import { newestStatements } from "./queries.ts";
import { placeFacts as t } from "./table.ts";

/**
 * Copies the facts that the place that stays lacks from its duplicate, with their sources and days. Whether the duplicate is
 * closed says nothing about the other. Returns the `seq` of the copies.
 */
export async function copyFacts(tx: Tx, from: string, to: string): Promise<readonly number[]> {
  const known = currentFacts(await newestStatements(tx, to));
  const missing = [...currentFacts(await newestStatements(tx, from)).values()].filter(
    ({ key }) => key !== "closed" && !known.has(key),
  );
  const copies = missing.map(({ seq: _, ...row }) => ({ ...row, poiId: to }));
  if (copies.length === 0) return [];
  const copied = await tx.insert(t).values(copies).returning({ seq: t.seq });
  return copied.map(({ seq }) => seq);
}

/** Undoes `copyFacts`: withdraws the copies. Returns how many have been changed since and stay. */
export async function withdrawCopies(
  tx: Tx,
  now: Date,
  copied: readonly number[],
  from: string,
): Promise<number> {
  if (copied.length === 0) return 0;
  const newest = new Set((await newestStatements(tx, from)).map(({ seq }) => seq));
  const copies = await tx
    .select()
    .from(t)
    .where(and(eq(t.poiId, from), inArray(t.seq, [...copied])));
  const unchanged = copies.filter(({ seq }) => newest.has(seq));
  const withdrawn = unchanged.map(({ seq: _, ...row }) => ({ ...row, value: null, at: now }));
  if (withdrawn.length > 0) await tx.insert(t).values(withdrawn);
  return copies.length - unchanged.length;
}
