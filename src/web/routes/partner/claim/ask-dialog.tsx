import { useRef } from "react";
import { z } from "zod";
import { ASK } from "../../../../copy/en/partner-places.ts";
import { EXPLANATION_MAX } from "../../../../modules/ownership/transfers/schema.ts";
import type { FieldErrors } from "../../../../shared/errors.ts";
import { formatDueDay } from "../../../../shared/format.ts";
import { TRANSFER_REASONS } from "../../../../shared/places/places.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { SelectField, TextAreaField } from "../../../kit/form/field.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toast } from "../../../lib/toast.ts";
import type { Claimable } from "../search/place-card.tsx";
import { DocumentsForm } from "./documents-form.tsx";

interface AskDialogProps {
  /** Null while the dialog is closed. */
  readonly place: Claimable | null;
  /** The pressed button is gone afterwards. */
  readonly onSent: () => void;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** Asks the owner of a place to hand it over. Input for a place is kept while the dialog is closed. */
export function AskDialog({ place, onSent, onClose, focusAfter }: AskDialogProps) {
  const last = useRef(place);
  if (place) last.current = place;
  const ask = trpc.partner.ownership.ask.useMutation();
  const utils = trpc.useUtils();
  const target = last.current;
  async function send(id: string, documents: string[], reason: Reason): Promise<void> {
    const why = TRANSFER_REASONS.find((each) => each === reason.why);
    const { answerBy } = await ask.mutateAsync({ id, documents, why, explanation: reason.explanation });
    toast({ title: ASK.done, description: ASK.doneText(formatDueDay(answerBy)) });
  }
  function sent(): void {
    last.current = null;
    onSent();
    void utils.partner.ownership.transfers.invalidate();
  }
  return (
    <Dialog
      keepsText
      open={place !== null}
      onOpenChange={(open) => !open && onClose()}
      title={ASK.title(target?.name ?? "")}
      description={target?.address}
      focusAfter={focusAfter}
    >
      {target && (
        <DocumentsForm
          key={target.id}
          words={ASK}
          rules={RULES}
          send={(documents, _, reason) => send(target.id, documents, reason)}
          onSent={sent}
          onClose={onClose}
        >
          {(errors) => (
            <>
              <Notice />
              <ReasonFields errors={errors} />
            </>
          )}
        </DocumentsForm>
      )}
    </Dialog>
  );
}

type Reason = Readonly<Record<string, string>>;

const RULES = {
  why: z.string().min(1, ASK.chooseMissing),
  explanation: z.string().trim().min(1, ASK.explanationMissing).max(EXPLANATION_MAX, ASK.explanationLong),
};

/** Why the place is asked for, which the owner reads. */
const ReasonFields = ({ errors }: { readonly errors: FieldErrors }) => (
  <>
    <SelectField label={ASK.why} name="why" required defaultValue="" error={errors.why}>
      <option value="" disabled>
        {ASK.choose}
      </option>
      {TRANSFER_REASONS.map((each) => (
        <option key={each} value={each}>
          {ASK.reasons[each]}
        </option>
      ))}
    </SelectField>
    <TextAreaField
      label={ASK.explanation}
      name="explanation"
      rows={3}
      required
      dir="auto"
      error={errors.explanation}
    />
  </>
);

const Notice = () => (
  <div className="claim-form-notice">
    <p>
      <strong>{ASK.how}</strong>
    </p>
    <ul>
      {ASK.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ul>
  </div>
);
