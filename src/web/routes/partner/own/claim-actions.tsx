import { useRef, useState } from "react";
import type { Claim } from "../../../../modules/ownership/claims/schema.ts";
import { FormDialog, useOpenDialog } from "../../../blocks/form-dialog/form-dialog.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus-from.ts";
import { formatDueDay } from "../../../lib/format/format-date.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { toastOutcome } from "../../../lib/toast/toast-outcome.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Confirm, ConfirmSubject } from "../../../ui/confirm/confirm.tsx";
import { DocumentsForm } from "../claim/documents-form.tsx";
import { tabElement } from "../tab-element.ts";
import { MORE, WITHDRAW } from "./claim-content.ts";

interface ClaimActionsProps {
  readonly claim: Claim;
}

/** What a partner can do with a pending claim: send what we asked for, and withdraw it. */
export function ClaimActions({ claim }: ClaimActionsProps) {
  const [open, setOpen] = useState<"more" | "withdraw" | null>(null);
  const close = () => setOpen(null);
  const more = useRef<HTMLButtonElement>(null);
  const withdraw = useRef<HTMLButtonElement>(null);
  return (
    <div className="place-card-actions">
      {claim.moreRequested !== null && (
        <Button
          className="button-small"
          ref={more}
          aria-label={MORE.of(claim.poiName)}
          onClick={() => setOpen("more")}
        >
          {MORE.open}
        </Button>
      )}
      <Button
        look="quiet"
        className="button-small"
        ref={withdraw}
        aria-label={WITHDRAW.of(claim.poiName)}
        onClick={() => setOpen("withdraw")}
      >
        {WITHDRAW.open}
      </Button>
      <FormDialog open={open === "more"} onClose={close} title={MORE.title(claim.poiName)}>
        {open === "more" && (
          <Answer claim={claim} onAnswered={() => focusFrom(more.current, withdraw.current)} />
        )}
      </FormDialog>
      <WithdrawQuestion
        claim={claim}
        open={open === "withdraw"}
        onClose={close}
        onWithdrawn={() => focusFrom(withdraw.current, tabElement("claims"))}
      />
    </div>
  );
}

interface AnswerProps extends ClaimActionsProps {
  /** The button that opened the dialog is gone. */
  readonly onAnswered: () => void;
}

/** Our question, with files and a text as the answer. */
function Answer({ claim: { id, moreRequested }, onAnswered }: AnswerProps) {
  const { close, holdFor } = useOpenDialog();
  const change = trpc.partner.claims.change.useMutation();
  const utils = trpc.useUtils();
  async function send(documents: string[]): Promise<void> {
    const { dueBy } = await holdFor(change.mutateAsync({ id, documents }));
    toast({ title: MORE.sent, ...(dueBy && { description: MORE.sentText(formatDueDay(dueBy)) }) });
  }
  function sent(): void {
    close();
    void utils.partner.claims.list.invalidate().then(onAnswered);
  }
  return (
    <DocumentsForm words={MORE} send={send} onSent={sent} onClose={close}>
      <div className="claim-form-notice">
        <p>
          <strong>{MORE.asked}</strong>
        </p>
        <p dir="auto">{moreRequested}</p>
      </div>
    </DocumentsForm>
  );
}

interface WithdrawQuestionProps extends ClaimActionsProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The button that opened the dialog is gone. */
  readonly onWithdrawn: () => void;
}

function WithdrawQuestion({ claim, open, onClose, onWithdrawn }: WithdrawQuestionProps) {
  const change = trpc.partner.claims.change.useMutation();
  const utils = trpc.useUtils();
  async function withdraw(): Promise<void> {
    const isDone = await toastOutcome(change.mutateAsync({ id: claim.id, withdraw: true }), {
      done: { title: WITHDRAW.done },
      failed: WITHDRAW.failed,
    });
    onClose();
    await utils.partner.claims.list.invalidate();
    if (isDone) onWithdrawn();
  }
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={WITHDRAW.title}
      action={WITHDRAW.action}
      acting={WITHDRAW.acting}
      cancel={WITHDRAW.cancel}
      onConfirm={withdraw}
    >
      <ConfirmSubject name={claim.poiName} detail={WITHDRAW.text} />
    </Confirm>
  );
}
