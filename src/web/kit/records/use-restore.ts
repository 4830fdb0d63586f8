import { trpc } from "../../lib/api.tsx";
import { toastOutcome } from "../../lib/toast/toast-outcome.ts";
import { RESTORE } from "./trash-content.ts";

/** Restores a deleted record, and says what did not come back with it. Resolves to whether it is there again. */
export function useRestore() {
  const restore = trpc.admin.trash.restore.useMutation();
  const utils = trpc.useUtils();
  return async (id: string): Promise<boolean> => {
    const restored = await toastOutcome(restore.mutateAsync({ id }), {
      done: ({ kind, label, notes }) => ({
        title: RESTORE.done(kind),
        description: notes.length === 0 ? label : `${label}. ${notes.join(" ")}`,
      }),
      failed: RESTORE.failed,
    });
    await utils.invalidate();
    return restored;
  };
}
