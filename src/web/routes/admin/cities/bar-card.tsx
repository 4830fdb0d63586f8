import type { z } from "zod";
import { barInput, type barShown } from "../../../../modules/directory/cities/schema.ts";
import { act } from "../../../blocks/copy-command/acts.ts";
import { CopyForm } from "../../../blocks/copy-command/copy-form.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form/form-text.ts";
import { useSubmit } from "../../../lib/form/use-submit.ts";
import { formatDateTime } from "../../../lib/format/format-date.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/card/card.tsx";
import { Field } from "../../../ui/field/field.tsx";
import { BAR, CITIES } from "./content.ts";

/** Sets how many confirmed people a metro needs. */
export function BarCard({ state }: { readonly state: z.output<typeof barShown> }) {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.cities.setBar.useMutation();
  const { fields, sending, onSubmit } = useSubmit({
    schema: barInput,
    missing: BAR.missing,
    read: (form) => ({ bar: textOf(form, "bar") }),
    send: ({ bar }) => mutateAsync({ bar }),
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: () => {
      toast({ title: BAR.done });
      void utils.admin.cities.invalidate();
    },
    onFailed: (message) =>
      toast({ title: BAR.failed, ...(message && { description: message }), variant: "destructive" }),
  });
  return (
    <Card>
      <form className="city-rank-bar" method="post" aria-label={BAR.heading} noValidate onSubmit={onSubmit}>
        <h2>{BAR.heading}</h2>
        <p className="soft">{BAR.text}</p>
        <Field
          label={BAR.label}
          name="bar"
          inputMode="numeric"
          required
          defaultValue={state.bar ?? ""}
          error={fields.bar}
        />
        <div className="city-rank-set">
          <Button type="submit" disabled={sending}>
            {BAR.submit}
          </Button>
          <CopyForm act={(form) => act("admin.cities.setBar", { bar: textOf(form, "bar") })} />
        </div>
        {state.countedAt && <p className="soft">{CITIES.counted(formatDateTime(state.countedAt))}</p>}
      </form>
    </Card>
  );
}
