import { sql } from "drizzle-orm";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { skipAuditCheck } from "../../audit/service.ts";
import { countReady } from "../../mail/queries.ts";
import { postAll } from "../../mail/service.ts";
import { WELCOME_KIND, type Welcomed, welcomeMail } from "./mail.ts";

const BATCH_SIZE = 100;
/** Joining mails that may wait in the outbox at once: other mails, such as those with a code, wait behind them. */
const READY_MAX = 500;

/** Takes due joining mails; those that another instance is posting are skipped. $1 now, $2 limit. */
const takeDue = (now: Date, limit: number) => sql`
  update waitlist_signups set welcomed_at = ${now.toISOString()}, welcome_due_at = null
  where id in (select id from waitlist_signups where welcome_due_at <= ${now.toISOString()}
    order by welcome_due_at, id limit ${limit} for update skip locked)
  returning first_name as "firstName", email, is_beta_tester as "isBetaTester"`;

/**
 * Posts the joining mails that are due. Taking a signup and posting its mail are one transaction, so that a kill neither
 * loses nor doubles one. Run by the schedule.
 */
export async function postWelcomes(ctx: ActionContext) {
  const { deps } = ctx;
  skipAuditCheck(ctx);
  let posted = 0;
  for (let room = await roomInOutbox(deps); room > 0 && !ctx.call.signal?.aborted; ) {
    const size = Math.min(room, BATCH_SIZE);
    const batch = await postBatch(deps, size);
    posted += batch;
    room -= batch;
    if (batch < size) break;
  }
  return { posted };
}

/** Without a mail server no mail leaves the outbox, so that its length says nothing. */
async function roomInOutbox(deps: Deps): Promise<number> {
  return deps.ports.mailer === null ? READY_MAX : READY_MAX - (await countReady(deps, WELCOME_KIND));
}

function postBatch(deps: Deps, limit: number): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<Welcomed & Record<string, unknown>>(takeDue(deps.now(), limit));
    await postAll(
      tx,
      deps,
      rows.map((row) => welcomeMail(deps, row)),
    );
    return rows.length;
  });
}
