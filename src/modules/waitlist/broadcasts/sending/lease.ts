import { sql } from "drizzle-orm";
import { startHeartbeat } from "../../../../core/logging/heartbeat.ts";
import type { Deps } from "../../../../core/rpc/context.ts";
import { seconds } from "../../../../shared/duration.ts";

/** After this a sender counts as dead, so that another goes on within 30 seconds. */
const LEASE = seconds(15);
const HEARTBEAT = seconds(5);

/** The right to send one broadcast, until it is released or not renewed. */
export interface Lease {
  readonly broadcastId: string;
  /** The fencing token, greater than that of every earlier sender. */
  readonly fence: number;
}

export const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE);

/**
 * The ids of broadcasts that are due and not being sent. One with a time of its own does not begin while the sweeps
 * catch up.
 */
export async function dueBroadcasts({ db, now, clock }: Deps): Promise<readonly string[]> {
  const rows = await db.query<{ id: string; state: string }>(
    `select id, state from broadcasts where state in ('scheduled', 'sending') and next_take_at <= $1
      and (lease_until is null or lease_until <= $1)`,
    [now()],
  );
  const begins = rows.some(({ state }) => state === "scheduled");
  const waits = begins && (await clock.isCatchingUp());
  return rows.filter(({ state }) => !(waits && state === "scheduled")).map(({ id }) => id);
}

/**
 * Takes the lease; null if another sender was faster or the broadcast was stopped. Recipients that an earlier sender
 * took and did not finish become unknown, in the same transaction.
 */
export function takeLease({ db, now }: Deps, broadcastId: string): Promise<Lease | null> {
  const at = now().toISOString();
  const until = leaseEnd(now()).toISOString();
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ fence: number }>(sql`
      update broadcasts set fence = fence + 1, lease_until = ${until}, state = 'sending'
      where id = ${broadcastId} and state in ('scheduled', 'sending') and next_take_at <= ${at}
        and (lease_until is null or lease_until <= ${at})
      returning fence`);
    const fence = rows[0]?.fence;
    if (fence === undefined) return null;
    const { rowCount } = await tx.execute(sql`
      update broadcast_recipients set state = 'unknown', reason = 'The server stopped while it was being sent'
      where broadcast_id = ${broadcastId} and state = 'taken'`);
    if (rowCount > 0)
      await tx.execute(sql`update broadcasts set unknown = unknown + ${rowCount} where id = ${broadcastId}`);
    return { broadcastId, fence: Number(fence) };
  });
}

const RENEW = "update broadcasts set lease_until = $1 where id = $2 and fence = $3";

/** Renews the lease while mails are on their way, until the returned function is called. */
export const keepLease = (deps: Deps, { broadcastId, fence }: Lease): (() => void) =>
  startHeartbeat(deps, {
    name: "broadcast",
    every: HEARTBEAT,
    send: () => deps.db.query(RENEW, [leaseEnd(deps.now()), broadcastId, fence]),
  });

/** Lets another sender take the broadcast at once. */
export async function releaseLease({ db }: Deps, { broadcastId, fence }: Lease): Promise<void> {
  await db.query(RENEW, [null, broadcastId, fence]);
}
