import { and, eq } from "drizzle-orm";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import { hours, minutes } from "../../shared/duration.ts";
import { accountedFor } from "../audit/service.ts";
import type { Mailer } from "./smtp.ts";
import { mails } from "./table.ts";

const BATCH = 20; // one run sends no more at a time than it surely can before its lease ends
const RUN_FOR = minutes(5);
/** A sender that has not told how it went by then is dead: another takes the mail. */
const LEASE = minutes(15);
/** Ten tries over about a day and a half. */
const MOST_TRIES = 10;
const FIRST_WAIT = minutes(5);
const LONGEST_WAIT = hours(12);
const ERROR_MAX = 300; // characters

interface Taken {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attempts: number;
  readonly createdAt: Date;
}

/** Of all instances one gets a mail: taking it moves its next try to the end of the lease. $1 now, $2 then, $3 how many. */
const TAKE = `
  update mails set attempts = attempts + 1, next_try_at = $2
  where id in (
    select id from mails where next_try_at <= $1 and sent_at is null and text is not null
    order by next_try_at, id limit $3 for update skip locked)
  returning id, "to", subject, text, attempts, created_at as "createdAt"`;

/**
 * Sends what is due. A mail that cannot be sent waits longer each time and is given up after ten tries, which the log
 * says. Without a mail server nothing happens: mails stay in the outbox.
 */
export async function deliver(acting: ActionContext) {
  const { deps } = acting;
  accountedFor(acting);
  const { mailer } = deps.ports;
  const told = { sent: 0, failed: 0 };
  if (mailer === null) return told;
  const end = performance.now() + RUN_FOR;
  while (performance.now() < end && !acting.call.signal?.aborted) {
    const taken = await take(deps);
    for (const mail of taken) told[(await attempt(deps, mailer, mail)) ? "sent" : "failed"] += 1;
    if (taken.length < BATCH) break;
  }
  return told;
}

function take({ db, now }: Deps): Promise<Taken[]> {
  const at = now();
  return db.query<Taken>(TAKE, [at, new Date(at.getTime() + LEASE), BATCH]);
}

async function attempt(deps: Deps, mailer: Mailer, mail: Taken): Promise<boolean> {
  const failure = await mailer.send({ ...mail, at: mail.createdAt }).then(
    () => null,
    (error: unknown) => sentenceOf(error),
  );
  const now = deps.now();
  const wait = Math.min(FIRST_WAIT * 2 ** (mail.attempts - 1), LONGEST_WAIT);
  const over = failure === null || mail.attempts >= MOST_TRIES;
  await deps.db.orm
    .update(mails)
    .set({
      sentAt: failure === null ? now : null,
      lastError: failure,
      nextTryAt: over ? null : new Date(now.getTime() + wait),
    })
    // whoever is back from the dead changes nothing: another has taken the mail since
    .where(and(eq(mails.id, mail.id), eq(mails.attempts, mail.attempts)));
  if (failure !== null && over) {
    deps.log.error({ mail: mail.id, attempts: mail.attempts }, "a mail was given up: see `rihla mail show`");
  }
  return failure === null;
}

/** One line for the operator. */
const sentenceOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, ERROR_MAX);
