import { useRef, useState } from "react";
import type { OutboxStatus } from "../../../../modules/mail/schema.ts";
import { act } from "../../../blocks/copy-command/acts.ts";
import { CopyCommand } from "../../../blocks/copy-command/copy-command.tsx";
import { trpc } from "../../../lib/api.tsx";
import { formatDateTime } from "../../../lib/format/format-date.ts";
import { toastOutcome } from "../../../lib/toast/toast-outcome.ts";
import { Alert } from "../../../ui/alert/alert.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Confirm } from "../../../ui/confirm/confirm.tsx";
import { Count, CountNote, Counts } from "../../../ui/count/count.tsx";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { RESUME, STATUS } from "./content.ts";

/** Whether mails are sent, what waits, and how close the provider's reports are to stopping all mail. */
export function Status() {
  const status = trpc.admin.mails.status.useQuery(undefined, { staleTime: 0 });
  const [resuming, setResuming] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <ListCard
      title={STATUS.title}
      headingRef={heading}
      actions={
        status.data?.stopped && (
          <Button className="button-tiny" onClick={() => setResuming(true)}>
            {RESUME.action}
          </Button>
        )
      }
    >
      <Loaded query={status} failed={STATUS.failed} rows={2}>
        {(data) => (
          <>
            <Problem status={data} />
            <Figures status={data} />
          </>
        )}
      </Loaded>
      <ResumeDialog open={resuming} onClose={() => setResuming(false)} focusAfter={() => heading.current} />
    </ListCard>
  );
}

function Problem({ status: { stopped, hasMailServer } }: { readonly status: OutboxStatus }) {
  if (!stopped && hasMailServer) return null;
  return (
    <div className="mails-problem">
      {stopped ? (
        <Alert>{STATUS.stopped(formatDateTime(stopped.stoppedAt), stopped.reason)}</Alert>
      ) : (
        <Alert tone="warning">{STATUS.noServer}</Alert>
      )}
    </div>
  );
}

const number = new Intl.NumberFormat("en-US");

const Figures = ({ status }: { readonly status: OutboxStatus }) => (
  <div className="mails-figures">
    <Counts>
      <Count label={STATUS.waiting} value={status.waiting} />
      <Count label={STATUS.givenUp} value={status.failed} />
      <Count label={STATUS.sent} value={status.sentLastDay} />
      <Count label={STATUS.bounces} value={status.bounces.count}>
        <CountNote>{STATUS.limit(status.window, status.bounces.max)}</CountNote>
        <CountNote>
          {STATUS.complaints(number.format(status.complaints.count), status.complaints.max)}
        </CountNote>
      </Count>
    </Counts>
  </div>
);

interface ResumeDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

function ResumeDialog({ open, onClose, focusAfter }: ResumeDialogProps) {
  const utils = trpc.useUtils();
  const resume = trpc.admin.mails.resume.useMutation();
  async function onConfirm(): Promise<void> {
    await toastOutcome(resume.mutateAsync(), { done: { title: RESUME.done }, failed: RESUME.failed });
    await Promise.all([utils.admin.mails.invalidate(), utils.admin.dashboard.invalidate()]);
    onClose();
  }
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={RESUME.action}
      action={RESUME.action}
      acting={RESUME.acting}
      look="primary"
      aside={<CopyCommand {...act("admin.mails.resume", {})} />}
      onConfirm={onConfirm}
      focusAfter={focusAfter}
    >
      <p>{RESUME.text}</p>
    </Confirm>
  );
}
