import { sql } from "drizzle-orm";
import { JOINED_MAIL } from "../../copy/en/emails.ts";
import { issuePersonToken } from "../../core/auth/person-tokens.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import { advisoryLock } from "../../db/locks.ts";
import { days } from "../../shared/duration.ts";
import { isPlainName } from "../../shared/people/names.ts";
import { skipAuditCheck } from "../audit/public.ts";
import { countReady, mailboxOf, mails, mailText, type NewMail, pageUrl, postAll } from "../mail/public.ts";

export const WELCOME_KIND = "waitlist-welcome";

const LINK_LIFETIME = days(30); // docs/limits.md
/** CASL asks for 60 days, CAN-SPAM for 30; people search for such links in old mails. */
const LEAVE_LIFETIME = days(400);

export interface Welcomed {
  readonly firstName: string;
  readonly email: string;
  readonly isBetaTester: boolean;
  /** The city that the person's text means: the text itself could say anything. */
  readonly cityId: number | null;
  readonly referralCode: string;
}

/** The joining mail: what the card says, confirm, share, leave. */
export function welcomeMail(deps: Deps, person: Welcomed): NewMail {
  const { firstName, email, isBetaTester, cityId, referralCode } = person;
  const { name } = deps.settings.brand;
  const token = issuePersonToken(deps, "me", email, LINK_LIFETIME);
  const leaveToken = issuePersonToken(deps, "leave", email, LEAVE_LIFETIME);
  const leaveUrl = pageUrl(deps, `/leave/${leaveToken}`);
  return {
    to: email,
    subject: JOINED_MAIL.subject(name),
    text: mailText(
      deps,
      ...JOINED_MAIL.text({
        brand: name,
        firstName: isPlainName(firstName) ? firstName : null,
        isBetaTester,
        city: cityNameOf(deps, cityId),
        shareUrl: pageUrl(deps, `/?ref=${referralCode}`),
        confirmUrl: pageUrl(deps, `/me#${token}`),
        leaveUrl,
      }),
    ),
    kind: WELCOME_KIND,
    leaveUrl,
    secrets: [token, leaveToken],
  };
}

function cityNameOf({ state }: Deps, cityId: number | null): string | null {
  const city = cityId === null ? null : state.gazetteer.city(cityId);
  return city && `${city.name}, ${city.state}`;
}

const BATCH_SIZE = 20; // a few milliseconds, for which signups wait
/** Joining mails that may wait in the outbox at once: other mails, such as those with a code, wait behind them. */
const READY_MAX = 500;

/** Joining mails to one mailbox within a day, under all of its addresses (docs/limits.md): strangers can enter any of them. */
const MAILBOX_A_DAY = 5;

/**
 * Takes due joining mails; those of signups that are being changed are skipped. At most one a day goes to an address: the
 * outbox knows it even if the address now belongs to another signup, because it was corrected. A mail that was stopped
 * before it was offered to any mail server does not count. What is too much for a mailbox waits for a day.
 * `offset` makes each one a look-up: else the planner may read the whole table for each batch.
 */
const takeDue = (now: Date, limit: number) => sql`
  with due as (
    select id, email_key, welcome_due_at from waitlist_signups where welcome_due_at <= ${now.toISOString()} and deleted_at is null
    order by welcome_due_at, id limit ${limit} for update skip locked
  ), posted as (
    select due.id, m.to_key = due.email_key as is_own, m.created_at from due cross join lateral (
      select to_key, created_at from ${mails} m
      where ${mailboxOf(sql.raw("m.to_key"))} = ${mailboxOf(sql.raw("due.email_key"))} and m.kind = ${WELCOME_KIND}
        and m.created_at > ${now.toISOString()}::timestamptz - interval '1 day'
        and (m.attempts > 0 or m.sent_at is not null or m.next_try_at is not null)
      offset 0) m
  ), taken as (
    select id, (select max(created_at) from posted where posted.id = due.id and is_own) as last,
      (select count(*) from posted where posted.id = due.id) + row_number() over (
        partition by ${mailboxOf(sql.raw("email_key"))} order by welcome_due_at, id) > ${MAILBOX_A_DAY} as is_too_much
    from due
  )
  update waitlist_signups w set
    welcomed_at = case when last is null and is_too_much then w.welcomed_at else coalesce(last, ${now.toISOString()}) end,
    welcome_due_at = case when last is null and is_too_much then ${now.toISOString()}::timestamptz else last end
      + interval '1 day'
  from taken where w.id = taken.id
  returning first_name as "firstName", email, is_beta_tester as "isBetaTester", city_id as "cityId",
    referral_code as "referralCode", last is null and not is_too_much as "isDue"`;

interface Taken extends Welcomed {
  readonly isDue: boolean;
}

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
    posted += batch.posted;
    room -= batch.posted;
    if (batch.taken < size) break;
  }
  return { posted };
}

/** Without a mail server no mail leaves the outbox, so that its length says nothing. */
async function roomInOutbox(deps: Deps): Promise<number> {
  return deps.ports.mailer === null ? READY_MAX : READY_MAX - (await countReady(deps, WELCOME_KIND));
}

function postBatch(deps: Deps, limit: number): Promise<{ readonly taken: number; readonly posted: number }> {
  return deps.db.transaction(async (tx) => {
    // one batch at a time: the next one counts the mails of this one
    await tx.execute(advisoryLock("welcomes"));
    const { rows } = await tx.execute<Taken & Record<string, unknown>>(takeDue(deps.now(), limit));
    const due = rows.filter(({ isDue }) => isDue);
    await postAll(
      tx,
      deps,
      due.map((row) => welcomeMail(deps, row)),
    );
    return { taken: rows.length, posted: due.length };
  });
}
