import type { Decision } from "../../../../../shared/reviews/reviews.ts";
import { useStoredText } from "../../../../lib/form/draft.ts";
import { Alert } from "../../../../ui/alert/alert.tsx";
import { TextAreaField } from "../../../../ui/field/field.tsx";
import { DECIDE } from "../content.ts";
import { ReviewForm } from "../decision/review-form.tsx";
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
  const notes = useStoredText(draft);
  const { fields, sending, refusal, newer, command, onSubmit } = useDecide(props);
  const { thing } = kind === "proposal" ? CHANGES : TRANSFERS;
  const title = OUTCOME.title(decision, thing);
  return (
    <ReviewForm
      title={title}
      focusOn={decision === "approved" ? "button[type=submit]" : "textarea"}
      command={command}
      cancel={{ label: newer ? NEWER.back(thing) : DECIDE.cancel, onCancel }}
      submit={sending ? OUTCOME.sending(decision) : newer ? NEWER.anyway(decision) : title}
      look={decision === "approved" ? "primary" : "danger"}
      sending={sending}
      onSubmit={onSubmit}
    >
      {refusal && <Alert>{refusal}</Alert>}
      {newer && <NewerVersion key={versionKey(newer)} opened={opened} newer={newer} />}
      {decision === "approved" && <p className="soft">{applies}</p>}
      <TextAreaField
        label={OUTCOME.notes}
        name="notes"
        rows={3}
        placeholder={OUTCOME.notesHint}
        error={fields.notes}
        {...notes}
      />
    </ReviewForm>
  );
}
