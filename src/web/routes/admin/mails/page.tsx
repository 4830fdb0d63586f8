import { useRef, useState } from "react";
import type { Mail, OutboxStatus } from "../../../../modules/mail/schema.ts";
import { formatDateTime, number } from "../../../../shared/format.ts";
import { MAIL_KINDS, stopSentence } from "../../../../shared/people/mails.ts";
import { Confirm } from "../../../kit/dialog/confirm.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { Facts } from "../../../kit/page/facts.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import type { Bulk } from "../../../kit/records/bulk.ts";
import type { FilterValues } from "../../../kit/records/list-params.ts";
import { RecordPanel } from "../../../kit/records/record-panel.tsx";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { Count, CountNote, Counts } from "../../../kit/table/count.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toastOutcome } from "../../../lib/toast.ts";
import { MAIL, STATE_NAMES } from "./content.ts";
import type { mailParams } from "./list-search-params.ts";
import { mailList } from "./mail-list.tsx";
import { Suppressions } from "./suppressions.tsx";

export function MailsPage() {
  return (
    <StaffFrame title="Mails">
      <div className="stack">
        <Status />
        <Mails />
        <Suppressions />
      </div>
    </StaffFrame>
  );
}

function Mails() {
  const utils = trpc.useUtils();
  const retry = trpc.admin.mails.retry.useMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  async function sendAgain(id: string): Promise<void> {
    const pressed = document.activeElement;
    await toastOutcome(retry.mutateAsync({ id }), {
      done: { title: "It goes out with the next delivery" },
      failed: MAIL.againFailed,
    });
    await utils.admin.mails.invalidate();
    if (!pressed?.isConnected) focusFrom(pressed, heading.current);
  }
  return (
    <ResourceList
      list={mailList}
      scope="mails"
      panel={(id) => <MailPanel key={id} id={id} onSendAgain={(of) => void sendAgain(of)} />}
      headingRef={heading}
      bulk={useBulk()}
      rowActions={({ id, state }) =>
        state === "sent" ? [] : [{ name: MAIL.again, onSelect: () => void sendAgain(id) }]
      }
    />
  );
}

/** What can be done with selected mails. */
function useBulk(): Bulk<Mail, FilterValues<typeof mailParams.filters>> {
  const utils = trpc.useUtils();
  const retry = trpc.admin.mails.retryMany.useMutation();
  return {
    nameOf: ({ subject, to }) => `${subject}, ${to}`,
    one: "mail",
    many: "mails",
    select: async (values, count) => (await utils.admin.mails.select.fetch({ ...values, count })).ids,
    refresh: () => utils.admin.mails.invalidate(),
    acts: [
      {
        name: MAIL.again,
        acting: "Sending...",
        question: MAIL.againMany,
        done: MAIL.againManyDone,
        failed: MAIL.againFailed,
        send: (ids) => retry.mutateAsync({ ids: [...ids] }),
      },
    ],
  };
}

interface MailPanelProps {
  readonly id: string;
  readonly onSendAgain: (id: string) => void;
}

const NAMES: Readonly<Record<string, string>> = MAIL_KINDS;

/** One mail: what was sent to whom, and what became of it; never its text. */
function MailPanel({ id, onSendAgain }: MailPanelProps) {
  const mail = trpc.admin.mails.get.useQuery({ id }, { staleTime: 0 });
  return (
    <RecordPanel
      id={id}
      noun="mail"
      query={mail}
      nameOf={({ subject }) => subject}
      actions={({ state }) =>
        state !== "sent" && (
          <Button look="quiet" className="button-tiny" onClick={() => onSendAgain(id)}>
            {MAIL.again}
          </Button>
        )
      }
    >
      {(data) => <Facts facts={factsOf(data)} />}
    </RecordPanel>
  );
}

const factsOf = (mail: Mail) =>
  [
    ["To", mail.to],
    ["Kind", NAMES[mail.kind] ?? mail.kind],
    ["State", STATE_NAMES[mail.state]],
    ["Why", mail.lastError],
    ["Attempts", String(mail.attempts)],
    ["Next attempt", mail.nextTryAt && formatDateTime(mail.nextTryAt)],
    ["Sent", mail.sentAt && formatDateTime(mail.sentAt)],
    ["Written", formatDateTime(mail.createdAt)],
  ] as const;

/** Whether mails are sent, what waits, and how close the provider's reports are to stopping mail to many. */
function Status() {
  const status = trpc.admin.mails.status.useQuery(undefined, { staleTime: 0 });
  const [resuming, setResuming] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <ListCard
      title="Sending"
      headingRef={heading}
      actions={
        status.data?.stopped && (
          <Button className="button-tiny" onClick={() => setResuming(true)}>
            {RESUME.action}
          </Button>
        )
      }
    >
      <Loaded query={status} failed="The sending status could not be loaded" rows={2}>
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
        <Alert>{`Since ${formatDateTime(stopped.stoppedAt)}: ${stopSentence(stopped)} Sending more could get all our mail blocked. Find the cause, then resume.`}</Alert>
      ) : (
        <Alert tone="warning">
          No mail server is set up, so mails wait here. Ask the server's operator to set MAIL_URL.
        </Alert>
      )}
    </div>
  );
}

const Figures = ({ status }: { readonly status: OutboxStatus }) => (
  <div className="mails-figures">
    <Counts>
      <Count label="Waiting" value={status.waiting} />
      <Count label="Given up" value={status.failed} />
      <Count label="Sent in 24 hours" value={status.sentLastDay} />
      <Count label="Bounces" value={status.bounces.count}>
        <CountNote>{`of the last ${status.window}; more than ${status.bounces.max} stop mail to many`}</CountNote>
        <CountNote>
          {`${number.format(status.complaints.count)} reported as spam; more than ${status.complaints.max} stop mail to many`}
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
    await toastOutcome(resume.mutateAsync(), {
      done: { title: "Mails are sent again" },
      failed: "Sending was not resumed",
    });
    await Promise.all([utils.admin.mails.invalidate(), utils.admin.dashboard.invalidate()]);
    onClose();
  }
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={RESUME.action}
      action={RESUME.action}
      acting="Resuming..."
      look="primary"
      onConfirm={onConfirm}
      focusAfter={focusAfter}
    >
      <p>
        Mails go out again, and only what is reported from now on counts. Remove addresses that bounce from
        your lists first.
      </p>
    </Confirm>
  );
}

const RESUME = {
  action: "Resume sending",
} as const;
