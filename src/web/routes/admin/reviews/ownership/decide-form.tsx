import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Decision } from "../../../../../shared/reviews/reviews.ts";
import { CopyForm } from "../../../../blocks/copy-command/copy-form.tsx";
import { Alert } from "../../../../ui/alert/alert.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { TextAreaField } from "../../../../ui/field/field.tsx";
import { DECIDE } from "../content.ts";
import type { CaseDraft } from "../decision/use-case-draft.ts";
import { CHANGES, NEWER, OUTCOME, TRANSFERS } from "./content.ts";
import type { DecidePartProps } from "./decide-props.ts";
import { NewerVersion, versionKey } from "./newer-version.tsx";
import { useDecide } from "./use-decide.ts";

interface DecideFormProps extends Omit<DecidePartProps, "blocked" | "onDecide" | "decision"> {
  readonly decision: Decision;
  /** The note typed so far; it survives closing the form. */
  readonly draft: CaseDraft["note"];
  readonly onCancel: () => void;
}

/** A decision with a note, and why it was refused. */
export function DecideForm(props: DecideFormProps) {
  const { kind, decision, draft, onCancel, applies, opened } = props;
  const [notes, setNotes] = useState(draft.current);
  const { fields, sending, refusal, newer, command, onSubmit } = useDecide(props);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = decision === "approved" ? "button[type=submit]" : "textarea";
    form.current?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: "nearest" });
  }, [decision]);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onCancel();
  }
  const { thing } = kind === "proposal" ? CHANGES : TRANSFERS;
  const title = OUTCOME.title(decision, thing);
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
      {refusal && <Alert>{refusal}</Alert>}
      {newer && <NewerVersion key={versionKey(newer)} opened={opened} newer={newer} />}
      {decision === "approved" && <p className="soft">{applies}</p>}
      <TextAreaField
        label={OUTCOME.notes}
        name="notes"
        rows={3}
        placeholder={OUTCOME.notesHint}
        value={notes}
        onChange={({ currentTarget: { value } }) => {
          draft.current = value;
          setNotes(value);
        }}
        error={fields.notes}
      />
      <div className="dialog-actions">
        <div className="dialog-aside">
          <CopyForm act={command} />
        </div>
        <Button look="quiet" onClick={onCancel}>
          {newer ? NEWER.back(thing) : DECIDE.cancel}
        </Button>
        <Button type="submit" look={decision === "approved" ? "primary" : "danger"} disabled={sending}>
          {sending ? OUTCOME.sending(decision) : newer ? NEWER.anyway(decision) : title}
        </Button>
      </div>
    </form>
  );
}
