import { useRef, useState } from "react";
import type { Mail, MailState, OutboxStatus } from "../../../../modules/mail/schema.ts";
import { counted, formatDateTime, number } from "../../../../shared/format.ts";
import { MAIL_KINDS, stopSentence } from "../../../../shared/people/mails.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Confirm } from "../../../kit/dialog/confirm.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { type BulkOf, declareList } from "../../../kit/records/declare-list.ts";
import { MAIL_STATE_NAMES, mailParams } from "../../../kit/records/lists.ts";
import { OpenRecord } from "../../../kit/records/open-record.tsx";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { useAct } from "../../../kit/records/use-act.ts";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { Age, DateTime, None } from "../../../kit/table/cells.tsx";
import { Count, CountNote, Counts } from "../../../kit/table/count.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { refreshMails, Suppressions } from "./suppressions.tsx";

export function MailsPage() {
  return (
    <StaffFrame title="Emails">
      <div className="stack">
        <Status />
        <Mails />
        <Suppressions />
      </div>
    </StaffFrame>
  );
}

const SEND_AGAIN = "Send again";
const NOT_QUEUED = "The email was not queued again";

function Mails() {
  const heading = useRef<HTMLHeadingElement>(null);
  const act = useAct(refreshMails, heading);
  const sendAgain = (id: string) =>
    act(id, {
      send: (client) => client.admin.mails.retry.mutate({ id }),
      done: { title: "It goes out with the next delivery" },
      failed: NOT_QUEUED,
    });
  return (
    <ResourceList
      list={mailList}
      scope="mails"
      headingRef={heading}
      rowActions={({ id, state }) =>
        state === "sent" ? [] : [{ name: SEND_AGAIN, onSelect: () => sendAgain(id) }]
      }
      // One mail: what was sent to whom, and what became of it; never its text.
      panel={{
        noun: "email",
        query: (utils, id) => utils.admin.mails.get.queryOptions({ id }),
        nameOf: ({ subject }) => subject,
        facts: factsOf,
      }}
      bulk={mailBulk}
    />
  );
}

/** What can be done with selected mails. */
const mailBulk: BulkOf<typeof mailParams> = {
  one: "email",
  many: "emails",
  select: (client, values) => client.admin.mails.select.query(values),
  refresh: refreshMails,
  acts: [
    {
      name: SEND_AGAIN,
      acting: "Sending...",
      question: (what) => `Send ${what} again with the next delivery?`,
      done: (what) => `${what} will go out with the next delivery`,
      failed: NOT_QUEUED,
      send: (client, ids) => client.admin.mails.retryMany.mutate({ ids }),
    },
  ],
};

const TONES = { waiting: "warning", sent: "good", failed: "bad" } as const satisfies Record<
  MailState,
  string
>;
const NAMES: Readonly<Record<string, string>> = MAIL_KINDS;

/** Mails to anyone, newest first, without their texts. */
const mailList = declareList({
  params: mailParams,
  views: "mails",
  alwaysFresh: true,
  query: (utils, input) => utils.admin.mails.list.queryOptions(input),
  words: {
    title: "Emails",
    isScreen: true,
    caption: "Emails, newest first",
    pages: "Pages of the emails",
    note: "Texts and links are not shown: they are for the recipient alone.",
    failed: "The emails could not be loaded",
    empty: "No email yet",
    emptyText: "Each email to a person appears here, with what became of it.",
    noMatch: "No email matches",
    noMatchText: "Try part of the address or of the subject.",
  },
  nameOf: ({ subject, to }) => `${subject} to ${to}`,
  columns: [
    {
      head: "To",
      look: "main",
      cell: ({ id, to, subject }) => (
        <>
          <OpenRecord screen="/admin/mails" id={id} name={to} />
          <span className="table-sub">
            <UserText text={subject} />
          </span>
        </>
      ),
    },
    { head: "Kind", cell: ({ kind }) => NAMES[kind] ?? kind },
    { head: "State", brief: true, cell: (mail) => <State mail={mail} /> },
    { head: "Why", cell: ({ lastError }) => (lastError ? <UserText text={lastError} /> : <None />) },
    { head: "Written", brief: true, cell: ({ createdAt }) => <Age at={createdAt} /> },
  ],
});

const State = ({ mail }: { readonly mail: Mail }) => (
  <>
    <Badge tone={mail.state === "waiting" && mail.attempts === 0 ? "plain" : TONES[mail.state]}>
      {MAIL_STATE_NAMES[mail.state]}
    </Badge>
    <span className="table-sub">
      <Detail mail={mail} />
    </span>
  </>
);

function Detail({ mail: { state, sentAt, attempts, nextTryAt, lastError } }: { readonly mail: Mail }) {
  if (sentAt) return <DateTime at={sentAt} />;
  if (attempts === 0) return state === "failed" ? "Never tried" : "Not tried yet";
  if (state === "failed" || !nextTryAt) return counted(attempts, "attempt");
  if (lastError === null) return "Being sent now";
  return (
    <>
      {counted(attempts, "attempt")}, next <DateTime at={nextTryAt} />
    </>
  );
}

const factsOf = (mail: Mail) =>
  [
    ["To", mail.to],
    ["Kind", NAMES[mail.kind] ?? mail.kind],
    ["State", MAIL_STATE_NAMES[mail.state]],
    ["Why", mail.lastError],
    ["Attempts", String(mail.attempts)],
    ["Next attempt", mail.nextTryAt && formatDateTime(mail.nextTryAt)],
    ["Sent", mail.sentAt && formatDateTime(mail.sentAt)],
    ["Written", formatDateTime(mail.createdAt)],
  ] as const;

/** Whether mails are sent, what waits, and how close the provider's reports are to stopping bulk email. */
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
            {RESUME}
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
        <Alert>{`Since ${formatDateTime(stopped.stoppedAt)}: ${stopSentence(stopped)} Sending more could get all our email blocked. Find the cause, then resume.`}</Alert>
      ) : (
        <Alert tone="warning">
          No mail server is set up, so emails wait here. Ask the server's operator to set MAIL_URL.
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
        <CountNote>{`of the last ${status.window}; more than ${status.bounces.max} stop bulk email`}</CountNote>
        <CountNote>
          {`${number.format(status.complaints.count)} reported as spam; more than ${status.complaints.max} stop bulk email`}
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
  const act = useAct(({ admin }) => Promise.all([admin.mails.invalidate(), admin.dashboard.invalidate()]));
  async function onConfirm(): Promise<void> {
    await act("resume", {
      send: (client) => client.admin.mails.resume.mutate(),
      done: { title: "Sending resumed" },
      failed: "Sending was not resumed",
    });
    onClose();
  }
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={RESUME}
      action={RESUME}
      acting="Resuming..."
      look="primary"
      onConfirm={onConfirm}
      focusAfter={focusAfter}
    >
      <p>
        Sending starts again, and only what is reported from now on counts. First remove addresses that bounce
        from your lists.
      </p>
    </Confirm>
  );
}

const RESUME = "Resume sending";
