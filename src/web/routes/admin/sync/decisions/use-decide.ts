import type { FailureDetail } from "../../../../../modules/sync/decisions/schema.ts";
import { trpc } from "../../../../lib/api.tsx";
import { toast } from "../../../../lib/toast.ts";
import { useOnce } from "../../../../lib/use-busy.ts";
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
  const deciding = trpc.sync.decide.useMutation();
  const takingBack = trpc.sync.takeBack.useMutation();
  const utils = trpc.useUtils();
  const once = useOnce();

  const doing = (id: string, failed: string, work: () => Promise<void>) =>
    once(id, async () => {
      try {
        await work();
        onDone?.();
      } catch (error) {
        toastFailure("Nothing was decided", failed, error);
        onRefused?.();
      } finally {
        await utils.sync.invalidate();
      }
    });

  const takeBack = (id: string): Promise<void> =>
    doing(id, "The decision could not be taken back.", async () => {
      await takingBack.mutateAsync({ id });
      toast({ title: "The decision was taken back" });
    });

  const decide: Decide = ({ id, name, version }, wish) =>
    doing(id, "The decision could not be saved.", async () => {
      await deciding.mutateAsync({ id, version, ...wish });
      toast({
        title: DECIDE.doneOf[wish.decision](name),
        description: DECIDE.effectOf[wish.decision],
        onUndo: () => void takeBack(id),
      });
    });

  return { decide, takeBack, busy: deciding.isPending || takingBack.isPending };
}
