import type { Partner } from "../../../modules/partners/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { useBusy } from "../../lib/hooks/use-busy.ts";
import { toast } from "../../lib/toast/toast.ts";
import { toastError } from "../../lib/toast/toast-error.ts";
import { INVITE_AGAIN } from "./content.ts";

/** Mails a partner another invitation; where no mail can be sent, `onLink` gets the link to hand over. */
export function useInviteAgain(onLink: (link: string) => void) {
  const invite = trpc.partnerManager.partners.invite.useMutation();
  const [busy, start] = useBusy();
  async function send({ id }: Partner): Promise<void> {
    try {
      const { email, link } = await invite.mutateAsync({ id });
      invite.reset(); // else it keeps the link
      if (link) onLink(link);
      else toast({ title: INVITE_AGAIN.done, description: email });
    } catch (error) {
      toastError(INVITE_AGAIN.failed, error);
    }
  }
  return [busy, (partner: Partner) => void start(() => send(partner))] as const;
}
