import { days } from "../../../../../shared/duration.ts";
import { formatDueDay, isolated } from "../../../../../shared/format.ts";
import { useShortcuts } from "../../../../kit/commands/use-shortcuts.ts";
import { Menu } from "../../../../kit/controls/menu.tsx";
import { AssigneeField } from "../../../../kit/staff/assignee-field.tsx";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { trpc } from "../../../../lib/api.tsx";
import { toast, toastError } from "../../../../lib/toast.ts";

/** To whom a case is assigned, and until when it is snoozed; `t` assigns it to oneself. */
export function Assignment({ caseKey }: { readonly caseKey: string }) {
  const { data } = trpc.admin.reviews.assignment.useQuery({ case: caseKey });
  const { data: reviewers = [] } = trpc.admin.reviews.reviewers.useQuery();
  const { userId } = useStaff();
  const save = useSaveAssignment(caseKey);
  const { assignee = null, snoozedUntil = null } = data ?? {};
  const assign = (assigneeId: string | null) => void save.assign(assigneeId, assignee?.id ?? null);
  useShortcuts(new Map([["t", () => data && assign(userId)]]), [["t", "assign the case to you"]]);
  if (!data) return null;
  return (
    <div className="case-assignment">
      <AssigneeField assignee={assignee} staff={reviewers} saving={save.isAssigning} onAssign={assign} />
      <Menu
        label={snoozedUntil ? `Snoozed until ${formatDueDay(snoozedUntil)}` : "Snooze"}
        face={snoozedUntil ? `Snoozed until ${formatDueDay(snoozedUntil)}` : "Snooze"}
        items={[
          ...SNOOZES.map(([label, length]) => ({ name: label, onSelect: () => void save.snooze(length) })),
          ...(snoozedUntil ? [{ name: "End the snooze", onSelect: () => void save.snooze(null) }] : []),
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

function useSaveAssignment(caseKey: string) {
  const assigning = trpc.admin.reviews.assign.useMutation();
  const snoozing = trpc.admin.reviews.snooze.useMutation();
  const { reviews } = trpc.useUtils().admin;
  const refresh = () =>
    Promise.all([reviews.assignment.invalidate(), reviews.queue.invalidate(), reviews.waiting.invalidate()]);
  return {
    isAssigning: assigning.isPending,
    async assign(assigneeId: string | null, seen: string | null): Promise<void> {
      try {
        const { assignee } = await assigning.mutateAsync({ case: caseKey, assigneeId, seen });
        toast({ title: assignee ? `Assigned to ${isolated(assignee.name)}` : "Unassigned" });
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
