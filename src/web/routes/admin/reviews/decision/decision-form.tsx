import { useId, useState } from "react";
import type { FieldErrors } from "../../../../../shared/errors.ts";
import {
  type Decision,
  mailSentences,
  REASONS,
  type ReasonCode,
  reasonsFor,
} from "../../../../../shared/reviews/reviews.ts";
import { Field, TextAreaField } from "../../../../kit/form/field.tsx";
import { Alert } from "../../../../kit/page/alert.tsx";
import { useStoredText } from "../../../../lib/form/draft.ts";
import type { DecisionProps } from "../case/case-props.ts";
import { DECIDE, POSITION } from "../content.ts";
import { ReviewForm } from "./review-form.tsx";
import type { CaseDraft } from "./use-case-draft.ts";
import { useDecide } from "./use-decide.ts";

interface DecisionFormProps extends Omit<DecisionProps, "onDecide" | "decision"> {
  readonly decision: Decision;
  /** What was typed so far; it survives closing the form. */
  readonly draft: CaseDraft;
  readonly onCancel: () => void;
}

/** Reason and note, with a preview of what the partner will read. */
export function DecisionForm({ decision, draft, onCancel, ...about }: DecisionFormProps) {
  const { kind, rivals, files } = about;
  const { id } = about.decided;
  const { fields, sending, owner, onSubmit } = useDecide({ ...about, draft }, decision);
  const [reason, setReason] = useState<ReasonCode | null>(firstReason(files, decision));
  const notes = useStoredText(draft.note);
  const note = notes.value.trim();
  const title = DECIDE.title(decision, kind);
  return (
    <ReviewForm
      title={title}
      focusOn={decision === "approved" ? "button[type=submit]" : "input[type=radio]"}
      cancel={{ label: DECIDE.cancel, onCancel }}
      submit={sending ? DECIDE.sending(decision) : title}
      look={decision === "approved" ? "primary" : "danger"}
      sending={sending}
      onSubmit={onSubmit}
    >
      {owner && <Alert>{DECIDE.owned(owner)}</Alert>}
      {decision === "approved" && rivals > 0 && <Alert tone="warning">{DECIDE.rivals(rivals)}</Alert>}
      <Reasons kind={kind} decision={decision} chosen={reason} onChoose={setReason} error={fields.reason} />
      <TextAreaField
        label={DECIDE.notes}
        name="notes"
        rows={3}
        placeholder={DECIDE.notesHint}
        error={fields.notes}
        {...notes}
      />
      {kind === "request" && decision === "approved" && <Position fields={fields} draft={draft} />}
      <div className="decision-preview" aria-live="polite">
        <p className="decision-label">{DECIDE.mailed}</p>
        {mailSentences({ kind, id, decision, reason, notes: note }).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {note && (
          <>
            <p className="decision-label">{DECIDE.inPortal}</p>
            <p className="case-text">{note}</p>
          </>
        )}
      </div>
    </ReviewForm>
  );
}

/** With evidence files, sufficient proof is preselected for an approval; a rejection has no default. */
const firstReason = (files: number, decision: Decision): ReasonCode | null =>
  files > 0 && decision === "approved" ? "proof_sufficient" : null;

interface ReasonsProps {
  readonly kind: DecisionProps["kind"];
  readonly decision: Decision;
  readonly chosen: ReasonCode | null;
  readonly onChoose: (reason: ReasonCode | null) => void;
  readonly error: string | undefined;
}

function Reasons({ kind, decision, chosen, onChoose, error }: ReasonsProps) {
  const errorId = useId();
  const choices: readonly (ReasonCode | null)[] = [
    ...reasonsFor(kind, decision),
    ...(decision === "approved" ? [null] : []),
  ];
  return (
    <fieldset className="decision-reasons" aria-describedby={error ? errorId : undefined}>
      <legend>{DECIDE.reason}</legend>
      <div className="decision-reasons-list">
        {choices.map((code) => (
          <label key={code ?? "none"} className="decision-reason">
            <input
              type="radio"
              name="reason"
              value={code ?? ""}
              checked={chosen === code && (code !== null || decision === "approved")}
              onChange={() => onChoose(code)}
            />
            {code ? REASONS[code].label : DECIDE.noReason}
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface PositionProps {
  readonly fields: FieldErrors;
  /** What was typed so far. */
  readonly draft: CaseDraft;
}

const FIELDS = ["placeId", "latitude", "longitude"] as const;

/** Optional coordinates of the new place. */
function Position({ fields, draft }: PositionProps) {
  return (
    <fieldset className="position">
      <legend>{POSITION.title}</legend>
      <p className="soft">{POSITION.why}</p>
      {FIELDS.map((name) => (
        <PositionField key={name} name={name} text={draft[name]} error={fields[name]} />
      ))}
    </fieldset>
  );
}

interface PositionFieldProps {
  readonly name: (typeof FIELDS)[number];
  readonly text: CaseDraft["placeId"];
  readonly error: string | undefined;
}

function PositionField({ name, text, error }: PositionFieldProps) {
  const stored = useStoredText(text);
  return (
    <Field
      label={POSITION[name]}
      name={name}
      inputMode={name === "placeId" ? "text" : "decimal"}
      error={error}
      {...stored}
    />
  );
}
