import { trpc } from "../../lib/api.tsx";
import { messageOf } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { REPLY } from "./content.ts";
import { type Inquiry, useInquiriesChanged } from "./use-inquiries.ts";

/** Notes that somebody replied, or takes that note back; resolves to whether it was done. */
export function useSetAnswered() {
  const set = trpc.admin.partnerships.setAnswered.useMutation();
  const changed = useInquiriesChanged();
  return async ({ id, businessName }: Inquiry, answered: boolean): Promise<boolean> => {
    try {
      await set.mutateAsync({ id, answered });
      toast({ title: answered ? REPLY.marked(businessName) : REPLY.unmarked(businessName) });
      await changed();
      return true;
    } catch (error) {
      const message = messageOf(error);
      toast({ title: REPLY.failed, variant: "destructive", ...(message && { description: message }) });
      return false;
    }
  };
}
