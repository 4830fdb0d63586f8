import { Link } from "@tanstack/react-router";
import type { Merges } from "../../../../../modules/places/merge/schema.ts";
import { formatDateTime, formatDay } from "../../../../../shared/format.ts";
import { Button } from "../../../../kit/controls/button.tsx";
import { ListCard } from "../../../../kit/page/card.tsx";
import { ADMINS } from "../../../../kit/staff/roles.ts";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { trpc } from "../../../../lib/api.tsx";
import { useBusy } from "../../../../lib/use-busy.ts";
import { withPlace } from "../open-place.ts";
import { useMerge } from "./merge-dialog.tsx";

/** What was merged into a place, and what it was merged into; nothing if there is none. */
export function MergesCard({ placeId }: { readonly placeId: string }) {
  const { data } = trpc.admin.pois.merges.useQuery({ id: placeId }, { staleTime: 0 });
  if (!data || data.length === 0) return null;
  return (
    <ListCard title="Merges">
      <div className="place-record-body">
        <ul className="place-record-claims">
          {data.map((merge) => (
            <Merge key={merge.id} merge={merge} placeId={placeId} />
          ))}
        </ul>
      </div>
    </ListCard>
  );
}

interface MergeProps {
  readonly merge: Merges[number];
  readonly placeId: string;
}

function Merge({ merge, placeId }: MergeProps) {
  const { id, keptId, keptName, duplicateName, mergedBy, mergedAt, undoUntil, undoneAt, undoneBy } = merge;
  const { role } = useStaff();
  const { undo } = useMerge();
  const [busy, run] = useBusy();
  return (
    <li>
      <span>
        <bdi>{duplicateName}</bdi> {"was merged into"}{" "}
        {keptId === placeId ? (
          <bdi>{keptName}</bdi>
        ) : (
          <Link to="." search={withPlace(keptId)} state={(before) => before}>
            <bdi>{keptName}</bdi>
          </Link>
        )}
        <span className="table-sub">{`${mergedBy ?? "An operator"}, ${formatDateTime(mergedAt)}`}</span>
        <span className="table-sub">
          {undoneAt && `Undone by ${undoneBy ?? "an operator"}, ${formatDateTime(undoneAt)}`}
          {undoUntil && `Can be undone until ${formatDay(undoUntil)}`}
        </span>
      </span>
      {undoUntil && ADMINS.includes(role) && (
        <span className="place-record-undo">
          <Button
            look="quiet"
            className="button-tiny"
            aria-disabled={busy}
            onClick={() => void run(async () => void (await undo(id, placeId)))}
          >
            Undo merge
          </Button>
        </span>
      )}
    </li>
  );
}
