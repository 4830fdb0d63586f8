import { useState } from "react";
import {
  type Inquiry,
  type InquiryDetail,
  inquiry as inquirySchema,
  type STAGES,
} from "../../../modules/inquiries/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { toast, toastError } from "../../lib/toast.ts";
import { currentOf } from "../dialog/edit-form.tsx";
import { PROGRESS } from "./inquiries-content.ts";
import { useRefreshInquiries } from "./use-refresh-inquiries.ts";

export interface Change {
  readonly stage?: (typeof STAGES)[number];
  readonly assigneeId?: string | null;
  readonly placeId?: string | null;
}

export interface Conflict {
  readonly theirs: Inquiry;
  readonly mine: Change;
}

/** Saves one change of an inquiry at once. If someone else has changed it since, nothing is saved, and both are known. */
export function useProgress({ id, updatedAt: readAt }: InquiryDetail) {
  const save = trpc.admin.partnerships.progress.useMutation();
  const { admin } = trpc.useUtils();
  const refresh = useRefreshInquiries();
  const [conflict, setConflict] = useState<Conflict | null>(null);

  async function send(change: Change, updatedAt: Date): Promise<void> {
    try {
      const after = await save.mutateAsync({ id, ...change, updatedAt });
      // the next change is one of this version
      admin.partnerships.get.setData({ id }, (before) => before && { ...before, ...after });
    } catch (error) {
      const theirs = currentOf(error, inquirySchema);
      if (theirs) setConflict({ theirs, mine: change });
      throw error;
    } finally {
      void refresh();
    }
  }

  return {
    conflict,
    endConflict: () => setConflict(null),
    sendMine: ({ theirs, mine }: Conflict) => send(mine, theirs.updatedAt),
    saving: save.isPending,
    change: (change: Change) =>
      send(change, readAt).then(
        () => toast({ title: PROGRESS.saved }),
        (error: unknown) => toastError(PROGRESS.failed, error),
      ),
  } as const;
}
