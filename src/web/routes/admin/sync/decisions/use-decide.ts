import type { FailureDetail } from "../../../../../modules/sync/decisions/schema.ts";
import { trpc } from "../../../../lib/api.tsx";
import { useOnce } from "../../../../lib/hooks/use-once.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import { toastFailure } from "../use-sync.ts";
import { DECIDE } from "./content.ts";

type Wish =
  | { readonly decision: "link"; readonly mainId: string }
  | { readonly decision: "insert" | "leave" };
export type Decide = (place: Pick<FailureDetail, "id" | "name" | "version">, wish: Wish) => Promise<void>;

interface Ends {
  readonly onDone?: () => void;
  /** The place has changed since it was shown, so it is loaded again. */
  readonly onRefused?: () => void;
}

/** Decides on a place that failed, with Undo, or takes the decision back. */
export function useDecide({ onDone, onRefused }: Ends = {}) {
  const deciding = trpc.admin.sync.decide.useMutation();
  const takingBack = trpc.admin.sync.takeBack.useMutation();
  const utils = trpc.useUtils();
  const once = useOnce();

  const doing = (id: string, failed: string, work: () => Promise<void>) =>
    once(id, async () => {
      try {
        await work();
        onDone?.();
      } catch (error) {
        toastFailure(DECIDE.notDone, failed, error);
        onRefused?.();
      } finally {
        await utils.admin.sync.invalidate();
      }
    });

  const takeBack = (id: string): Promise<void> =>
    doing(id, DECIDE.takeBackFailed, async () => {
      await takingBack.mutateAsync({ id });
      toast({ title: DECIDE.takenBack });
    });

  const decide: Decide = ({ id, name, version }, wish) =>
    doing(id, DECIDE.decideFailed, async () => {
      await deciding.mutateAsync({ id, version, ...wish });
      toast({
        title: DECIDE.doneOf[wish.decision](name),
        description: DECIDE.effectOf[wish.decision],
        onUndo: () => void takeBack(id),
      });
    });

  return { decide, takeBack, busy: deciding.isPending || takingBack.isPending };
}
