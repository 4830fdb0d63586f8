import type { Inquiry } from "../../../modules/inquiries/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { toastOutcome } from "../../lib/toast/toast-outcome.ts";
import { useRefreshInquiries } from "./use-refresh-inquiries.ts";

/** Marks an inquiry as answered, or as unanswered again. Resolves to whether that succeeded. */
export function useSetAnswered() {
  const setAnswered = trpc.admin.partnerships.setAnswered.useMutation();
  const refresh = useRefreshInquiries();
  return async ({ id, businessName }: Inquiry, answered: boolean): Promise<boolean> => {
    const done = await toastOutcome(setAnswered.mutateAsync({ id, answered }), {
      done: { title: `${businessName}: ${answered ? "answered" : "waiting again"}` },
      failed: "Failed to update partnership",
    });
    if (done) await refresh();
    return done;
  };
}
