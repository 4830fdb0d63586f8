import { and, eq } from "drizzle-orm";
import type { ActionContext, Deps } from "../../../../core/rpc/context.ts";
import { nextUpdatedAt } from "../../../../db/query/row-version.ts";
import { hours, minutes, seconds } from "../../../../shared/duration.ts";
import { withTimeout } from "../../../../shared/with-timeout.ts";
import { skipAuditCheck } from "../../../audit/public.ts";
import { isStreamStopped } from "../../../mail/public.ts";
import { mailTo } from "../message/mail.ts";
import { type Template, templateOf } from "../message/markdown.ts";
import type { BroadcastRow } from "../queries.ts";
import { broadcasts } from "../table.ts";
import {
  dueBroadcasts,
  keepLease,
  type Lease,
  releaseLease,
  type Taken,
  takeBatch,
  takeLease,
} from "./take.ts";

/** One job sends all broadcasts: one that becomes due waits for this at most. */
const RUN_TIMEOUT = seconds(10);
/** Longer than the mail server may take; after it the mail counts as unknown. */
const SEND_TIMEOUT = seconds(50);

type Pool = ReturnType<NonNullable<Deps["ports"]["mailer"]>["openPool"]>;

/**
 * Sends the due mails of all broadcasts. Each recipient is committed as taken before the mail goes out, and never taken
 * again (docs/decisions/021-broadcasts-at-most-once.md). Run by the schedule.
 */
export async function sendDue(ctx: ActionContext) {
  const { deps, call } = ctx;
  skipAuditCheck(ctx);
  const { mailer } = deps.ports;
  const counts = { sent: 0, failed: 0 };
  if (mailer === null) return counts;
  const due = await dueBroadcasts(deps);
  if (due.length === 0 || (await isStreamStopped(deps, "broadcasts"))) return counts;
  const pool = mailer.openPool();
  try {
    // the others go on where one throws: they share the pool
    const all = await Promise.allSettled(due.map((id) => sendOne(deps, pool, id, call.signal)));
    for (const one of all) {
      if (one.status === "rejected") throw one.reason;
      counts.sent += one.value.sent;
      counts.failed += one.value.failed;
    }
  } finally {
    pool.close();
  }
  return counts;
}

async function sendOne(deps: Deps, pool: Pool, id: string, signal: AbortSignal | undefined) {
  const counts = { sent: 0, failed: 0 };
  const lease = await takeLease(deps, id);
  if (lease === null) return counts;
  const stopHeartbeat = keepLease(deps, lease);
  try {
    const [row] = await deps.db.orm.select().from(broadcasts).where(eq(broadcasts.id, id));
    if (!row) return counts;
    const template = await templateOrPause(deps, row);
    const end = performance.now() + RUN_TIMEOUT;
    while (performance.now() < end && !signal?.aborted && !(await isStreamStopped(deps, "broadcasts"))) {
      const batch = await takeBatch(deps, lease);
      if ("end" in batch) break;
      const { sent, failed } = await sendBatch(deps, pool, lease, template, batch.taken);
      counts.sent += sent;
      counts.failed += failed;
    }
  } finally {
    stopHeartbeat();
    await releaseLease(deps, lease);
  }
  return counts;
}

/** Pauses a broadcast whose text is refused, by rules that are newer than it, and throws the refusal. */
async function templateOrPause({ db, now }: Deps, row: BroadcastRow): Promise<Template> {
  try {
    return templateOf(row.subject, row.markdown);
  } catch (error) {
    await db.orm
      .update(broadcasts)
      .set({ state: "paused", updatedAt: nextUpdatedAt(now(), row.updatedAt) })
      .where(and(eq(broadcasts.id, row.id), eq(broadcasts.state, "sending")));
    throw error;
  }
}

async function sendBatch(
  deps: Deps,
  pool: Pool,
  lease: Lease,
  template: Template,
  taken: readonly Taken[],
): Promise<{ readonly sent: number; readonly failed: number }> {
  const results = await Promise.all(taken.map((each) => sendTo(deps, pool, template, each)));
  return recordResults(deps, lease, results);
}

async function sendTo(deps: Deps, pool: Pool, template: Template, taken: Taken): Promise<Result> {
  const mail = mailTo(deps, template, taken, taken.code);
  const sending = pool.send({ ...mail, id: taken.id, at: deps.now() });
  const tooLong = () => new Error("The mail server did not answer in time");
  const outcome = await withTimeout(sending, SEND_TIMEOUT, tooLong).catch((error: Error) => ({
    kind: "unknown" as const,
    reason: error.message,
  }));
  return { ...outcome, taken };
}

/** Spread over about a day and a half by the backoff, as for other mails. */
const ATTEMPTS_MAX = 10;
const BACKOFF_MIN = minutes(5);
const BACKOFF_MAX = hours(12);
/** How long a broadcast waits for a mail server that takes nothing. */
const SERVER_PAUSE = seconds(30);

/** The result of sending a recipient's mail. */
interface Result {
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
