import { useEffect, useState } from "react";
import type { Neighbor } from "../../../../../modules/pois/neighbors/schema.ts";
import type { StaffPlaceDetail } from "../../../../../modules/pois/staff-list/schema.ts";
import { trpc } from "../../../../lib/api.tsx";
import { messageOf } from "../../../../lib/error-message.ts";
import { useBusy } from "../../../../lib/hooks/use-busy.ts";
import { refusalOf } from "../../../../lib/refusal.ts";
import { Alert } from "../../../../ui/alert/alert.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { Consequences } from "../../../../ui/consequences/consequences.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { effectsOf, MERGE } from "./content.ts";
import { useMerge } from "./use-merge.ts";

interface MergeDialogProps {
  readonly place: StaffPlaceDetail;
  /** Null while it is closed. */
  readonly other: Neighbor | null;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** Asks which of two places stays and shows what a merge does, as the server reports it. */
export function MergeDialog({ place, other, onClose, focusAfter }: MergeDialogProps) {
  return (
    <Dialog
      open={other !== null}
      onOpenChange={(open) => !open && onClose()}
      title={MERGE.title}
      description={MERGE.text}
      focusAfter={focusAfter}
    >
      {other && <Choice place={place} other={other} onClose={onClose} />}
    </Dialog>
  );
}

interface ChoiceProps extends Pick<MergeDialogProps, "place" | "onClose"> {
  readonly other: Neighbor;
}

function Choice({ place, other, onClose }: ChoiceProps) {
  const [keptId, setKeptId] = useState(place.id);
  const duplicateId = keptId === place.id ? other.id : place.id;
  const { mutate, data, error } = trpc.admin.pois.merge.useMutation();
  const { mergeInto } = useMerge();
  const [busy, run] = useBusy();
  useEffect(() => mutate({ id: keptId, duplicateId, dryRun: true }), [mutate, keptId, duplicateId]);
  const planned = data?.keptId === keptId ? data : null;
  async function submit(): Promise<void> {
    if (await mergeInto(keptId, duplicateId, place.id)) onClose();
  }
  return (
    <div className="stack">
      <fieldset className="choices">
        <legend>{MERGE.stays}</legend>
        {[place, other].map(({ id, name, address }) => (
          <label key={id} className="choices-card">
            <input type="radio" name="kept" checked={keptId === id} onChange={() => setKeptId(id)} />
            <span>
              <bdi>{name}</bdi>
              <span className="table-sub">
                <bdi>{address}</bdi>
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <div aria-live="polite">
        {error && <Alert>{refusalOf(error)?.sentence ?? messageOf(error) ?? MERGE.failed}</Alert>}
        {!error && planned && <Consequences title={MERGE.what} list={effectsOf(planned)} />}
      </div>
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          aria-disabled={busy || error !== null || !planned}
          onClick={() => planned && !error && void run(submit)}
        >
          {busy ? MERGE.merging : MERGE.submit}
        </Button>
      </div>
    </div>
  );
}
