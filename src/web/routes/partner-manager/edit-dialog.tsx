import type { FormEventHandler } from "react";
import type { Partner } from "../../../modules/partners/schema.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { Alert } from "../../ui/alert/alert.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Checkbox } from "../../ui/checkbox/checkbox.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Field } from "../../ui/field/field.tsx";
import { PhoneField } from "../../ui/field/phone-field.tsx";
import { Meanwhile } from "./conflict-notice.tsx";
import { EDIT, FORM } from "./content.ts";
import { useUpdate } from "./use-update.ts";

interface EditDialogProps {
  /** Null while it is closed. */
  readonly partner: Partner | null;
  readonly onClose: () => void;
}

export function EditDialog({ partner, onClose }: EditDialogProps) {
  return (
    <Dialog open={partner !== null} onOpenChange={(open) => !open && onClose()} title={EDIT.title}>
      {partner && <EditPart key={partner.id} partner={partner} onClose={onClose} />}
    </Dialog>
  );
}

interface PartProps {
  readonly partner: Partner;
  readonly onClose: () => void;
}

function EditPart({ partner, onClose }: PartProps) {
  const { versions, sendMine, ...form } = useUpdate(partner, onClose);
  if (versions) return <Meanwhile {...versions} onClose={onClose} onSendMine={() => sendMine(versions)} />;
  return <EditForm partner={partner} onClose={onClose} {...form} />;
}

interface EditFormProps extends PartProps {
  readonly fields: FieldErrors;
  readonly failure: string | null;
  readonly sending: boolean;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
}

function EditForm({ partner, onClose, fields, failure, sending, onSubmit }: EditFormProps) {
  const wired = (name: "businessName" | "contactName" | "phone") => ({
    name,
    label: FORM[name],
    defaultValue: partner[name],
    error: fields[name],
    autoComplete: "off",
  });
  return (
    <form className="dialog-form field-required-marks" aria-label={EDIT.title} noValidate onSubmit={onSubmit}>
      {failure && <Alert>{failure}</Alert>}
      <div className="field-pairs">
        <Field {...wired("businessName")} required />
        <Field {...wired("contactName")} required />
        <PhoneField {...wired("phone")} />
        <div className="field-noted">
          <Field label={FORM.email} name="email" type="email" value={partner.email} readOnly />
          <p className="soft">{FORM.emailFixed}</p>
        </div>
      </div>
      <Checkbox
        label={FORM.verified}
        name="isVerified"
        note={FORM.verifiedNote}
        defaultChecked={partner.isVerified}
      />
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {FORM.cancel}
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? EDIT.sending : EDIT.submit}
        </Button>
      </div>
    </form>
  );
}
