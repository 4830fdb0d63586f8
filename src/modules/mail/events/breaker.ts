import { count, gt, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { Tx } from "../../../db/client.ts";
import type { Queries } from "../../../db/types.ts";
import { mailBreaker, mailEvents } from "../table.ts";

declare module "../../../core/rpc/offers.ts" {
  interface Offers {
    /** Selects as `at` when the newest mails were sent that did not go through the outbox. */
    readonly newestSent?: (limit: number) => SQL;
  }
}

type Modules = Pick<Deps, "modules">;

// Shares of the last 500 mails; mailbox providers block senders above them (docs/limits.md)
const WINDOW = 500;
const MAX_BOUNCES = 0.05 * WINDOW;
const MAX_COMPLAINTS = Math.floor(0.003 * WINDOW);

/** Stops all mail if too many of the last 500 bounced or were reported as spam. Returns whether it stopped now. */
export async function stopIfTooMany(tx: Tx, { modules }: Modules, now: Date): Promise<boolean> {
  const reason = await reasonToStop(tx, { modules });
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
export async function reports(db: Queries, { modules }: Modules) {
  const counts = await countEvents(db, { modules });
  return {
    bounces: { count: counts.get("hardBounce") ?? 0, max: MAX_BOUNCES },
    complaints: { count: counts.get("complaint") ?? 0, max: MAX_COMPLAINTS },
    window: WINDOW,
  };
}

async function reasonToStop(tx: Tx, deps: Modules): Promise<string | null> {
  const { bounces, complaints } = await reports(tx, deps);
  if (bounces.count > bounces.max) return `${bounces.count} of the last ${WINDOW} mails bounced`;
  if (complaints.count > complaints.max)
    return `${complaints.count} of the last ${WINDOW} mails were reported as spam`;
  return null;
}

/** When the oldest of the last 500 mails was sent: of the outbox, and of what modules send themselves. */
const oldestInWindow = (deps: Modules): SQL => {
  const newest = [
    sql`(select sent_at as at from mails where sent_at is not null order by sent_at desc limit ${WINDOW})`,
    ...offersOf(deps, "newestSent").map((times) => sql`(${times(WINDOW)})`),
  ];
  const all = sql.join(newest, sql` union all `);
  return sql`select at from (${all}) as last order by at desc offset ${WINDOW - 1} limit 1`;
};

/** Events since the oldest of the last 500 mails was sent, or since the operator resumed. */
async function countEvents(db: Queries, deps: Modules): Promise<ReadonlyMap<string, number>> {
  const { rows: oldest } = await db.execute<{ at: string }>(oldestInWindow(deps));
  const [breaker] = await db.select().from(mailBreaker);
  const from = Math.max(new Date(oldest[0]?.at ?? 0).getTime(), breaker?.resumedAt?.getTime() ?? 0);
  const rows = await db
    .select({ kind: mailEvents.kind, n: count() })
    .from(mailEvents)
    .where(gt(mailEvents.receivedAt, new Date(from)))
    .groupBy(mailEvents.kind);
  return new Map(rows.map(({ kind, n }) => [kind, n]));
}
