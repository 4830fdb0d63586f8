import type { TrashKind } from "../../../shared/trash.ts";
import { trpc } from "../../lib/api.tsx";
import { toastOutcome } from "../../lib/toast.ts";

/** Restores a deleted record, and says what did not come back with it. Resolves to whether it is there again. */
export function useRestore() {
  const restore = trpc.admin.trash.restore.useMutation();
  const utils = trpc.useUtils();
  return async (id: string): Promise<boolean> => {
    const restored = await toastOutcome(restore.mutateAsync({ id }), {
      done: ({ kind, label, notes }) => ({
        title: `${KIND_NAMES[kind]} restored`,
        description: notes.length === 0 ? label : `${label}. ${notes.join(" ")}`,
      }),
      failed: "Failed to restore",
    });
    await utils.invalidate();
    return restored;
  };
}

export const KIND_NAMES: Readonly<Record<TrashKind, string>> = {
  signup: "Signup",
  inquiry: "Inquiry",
  quarantine: "Quarantined submission",
  partner: "Partner",
  broadcast: "Broadcast",
  place: "Place",
};
