import type { Mail, MailState } from "../../../../modules/mail/schema.ts";
import { MAIL_KINDS } from "../../../../shared/people/mails.ts";
import { Badge } from "../../../kit/page/badge.tsx";
import { UserText } from "../../../kit/page/user-text.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { OpenRecord } from "../../../kit/records/open-record.tsx";
import { DateTime, None } from "../../../kit/table/cells.tsx";
import { MAIL, STATE_NAMES } from "./content.ts";
import { mailParams } from "./list-search-params.ts";

const TONES = { waiting: "warning", sent: "good", failed: "bad" } as const satisfies Record<
  MailState,
  string
>;
const NAMES: Readonly<Record<string, string>> = MAIL_KINDS;

/** Mails to anyone, newest first, without their texts. */
export const mailList = declareList({
  params: mailParams,
  pageSize: 25,
  alwaysFresh: true,
  query: (utils, input) => utils.admin.mails.list.queryOptions(input),
  words: {
    title: "Mails",
    caption: "Mails, newest first",
    pages: "Pages of the mails",
    note: "Texts and links are not shown: they are for the recipient alone.",
    failed: "The mails could not be loaded",
    empty: "No mail yet",
    emptyText: "Each mail to a person appears here, with what became of it.",
    noMatch: "No mail matches",
    noMatchText: "Try part of the address or of the subject.",
  },
  rowActions: { look: "buttons", nameOf: ({ subject, to }) => `${subject} to ${to}` },
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
    { head: "Written", cell: ({ createdAt }) => <DateTime at={createdAt} /> },
  ],
});

const State = ({ mail }: { readonly mail: Mail }) => (
  <>
    <Badge tone={TONES[mail.state]}>{STATE_NAMES[mail.state]}</Badge>
    <span className="table-sub">
      <Detail mail={mail} />
    </span>
  </>
);

function Detail({ mail: { state, sentAt, attempts, nextTryAt, lastError } }: { readonly mail: Mail }) {
  if (sentAt) return <DateTime at={sentAt} />;
  if (attempts === 0) return "Not tried yet";
  if (state === "failed" || !nextTryAt) return MAIL.attempts(attempts);
  if (lastError === null) return "Being sent now";
  return (
    <>
      {MAIL.attempts(attempts)}, next <DateTime at={nextTryAt} />
    </>
  );
}
