import { useId } from "react";
import type { FailureDetail } from "../../../../../modules/sync/decisions/schema.ts";
import { Dialog } from "../../../../kit/dialog/dialog.tsx";
import { Badge } from "../../../../kit/page/badge.tsx";
import { Button } from "../../../../kit/page/button.tsx";
import { Loaded } from "../../../../kit/page/loaded.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { CompareTable } from "../compare/compare-table.tsx";
import { useFailure } from "../use-sync-dialogs.ts";
import { DECIDE } from "./content.ts";
import { type Decide, useDecide } from "./use-decide.ts";

interface FailureDialogProps {
  readonly id: string;
  /** Gets the focus after a decision, which takes the place off the list. */
  readonly focusAfter: () => HTMLElement | null;
}

/** A place that failed, next to the rows of the main database that it may be, and the decision on it. */
export function FailureDialog({ id, focusAfter }: FailureDialogProps) {
  const { close } = useFailure();
  const found = trpc.admin.sync.failure.useQuery({ id }, { staleTime: 0, gcTime: 0 });
  const { decide, takeBack, busy } = useDecide({ onDone: close, onRefused: () => void found.refetch() });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="large"
      title={found.data?.name ?? DECIDE.title}
      description={found.data?.message ?? ""}
      focusAfter={focusAfter}
    >
      <Loaded query={found} failed={DECIDE.failed} rows={4}>
        {(place) =>
          place.decision ? (
            <Decided place={place} busy={busy} onTakeBack={() => void takeBack(place.id)} />
          ) : place.state === "error" ? (
            <Choices place={place} busy={busy} decide={decide} />
          ) : (
            <p>{DECIDE.notFailed}</p>
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface DecidedProps {
  readonly place: FailureDetail;
  readonly busy: boolean;
  readonly onTakeBack: () => void;
}

function Decided({ place: { decision, state }, busy, onTakeBack }: DecidedProps) {
  if (!decision) return null;
  return (
    <div className="sync-decide">
      <p>
        {DECIDE.decided(decision)} {DECIDE.stateOf[state]}
      </p>
      {state !== "synced" && (
        <div className="dialog-actions">
          <Button look="quiet" aria-disabled={busy} onClick={() => busy || onTakeBack()}>
            {DECIDE.takeBack}
          </Button>
        </div>
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly place: FailureDetail;
  readonly busy: boolean;
  readonly decide: Decide;
}

function Choices({ place, busy, decide }: ChoicesProps) {
  const choose = (wish: Parameters<Decide>[1]) => !busy && void decide(place, wish);
  const { candidates } = place;
  return (
    <div className="sync-decide">
      <div className="sync-decide-head">
        <h3>{candidates.length === 0 ? DECIDE.none : DECIDE.candidates(candidates.length)}</h3>
      </div>
      {candidates.map((candidate) => (
        <Candidate
          key={candidate.id}
          ours={place.ours}
          candidate={candidate}
          busy={busy}
          onTake={() => choose({ decision: "link", mainId: candidate.id })}
        />
      ))}
      <div className="sync-decide-others">
        <Button look="quiet" aria-disabled={busy} onClick={() => choose({ decision: "insert" })}>
          {DECIDE.insert}
        </Button>
        <p className="soft">{DECIDE.insertText}</p>
        <Button look="quiet" aria-disabled={busy} onClick={() => choose({ decision: "leave" })}>
          {DECIDE.leave}
        </Button>
        <p className="soft">{DECIDE.leaveText}</p>
      </div>
    </div>
  );
}

type Row = FailureDetail["candidates"][number];

interface CandidateProps {
  readonly ours: FailureDetail["ours"];
  readonly candidate: Row;
  readonly busy: boolean;
  readonly onTake: () => void;
}

/** A row of the main database next to our place. A row of another place cannot be taken. */
function Candidate({ ours, candidate, busy, onTake }: CandidateProps) {
  const headingId = useId();
  const { id, name, theirs, linkedTo } = candidate;
  const fields = Object.keys(theirs)
    .map((column) => ({ name: column, ours: ours[column] ?? null, theirs: theirs[column] ?? null }))
    .filter((field) => field.ours || field.theirs);
  return (
    <section className="sync-decide-candidate" aria-labelledby={headingId}>
      <div className="sync-decide-head">
        <h4 id={headingId}>
          <bdi>{name}</bdi> <span className="table-sub">{id}</span>
        </h4>
        {factsOf(candidate).map((fact) => (
          <Badge key={fact}>{fact}</Badge>
        ))}
      </div>
      <CompareTable caption={DECIDE.fieldsOf(name)} fields={fields} />
      {linkedTo ? (
        <p className="soft">{DECIDE.taken(linkedTo.name)}</p>
      ) : (
        <Button className="button-tiny" aria-disabled={busy} aria-describedby={headingId} onClick={onTake}>
          {DECIDE.take}
        </Button>
      )}
    </section>
  );
}

const factsOf = ({ isLinked, hasPlaceId, meters }: Row): readonly string[] => [
  ...(isLinked ? [DECIDE.isLinked] : []),
  ...(hasPlaceId ? [DECIDE.hasPlaceId] : []),
  ...(meters === null ? [] : [DECIDE.away(meters)]),
];
