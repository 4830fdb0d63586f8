import { type CorrectedSignup, correctedSignup, updateInput } from "../../../../modules/waitlist/schema.ts";
import type { FieldErrors } from "../../../../shared/errors.ts";
import { EditForm } from "../../../kit/dialog/edit-form.tsx";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { Checkbox } from "../../../kit/form/checkbox.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { EDIT, EDITED, FIELD_LABELS, NEW_ADDRESS, SIGNUP } from "./content.ts";

interface EditDialogProps {
  /** The id of the signup; null while it is closed. */
  readonly id: string | null;
  readonly onClose: () => void;
}

export const EditDialog = ({ id, onClose }: EditDialogProps) => (
  <FormDialog open={id !== null} onClose={onClose} title={EDIT.title} description={NEW_ADDRESS}>
    {id !== null && <Editor key={id} id={id} />}
  </FormDialog>
);

function Editor({ id }: { readonly id: string }) {
  const signup = trpc.admin.waitlist.get.useQuery({ id }, { staleTime: 0 });
  const isNew = signup.isFetchedAfterMount; // an older version would only be refused
  return (
    <Loaded
      query={{ ...signup, data: isNew ? signup.data : undefined }}
      failed="The signup could not be loaded"
      rows={4}
    >
      {(data) => <Form signup={data} />}
    </Loaded>
  );
}

type Values = Pick<CorrectedSignup, "firstName" | "email" | "isBetaTester"> & { readonly city: string };

const editInput = updateInput
  .omit({ id: true, updatedAt: true })
  .required({ firstName: true, email: true, city: true, isBetaTester: true });

const readValues = (form: FormData): Values => ({
  firstName: textOf(form, "firstName"),
  email: textOf(form, "email"),
  city: textOf(form, "city"),
  isBetaTester: form.get("isBetaTester") !== null,
});

const shown = (value: string | boolean): string =>
  typeof value === "string" ? value : value ? SIGNUP.yes : "No";

function Form({ signup }: { readonly signup: CorrectedSignup }) {
  const update = trpc.admin.waitlist.update.useMutation();
  const { admin } = trpc.useUtils();
  const refresh = () => void admin.waitlist.invalidate();
  return (
    <EditForm
      words={EDIT}
      marksRequired
      noun="signup"
      record={signup}
      recordSchema={correctedSignup}
      schema={editInput}
      labels={FIELD_LABELS}
      valuesOf={(version): Values => ({ ...version, city: version.city ?? "" })}
      textOf={(name, values) => shown(values[name])}
      read={readValues}
      save={(values, updatedAt) => update.mutateAsync({ ...values, id: signup.id, updatedAt })}
      onSaved={() => {
        toast({ title: EDITED });
        refresh();
      }}
      onRefused={refresh}
    >
      {(errors) => <Fields signup={signup} errors={errors} />}
    </EditForm>
  );
}

interface FieldsProps {
  readonly signup: CorrectedSignup;
  readonly errors: FieldErrors;
}

function Fields({ signup, errors }: FieldsProps) {
  const wired = (name: "firstName" | "email" | "city") => ({
    name,
    label: FIELD_LABELS[name],
    defaultValue: signup[name] ?? "",
    error: errors[name],
    autoComplete: "off",
  });
  return (
    <>
      <Field {...wired("firstName")} required />
      <Field {...wired("email")} type="email" required />
      <Field {...wired("city")} />
      <Checkbox label={FIELD_LABELS.isBetaTester} name="isBetaTester" defaultChecked={signup.isBetaTester} />
    </>
  );
}
