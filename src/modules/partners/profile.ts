import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, PartnerPrincipal } from "../../core/rpc/context.ts";
import { hasChangedSince, nextUpdatedAt } from "../../db/query/row-version.ts";
import { DomainError } from "../../shared/errors.ts";
import { record } from "../audit/service.ts";
import { lockOwnAccount, type PartnerRow } from "./queries.ts";
import { profile, type updateOwnInput } from "./schema.ts";
import { auditFields } from "./service.ts";
import { partners } from "./table.ts";

/** Changes the caller's names and phone number. Throws 409 if the account changed after `updatedAt`. */
export function updateOwn(
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
