import { sentenceOf } from "../../../../../shared/reviews/reviews.ts";
import { formatDateTime } from "../../../../lib/format/format-date.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Facts } from "../../../../ui/facts/facts.tsx";
import type { Decided, DecisionProps } from "../case/case-props.ts";
import { CaseSection } from "../case/section.tsx";
import { ASK, CASE, DECIDE, REVIEWS, UNDO } from "../content.ts";
import { AskForm } from "./ask-form.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { UndoDecision } from "./undo-decision.tsx";
import { UnsentNote } from "./unsent-note.tsx";
import { textOfDraft, useCaseDraft } from "./use-case-draft.ts";

/** The two decisions, the open decision form, or the outcome. */
export function DecisionSection({ onDecide, decision, ...props }: DecisionProps) {
  const draft = useCaseDraft(props.decided.id);
  const { decided, undoUntil } = props;
  const undo = undoUntil && (
    <UndoDecision
      kind={props.kind}
      id={decided.id}
      placeName={props.placeName}
      updatedAt={decided.updatedAt}
      until={undoUntil}
      act={decided.status === "pending" ? UNDO.actMore : UNDO.act}
    />
  );
  if (decided.status !== "pending") {
    return (
      <div className="case-outcome">
        <Outcome {...props.decided} />
        {undo}
        {textOfDraft(draft) !== "" && <UnsentNote note={textOfDraft(draft)} onNext={props.onSettled} />}
      </div>
    );
  }
  const cancel = () => onDecide(null);
  if (decision === "more") return <AskForm {...props} draft={draft.note} onCancel={cancel} />;
  if (decision) {
    return <DecisionForm key={decision} {...props} decision={decision} draft={draft} onCancel={cancel} />;
  }
  return (
    <>
      {undo && <div className="case-outcome">{undo}</div>}
      <div className="decision-bar">
        <Button onClick={() => onDecide("approved")} aria-keyshortcuts="a">
          {DECIDE.act("approved")}
        </Button>
        <Button look="danger" onClick={() => onDecide("rejected")} aria-keyshortcuts="r">
          {DECIDE.act("rejected")}
        </Button>
        {props.kind === "claim" && (
          <Button look="quiet" onClick={() => onDecide("more")} aria-keyshortcuts="m">
            {ASK.act}
          </Button>
        )}
      </div>
    </>
  );
}

/** Who decided, when and why, and the note to the partner. */
function Outcome({ status, reviewedAt, reviewedBy, reason, notes }: Decided) {
  const when = reviewedAt ? formatDateTime(reviewedAt) : "";
  return (
    <CaseSection title={CASE.decidedBy(REVIEWS.status[status], reviewedBy ?? CASE.unknownReviewer, when)}>
      <Facts
        facts={[
          [CASE.reason, sentenceOf(reason)],
          [
            CASE.note,
            notes && (
              <span className="case-text" dir="auto">
                {notes}
              </span>
            ),
          ],
        ]}
      />
    </CaseSection>
  );
}
