import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { currentFacts, type MergedFact, type MergedFacts } from "../../../shared/places/facts.ts";
import { newestStatements } from "./queries.ts";
import { placeFacts as t } from "./table.ts";

/**
 * Copies the facts that the place that stays lacks from its duplicate, with their sources and days. Whether the duplicate is
 * closed says nothing about the other.
 */
export async function copyFacts(tx: Tx, from: string, to: string): Promise<MergedFacts> {
  const stated = await tx.select().from(t).where(eq(t.poiId, from)).orderBy(asc(t.seq));
  const known = currentFacts(await newestStatements(tx, to));
  const missing = [...currentFacts(await newestStatements(tx, from)).values()].filter(
    ({ key }) => key !== "closed" && !known.has(key),
  );
  const copies = missing.map(({ seq: _, ...row }) => ({ ...row, poiId: to }));
  const copied = copies.length === 0 ? [] : await tx.insert(t).values(copies).returning({ seq: t.seq });
  return { stated: stated.map(asMerged), copied: copied.map(({ seq }) => seq) };
}

const asMerged = ({ key, value, source, byId, byName, at }: typeof t.$inferSelect): MergedFact => ({
  key,
  value,
  source,
  byId,
  byName,
  at: at.toISOString(),
});

/**
 * Undoes `copyFacts`: states again what was stated about the duplicate, and withdraws the copies. Returns how many copies
 * have been changed since and stay.
 */
export async function restoreFacts(
  tx: Tx,
  now: Date,
  { stated, copied }: MergedFacts,
  from: string,
  to: string,
): Promise<number> {
  if (stated.length > 0)
    await tx.insert(t).values(stated.map((fact) => ({ ...fact, poiId: to, at: new Date(fact.at) })));
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
