import { useState } from "react";
import { readInput } from "../../../../../modules/evidence/schema.ts";
import { act } from "../../../../blocks/copy-command/acts.ts";
import { CopyForm } from "../../../../blocks/copy-command/copy-form.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form/form-text.ts";
import { useSubmit } from "../../../../lib/form/use-submit.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import { Alert } from "../../../../ui/alert/alert.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { Field, SelectField } from "../../../../ui/field/field.tsx";
import { READINGS } from "./content.ts";
import type { Waiting } from "./waiting.ts";

interface ReadingFormProps {
  readonly waiting: Waiting;
  readonly canSkip: boolean;
  readonly onSkip: () => void;
  readonly onRead: () => void;
}

/** What the reader sees on the certificate. Nothing is filled in. */
export function ReadingForm({ waiting: { id }, canSkip, onSkip, onRead }: ReadingFormProps) {
  const issuers = trpc.admin.issuers.list.useQuery({});
  const { fields, sending, onSubmit, refusal, command } = useReading(id, onRead);
  return (
    <form className="readings-form" aria-label={READINGS.title} noValidate onSubmit={onSubmit}>
      {refusal && <Alert>{refusal}</Alert>}
      <Field
        label={READINGS.number}
        name="number"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={fields.number}
      />
      <SelectField label={READINGS.issuer} name="issuerId" required defaultValue="" error={fields.issuerId}>
        <option value="">{READINGS.chooseIssuer}</option>
        {issuers.data?.map((issuer) => (
          <option key={issuer.id} value={issuer.id}>
            {issuer.name}
          </option>
        ))}
      </SelectField>
      <Field
        label={READINGS.validUntil}
        name="validUntil"
        type="date"
        required
        autoComplete="off"
        error={fields.validUntil}
      />
      <div className="dialog-actions">
        <div className="dialog-aside">
          <CopyForm act={command} />
        </div>
        {canSkip && (
          <Button look="quiet" onClick={onSkip}>
            {READINGS.skip}
          </Button>
        )}
        <Button type="submit" disabled={sending}>
          {sending ? READINGS.sending : READINGS.submit}
        </Button>
      </div>
    </form>
  );
}

const readingOf = (data: FormData) => ({
  number: textOf(data, "number"),
  issuerId: textOf(data, "issuerId"),
  validUntil: textOf(data, "validUntil"),
});

function useReading(id: string, onRead: () => void) {
  const read = trpc.reviews.readings.read.useMutation();
  const utils = trpc.useUtils();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useSubmit({
    schema: readInput.omit({ id: true }),
    missing: READINGS.missing,
    read: readingOf,
    send: async (input) => {
      const { state } = await read.mutateAsync({ ...input, id });
      if (state === "agreed") toast({ title: READINGS.agreed });
      else toast({ title: READINGS.differs, description: READINGS.differsText });
    },
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: async () => {
      await Promise.all([utils.reviews.readings.invalidate(), utils.reviews.counts.invalidate()]);
      onRead();
    },
    onFailed: (message) => {
      toast({ title: READINGS.refused, variant: "destructive", ...(message && { description: message }) });
      setRefusal(message);
    },
  });
  const command = (data: FormData) => act("reviews.readings.read", { id, ...readingOf(data) });
  return { ...form, refusal, command };
}
