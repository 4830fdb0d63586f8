import type { Signup } from "../../../../modules/waitlist/schema.ts";
import { useOpenRecord } from "../../../blocks/record-panel/use-open-record.ts";
import { useRestore } from "../../../blocks/trash/use-restore.ts";
import { trpc } from "../../../lib/api.tsx";
import { useOnce } from "../../../lib/hooks/use-once.ts";
import { toastOutcome } from "../../../lib/toast/toast-outcome.ts";
import { DELETE } from "./content.ts";

/** Deletes a signup, with an Undo. The row that had the focus is gone by `onDeleted`; called again when it was restored. */
export function useDelete(onDeleted: () => void) {
  const remove = trpc.admin.waitlist.delete.useMutation();
  const restore = useRestore();
  const utils = trpc.useUtils();
  const once = useOnce();
  const record = useOpenRecord();
  return ({ id, firstName, email }: Signup) =>
    once(id, async () => {
      const deleted = await toastOutcome(remove.mutateAsync({ id }), {
        done: {
          title: DELETE.done,
          description: `${firstName}, ${email}`,
          onUndo: () => void restore(id).then(onDeleted),
        },
        failed: DELETE.failed,
      });
      if (deleted && record.open === id) await record.close();
      await utils.admin.invalidate();
      if (deleted) onDeleted();
    });
}
