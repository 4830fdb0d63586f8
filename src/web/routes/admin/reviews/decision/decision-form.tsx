import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import {
  type Decision,
  mailSentences,
  REASONS,
  type ReasonCode,
  reasonsFor,
} from "../../../../../shared/reviews/reviews.ts";
import { CopyForm } from "../../../../blocks/copy-command/copy-form.tsx";
import { Alert } from "../../../../ui/alert/alert.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { TextAreaField } from "../../../../ui/field/field.tsx";
import type { DecisionProps } from "../case/case-props.ts";
import { DECIDE } from "../content.ts";
import { Position } from "./position.tsx";
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
  const { fields, sending, owner, command, onSubmit } = useDecide({ ...about, draft }, decision);
  const [reason, setReason] = useState<ReasonCode | null>(firstReason(files, decision));
  const [notes, setNotes] = useState(draft.note.current);
  const note = notes.trim();
  const form = useFirstFocus(decision);
  const title = DECIDE.title(decision, kind);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onCancel();
  }
  return (
    <form
      ref={form}
      className="decision"
      aria-label={title}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
    >
      <h3>{title}</h3>
      {owner && <Alert>{DECIDE.owned(owner)}</Alert>}
      {decision === "approved" && rivals > 0 && <Alert tone="warning">{DECIDE.rivals(rivals)}</Alert>}
      <Reasons kind={kind} decision={decision} chosen={reason} onChoose={setReason} error={fields.reason} />
      <TextAreaField
        label={DECIDE.notes}
        name="notes"
        rows={3}
        placeholder={DECIDE.notesHint}
        value={notes}
        onChange={({ currentTarget: { value } }) => {
          draft.note.current = value;
          setNotes(value);
        }}
        error={fields.notes}
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
      <div className="dialog-actions">
        <div className="dialog-aside">
          <CopyForm act={command} />
        </div>
        <Button look="quiet" onClick={onCancel}>
          {DECIDE.cancel}
        </Button>
        <Button type="submit" look={decision === "approved" ? "primary" : "danger"} disabled={sending}>
          {sending ? DECIDE.sending(decision) : title}
        </Button>
      </div>
    </form>
  );
}

/** With evidence files, sufficient proof is preselected for an approval; a rejection has no default. */
const firstReason = (files: number, decision: Decision): ReasonCode | null =>
  files > 0 && decision === "approved" ? "proof_sufficient" : null;

/** An approval takes only Enter; a rejection starts at its reason. */
function useFirstFocus(decision: Decision) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = decision === "approved" ? "button[type=submit]" : "input[type=radio]";
    form.current?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: "nearest" });
  }, [decision]);
  return form;
}

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
