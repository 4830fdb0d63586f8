import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, PartnerPrincipal, Visitor } from "../../core/rpc/context.ts";
import { partnerProcedure, router, visitorProcedure } from "../../core/rpc/procedures.ts";
import { hasChangedSince, nextUpdatedAt } from "../../db/query/row-version.ts";
import { DomainError } from "../../shared/errors.ts";
import { success } from "../../shared/fields.ts";
import { record } from "../audit/public.ts";
import { endLinks, linkExpired, redeemLink } from "../mail/public.ts";
import * as queries from "./email/queries.ts";
import * as email from "./email/service.ts";
import { passkeyStore } from "./passkeys/check.ts";
import { lockOwnAccount, lockPartner, type PartnerRow } from "./queries.ts";
import * as recovery from "./recovery/service.ts";
import * as schema from "./schema.ts";
import { profile, type updateOwnInput } from "./schema.ts";
import { auditFields } from "./service.ts";
import { partners } from "./table.ts";

/**
 * Locks an account with the link of a notice: its sessions end, and its password and passkeys no longer work. A link
 * mailed to its address sets a new password. Throws 400 on a link that cannot be used.
 */
async function lock(ctx: ActionContext<Visitor>, token: string) {
  const { deps } = ctx;
  const passwordHash = deps.passwords.unusableHash();
  await deps.db.transaction(async (tx) => {
    const { ownerId } = await redeemLink(tx, deps, "partner-lock", token);
    const row = await lockPartner(tx, ownerId);
    if (!row) throw linkExpired();
    await tx.update(partners).set({ passwordHash }).where(eq(partners.id, row.id));
    await passkeyStore.deleteAll(tx, row.id); // one of them may be the intruder's
    await deps.sessions.partner.endAll(tx, row.id);
    await endLinks(tx, deps, row.id, ["partner-change-email"]);
    await record(tx, ctx, { subject: row.id, after: { locked: true } });
  });
  return { success: true as const };
}

export const partnerProfile = router({
  update: partnerProcedure
    .meta({ rest: "PUT /partner/api/me", summary: "Change your names and phone number" })
    .input(schema.updateOwnInput)
    .output(schema.profile)
    .mutation(({ ctx, input }) => updateOwn(ctx, input)),
});

export const partnerEmail = router({
  status: partnerProcedure
    .meta({ rest: "GET /partner/api/email", summary: "Show whether your address is confirmed" })
    .output(schema.emailStatus)
    .query(({ ctx }) => queries.status(ctx)),
  confirm: visitorProcedure
    .meta({
      rest: "POST /partner/api/email/confirm",
      summary: "Confirm an e-mail address by the mailed link or, signed in, by its code",
      rateLimit: "recovery",
    })
    .input(schema.confirmEmailInput)
    .output(success)
    .mutation(({ ctx, input }) => email.confirm(ctx, input)),
  resend: partnerProcedure
    .meta({
      rest: "POST /partner/api/email/resend",
      summary: "Mail another link and code to confirm your address",
      rateLimit: "recovery",
    })
    .output(success)
    .mutation(({ ctx }) => email.resend(ctx)),
  change: partnerProcedure
    .meta({
      rest: "POST /partner/api/email/change",
      summary: "Change your e-mail address once the new one is confirmed",
      rateLimit: "recovery",
    })
    .input(schema.changeEmailInput)
    .output(schema.profile)
    .mutation(({ ctx, input }) => email.requestChange(ctx, input)),
  undo: visitorProcedure
    .meta({
      rest: "POST /partner/api/email/undo",
      summary: "Restore a replaced e-mail address by the link that was mailed to it",
      rateLimit: "recovery",
    })
    .input(schema.undoEmailInput)
    .output(success)
    .mutation(({ ctx, input }) => email.undo(ctx, input.token)),
});

export const partnerPassword = router({
  forgot: visitorProcedure
    .meta({
      rest: "POST /partner/api/password/forgot",
      summary: "Mail a link to choose a new partner password",
      rateLimit: "recovery",
    })
    .input(schema.forgotInput)
    .output(success)
    .mutation(({ ctx, input }) => recovery.forgot(ctx, input)),
  reset: visitorProcedure
    .meta({
      rest: "POST /partner/api/password/reset",
      summary: "Choose a new partner password by a mailed link",
      rateLimit: "recovery",
    })
    .input(schema.resetInput)
    .output(success)
    .mutation(({ ctx, input }) => recovery.reset(ctx, input)),
  lock: visitorProcedure
    .meta({
      rest: "POST /partner/api/lock",
      summary: "Lock a partner account with the link of a notice",
      rateLimit: "recovery",
    })
    .input(schema.lockInput)
    .output(success)
    .mutation(({ ctx, input }) => lock(ctx, input.token)),
});

/** Changes the caller's names and phone number. Throws 409 if the account changed after `updatedAt`. */
function updateOwn(
  ctx: ActionContext<PartnerPrincipal>,
  { updatedAt: readAt, ...change }: z.output<typeof updateOwnInput>,
): Promise<PartnerRow> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const before = await lockOwnAccount(tx, ctx);
    if (hasChangedSince(readAt, before.updatedAt)) throw editConflict(before);
    const [after] = await tx
      .update(partners)
      .set({ ...change, updatedAt: nextUpdatedAt(deps.now(), before.updatedAt) })
      .where(eq(partners.id, before.id))
      .returning();
    if (!after) throw new Error("update of partners returned no row");
    const contactChanged = after.contactName !== before.contactName || after.phone !== before.phone;
    await record(tx, ctx, {
      subject: after.id,
      before: auditFields(before),
      after: { ...auditFields(after), ...(contactChanged && { contactChanged }) },
    });
    return after;
  });
}

/** Carries the current profile, so that the editor can compare. */
const editConflict = (row: PartnerRow) =>
  new DomainError("conflict", "Your account was changed meanwhile. Please look at it again.", {
    facts: { current: profile.parse(row) },
  });
