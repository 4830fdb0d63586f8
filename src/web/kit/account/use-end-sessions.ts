import type { z } from "zod";
import type { ownSession } from "../../../shared/people/accounts.ts";
import { messageOf } from "../../lib/error-message.ts";
import { useOnce } from "../../lib/hooks/use-once.ts";
import { toast } from "../../lib/toast/toast.ts";

export type OwnSession = z.output<typeof ownSession>;

/** The calls of one kind of account. */
interface Calls {
  readonly end: (input: { readonly id: string }) => Promise<unknown>;
  readonly endOthers: () => Promise<unknown>;
  readonly reload: () => Promise<unknown>;
}

/** Ends sessions, shows a toast with the outcome and reloads the list. */
export function useEndSessions({ end, endOthers, reload }: Calls) {
  const once = useOnce();
  const report = async (ending: Promise<unknown>, done: string): Promise<void> => {
    try {
      await ending;
      toast({ title: done });
    } catch (error) {
      const description = messageOf(error);
      toast({
        title: "Failed to end the session. Please try again.",
        variant: "destructive",
        ...(description && { description }),
      });
    }
    await reload(); // also after a refusal: the session may have ended elsewhere
  };
  return {
    end: (id: string) => once(id, () => report(end({ id }), "Session ended")),
    endOthers: () => once("others", () => report(endOthers(), "All other sessions ended")),
  } as const;
}
