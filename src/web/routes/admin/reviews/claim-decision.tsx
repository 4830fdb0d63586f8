import { useRef } from "react";
import { moreSentences, sentenceOf } from "../../../../copy/en/decisions.ts";
import { decideClaimInput } from "../../../../modules/reviews/schema.ts";
import { formatDateTime, isolated } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { TextAreaField } from "../../../kit/form/field.tsx";
import { Facts } from "../../../kit/text/facts.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useDecisionNotice } from "../../../lib/brand.ts";
import { useStoredText } from "../../../lib/drafts.ts";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { CASE, CaseSection, type Decided, type DecisionProps } from "./case/case.tsx";
import {
  type CaseDraft,
  DECIDE,
  DecisionFoot,
  ReviewForm,
  textOfDraft,
  UndoDecision,
  UnsentNote,
  useCaseDraft,
  useUndo,
} from "./case/decision.tsx";
import { DecisionForm } from "./claim-decision-form.tsx";

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
      act={decided.status === "pending" ? "Undo the question" : "Undo the decision"}
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
      <DecisionBar kind={props.kind} lacking={props.lacking} onDecide={onDecide} />
    </>
  );
}

function DecisionBar({ kind, lacking, onDecide }: Pick<DecisionProps, "kind" | "lacking" | "onDecide">) {
  return (
    <DecisionFoot lacking={lacking}>
      <Button
        look={lacking === null ? "primary" : "quiet"}
        onClick={() => onDecide("approved")}
        aria-keyshortcuts="a"
      >
        {DECIDE.act("approved")}
      </Button>
      {kind === "claim" && (
        <Button
          look={lacking === null ? "quiet" : "primary"}
          onClick={() => onDecide("more")}
          aria-keyshortcuts="m"
        >
          Ask for more
        </Button>
      )}
      <Button look="quiet" onClick={() => onDecide("rejected")} aria-keyshortcuts="r">
        {DECIDE.act("rejected")}
      </Button>
    </DecisionFoot>
  );
}

/** Who decided, when and why, and the note to the partner. */
function Outcome({ status, reviewedAt, reviewedBy, reason, notes }: Decided) {
  const when = reviewedAt ? formatDateTime(reviewedAt) : "";
  return (
    <CaseSection title={CASE.decidedBy(CASE.status[status], reviewedBy ?? "the product", when)}>
      <Facts
        facts={[
          ["Reason", sentenceOf(reason)],
          [
            "Note",
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

interface AskFormProps extends Pick<DecisionProps, "decided" | "placeName" | "onSettled"> {
  /** The note typed so far; it survives closing the form. */
  readonly draft: CaseDraft["note"];
  readonly onCancel: () => void;
}

const askSchema = decideClaimInput.refine(({ notes }) => notes !== "", {
  error: "Write what is missing",
  path: ["notes"],
});

/** Asks the partner of a claim for more documents, with a preview of the mail. */
function AskForm({ draft, onCancel, ...about }: AskFormProps) {
  const notes = useStoredText(draft);
  const { fields, sending, onSubmit } = useAsk({ ...about, draft });
  const note = notes.value.trim();
  return (
    <ReviewForm
      title="Ask for more documents"
      focusOn="textarea"
      cancel={{ label: "Cancel", onCancel }}
      submit={sending ? "Asking..." : "Ask for more documents"}
      sending={sending}
      onSubmit={onSubmit}
    >
      <p className="soft">
        The claim waits for the partner, and its promised day moves until the documents are here.
      </p>
      <TextAreaField
        label="What is missing"
        name="notes"
        rows={3}
        placeholder="For example: a lease or license that names this address"
        error={fields.notes}
        {...notes}
      />
      {note !== "" && (
        <div className="decision-preview" aria-live="polite">
          <p className="decision-label">The partner will get this email</p>
          {moreSentences(about.decided.id, note).map((sentence) => (
            <p key={sentence} className="case-text">
              {sentence}
            </p>
          ))}
        </div>
      )}
    </ReviewForm>
  );
}

function useAsk({
  decided: { id, partnerName, updatedAt: readAt },
  placeName,
  draft,
  onSettled,
}: Omit<AskFormProps, "onCancel">) {
  const ask = trpc.admin.reviews.decideClaim.useMutation();
  const utils = trpc.useUtils();
  const undo = useUndo({ kind: "claim", id, placeName });
  const notified = useDecisionNotice();
  const asked = useRef<Date>(undefined);
  const read = (data: FormData) => ({
    ...{ id, decision: "more" as const, notes: textOf(data, "notes"), updatedAt: readAt },
  });
  const form = useSubmit({
    schema: askSchema,
    missing: "Write what is missing",
    read,
    send: async (input) => {
      const { updatedAt } = await ask.mutateAsync(input);
      asked.current = updatedAt;
      draft.current = "";
    },
    onDone: async () => {
      await onSettled(); // first, so that an undo finds the next case open and not about to open
      const at = asked.current;
      const description = `${isolated(placeName)}. ${notified(isolated(partnerName))}`;
      toast({ title: "Question sent", description, ...(at && { onUndo: () => void undo(at) }) });
      await utils.admin.reviews.invalidate();
    },
    failed: ["The question was not sent"],
    onFailed: () => void utils.admin.reviews.claim.invalidate({ id }), // someone else may have asked or decided
  });
  return form;
}
