import { count, gt, isNotNull, sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import type { Queries } from "../../../db/types.ts";
import { mailBreaker, mailEvents } from "../table.ts";

// Shares of the last 500 mails; mailbox providers block senders above them (docs/limits.md)
const WINDOW = 500;
const MAX_BOUNCES = 0.05 * WINDOW;
const MAX_COMPLAINTS = Math.floor(0.003 * WINDOW);

/** Stops all mail if too many of the last 500 bounced or were reported as spam. Returns whether it stopped now. */
export async function stopIfTooMany(tx: Tx, now: Date): Promise<boolean> {
  const reason = await reasonToStop(tx);
  if (reason === null) return false;
  const stopped = await tx
    .insert(mailBreaker)
    .values({ stoppedAt: now, reason })
    .onConflictDoUpdate({
      target: mailBreaker.id,
      set: { stoppedAt: now, reason },
      setWhere: sql`${mailBreaker.stoppedAt} is null`,
    })
    .returning({ id: mailBreaker.id });
  return stopped.length === 1;
}

/** Sends mails again; only later events count. Returns false if they were not stopped. */
export async function resume(tx: Tx, now: Date): Promise<boolean> {
  const resumed = await tx
    .update(mailBreaker)
    .set({ stoppedAt: null, reason: null, resumedAt: now })
    .where(isNotNull(mailBreaker.stoppedAt))
    .returning({ id: mailBreaker.id });
  return resumed.length === 1;
}

/** The provider's reports that count toward the next stop. */
export async function reports(db: Queries) {
  const counts = await countEvents(db);
  return {
    bounces: { count: counts.get("hardBounce") ?? 0, max: MAX_BOUNCES },
    complaints: { count: counts.get("complaint") ?? 0, max: MAX_COMPLAINTS },
    window: WINDOW,
  };
}

async function reasonToStop(tx: Tx): Promise<string | null> {
  const { bounces, complaints } = await reports(tx);
  if (bounces.count > bounces.max) return `${bounces.count} of the last ${WINDOW} mails bounced`;
  if (complaints.count > complaints.max)
    return `${complaints.count} of the last ${WINDOW} mails were reported as spam`;
  return null;
}

/** The last mails of the outbox and of broadcasts, which have their own. */
const OLDEST_IN_WINDOW = sql`
  select at from (
    (select sent_at as at from mails where sent_at is not null order by sent_at desc limit ${WINDOW})
    union all
    (select taken_at from broadcast_recipients where state = 'sent' order by taken_at desc limit ${WINDOW})
  ) as last order by at desc offset ${WINDOW - 1} limit 1`;

/** Events since the oldest of the last 500 mails was sent, or since the operator resumed. */
async function countEvents(db: Queries): Promise<ReadonlyMap<string, number>> {
  const { rows: oldest } = await db.execute<{ at: string }>(OLDEST_IN_WINDOW);
  const [breaker] = await db.select().from(mailBreaker);
  const from = Math.max(new Date(oldest[0]?.at ?? 0).getTime(), breaker?.resumedAt?.getTime() ?? 0);
  const rows = await db
    .select({ kind: mailEvents.kind, n: count() })
    .from(mailEvents)
    .where(gt(mailEvents.receivedAt, new Date(from)))
    .groupBy(mailEvents.kind);
  return new Map(rows.map(({ kind, n }) => [kind, n]));
}
