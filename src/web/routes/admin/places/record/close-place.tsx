import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import type { FactValues } from "../../../../../shared/places/facts/facts.ts";
import { ADMINS } from "../../../../blocks/staff/roles.ts";
import { useStaff } from "../../../../blocks/staff/use-staff.ts";
import { trpc } from "../../../../lib/api.tsx";
import { useBusy } from "../../../../lib/hooks/use-busy.ts";
import { toastOutcome } from "../../../../lib/toast/toast-outcome.ts";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { CLOSE } from "../content.ts";

type Closed = FactValues["closed"] | null;

/** Whether a place is closed for good. It stays in the directory, and everyone sees that it is closed. */
export function ClosedMark({ id }: Pick<StaffPlaceDetail, "id">) {
  const { data } = trpc.admin.facts.get.useQuery({ id }, { staleTime: 0 });
  return data?.facts.closed?.value ? <Badge tone="bad">{CLOSE.mark}</Badge> : null;
}

export function ClosePlace({ place: { id, name } }: { readonly place: StaffPlaceDetail }) {
  const { role } = useStaff();
  const utils = trpc.useUtils();
  const { data } = trpc.admin.facts.get.useQuery({ id }, { staleTime: 0 });
  const save = trpc.admin.facts.save.useMutation({
    onSuccess: (facts) => utils.admin.facts.get.setData({ id }, facts),
    onError: () => utils.admin.facts.get.invalidate({ id }), // someone else may have changed them
  });
  const [busy, run] = useBusy();
  if (!data || !ADMINS.includes(role)) return null;
  const isClosed = Boolean(data.facts.closed?.value);
  const before: Closed = data.bySource.staff.closed?.value ?? null;
  const state = (closed: Closed, readAt: Date) => save.mutateAsync({ id, closed, updatedAt: readAt });
  async function change(readAt: Date): Promise<void> {
    const done = { title: isClosed ? CLOSE.reopened : CLOSE.closed, description: name };
    const saved = state(!isClosed, readAt);
    const undo = async () => state(before, (await saved).updatedAt);
    const onUndo = () => void toastOutcome(undo(), { done: { title: CLOSE.undone }, failed: CLOSE.failed });
    await toastOutcome(saved, { done: { ...done, onUndo }, failed: CLOSE.failed });
  }
  return (
    <Button
      look="quiet"
      className="button-tiny"
      aria-disabled={busy}
      onClick={() => void run(() => change(data.updatedAt))}
    >
      {isClosed ? CLOSE.reopen : CLOSE.close}
    </Button>
  );
}
