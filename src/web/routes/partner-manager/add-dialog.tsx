import { useState } from "react";
import { registerInput } from "../../../modules/partners/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { fieldsOf } from "../../lib/error-message.ts";
import { refusalOf } from "../../lib/refusal.ts";
import { toast } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Alert } from "../../ui/alert/alert.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Field } from "../../ui/field/field.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { PhoneField } from "../../ui/field/phone-field.tsx";
import { ADD, ERROR, FORM } from "./content.ts";
import { textOf } from "./text-of.ts";
import { useRefreshPartners } from "./use-refresh-partners.ts";

interface AddDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The button of an empty list is gone once there is a partner. */
  readonly focusAfter: () => HTMLElement | null;
}

export function AddDialog({ open, onOpenChange, focusAfter }: AddDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      focusAfter={focusAfter}
      title={ADD.title}
      description={ADD.text}
    >
      {open && <AddForm onClose={() => onOpenChange(false)} />}
    </Dialog>
  );
}

const CONFLICT = 409;

function useAdd(onClose: () => void) {
  const create = trpc.partnerManager.partners.create.useMutation();
  const refresh = useRefreshPartners();
  const [failure, setFailure] = useState<string | null>(null);
  const [taken, setTaken] = useState<string>();
  const form = useSubmit({
    schema: registerInput,
    missing: FORM.missing,
    read: (data) => ({
      businessName: textOf(data, "businessName"),
      contactName: textOf(data, "contactName"),
      email: textOf(data, "email"),
      password: textOf(data, "password"),
      phone: textOf(data, "phone"),
    }),
    send: (input) => {
      setTaken(undefined);
      return create.mutateAsync(input).catch((error: unknown) => {
        const refused = refusalOf(error);
        // The one thing that can stand in the way of a new account is its address.
        const address = refused?.status === CONFLICT ? refused.sentence : undefined;
        setTaken(address);
        const beside = address !== undefined || Object.keys(fieldsOf(error)).length > 0;
        setFailure(beside ? null : (refused?.sentence ?? null));
        throw error;
      });
    },
    onInvalid: (description) => toast({ title: ERROR, description, variant: "destructive" }),
    onDone: () => {
      toast({ title: ADD.done, description: ADD.doneText });
      onClose();
      void refresh();
    },
    onFailed: () => toast({ title: ERROR, description: ADD.failed, variant: "destructive" }),
  });
  return { ...form, fields: taken ? { ...form.fields, email: taken } : form.fields, failure } as const;
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const { fields, failure, sending, onSubmit } = useAdd(onClose);
  const wired = (name: "businessName" | "contactName" | "email" | "password" | "phone") => ({
    name,
    label: FORM[name],
    error: fields[name],
    autoComplete: name === "password" ? "new-password" : "off",
  });
  return (
    <form className="dialog-form field-required-marks" aria-label={ADD.title} noValidate onSubmit={onSubmit}>
      {failure && <Alert>{failure}</Alert>}
      <div className="field-pairs">
        <Field {...wired("businessName")} required />
        <Field {...wired("contactName")} required />
        <Field {...wired("email")} type="email" required />
        <PhoneField {...wired("phone")} />
        <div className="field-noted">
          <PasswordField {...wired("password")} minLength={6} required />
          <p className="soft">{FORM.passwordNote}</p>
        </div>
      </div>
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {FORM.cancel}
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? ADD.sending : ADD.submit}
        </Button>
      </div>
    </form>
  );
}
