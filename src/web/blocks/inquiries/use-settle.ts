import type { HeldBack } from "../../../modules/quarantine/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { messageOf } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { useOnce } from "../../lib/use-once.ts";
import { HELD } from "./content.ts";

interface Act {
  readonly send: () => Promise<unknown>;
  readonly done: { readonly title: string; readonly description?: string };
  readonly failed: string;
}

/** Lets held-back submissions through or deletes them; both resolve to whether it was done. */
export function useSettle(onSettled: () => void) {
  const release = trpc.admin.quarantine.release.useMutation();
  const remove = trpc.admin.quarantine.delete.useMutation();
  const utils = trpc.useUtils();
  const once = useOnce();

  async function settle({ send, done, failed }: Act): Promise<boolean> {
    try {
      await send();
    } catch (error) {
      const message = messageOf(error);
      toast({ title: failed, variant: "destructive", ...(message && { description: message }) });
      return false;
    }
    toast(done);
    // A release moves it into a list, a deletion changes the counts.
    await utils.admin.invalidate();
    onSettled();
    return true;
  }

  return {
    release: ({ id, name }: HeldBack) =>
      once(id, () =>
        settle({
          send: () => release.mutateAsync({ id }),
          done: { title: HELD.released, description: HELD.releasedText(name) },
          failed: HELD.releaseFailed,
        }),
      ),
    remove: ({ id, name }: HeldBack) =>
      settle({
        send: () => remove.mutateAsync({ id }),
        done: { title: HELD.deleted, description: name },
        failed: HELD.deleteFailed,
      }),
  } as const;
}
