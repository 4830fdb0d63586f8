import { useState } from "react";
import { sentenceOf } from "../../../../../shared/reviews.ts";
import { draftsOf } from "../../../../blocks/staff/use-session.ts";
import { useStaff } from "../../../../blocks/staff/use-staff.ts";
import { storedText } from "../../../../lib/form/draft.ts";
import { formatDateTime } from "../../../../lib/format/format-date.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Facts } from "../../../../ui/facts/facts.tsx";
import type { Decided, DecisionProps } from "../case/case-props.ts";
import { CaseSection } from "../case/section.tsx";
import { ASK, CASE, DECIDE, REVIEWS } from "../content.ts";
import { AskForm } from "./ask-form.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { UnsentNote } from "./unsent-note.tsx";

/** The two decisions, the open decision form, or the outcome. */
export function DecisionSection({ onDecide, decision, ...props }: DecisionProps) {
  const name = `${draftsOf(useStaff())}note:${props.decided.id}`;
  const [notes] = useState(() => storedText(name));
  if (props.decided.status !== "pending") {
    return (
      <div className="case-outcome">
        <Outcome {...props.decided} />
        {notes.current.trim() !== "" && <UnsentNote note={notes.current} onNext={props.onSettled} />}
      </div>
    );
  }
  const cancel = () => onDecide(null);
  if (decision === "more") return <AskForm {...props} draft={notes} onCancel={cancel} />;
  if (decision) {
    return <DecisionForm key={decision} {...props} decision={decision} draft={notes} onCancel={cancel} />;
  }
  return (
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
