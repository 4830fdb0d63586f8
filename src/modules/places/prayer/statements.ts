import { and, eq, inArray } from "drizzle-orm";
import type { Database, Tx } from "../../../db/client.ts";
import { type Day, dayIn, daysFrom } from "../../../shared/places/days.ts";
import {
  type Calculation,
  CONFIRMED_DAYS,
  type IqamahRule,
  type Jumuah,
  type Prayer,
} from "../../../shared/places/iqamah-rules.ts";
import { type Subject, prayerStatements as t } from "./table.ts";

export type Statement = typeof t.$inferSelect;
type Db = Database["orm"] | Tx;

interface Values extends Record<Prayer, IqamahRule> {
  readonly jumuah: readonly Jumuah[];
  readonly calculation: Calculation;
}
export type StatementOf<S extends Subject> = Statement & { readonly value: Values[S] | null };

/** Everything that was ever said about a masjid's prayers, the oldest first. */
export const statementsOf = (db: Db, poiId: string): Promise<Statement[]> =>
  db.select().from(t).where(eq(t.poiId, poiId)).orderBy(t.seq);

/** What counts on a day; undefined if nothing was said for it. */
export const saidOn = <S extends Subject>(
  statements: readonly Statement[],
  subject: S,
  day: Day,
): StatementOf<S> | undefined =>
  // a subject's value was read by the schema of the same name
  statements.findLast((each) => each.subject === subject && each.firstDay <= day) as
    | StatementOf<S>
    | undefined;

/** What counts today and what begins later, by first day. */
export function saidFrom<S extends Subject>(
  statements: readonly Statement[],
  subject: S,
  today: Day,
): readonly StatementOf<S>[] {
  const current = saidOn(statements, subject, today);
  const days = statements
    .filter((each) => each.subject === subject && each.firstDay > today)
    .map(({ firstDay }) => firstDay);
  const planned = [...new Set(days)].toSorted().flatMap((day) => saidOn(statements, subject, day) ?? []);
  // a later statement about an earlier day replaces a planned one
  const begins = planned.filter((each, n) => each.seq !== (planned[n - 1] ?? current)?.seq);
  return [...(current ? [current] : []), ...begins];
}

/** Whether what was said on a day still counts as confirmed. */
export const isConfirmed = (at: Date, now: Date, timeZone: string): boolean =>
  daysFrom(dayIn(timeZone, at), dayIn(timeZone, now)) <= CONFIRMED_DAYS;

/**
 * Copies what the place that stays does not say itself from its duplicate. Returns the `seq` of the copies.
 */
export async function copyStatements(tx: Tx, from: string, to: string): Promise<readonly number[]> {
  const known = new Set((await statementsOf(tx, to)).map(({ subject }) => subject));
  const missing = (await statementsOf(tx, from)).filter(({ subject }) => !known.has(subject));
  const copies = missing.map(({ seq: _, ...row }) => ({ ...row, poiId: to }));
  if (copies.length === 0) return [];
  const copied = await tx.insert(t).values(copies).returning({ seq: t.seq });
  return copied.map(({ seq }) => seq);
}

/** Undoes `copyStatements`. Returns whether something of it was said anew since, which stays. */
export async function withdrawStatements(tx: Tx, copied: readonly number[], from: string): Promise<boolean> {
  if (copied.length === 0) return false;
  const seqs = new Set(copied);
  const all = await statementsOf(tx, from);
  const subjects = new Set(all.filter(({ seq }) => seqs.has(seq)).map(({ subject }) => subject));
  await tx.delete(t).where(and(eq(t.poiId, from), inArray(t.seq, [...copied])));
  return all.some(({ seq, subject }) => !seqs.has(seq) && subjects.has(subject));
}
