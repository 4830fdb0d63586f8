import { useNavigate } from "@tanstack/react-router";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { ADMINS } from "../../../../blocks/staff/roles.ts";
import { useStaff } from "../../../../blocks/staff/use-staff.ts";
import { useRestore } from "../../../../blocks/trash/use-restore.ts";
import { trpc } from "../../../../lib/api.tsx";
import { useBusy } from "../../../../lib/hooks/use-busy.ts";
import { toastOutcome } from "../../../../lib/toast/toast-outcome.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { DELETE } from "../content.ts";
import { withPlace } from "../open-place.ts";

/** Moves a place to the trash and shows the list; the toast undoes it and shows the place again. */
export function DeletePlace({ place: { id, name } }: { readonly place: StaffPlaceDetail }) {
  const { role } = useStaff();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const remove = trpc.admin.pois.delete.useMutation();
  const restore = useRestore();
  const [busy, run] = useBusy();
  if (!ADMINS.includes(role)) return null;
  const show = (shown: string | undefined) =>
    navigate({ to: "/admin/places", search: withPlace(shown) as never, state: (before) => before });
  async function undo(): Promise<void> {
    if (await restore(id)) await show(id);
  }
  async function send(): Promise<void> {
    const deleted = await toastOutcome(remove.mutateAsync({ id }), {
      done: { title: DELETE.done, description: name, onUndo: () => void undo() },
      failed: DELETE.failed,
    });
    if (deleted) await show(undefined);
    await utils.invalidate();
  }
  return (
    <Button
      look="quiet"
      className="button-tiny button-destructive"
      aria-disabled={busy}
      onClick={() => void run(send)}
    >
      {DELETE.action}
    </Button>
  );
}
