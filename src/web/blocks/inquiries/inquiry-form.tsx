import type { FormEventHandler } from "react";
import type { FieldErrors } from "../../../shared/errors.ts";
import { Button } from "../../ui/button/button.tsx";
import { FORM } from "./content.ts";
import { FormFields } from "./form-fields.tsx";
import type { Entered } from "./form-values.ts";

interface InquiryFormProps {
  readonly label: string;
  /** What the button says. */
  readonly action: string;
  readonly given: Entered;
  readonly fields: FieldErrors;
  readonly sending: boolean;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly onCancel: () => void;
}

export function InquiryForm({ label, action, given, fields, sending, onSubmit, onCancel }: InquiryFormProps) {
  return (
    <form className="dialog-form" aria-label={label} noValidate onSubmit={onSubmit}>
      <FormFields given={given} errors={fields} />
      <div className="dialog-actions">
        <Button look="quiet" onClick={onCancel}>
          {FORM.cancel}
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? FORM.saving : action}
        </Button>
      </div>
    </form>
  );
}
