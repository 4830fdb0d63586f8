import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../db/query/row-version.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { record } from "../audit/public.ts";
import { stopMails } from "../mail/public.ts";
import { cityColumns, versionOf } from "./columns.ts";
import { moveLinks } from "./joined/links.ts";
import { lockSignup } from "./removal.ts";
import { type CorrectedSignup, correctedSignup, type updateInput } from "./schema.ts";
import { type currentSignups, waitlistSignups as t } from "./table.ts";
import { WELCOME_KIND } from "./welcome.ts";

type Row = typeof currentSignups.$inferSelect;
type Change = Omit<z.output<typeof updateInput>, "id" | "updatedAt">;

/**
 * Corrects what a person entered. A new address is unconfirmed and gets the joining mail; until it is confirmed, no
 * broadcast goes to it. Mail that waits for the old address is stopped. Throws 404, and 409 if the signup has changed
 * since `updatedAt` or the address is already on the waitlist.
 */
export async function correct(
  ctx: ActionContext<StaffActor>,
  { id, updatedAt: readAt, ...change }: z.output<typeof updateInput>,
): Promise<CorrectedSignup> {
  const { deps } = ctx;
  const corrected = deps.db.transaction(async (tx) => {
    const before = await lockSignup(tx, id);
    if (hasChangedSince(readAt, versionOf(before))) throw changedByOther("signup", versioned(before));
    const updatedAt = nextUpdatedAt(deps.now(), versionOf(before));
    const set = { ...columnsOf(deps, before, change), updatedAt };
    const [after] = await tx.update(t).set(set).where(eq(t.id, id)).returning();
    if (!after) throw new Error("the locked signup was not returned");
    if (after.emailKey !== before.emailKey) {
      await stopMailsTo(tx, before.emailKey, after.emailKey);
      await moveLinks(tx, before.emailKey, after.emailKey);
    }
    await record(tx, ctx, {
      subject: id,
      after: { changed: Object.keys(change).filter(isChanged(before, after)) },
    });
    return versioned(after);
  });
  return corrected.catch((error: unknown) => {
    if (violatedConstraint(error) !== "waitlist_signups_email_key") throw error;
    const sentence = "This address is on the waitlist already";
    throw new DomainError("conflict", sentence, { fields: { email: sentence } });
  });
}

/** Stops what the waitlist sends to an address that was wrong. Other mail to it, such as a receipt, still goes out. */
async function stopMailsTo(tx: Tx, wrong: string, right: string): Promise<void> {
  await stopMails(tx, [WELCOME_KIND, "person-link"], wrong, right);
  await skipCorrected(tx, wrong);
}

function columnsOf(deps: Deps, before: Row, { firstName, email, city, isBetaTester }: Change) {
  return {
    ...(firstName !== undefined && { firstName }),
    ...(city !== undefined && cityColumns(deps, city)),
    ...(isBetaTester !== undefined && { isBetaTester }),
    ...(email !== undefined && { email, ...addressColumns(deps, before, emailKey(email)) }),
  };
}

const addressColumns = ({ now }: Deps, before: Row, key: string) =>
  key === before.emailKey
    ? {}
    : {
        emailKey: key,
        confirmedAt: null,
        addressCorrectedAt: now(),
        welcomedAt: null,
        welcomeDueAt: before.leftAt === null ? now() : null,
      };

const isChanged = (before: Row, after: Row) => (name: string) =>
  before[name as keyof Row] !== after[name as keyof Row]; // keys of the input, which are columns too

const versioned = (row: Row): CorrectedSignup => correctedSignup.parse({ ...row, updatedAt: versionOf(row) });

/**
 * Skips an address that was corrected in all broadcasts that have not reached it. A mail that is on its way cannot be
 * called back; it is not tried again. Called by `waitlist`.
 */
async function skipCorrected(tx: Tx, emailKey: string): Promise<void> {
  await tx.execute(sql`
    with found as (
      select id, broadcast_id, state from broadcast_recipients
      where email_key = ${emailKey} and state in ('waiting', 'taken') for update
    ), counted as (
      update broadcasts b set skipped = b.skipped + 1 from found f where b.id = f.broadcast_id and f.state = 'waiting'
    )
    update broadcast_recipients r set reason = 'corrected',
      state = case when f.state = 'waiting' then 'skipped' else f.state end
    from found f where r.id = f.id`);
}
