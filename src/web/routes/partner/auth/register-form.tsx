import { z } from "zod";
import { AUTH } from "../../../../copy/en/sign-in.ts";
import { PASSWORD_MIN, registerInput } from "../../../../modules/partners/schema.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { Field, PasswordField } from "../../../kit/form/field.tsx";
import { PhoneField } from "../../../kit/form/formatted-field.tsx";
import { NewPasswordField } from "../../../kit/form/new-password-field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { client } from "../../../lib/client.ts";
import { textOf } from "../../../lib/form.ts";
import { useSubmit } from "../../../lib/use-submit.ts";

interface RegisterFormProps {
  /** The address that was typed at the sign-in. */
  readonly known: string;
  readonly onRegistered: (email: string) => void;
}

export function RegisterForm({ known, onRegistered }: RegisterFormProps) {
  const { fields, sending, limited, onSubmit } = useRegister(onRegistered);
  return (
    <form
      className="partner-auth-form"
      method="post"
      aria-label={AUTH.register}
      noValidate
      onSubmit={onSubmit}
    >
      <p className="soft">{AUTH.registerLead}</p>
      <Field
        label={AUTH.businessName}
        name="businessName"
        autoComplete="organization"
        required
        error={fields.businessName}
      />
      <Field
        label={AUTH.contactName}
        name="contactName"
        autoComplete="name"
        required
        error={fields.contactName}
      />
      <EmailField
        label={AUTH.email}
        name="email"
        autoComplete="username"
        required
        defaultValue={known}
        error={fields.email}
      />
      <PhoneField label={AUTH.phone} name="phone" autoComplete="tel" error={fields.phone} />
      <Passwords fields={fields} />
      {limited && <Alert>{limited}</Alert>}
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? AUTH.registering : AUTH.register}
      </Button>
    </form>
  );
}

function Passwords({ fields }: { readonly fields: Readonly<Record<string, string>> }) {
  return (
    <>
      <NewPasswordField
        label={AUTH.password}
        name="password"
        required
        error={fields.password}
        min={PASSWORD_MIN}
        hint={AUTH.passwordRule}
      />
      <PasswordField
        label={AUTH.confirm}
        name="confirm"
        autoComplete="new-password"
        required
        error={fields.confirm}
      />
    </>
  );
}

/** The mismatch is reported together with other errors. */
const schema = registerInput.extend({ confirm: z.string() }).refine(
  ({ password, confirm }) => password === confirm,
  // Also if another field is invalid, so that all errors appear at once.
  {
    path: ["confirm"],
    error: AUTH.differs,
    when: ({ value }) => typeof value === "object" && value !== null,
  },
);

function useRegister(onRegistered: RegisterFormProps["onRegistered"]) {
  return useSubmit({
    schema,
    missing: AUTH.missing,
    read: textsOf,
    send: ({ confirm: _, ...input }) => client.partner.session.register.mutate(input),
    onDone: (form) => onRegistered(textsOf(new FormData(form)).email.trim()),
    failed: [AUTH.registrationFailed, AUTH.tryAgain],
  });
}

/** Every field of the form is text, so none is a file. */
function textsOf(form: FormData) {
  const text = (name: string) => textOf(form, name);
  return {
    businessName: text("businessName"),
    contactName: text("contactName"),
    email: text("email"),
    phone: text("phone"),
    password: text("password"),
    confirm: text("confirm"),
  };
}
