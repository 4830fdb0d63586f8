import { formatDateTime, formatDay } from "../../../../lib/format/format-date.ts";
import { Alert } from "../../../../ui/alert/alert.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { CaseSection } from "../case/section.tsx";
import { CASE, DECIDE, REVIEWS, UNDO } from "../content.ts";
import { UndoDecision } from "../decision/undo-decision.tsx";
import { UnsentNote } from "../decision/unsent-note.tsx";
import { useCaseDraft } from "../decision/use-case-draft.ts";
import { OUTCOME } from "./content.ts";
import { DecideForm } from "./decide-form.tsx";
import type { DecidePartProps } from "./decide-props.ts";
import type { ShownCase } from "./shown.ts";

/** The two decisions, the form of one of them, or the outcome. */
export function DecidePart({ blocked, onDecide, decision, ...props }: DecidePartProps) {
  const { kind, shown } = props;
  const { note } = useCaseDraft(shown.id);
  if (shown.status !== "pending") {
    return (
      <div className="case-outcome">
        <Outcome shown={shown} />
        {shown.undoUntil && (
          <UndoDecision
            {...{ kind, id: shown.id, placeName: shown.poiName }}
            updatedAt={shown.updatedAt}
            until={shown.undoUntil}
            act={UNDO.act}
          />
        )}
        {note.current.trim() !== "" && <UnsentNote note={note.current} onNext={props.onSettled} />}
      </div>
    );
  }
  if (decision && !(blocked && decision === "approved"))
    return (
      <DecideForm
        key={decision}
        {...props}
        decision={decision}
        draft={note}
        onCancel={() => onDecide(null)}
      />
    );
  return (
    <>
      {blocked && (
        <div className="case-outcome">
          <Alert tone="warning">{blocked}</Alert>
        </div>
      )}
      <div className="decision-bar">
        {blocked === null && (
          <Button onClick={() => onDecide("approved")} aria-keyshortcuts="a">
            {DECIDE.act("approved")}
          </Button>
        )}
        <Button look="danger" onClick={() => onDecide("rejected")} aria-keyshortcuts="r">
          {DECIDE.act("rejected")}
        </Button>
      </div>
    </>
  );
}

/** Who decided and when, or why it ended without a decision, and the note to the partner. */
function Outcome({ shown }: Pick<DecidePartProps, "shown">) {
  const { reason, notes } = shown;
  return (
    <CaseSection title={endOf(shown)}>
      {reason && <p>{OUTCOME.reasons[reason]}</p>}
      {notes && (
        <p className="case-text" dir="auto">
          {notes}
        </p>
      )}
    </CaseSection>
  );
}

function endOf({ status, reason, reviewedAt, reviewedBy }: ShownCase): string {
  const day = reviewedAt ? formatDay(reviewedAt) : "";
  if (reason !== null) return OUTCOME.ended(day);
  if (reviewedBy === null) return OUTCOME.accepted(day);
  return CASE.decidedBy(REVIEWS.status[status], reviewedBy, reviewedAt ? formatDateTime(reviewedAt) : "");
}
