import { useState } from "react";
import { trpc } from "../../../lib/api.tsx";
import { requiredTexts } from "../../../lib/form/form-schema.ts";
import { textOf } from "../../../lib/form/form-text.ts";
import { useSubmit } from "../../../lib/form/use-submit.ts";
import { Alert } from "../../../ui/alert/alert.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Field } from "../../../ui/field/field.tsx";
import { DEVICE } from "./content.ts";
import type { WaitingDevice } from "./device-request.tsx";

interface CodeFormProps {
  /** From the address. */
  readonly code: string;
  readonly onFound: (device: WaitingDevice) => void;
}

const schema = requiredTexts({ userCode: DEVICE.label });

export function CodeForm({ code, onFound }: CodeFormProps) {
  const utils = trpc.useUtils();
  const [wrong, setWrong] = useState<string | null>(null);
  const { fields, sending, onSubmit } = useSubmit({
    schema,
    missing: DEVICE.missing,
    read: (form) => ({ userCode: textOf(form, "userCode") }),
    send: async ({ userCode = "" }) => {
      setWrong(null);
      onFound(await utils.admin.devices.show.fetch({ userCode }, { staleTime: 0 }));
    },
    onInvalid: setWrong,
    onDone: () => undefined,
    onFailed: (message, _, errors) =>
      setWrong(Object.keys(errors).length > 0 ? null : (message ?? DEVICE.failed)),
  });
  return (
    <form className="device-form" aria-label={DEVICE.form} noValidate onSubmit={onSubmit}>
      <p>{DEVICE.lead}</p>
      {wrong !== null && <Alert>{wrong}</Alert>}
      <Field
        label={DEVICE.label}
        name="userCode"
        defaultValue={code}
        placeholder="XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        error={fields.userCode}
      />
      <Button type="submit" disabled={sending}>
        {sending ? DEVICE.checking : DEVICE.continue}
      </Button>
    </form>
  );
}
