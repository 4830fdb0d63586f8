import type { z } from "zod";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import type { Erasure } from "../../shared/erasure.ts";
import { staffAccountsOf } from "../accounts/queries.ts";
import { eraseFromEntries, record } from "../audit/service.ts";
import { deleteFiles } from "../claims/evidence/service.ts";
import { deleteMailsTo } from "../mail/service.ts";
import { eraseAccount } from "../partners/removal/service.ts";
import { deleteInquiriesOf } from "../partnerships/service.ts";
import { anonymizeGiver } from "../payments/service.ts";
import { deleteSignupsOf } from "../waitlist/service.ts";
import type { forgetOutput } from "./schema.ts";

/**
 * Erases a person: each module deletes or clears its own rows of this address, in one transaction, and reports
 * what it must keep. The audit log keeps only the ids (docs/security.md PRI-03).
 */
export async function forget(
  ctx: ActionContext<StaffActor>,
  email: string,
): Promise<z.output<typeof forgetOutput>> {
  const { deps } = ctx;
  const { ids, kept, files } = await deps.db.transaction(async (tx) => {
    const account = await eraseAccount(tx, ctx, email);
    const erasures: readonly Erasure[] = [
      await deleteSignupsOf(tx, email),
      await deleteInquiriesOf(tx, email),
      account,
      await anonymizeGiver(tx, email),
      await deleteMailsTo(tx, email),
      await staffAccountsOf(tx, email),
    ];
    return { ...(await recordErasure(tx, ctx, erasures)), files: account.files };
  });
  await deleteFiles(deps, files); // what the store fails to delete waits for the hourly sweep
  return { success: true, forgotten: ids.length, kept };
}

async function recordErasure(tx: Tx, ctx: ActionContext<StaffActor>, erasures: readonly Erasure[]) {
  const ids = erasures.flatMap((each) => each.ids);
  const entries = await eraseFromEntries(tx, ctx.deps, ids);
  await record(tx, ctx, { subject: ids[0] ?? null, after: { forgotten: ids.length } });
  return { ids, kept: [...erasures.flatMap((each) => each.kept), ...entries] };
}
