import { and, eq } from "drizzle-orm";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import { hours, minutes, seconds } from "../../shared/duration.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import { skipAuditCheck } from "../audit/public.ts";
import { suppressionsOf } from "./events/suppression.ts";
import { type MailOutcome, outcomeOfFailure } from "./outcome.ts";
import { isStreamStopped } from "./queries.ts";
import { revealSecrets } from "./secrets.ts";
import { recordOutcomes } from "./server.ts";
import { CONNECTIONS_MAX, type MailPool } from "./smtp.ts";
import { mails } from "./table.ts";

/** Longer than the timeouts of smtp.ts together, the last of which begins anew with every answer of the server. */
const SEND_TIMEOUT = seconds(50);
const BATCH_SIZE = CONNECTIONS_MAX; // all at once, so that they are sent or time out before their leases end
const RUN_TIMEOUT = minutes(5);
/** After this a sender counts as dead, and another may take the mail. */
const LEASE = minutes(3);
/** Spread over about a day and a half by the backoff. */
const ATTEMPTS_MAX = 10;
const BACKOFF_MIN = minutes(5);
const BACKOFF_MAX = hours(12);

interface LeasedMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly secrets: string | null;
  readonly leaveUrl: string | null;
  readonly replyTo: string | null;
  readonly attempts: number;
  readonly createdAt: Date;
}

/**
 * Leases due mails to one instance: their next attempt moves to the end of the lease. Bulk mails come last, so that a code
 * or a link waits for one batch of them at most, and not while they are stopped. $1 now, $2 lease end, $3 limit, $4 stopped.
 */
const LEASE_DUE_MAILS = `
  update mails set attempts = attempts + 1, next_try_at = $2, last_error = null
  where id in (
    select id from mails where next_try_at <= $1 and sent_at is null and text is not null and not (bulk and $4)
    order by bulk, next_try_at, id limit $3 for update skip locked)
  returning id, "to", subject, text, html, secrets, leave_url as "leaveUrl", reply_to as "replyTo",
    attempts, created_at as "createdAt"`;

/**
 * Sends due mails. One that cannot be sent is retried with exponential backoff and is given up after ten attempts,
 * which is logged. Without a mail server, mails stay in the outbox. Run by the schedule and the operator.
 */
export async function deliver(ctx: ActionContext) {
  const { deps } = ctx;
  skipAuditCheck(ctx);
  const { mailer } = deps.ports;
  const counts = { sent: 0, failed: 0 };
  if (mailer === null) return counts;
  const pool = mailer.openPool();
  const end = performance.now() + RUN_TIMEOUT;
  try {
    while (performance.now() < end && !ctx.call.signal?.aborted) {
      const leased = await leaseDueMails(deps);
      const outcomes = await sendBatch(deps, pool, leased);
      for (const outcome of outcomes) counts[outcome?.kind === "sent" ? "sent" : "failed"] += 1;
      await recordOutcomes(deps, outcomes);
      if (leased.length < BATCH_SIZE) break;
    }
  } finally {
    pool.close();
  }
  return counts;
}

/** What became of each mail; null for one that no server has seen. */
async function sendBatch(
  deps: Deps,
  pool: MailPool,
  mails: readonly LeasedMail[],
): Promise<(MailOutcome | null)[]> {
  const suppressedFor = await suppressionsOf(
    deps,
    mails.map(({ to }) => to),
  );
  return Promise.all(
    mails.map(async (mail) => {
      const reason = suppressedFor(mail.to);
      if (reason === undefined) return sendMail(deps, pool, mail);
      await giveUp(deps, mail, reason);
      return null;
    }),
  );
}

async function leaseDueMails(deps: Deps): Promise<LeasedMail[]> {
  const { db, now } = deps;
  const at = now();
  const isStopped = await isStreamStopped(deps, "joining"); // the only bulk mails of the outbox
  return db.query<LeasedMail>(LEASE_DUE_MAILS, [at, new Date(at.getTime() + LEASE), BATCH_SIZE, isStopped]);
}

async function sendMail(deps: Deps, pool: MailPool, mail: LeasedMail): Promise<MailOutcome> {
  const outcome = await attempt(deps, pool, mail);
  const failure = outcome.kind === "sent" ? null : outcome.reason;
  const now = deps.now();
  const backoff = Math.min(BACKOFF_MIN * 2 ** (mail.attempts - 1), BACKOFF_MAX);
  const isFinal = failure === null || mail.attempts >= ATTEMPTS_MAX;
  await deps.db.orm
    .update(mails)
    .set({
      sentAt: failure === null ? now : null,
      lastError: failure,
      ...(failure === null && { secrets: null }),
      nextTryAt: isFinal ? null : new Date(now.getTime() + backoff),
    })
    // a sender whose lease has expired changes nothing: another has taken the mail
    .where(and(eq(mails.id, mail.id), eq(mails.attempts, mail.attempts)));
  if (failure !== null && isFinal) {
    deps.log.error(
      { mail: mail.id, attempts: mail.attempts },
      "a mail could not be sent: see `rihla mail show`",
    );
  }
  return outcome;
}

/** Ends a mail to a suppressed address, which the server never sees. */
async function giveUp(deps: Deps, { id, attempts }: LeasedMail, reason: string): Promise<void> {
  await deps.db.orm
    .update(mails)
    .set({ nextTryAt: null, lastError: `No mail goes to this address: ${reason}` })
    .where(and(eq(mails.id, id), eq(mails.attempts, attempts)));
}

async function attempt({ encryption }: Deps, pool: MailPool, mail: LeasedMail): Promise<MailOutcome> {
  const reveal = (text: string | null) =>
    text === null ? null : revealSecrets(encryption, { ...mail, text });
  const tooLong = () =>
    Object.assign(new Error("The mail server did not accept it in time"), { code: "ETIMEDOUT" });
  try {
    const sending = pool.send({
      ...mail,
      text: revealSecrets(encryption, mail),
      html: reveal(mail.html),
      leaveUrl: reveal(mail.leaveUrl),
      replyTo: reveal(mail.replyTo),
      at: mail.createdAt,
    });
    return await withTimeout(sending, SEND_TIMEOUT, tooLong);
  } catch (error) {
    return outcomeOfFailure(error); // of the timeout, or of secrets that the key does not decrypt
  }
}
