import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { startHeartbeat } from "../../../../core/logging/heartbeat.ts";
import type { Deps } from "../../../../core/rpc/context.ts";
import type { Tx } from "../../../../db/client.ts";
import { minutes, seconds } from "../../../../shared/duration.ts";
import { randomId } from "../../../../shared/id.ts";
import { hashOf, mailSuppressions } from "../../../mail/public.ts";
import type { Person } from "../message/mail.ts";

/** Recipients taken at once: as many become unknown at most if the sender dies. */
const BATCH_SIZE = 20;
/** What a sender that was late may catch up on at once. */
const CATCH_UP = seconds(1);

/** A recipient whose mail is to be sent now. */
export interface Taken extends Person {
  readonly id: string;
  readonly attempts: number;
  /** The invitation code; its hash is in the database. */
  readonly code: string | null;
}

/** `stopped`: paused, canceled, held by another sender, or not due. `finished`: no recipient is left. */
export type Batch = { readonly end: "stopped" | "finished" } | { readonly taken: readonly Taken[] };

interface Held extends Record<string, unknown> {
  readonly ratePerMinute: number | null;
  readonly nextTakeAt: string;
  readonly invites: boolean;
}

interface Candidate extends Record<string, unknown> {
  readonly id: string;
  readonly attempts: number;
  readonly firstName: string | null;
  readonly city: string | null;
  readonly email: string | null;
  readonly referralCode: string | null;
  readonly suppressed: boolean;
}

/** The next recipients, committed as taken. People who have since left, been erased or been suppressed are skipped. */
export function takeBatch(deps: Deps, lease: Lease): Promise<Batch> {
  const now = deps.now();
  return deps.db.transaction(async (tx) => {
    const held = await renew(tx, lease, now);
    if (held === undefined) return { end: "stopped" };
    const candidates = await nextCandidates(tx, lease, now, sizeOf(held));
    if (candidates.length === 0) return endOrWait(tx, lease, now);
    await spendRate(tx, lease, now, held, candidates.length);
    const taken = candidates.flatMap((each): readonly Taken[] =>
      isReachable(each) ? [{ ...each, code: held.invites ? randomId() : null }] : [],
    );
    await write(tx, lease, now, candidates, taken);
    return { taken };
  });
}

const isReachable = (each: Candidate): each is Candidate & Person => each.email !== null && !each.suppressed;

async function renew(tx: Tx, { broadcastId, fence }: Lease, now: Date): Promise<Held | undefined> {
  const { rows } = await tx.execute<Held>(sql`
    update broadcasts set lease_until = ${leaseEnd(now).toISOString()}
    where id = ${broadcastId} and fence = ${fence} and state = 'sending' and next_take_at <= ${now.toISOString()}
    returning rate_per_minute as "ratePerMinute", next_take_at as "nextTakeAt", invites`);
  return rows[0];
}

/** At a low rate, one second's worth. */
const sizeOf = ({ ratePerMinute }: Held): number =>
  ratePerMinute === null ? BATCH_SIZE : Math.min(BATCH_SIZE, Math.max(1, Math.floor(ratePerMinute / 60)));

async function nextCandidates(tx: Tx, { broadcastId }: Lease, now: Date, limit: number) {
  const { rows } = await tx.execute<Candidate>(sql`
    select r.id, r.attempts, s.first_name as "firstName", s.city, s.email, s.referral_code as "referralCode",
      exists (select 1 from ${mailSuppressions} m where m.ended_at is null
        and m.address_hash = ${hashOf(sql`r.email_key`)}) as suppressed
    from broadcast_recipients r
    left join current_signups s on s.email_key = r.email_key and not s.quarantined and s.left_at is null
    where r.broadcast_id = ${broadcastId} and r.state = 'waiting'
      and (r.next_try_at is null or r.next_try_at <= ${now.toISOString()})
    order by r.id limit ${limit} for update of r`);
  return rows;
}

/** Delays the next batch by as much time as these mails take at the rate. */
async function spendRate(
  tx: Tx,
  { broadcastId }: Lease,
  now: Date,
  held: Held,
  mails: number,
): Promise<void> {
  if (held.ratePerMinute === null) return;
  const from = Math.max(new Date(held.nextTakeAt).getTime(), now.getTime() - CATCH_UP);
  const next = new Date(from + (mails * minutes(1)) / held.ratePerMinute);
  await tx.execute(sql`update broadcasts set next_take_at = ${next.toISOString()} where id = ${broadcastId}`);
}

async function write(
  tx: Tx,
  { broadcastId, fence }: Lease,
  now: Date,
  candidates: readonly Candidate[],
  taken: readonly Taken[],
): Promise<void> {
  const codes = new Map(taken.map(({ id, code }) => [id, code]));
  const rows = candidates.map(({ id, email }) => {
    const code = codes.get(id);
    if (code === undefined) return { id, state: "skipped", reason: email === null ? "left" : "suppressed" };
    return { id, state: "taken", code_hash: code === null ? null : codeHash(code) };
  });
  await tx.execute(sql`
    update broadcast_recipients r set state = x.state, reason = x.reason, code_hash = x.code_hash, fence = ${fence},
      taken_at = ${now.toISOString()}, attempts = r.attempts + 1, next_try_at = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id text, state text, reason text, code_hash text)
    where r.id = x.id`);
  const skipped = candidates.length - taken.length;
  if (skipped > 0)
    await tx.execute(sql`update broadcasts set skipped = skipped + ${skipped} where id = ${broadcastId}`);
}

/** Finishes a broadcast without waiting recipients; otherwise sleeps until the next retry. */
async function endOrWait(tx: Tx, { broadcastId }: Lease, now: Date): Promise<Batch> {
  const { rows } = await tx.execute<{ next: string | null }>(sql`
    select min(next_try_at) as next from broadcast_recipients
    where broadcast_id = ${broadcastId} and state = 'waiting'`);
  const next = rows[0]?.next ?? null;
  if (next === null) {
    await tx.execute(sql`
      update broadcasts set state = 'sent', finished_at = ${now.toISOString()} where id = ${broadcastId}`);
    return { end: "finished" };
  }
  const at = new Date(next).toISOString();
  await tx.execute(sql`update broadcasts set next_take_at = ${at} where id = ${broadcastId}`);
  return { end: "stopped" };
}

/** A plain hash, so that codes stay valid when SECRET_KEY is rotated; a code has 130 bits. */
export const codeHash = (code: string): string => createHash("sha256").update(code).digest("hex");

/** After this a sender counts as dead, so that another goes on within 30 seconds. */
const LEASE = seconds(15);
const HEARTBEAT = seconds(5);

/** The right to send one broadcast, until it is released or not renewed. */
export interface Lease {
  readonly broadcastId: string;
  /** The fencing token, greater than that of every earlier sender. */
  readonly fence: number;
}

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE);

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
