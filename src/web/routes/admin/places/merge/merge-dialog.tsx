import { useEffect, useState } from "react";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { act } from "../../../../blocks/copy-command/acts.ts";
import { CopyCommand } from "../../../../blocks/copy-command/copy-command.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { messageOf } from "../../../../lib/error-message.ts";
import { useBusy } from "../../../../lib/hooks/use-busy.ts";
import { useStepFocus } from "../../../../lib/hooks/use-step-focus.ts";
import { refusalOf } from "../../../../lib/refusal.ts";
import { Alert } from "../../../../ui/alert/alert.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { Consequences } from "../../../../ui/consequences/consequences.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { effectsOf, MERGE } from "./content.ts";
import { type Candidate, FindOther } from "./find-other.tsx";
import { useMerge } from "./use-merge.ts";

interface MergeDialogProps {
  readonly place: StaffPlaceDetail;
  /** `search` lets the other place be found; null while it is closed. */
  readonly other: Candidate | "search" | null;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** Asks which of two places stays and shows what a merge does, as the server reports it. */
export function MergeDialog({ place, other, onClose, focusAfter }: MergeDialogProps) {
  const [found, setFound] = useState<Candidate | null>(null);
  function close(): void {
    setFound(null);
    onClose();
  }
  return (
    <Dialog
      open={other !== null}
      onOpenChange={(open) => !open && close()}
      onEscape={other === "search" && found ? () => setFound(null) : undefined}
      title={MERGE.title}
      description={MERGE.text}
      focusAfter={focusAfter}
    >
      {other === "search" && <SearchFirst place={place} onClose={close} found={found} onFound={setFound} />}
      {other !== null && other !== "search" && <Choice place={place} other={other} onClose={close} />}
    </Dialog>
  );
}

interface SearchFirstProps extends Pick<MergeDialogProps, "place" | "onClose"> {
  /** The place that was chosen. */
  readonly found: Candidate | null;
  readonly onFound: (found: Candidate | null) => void;
}

function SearchFirst({ place, onClose, found, onFound }: SearchFirstProps) {
  const [q, setQ] = useState("");
  const body = useStepFocus(found === null ? "search" : "choice");
  return (
    <div className="dialog-body" ref={body} tabIndex={-1}>
      {found === null ? (
        <FindOther place={place} q={q} onSearch={setQ} onChoose={onFound} />
      ) : (
        <Choice place={place} other={found} onClose={onClose} onBack={() => onFound(null)} />
      )}
    </div>
  );
}

interface ChoiceProps extends Pick<MergeDialogProps, "place" | "onClose"> {
  readonly other: Candidate;
  /** Chooses another place. */
  readonly onBack?: () => void;
}

function Choice({ place, other, onClose, onBack }: ChoiceProps) {
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
        <div className="dialog-aside">
          <CopyCommand {...act("admin.pois.merge", { id: keptId, duplicateId })} />
        </div>
        <Button look="quiet" onClick={onBack ?? onClose}>
          {onBack ? MERGE.back : "Cancel"}
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
