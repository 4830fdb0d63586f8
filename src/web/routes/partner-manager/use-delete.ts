import { useRef } from "react";
import type { Partner } from "../../../modules/partners/schema.ts";
import { isolated } from "../../../shared/format.ts";
import { STAYS_IN_TRASH } from "../../../shared/trash.ts";
import { useRestore } from "../../kit/records/use-act.ts";
import { trpc } from "../../lib/api.tsx";
import { needsReauthentication } from "../../lib/errors.ts";
import { toast, toastError } from "../../lib/toast.ts";

const questionOf = (business: string): string =>
  `Are you sure you want to delete "${isolated(business)}"? This action cannot be undone. ${STAYS_IN_TRASH}`;

/** Deletes a partner after the browser's own confirmation. `onDeleted` is called again once it was restored. */
export function useDelete(onDeleted: () => void) {
  const restore = useRestore();
  const { client, partnerManager } = trpc.useUtils();
  const busy = useRef(false);
  return async ({ id, businessName }: Partner): Promise<void> => {
    if (busy.current || !window.confirm(questionOf(businessName))) return;
    busy.current = true;
    try {
      await client.partnerManager.partners.delete.mutate({ id }).finally(() => {
        busy.current = false; // a partner may come back by Undo, and be deleted again, before the list has reloaded
      });
      toast({
        title: "Partner Deleted",
        description: "Business partner has been removed successfully.",
        onUndo: () => void restore(id).then(onDeleted),
      });
      await partnerManager.partners.invalidate();
      onDeleted();
    } catch (error) {
      if (needsReauthentication(error)) return;
      toastError("Error", "Failed to delete partner. Please try again.");
      // The refusal may be due to a change that this list does not show yet.
      await partnerManager.partners.invalidate().catch(() => undefined);
    }
  };
}
