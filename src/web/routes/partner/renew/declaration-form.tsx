import { useState } from "react";
import { useOpenDialog } from "../../../blocks/form-dialog/form-dialog.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { messageOf } from "../../../lib/error-message.ts";
import { formatCalendarDay } from "../../../lib/format/format-date.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { Alert } from "../../../ui/alert/alert.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { RENEW } from "./content.ts";

/** The owner confirms all three with one press. */
export function DeclarationForm({ poiId }: { readonly poiId: string }) {
  const { contactEmail } = useBrand();
  const { close, holdFor } = useOpenDialog();
  const send = trpc.partner.renewals.send.useMutation();
  const utils = trpc.useUtils();
  const [refusal, setRefusal] = useState<string | null>(null);
  async function confirm(): Promise<void> {
    const all = { meatFree: true, noAlcohol: true, noPork: true };
    try {
      const { until } = await holdFor(send.mutateAsync({ id: poiId, kind: "declaration", ...all }));
      toast({ title: until ? RENEW.renewed(formatCalendarDay(until)) : RENEW.title });
      close();
      await Promise.all([utils.partner.renewals.invalidate(), utils.partner.pois.invalidate()]);
    } catch (error) {
      setRefusal(messageOf(error) ?? RENEW.failed);
    }
  }
  return (
    <div className="dialog-form">
      {refusal && <Alert>{refusal}</Alert>}
      <p>
        <strong>{RENEW.declare}</strong>
      </p>
      <ul className="renewals-declared">
        {RENEW.declared.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="soft">{RENEW.changed(contactEmail)}</p>
      <div className="dialog-actions">
        <Button look="quiet" onClick={close}>
          {RENEW.cancel}
        </Button>
        <Button disabled={send.isPending} onClick={() => void confirm()}>
          {send.isPending ? RENEW.confirming : RENEW.confirm}
        </Button>
      </div>
    </div>
  );
}
