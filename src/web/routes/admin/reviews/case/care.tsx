import { days } from "../../../../../shared/duration.ts";
import { formatDueDay, isolated } from "../../../../../shared/format.ts";
import { useShortcuts } from "../../../../kit/commands/use-shortcuts.ts";
import { Menu } from "../../../../kit/controls/menu.tsx";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { trpc } from "../../../../lib/api.tsx";
import { toast, toastError } from "../../../../lib/toast.ts";

/** Who takes care of a case, and until when it is out of the way; `t` takes it. */
export function Care({ caseKey }: { readonly caseKey: string }) {
  const care = trpc.admin.reviews.care.useQuery({ case: caseKey });
  const { data: reviewers = [] } = trpc.admin.reviews.reviewers.useQuery();
  const { userId } = useStaff();
  const save = useSaveCare(caseKey);
  const { assignee = null, snoozedUntil = null } = care.data ?? {};
  const give = (assigneeId: string | null) => void save.assign(assigneeId, assignee?.id ?? null);
  useShortcuts(new Map([["t", () => care.data && give(userId)]]), [["t", "take the case"]]);
  if (!care.data) return null;
  const name = assignee === null ? "Unassigned" : isolated(assignee.name);
  return (
    <div className="case-care">
      <Menu
        label={`${name}: choose who takes care of it`}
        face={name}
        items={[
          ...(assignee?.id === userId ? [] : [{ name: "Take it", onSelect: () => give(userId) }]),
          ...reviewers
            .filter(({ id }) => id !== userId && id !== assignee?.id)
            .map(({ id, name: other }) => ({
              name: `Give it to ${isolated(other)}`,
              onSelect: () => give(id),
            })),
          ...(assignee ? [{ name: "No one", onSelect: () => give(null) }] : []),
        ]}
      />
      <Menu
        label={snoozedUntil ? `Snoozed until ${formatDueDay(snoozedUntil)}` : "Snooze"}
        face={snoozedUntil ? `Snoozed until ${formatDueDay(snoozedUntil)}` : "Snooze"}
        items={[
          ...SNOOZES.map(([label, length]) => ({ name: label, onSelect: () => void save.snooze(length) })),
          ...(snoozedUntil
            ? [{ name: "Back to the queue now", onSelect: () => void save.snooze(null) }]
            : []),
        ]}
      />
    </div>
  );
}

const SNOOZES = [
  ["Until tomorrow", days(1)],
  ["For three days", days(3)],
  ["For a week", days(7)],
] as const;

function useSaveCare(caseKey: string) {
  const assigning = trpc.admin.reviews.assign.useMutation();
  const snoozing = trpc.admin.reviews.snooze.useMutation();
  const { reviews } = trpc.useUtils().admin;
  const refresh = () =>
    Promise.all([reviews.care.invalidate(), reviews.queue.invalidate(), reviews.waiting.invalidate()]);
  return {
    async assign(assigneeId: string | null, seen: string | null): Promise<void> {
      try {
        const { assignee } = await assigning.mutateAsync({ case: caseKey, assigneeId, seen });
        toast({
          title: assignee ? `${isolated(assignee.name)} takes care of it` : "No one takes care of it",
        });
      } catch (error) {
        toastError("The case was not assigned", error);
      }
      await refresh();
    },
    /** For so many milliseconds; null brings it back. */
    async snooze(length: number | null): Promise<void> {
      const until = length === null ? null : new Date(Date.now() + length);
      try {
        await snoozing.mutateAsync({ case: caseKey, until });
        toast({ title: until ? `Snoozed until ${formatDueDay(until)}` : "Back in the queue" });
      } catch (error) {
        toastError("The case was not snoozed", error);
      }
      await refresh();
    },
  } as const;
}
