import { and, eq } from "drizzle-orm";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record } from "../../audit/public.ts";
import { suppressedAmong } from "../../mail/public.ts";
import { auditFields, lockTiered } from "../append.ts";
import { askIssuer } from "../ask-issuer.ts";
import { certificateProgress } from "../progress/table.ts";
import { evidenceRecords, issuers } from "../table.ts";
import { isSilent } from "./queries.ts";

/**
 * Asks a silent issuer again, which starts its reminders anew. Throws 404, and 409 if it is not silent any more or cannot
 * be asked by mail.
 */
export async function askAgain(ctx: ActionContext<StaffActor>, id: string): Promise<{ success: true }> {
  const { deps } = ctx;
  const [seen] = await deps.db.orm
    .select({ poiId: certificateProgress.poiId, address: issuers.address })
    .from(certificateProgress)
    .innerJoin(issuers, eq(issuers.id, certificateProgress.issuerId))
    .where(eq(certificateProgress.certificateId, id));
  if (!seen) throw new DomainError("notFound", "This certificate does not exist");
  if (seen.address === "" || (await suppressedAmong(deps, [seen.address])).size > 0) throw unreachable();
  return deps.db.transaction(async (tx) => {
    const place = await lockTiered(tx, seen.poiId);
    const [found] = await tx
      .select({ row: evidenceRecords, issuer: issuers })
      .from(certificateProgress)
      .innerJoin(evidenceRecords, eq(evidenceRecords.id, certificateProgress.certificateId))
      .innerJoin(issuers, eq(issuers.id, certificateProgress.issuerId))
      .where(and(eq(certificateProgress.certificateId, id), isSilent(deps)));
    if (!found) throw new DomainError("conflict", "This certificate no longer waits for its issuer");
    await askIssuer(tx, deps, { ...found, place });
    await record(tx, ctx, { subject: place.id, after: { ...auditFields(found.row), asked: true } });
    return { success: true };
  });
}

const unreachable = () =>
  new DomainError(
    "conflict",
    "This issuer cannot be reached by email. Look the place up in its register, or correct its address.",
  );
