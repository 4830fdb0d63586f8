import { eq } from "drizzle-orm";
import type { ActionContext, Deps } from "../../../../core/rpc/context.ts";
import { minutes, seconds } from "../../../../shared/duration.ts";
import { withTimeout } from "../../../../shared/with-timeout.ts";
import { skipAuditCheck } from "../../../audit/service.ts";
import { mailStop } from "../../../mail/queries.ts";
import { mailTo } from "../message/mail.ts";
import { type Template, templateOf } from "../message/markdown.ts";
import { broadcasts } from "../table.ts";
import { dueBroadcasts, type Lease, releaseLease, startHeartbeat, takeLease } from "./lease.ts";
import { type Result, recordResults } from "./results.ts";
import { type Taken, takeBatch } from "./take.ts";

const RUN_TIMEOUT = minutes(5);
/** Longer than the mail server may take; after it the mail counts as unknown. */
const SEND_TIMEOUT = seconds(50);

type Pool = ReturnType<NonNullable<Deps["ports"]["mailer"]>["openPool"]>;

/**
 * Sends the due mails of all broadcasts. Each recipient is committed as taken before the mail goes out, and never taken
 * again (docs/decisions/021-broadcasts-at-most-once.md). Run by the schedule every second, on every instance.
 */
export async function sendDue(ctx: ActionContext) {
  const { deps, call } = ctx;
  skipAuditCheck(ctx);
  const { mailer } = deps.ports;
  const counts = { sent: 0, failed: 0 };
  if (mailer === null) return counts;
  const due = await dueBroadcasts(deps);
  if (due.length === 0 || (await mailStop(deps)) !== null) return counts;
  const pool = mailer.openPool();
  try {
    const all = await Promise.all(due.map((id) => sendOne(deps, pool, id, call.signal)));
    for (const { sent, failed } of all) {
      counts.sent += sent;
      counts.failed += failed;
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
  const stopHeartbeat = startHeartbeat(deps, lease);
  try {
    const [row] = await deps.db.orm.select().from(broadcasts).where(eq(broadcasts.id, id));
    if (!row) return counts;
    const template = templateOf(row.subject, row.markdown);
    const end = performance.now() + RUN_TIMEOUT;
    while (performance.now() < end && !signal?.aborted && (await mailStop(deps)) === null) {
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
