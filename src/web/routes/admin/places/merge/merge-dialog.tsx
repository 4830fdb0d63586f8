import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { MergeReport } from "../../../../../modules/places/merge/schema.ts";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { CATEGORY_NAMES, type HalalStatus, TIER_NAMES } from "../../../../../shared/places/places.ts";
import { Button } from "../../../../kit/controls/button.tsx";
import { Consequences } from "../../../../kit/dialog/confirm.tsx";
import { Dialog } from "../../../../kit/dialog/dialog.tsx";
import { FIELD_LABELS } from "../../../../kit/form/place-labels.ts";
import { Alert } from "../../../../kit/page/alert.tsx";
import { Loaded } from "../../../../kit/page/states.tsx";
import { Search } from "../../../../kit/table/toolbar.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { messageOf, refusalOf } from "../../../../lib/errors.ts";
import { useStepFocus } from "../../../../lib/focus.ts";
import { toastOutcome } from "../../../../lib/toast.ts";
import { useBusy } from "../../../../lib/use-busy.ts";
import { withPlace } from "../open-place.ts";

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
      title="Merge places"
      description="One place stays, and the other becomes another name of it. You can undo this for 30 days."
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
        <legend>Which one stays?</legend>
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
        {error && (
          <Alert>{refusalOf(error)?.sentence ?? messageOf(error) ?? "The places cannot be merged"}</Alert>
        )}
        {!error && planned && <Consequences title="What happens" list={effectsOf(planned)} />}
      </div>
      <div className="dialog-actions">
        <Button look="quiet" onClick={onBack ?? onClose}>
          {onBack ? "Choose another place" : "Cancel"}
        </Button>
        <Button
          aria-disabled={busy || error !== null || !planned}
          onClick={() => planned && !error && void run(submit)}
        >
          {busy ? "Merging..." : "Merge"}
        </Button>
      </div>
    </div>
  );
}

const SHOWN = 8; // places; more words find the one that is meant

/** A place that can be merged with another one. */
type Candidate = Pick<StaffPlaceDetail, "id" | "name" | "address">;

interface FindOtherProps {
  readonly place: StaffPlaceDetail;
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly onChoose: (other: Candidate) => void;
}

/** Finds the place to merge with one, as the list of places does. */
function FindOther({ place, q, onSearch, onChoose }: FindOtherProps) {
  const found = trpc.admin.pois.list.useQuery({ q, limit: SHOWN + 1 }, { enabled: q !== "", staleTime: 0 });
  return (
    <div className="stack">
      <Search label="Search name, address or id" value={q} onSearch={onSearch} />
      <div aria-live="polite" aria-busy={found.isFetching}>
        {q !== "" && (
          <Loaded query={found} failed="The places could not be searched" rows={3}>
            {({ items }) => (
              <Results
                places={items.filter(({ id }) => id !== place.id).slice(0, SHOWN)}
                onChoose={onChoose}
              />
            )}
          </Loaded>
        )}
      </div>
    </div>
  );
}

interface ResultsProps extends Pick<FindOtherProps, "onChoose"> {
  readonly places: readonly (Candidate & Pick<StaffPlaceDetail, "category" | "city" | "state">)[];
}

function Results({ places, onChoose }: ResultsProps) {
  if (places.length === 0) return <p className="soft">No other place matches.</p>;
  return (
    <ul className="merge-choice-list">
      {places.map(({ id, name, address, city, state, category }) => (
        <li key={id} className="merge-choice-found">
          <span>
            <bdi>{name}</bdi>
            <span className="table-sub">
              {CATEGORY_NAMES[category]}, <bdi>{address}</bdi>,{" "}
              <bdi>
                {city}, {state}
              </bdi>
            </span>
          </span>
          <Button
            look="quiet"
            className="button-tiny"
            aria-label={`Choose ${name}, ${address}`}
            onClick={() => onChoose({ id, name, address })}
          >
            Choose
          </Button>
        </li>
      ))}
    </ul>
  );
}

const COUNTED = {
  claims: ["claim", "claims"],
  requests: ["request", "requests"],
  proposals: ["proposed change", "proposed changes"],
  transfers: ["transfer", "transfers"],
  reports: ["report", "reports"],
  renewals: ["renewal", "renewals"],
  photos: ["photo", "photos"],
  facts: ["fact", "facts"],
  evidence: ["record of evidence", "records of evidence"],
} as const satisfies Record<keyof MergeReport["moved"], readonly [string, string]>;

const labelOf = (name: string): string =>
  name in FIELD_LABELS ? FIELD_LABELS[name as keyof typeof FIELD_LABELS].toLowerCase() : name;

function tierLine(
  before: HalalStatus | null | undefined,
  after: HalalStatus | null | undefined,
): readonly string[] {
  if (!before || !after) return [];
  return [
    before === after
      ? `Its halal tier stays ${TIER_NAMES[after]}.`
      : `Its halal tier changes from ${TIER_NAMES[before]} to ${TIER_NAMES[after]}.`,
  ];
}

/** What a merge does, in sentences. */
function effectsOf(report: MergeReport): readonly string[] {
  const { keptName, duplicateName, moved, filled, ownerMoves, ownerName, ended } = report;
  const counts = Object.entries(COUNTED).flatMap(([name, [one, several]]) => {
    const count = moved[name as keyof typeof COUNTED]; // a key of the object above
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  return [
    `${keptName} is found by both names, and the page of ${duplicateName} leads to it.`,
    ...(filled.length > 0 ? [`It gets what it lacks: ${filled.map(labelOf).join(", ")}.`] : []),
    ...(counts.length > 0 ? [`It gets ${counts.join(", ")}.`] : []),
    ...(ownerMoves ? [`${ownerName ?? "The owner"} owns it from now on.`] : []),
    ...(ended > 0
      ? [`${ended} waiting for both places ${ended === 1 ? "ends" : "end"} for ${duplicateName}.`]
      : []),
    ...tierLine(report.tierBefore, report.tierAfter),
  ];
}

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
