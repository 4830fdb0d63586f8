import { useRef } from "react";
import { ASK } from "../../../../copy/en/partner-places.ts";
import { formatDueDay } from "../../../../shared/format.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toast } from "../../../lib/toast.ts";
import type { Claimable } from "../search/place-card.tsx";
import { DocumentsForm } from "./documents-form.tsx";

interface AskDialogProps {
  /** Null while the dialog is closed. */
  readonly place: Claimable | null;
  /** The pressed button is gone afterwards. */
  readonly onSent: () => void;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** Asks the owner of a place to hand it over. Input for a place is kept while the dialog is closed. */
export function AskDialog({ place, onSent, onClose, focusAfter }: AskDialogProps) {
  const last = useRef(place);
  if (place) last.current = place;
  const ask = trpc.partner.ownership.ask.useMutation();
  const utils = trpc.useUtils();
  const target = last.current;
  async function send(id: string, documents: string[]): Promise<void> {
    const { answerBy } = await ask.mutateAsync({ id, documents });
    toast({ title: ASK.done, description: ASK.doneText(formatDueDay(answerBy)) });
  }
  function sent(): void {
    last.current = null;
    onSent();
    void utils.partner.ownership.transfers.invalidate();
  }
  return (
    <Dialog
      keepsText
      open={place !== null}
      onOpenChange={(open) => !open && onClose()}
      title={ASK.title(target?.name ?? "")}
      description={target?.address}
      focusAfter={focusAfter}
    >
      {target && (
        <DocumentsForm
          key={target.id}
          words={ASK}
          send={(documents) => send(target.id, documents)}
          onSent={sent}
          onClose={onClose}
        >
          <Notice />
        </DocumentsForm>
      )}
    </Dialog>
  );
}

const Notice = () => (
  <div className="claim-form-notice">
    <p>
      <strong>{ASK.how}</strong>
    </p>
    <ul>
      {ASK.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ul>
  </div>
);
