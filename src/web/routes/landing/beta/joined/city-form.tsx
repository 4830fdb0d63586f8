import { cityInput, type Joined } from "../../../../../modules/waitlist/schema.ts";
import { CityField } from "../../../../blocks/city-field/city-field.tsx";
import { JOINED } from "../../../../blocks/joined/content.ts";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form/form-text.ts";
import { useSubmit } from "../../../../lib/form/use-submit.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import { Button } from "../../../../ui/button/button.tsx";

interface CityFormProps {
  readonly city: string | null;
  readonly onChange: (joined: Joined | null) => void;
}

export function CityForm({ city, onChange }: CityFormProps) {
  const { mutateAsync } = trpc.public.joined.city.useMutation();
  const { fields, sending, onSubmit } = useSubmit({
    schema: cityInput,
    missing: JOINED.missing,
    read: (form) => ({ city: textOf(form, "city") }),
    send: async (input) => {
      onChange(await mutateAsync(input));
      toast({ title: JOINED.saved });
    },
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: () => undefined,
    onFailed: (message) =>
      toast({ title: JOINED.failed, description: message ?? JOINED.unreached, variant: "destructive" }),
  });
  return (
    <form method="post" action="/waitlist/city" aria-label={JOINED.city} noValidate onSubmit={onSubmit}>
      <CityField label={JOINED.city} name="city" defaultValue={city ?? ""} error={fields.city} />
      <Button type="submit" look="quiet" disabled={sending}>
        {sending ? JOINED.saving : JOINED.save}
      </Button>
    </form>
  );
}
