import type { Deps } from "../../../../core/rpc/context.ts";
import { hours, minutes, seconds } from "../../../../shared/duration.ts";
import type { Lease } from "./lease.ts";
import type { Taken } from "./take.ts";

/** Spread over about a day and a half by the backoff, as for other mails. */
const ATTEMPTS_MAX = 10;
const BACKOFF_MIN = minutes(5);
const BACKOFF_MAX = hours(12);
/** How long a broadcast waits for a mail server that takes nothing. */
const SERVER_PAUSE = seconds(30);

/** The result of sending a recipient's mail. */
export interface Result {
  readonly taken: Taken;
  readonly kind: "sent" | "refused" | "postponed" | "unknown";
  readonly reason?: string;
}

/**
 * $1 results, $2 fence, $3 broadcast. A sender that lost its lease still knows what became of its mails; it only cannot
 * send one again. One whose address has since been corrected is not tried again.
 */
const RECORD = `
  with x as (
    select * from jsonb_to_recordset($1::jsonb) as x (id text, state text, reason text, next_try_at timestamptz)
  ), old as (
    select r.id, r.state, r.reason from broadcast_recipients r join x on x.id = r.id
    where r.fence = $2 and (r.state = 'taken' or r.state = 'unknown' and x.state <> 'waiting') for update of r
  ), written as (
    update broadcast_recipients r set state = x.state, reason = x.reason, next_try_at = x.next_try_at
    from (select x.id, case when y.ends then 'skipped' else x.state end as state,
        case when y.ends then old.reason else x.reason end as reason,
        case when y.ends then null else x.next_try_at end as next_try_at, old.state as was
      from x join old on old.id = x.id
      cross join lateral (select coalesce(old.reason = 'corrected' and x.state = 'waiting', false) as ends) y) x
    where r.id = x.id returning x.state, x.was
  ), counted as (
    select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'skipped')::int as skipped,
      (count(*) filter (where state = 'unknown') - count(*) filter (where was = 'unknown'))::int as unknown from written
  )
  update broadcasts b set sent = b.sent + c.sent, failed = b.failed + c.failed, unknown = b.unknown + c.unknown, skipped = b.skipped + c.skipped
  from counted c where b.id = $3
  returning c.sent, c.failed`;

/** Writes the results of a batch. Where the server took nothing, the broadcast waits for it. */
export async function recordResults({ db, now }: Deps, lease: Lease, results: readonly Result[]) {
  const rows = results.map((each) => rowOf(each, now()));
  const [counts = { sent: 0, failed: 0 }] = await db.query<{ sent: number; failed: number }>(RECORD, [
    JSON.stringify(rows),
    lease.fence,
    lease.broadcastId,
  ]);
  if (results.every(({ kind }) => kind === "postponed") && results.length > 0)
    await db.query("update broadcasts set next_take_at = $1 where id = $2", [
      new Date(now().getTime() + SERVER_PAUSE),
      lease.broadcastId,
    ]);
  return counts;
}

const STATES = { sent: "sent", refused: "failed", unknown: "unknown" } as const;

function rowOf({ taken: { id, attempts }, kind, reason }: Result, now: Date) {
  if (kind !== "postponed") return { id, state: STATES[kind], reason };
  if (attempts + 1 >= ATTEMPTS_MAX) return { id, state: "failed", reason };
  const backoff = Math.min(BACKOFF_MIN * 2 ** attempts, BACKOFF_MAX);
  return { id, state: "waiting", reason, next_try_at: new Date(now.getTime() + backoff) };
}
