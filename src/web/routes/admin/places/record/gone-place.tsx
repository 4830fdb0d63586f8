import { Link } from "@tanstack/react-router";
import type { Merges } from "../../../../../modules/places/merge/schema.ts";
import { formatDateTime, formatDay } from "../../../../../shared/format.ts";
import { Button } from "../../../../kit/controls/button.tsx";
import { EmptyState, Loaded } from "../../../../kit/page/states.tsx";
import { useRestore } from "../../../../kit/records/use-act.ts";
import { ADMINS } from "../../../../kit/staff/roles.ts";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { trpc } from "../../../../lib/api.tsx";
import { refusalOf } from "../../../../lib/errors.ts";
import { focusFrom } from "../../../../lib/focus.ts";
import { useBusy } from "../../../../lib/use-busy.ts";
import { useMerge } from "../merge/merge-dialog.tsx";
import { withPlace } from "../open-place.ts";

/** Why a place is not listed: it was merged, it is in the trash, or it never existed. */
export function GonePlace({ id }: { readonly id: string }) {
  const merges = trpc.admin.pois.merges.useQuery({ id }, { staleTime: 0 });
  return (
    <section className="list-card">
      <Loaded query={merges} failed="The place could not be loaded" rows={2}>
        {(data) => {
          const last = data.find(({ duplicateId, undoneAt }) => duplicateId === id && undoneAt === null);
          return last ? <Merged merge={last} /> : <Deleted id={id} />;
        }}
      </Loaded>
    </section>
  );
}

function Merged({ merge }: { readonly merge: Merges[number] }) {
  const { id, keptId, keptName, duplicateId, duplicateName, mergedBy, mergedAt, undoUntil } = merge;
  const { role } = useStaff();
  const { undo } = useMerge();
  const [busy, act] = useAct(() => undo(id, duplicateId));
  return (
    <EmptyState
      title={`${duplicateName} was merged into ${keptName}`}
      action={
        <div className="place-record-links">
          <Link className="button button-tiny" to="." search={withPlace(keptId)} state={(before) => before}>
            {`Open ${keptName}`}
          </Link>
          {undoUntil && ADMINS.includes(role) && (
            <Button look="quiet" className="button-tiny" aria-disabled={busy} onClick={act}>
              Undo merge
            </Button>
          )}
        </div>
      }
    >
      {`${mergedBy ?? "An operator"}, ${formatDateTime(mergedAt)}.`}{" "}
      {undoUntil && `Can be undone until ${formatDay(undoUntil)}.`}
    </EmptyState>
  );
}

function Deleted({ id }: { readonly id: string }) {
  const item = trpc.admin.trash.get.useQuery({ id }, { staleTime: 0 });
  const restore = useRestore();
  const [busy, act] = useAct(() => restore(id));
  if (refusalOf(item.error)?.status === 404)
    return (
      <EmptyState title="There is no such place">
        It may have been deleted for good, or the address is incomplete.
      </EmptyState>
    );
  return (
    <Loaded query={item} failed="The place could not be loaded" rows={2}>
      {({ label, deletedBy, deletedAt, keptUntil }) => (
        <EmptyState
          title={`${label} is in the trash`}
          action={
            <Button className="button-tiny" aria-disabled={busy} onClick={act}>
              Restore
            </Button>
          }
        >
          {`Deleted by ${deletedBy}, ${formatDateTime(deletedAt)}. It can be restored until ${formatDay(keptUntil)}.`}
        </EmptyState>
      )}
    </Loaded>
  );
}

/** Brings the place back; the button that was pressed is gone with this state. */
function useAct(bringBack: () => Promise<boolean>) {
  const [busy, run] = useBusy();
  const act = () =>
    void run(async () => {
      const pressed = document.activeElement;
      if (await bringBack()) focusFrom(pressed, document.getElementById("main"));
    });
  return [busy, act] as const;
}
