import { meUpdateInput } from "../../../modules/people/schema.ts";
import { CityField } from "../../blocks/city-field/city-field.tsx";
import { trpc } from "../../lib/api.tsx";
import { textOf } from "../../lib/form/form-text.ts";
import { useSubmit } from "../../lib/form/use-submit.ts";
import { toast } from "../../lib/toast/toast.ts";
import { Button } from "../../ui/button/button.tsx";
import { Checkbox } from "../../ui/checkbox/checkbox.tsx";
import { Field } from "../../ui/field/field.tsx";
import { CORRECT, ME } from "./content.ts";
import type { OwnProps } from "./own-props.ts";

interface CorrectProps extends Omit<OwnProps, "data"> {
  readonly signup: NonNullable<OwnProps["data"]["signup"]>;
}

export function CorrectForm({ signup, token, onChanged }: CorrectProps) {
  const { mutateAsync } = trpc.public.me.update.useMutation();
  const { fields, sending, onSubmit } = useSubmit({
    schema: meUpdateInput.omit({ token: true }),
    missing: CORRECT.missing,
    read: (form) => ({
      firstName: textOf(form, "firstName"),
      city: textOf(form, "city"),
      isBetaTester: form.has("isBetaTester"),
    }),
    send: (input) => mutateAsync({ token: token.current, ...input }),
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: () => {
      toast({ title: CORRECT.done });
      void onChanged();
    },
    onFailed: (message) =>
      toast({ title: ME.failed, description: message ?? ME.unreached, variant: "destructive" }),
  });
  return (
    <form className="me-form" method="post" aria-label={CORRECT.heading} noValidate onSubmit={onSubmit}>
      <h3>{CORRECT.heading}</h3>
      <Field
        label={CORRECT.firstName}
        name="firstName"
        autoComplete="given-name"
        required
        defaultValue={signup.firstName}
        error={fields.firstName}
      />
      <CityField label={CORRECT.city} name="city" defaultValue={signup.city ?? ""} error={fields.city} />
      <Checkbox label={CORRECT.beta} name="isBetaTester" value="true" defaultChecked={signup.isBetaTester} />
      <Button type="submit" look="quiet" className="me-save" disabled={sending}>
        {sending ? CORRECT.sending : CORRECT.submit}
      </Button>
    </form>
  );
}
