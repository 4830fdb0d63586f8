import type { Deps } from "../../../core/rpc/context.ts";
import type { MailStop } from "../../../shared/people/mails.ts";
import { mailStop } from "../queries.ts";

/** How the outbox and the mail server are. */
export interface MailHealth {
  readonly waiting: number;
  readonly failed: number;
  /** When the mail was due that has waited longest; null if none is due. One that is stopped is not due. */
  readonly oldestDueAt: Date | null;
  /** Which bulk mail is stopped because of bounces or complaints. */
  readonly stopped: MailStop | null;
  /** Since when the server has taken no mail, how often it failed, and how. */
  readonly failingSince: Date | null;
  readonly failures: number;
  readonly lastError: string | null;
}

/** $1 now, $2 whether bulk mails are stopped. Each part reads an index of what waits or failed, or one row. */
const HEALTH = `select
  (select count(*) from mails where next_try_at is not null)::int as waiting,
  (select count(*) from mails where sent_at is null and next_try_at is null)::int as failed,
  (select min(first) from (
    (select next_try_at as first from mails where bulk and not $2 and next_try_at <= $1 order by next_try_at limit 1)
    union all
    (select next_try_at from mails where not bulk and next_try_at <= $1 order by next_try_at limit 1)) due) as "oldestDueAt",
  server.failing_since as "failingSince", coalesce(server.failures, 0) as failures, server.last_error as "lastError"
  from (select 1) as one left join mail_server as server on true`;

/** Cheap enough for every scrape of metrics. */
export async function mailHealth(deps: Deps): Promise<MailHealth> {
  const stopped = await mailStop(deps);
  const isStopped = stopped?.streams.includes("joining") ?? false;
  const [health] = await deps.db.query<Omit<MailHealth, "stopped">>(HEALTH, [deps.now(), isStopped]);
  if (!health) throw new Error("the state of the outbox returned no row");
  return { ...health, stopped };
}
