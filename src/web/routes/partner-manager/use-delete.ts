import { useRef } from "react";
import type { Partner } from "../../../modules/partners/schema.ts";
import { useRestore } from "../../blocks/trash/use-restore.ts";
import { trpc } from "../../lib/api.tsx";
import { needsReauthentication } from "../../lib/refusal.ts";
import { toast } from "../../lib/toast/toast.ts";
import { DELETE_PARTNER, ERROR } from "./content.ts";
import { useRefreshPartners } from "./use-refresh-partners.ts";

/** Deletes a partner after the browser's own confirmation. `onDeleted` is called again once it was restored. */
export function useDelete(onDeleted: () => void) {
  const restore = useRestore();
  const remove = trpc.partnerManager.partners.delete.useMutation();
  const refresh = useRefreshPartners();
  const busy = useRef(false);
  return async ({ id, businessName }: Partner): Promise<void> => {
    if (busy.current || !window.confirm(DELETE_PARTNER.question(businessName))) return;
    busy.current = true;
    try {
      await remove.mutateAsync({ id });
      toast({
        title: DELETE_PARTNER.done,
        description: DELETE_PARTNER.doneText,
        onUndo: () => void restore(id).then(onDeleted),
      });
      await refresh();
      onDeleted();
    } catch (error) {
      if (needsReauthentication(error)) return;
      toast({ title: ERROR, description: DELETE_PARTNER.failed, variant: "destructive" });
      // The refusal may be due to a change that this list does not show yet.
      await refresh().catch(() => undefined);
    } finally {
      busy.current = false;
    }
  };
}
