import type { ActionContext } from "../../core/rpc/context.ts";
import type { BulkResult } from "../../shared/bulk.ts";
import { DomainError } from "../../shared/errors.ts";
import { skipAuditCheck } from "./service.ts";

/**
 * Does the same to each record, in a transaction of its own with its own audit entry, so that whatever interrupts it leaves
 * each either done or untouched. Refusals are reported, with what `nameOf` calls the record; everything else is thrown.
 */
export async function onEach(
  ctx: Pick<ActionContext, "invocation">,
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  nameOf?: (id: string) => Promise<string | undefined>,
): Promise<BulkResult> {
  skipAuditCheck(ctx); // all of them may be refused
  const failed: BulkResult["failed"] = [];
  for (const id of ids) {
    try {
      await act(id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const name = await nameOf?.(id);
      failed.push({ id, reason: error.sentence, ...(name !== undefined && { name }) });
    }
  }
  return { done: ids.length - failed.length, failed };
}
