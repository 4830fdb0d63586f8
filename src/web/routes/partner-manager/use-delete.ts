import { useRef } from "react";
import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast.ts";
import { DELETION, ERROR } from "./content.ts";
import { type Partner, usePartnersChanged } from "./use-partners.ts";

/** Asks by the browser's own confirmation, as the specification wants it, and deletes. */
export function useDelete(onDeleted: () => void) {
  const remove = trpc.partnerManager.partners.delete.useMutation();
  const changed = usePartnersChanged();
  const busy = useRef(false);
  return async ({ id, businessName }: Partner): Promise<void> => {
    if (busy.current || !window.confirm(DELETION.ask(businessName))) return;
    busy.current = true;
    try {
      await remove.mutateAsync({ id });
      toast({ title: DELETION.done, description: DELETION.doneText });
      await changed();
      onDeleted();
    } catch {
      toast({ title: ERROR, description: DELETION.failed, variant: "destructive" });
      // Another may have deleted it meanwhile.
      await changed().catch(() => undefined);
    } finally {
      busy.current = false;
    }
  };
}
