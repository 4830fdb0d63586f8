import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast/toast.ts";
import { toastError } from "../../lib/toast/toast-error.ts";
import { BULK } from "./content.ts";

/** Restores everything that one act deleted. */
export function useRestoreAct() {
  const restore = trpc.admin.trash.restoreAct.useMutation();
  const utils = trpc.useUtils();
  return async (actId: string): Promise<void> => {
    let [restored, refused] = [0, 0];
    try {
      for (let after: string | null = ""; after !== null; ) {
        const { done, failed, next } = await restore.mutateAsync({ act: actId, after });
        restored += done;
        refused += failed.length;
        after = next;
      }
      toast({
        title: BULK.restored(restored),
        ...(refused > 0 && { description: BULK.notRestored(refused) }),
      });
    } catch (error) {
      toastError(BULK.restoreFailed, error);
    }
    await utils.invalidate();
  };
}
