import { useNavigate } from "@tanstack/react-router";
import { trpc } from "../../../../lib/api.tsx";
import { toastOutcome } from "../../../../lib/toast.ts";
import { withPlace } from "../open-place.ts";

/** Merges two places and shows the one that stays; the toast undoes it. */
export function useMerge() {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const merge = trpc.admin.pois.merge.useMutation();
  const undo = trpc.admin.pois.undoMerge.useMutation();
  const show = (id: string) => navigate({ to: ".", search: withPlace(id), state: (before) => before });

  const undoOne = (id: string, shownAfter?: string): Promise<boolean> =>
    toastOutcome(
      undo.mutateAsync({ id }).then(async (answer) => {
        await show(shownAfter ?? answer.duplicateId);
        await utils.invalidate();
        return answer;
      }),
      {
        done: ({ left }) => ({
          title: "Merge undone",
          ...(left.length > 0 && { description: left.join(" ") }),
        }),
        failed: "The merge was not undone",
      },
    );

  const mergeInto = (keptId: string, duplicateId: string, shownBefore: string): Promise<boolean> =>
    toastOutcome(
      merge.mutateAsync({ id: keptId, duplicateId }).then(async (report) => {
        await show(keptId);
        await utils.invalidate();
        return report;
      }),
      {
        done: ({ id, keptName }) => ({
          title: "Places merged",
          description: keptName,
          ...(id !== null && { onUndo: () => void undoOne(id, shownBefore) }),
        }),
        failed: "The places cannot be merged",
      },
    );
  return { mergeInto, undo: undoOne } as const;
}
