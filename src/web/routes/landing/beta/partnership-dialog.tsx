import { INQUIRY, WAITLIST } from "../../../../copy/en/waitlist.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { Field, Honeypot, SelectField, TextAreaField } from "../../../kit/form/field.tsx";
import { PhoneField } from "../../../kit/form/formatted-field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useDraft } from "../../../lib/drafts.ts";
import { textOf } from "../../../lib/form.ts";
import { toast, toastError } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";

interface PartnershipDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onSent: (sent: SentInquiry) => void;
  readonly focusAfter: () => HTMLElement | null;
}

export interface SentInquiry {
  readonly reference: string;
  readonly email: string;
}

export function PartnershipDialog({ open, onOpenChange, onSent, focusAfter }: PartnershipDialogProps) {
  const draft = useDraft("inquiry");
  const { fields, sending, limited, onSubmit } = useInquiry(onSent, () => {
    draft.clear();
    onOpenChange(false);
  });
  return (
    <Dialog
      keepsText
      open={open}
      onOpenChange={onOpenChange}
      focusAfter={focusAfter}
      title={INQUIRY.title}
      description={INQUIRY.text}
      closeLabel={INQUIRY.close}
    >
      <form
        {...draft.form}
        className="partnership-dialog dialog-sections"
        aria-label={INQUIRY.title}
        noValidate
        onSubmit={onSubmit}
      >
        <RequiredPart fields={fields} />
        <OptionalPart fields={fields} />
        <Honeypot />
        {limited && <Alert>{limited}</Alert>}
        <Button type="submit" className="button-wide" disabled={sending}>
          {sending ? INQUIRY.sending : INQUIRY.submit}
        </Button>
      </form>
    </Dialog>
  );
}

function useInquiry(onSent: (sent: SentInquiry) => void, onDone: () => void) {
  const submit = trpc.public.partnerships.submit.useMutation();
  return useSubmit({
    schema: async () => (await import("../../../../modules/inquiries/schema.ts")).submitInput,
    missing: INQUIRY.missingText,
    hints: { email: WAITLIST.emailForm },
    read: (form) => ({ ...textsOf(form), businessType: typeOf(form) }),
    send: async (input) => {
      const { reference } = await submit.mutateAsync(input);
      onSent({ reference, email: input.email.trim() });
    },
    onInvalid: (sentence, { code }) =>
      code === "missing" ? toastError(INQUIRY.missing, sentence) : toastError(sentence),
    onDone: (form) => {
      form.reset();
      toast({ title: INQUIRY.sent, description: INQUIRY.sentText });
      onDone();
    },
    failed: [INQUIRY.failed, INQUIRY.failedText],
  });
}

/** Every field of the form is text, so none is a file. */
function textsOf(form: FormData) {
  const text = (name: string) => textOf(form, name);
  return {
    businessName: text("businessName"),
    email: text("email"),
    contactName: text("contactName"),
    phone: text("phone"),
    website: text("website"),
    city: text("city"),
    state: text("state"),
    message: text("message"),
    hp_note: text("hp_note"),
  };
}

const TYPES = Object.keys(INQUIRY.types) as (keyof typeof INQUIRY.types)[]; // it has these keys alone

const typeOf = (form: FormData): (typeof TYPES)[number] | "" =>
  TYPES.find((type) => type === form.get("businessType")) ?? "";

interface PartProps {
  readonly fields: Readonly<Record<string, string>>;
}

/** Also in the frame of the dialog, which is shown while its scripts load. */
export function RequiredPart({ fields }: PartProps) {
  return (
    <fieldset>
      <legend>{INQUIRY.required}</legend>
      <Field
        label={INQUIRY.businessName}
        name="businessName"
        autoComplete="organization"
        required
        error={fields.businessName}
      />
      <EmailField label={INQUIRY.email} name="email" autoComplete="email" required error={fields.email} />
    </fieldset>
  );
}

function OptionalPart({ fields }: PartProps) {
  return (
    <fieldset className="partnership-dialog-pairs">
      <legend>{INQUIRY.optional}</legend>
      <Field label={INQUIRY.contactName} name="contactName" autoComplete="name" error={fields.contactName} />
      <PhoneField label={INQUIRY.phone} name="phone" autoComplete="tel" error={fields.phone} />
      <Field label={INQUIRY.website} name="website" type="url" autoComplete="url" error={fields.website} />
      <SelectField label={INQUIRY.businessType} name="businessType" error={fields.businessType}>
        <option value="">{INQUIRY.noType}</option>
        {TYPES.map((type) => (
          <option key={type} value={type}>
            {INQUIRY.types[type]}
          </option>
        ))}
      </SelectField>
      <Field label={INQUIRY.city} name="city" autoComplete="address-level2" error={fields.city} />
      <Field label={INQUIRY.state} name="state" autoComplete="address-level1" error={fields.state} />
      <TextAreaField label={INQUIRY.message} name="message" rows={4} error={fields.message} />
    </fieldset>
  );
}
