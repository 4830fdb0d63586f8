import type { InquiryAnswer, InquiryDetail, InquiryReply } from "../../../modules/inquiries/schema.ts";
import { counted } from "../../../shared/format.ts";
import { Badge } from "../page/badge.tsx";
import { DateTime } from "../table/cells.tsx";

/** The emails about an inquiry, sent and received, oldest first. */
export function Thread({ inquiry: { answers, replies } }: { readonly inquiry: InquiryDetail }) {
  const entries = [
    ...answers.map((answer) => ({ id: answer.id, at: answer.createdAt, shown: <Answer answer={answer} /> })),
    ...replies.map((reply) => ({ id: reply.id, at: reply.receivedAt, shown: <Reply reply={reply} /> })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  if (entries.length === 0) return null;
  return (
    <ul className="inquiry-panel-thread" aria-label="Emails about this inquiry">
      {entries.map(({ id, shown }) => (
        <li key={id}>{shown}</li>
      ))}
    </ul>
  );
}

const Answer = ({
  answer: { text, authorName, createdAt, sentTo, mailState },
}: {
  readonly answer: InquiryAnswer;
}) => (
  <div className="inquiry-panel-email">
    <p className="inquiry-panel-text" dir="auto">
      {text}
    </p>
    <p className="inquiry-panel-foot">
      <span className="soft">
        <bdi>{authorName}</bdi> to <bdi>{sentTo}</bdi>, <DateTime at={createdAt} />
      </span>
      {mailState && <Badge tone={MAIL_STATES[mailState].tone}>{MAIL_STATES[mailState].name}</Badge>}
    </p>
  </div>
);

const MAIL_STATES = {
  waiting: { name: "Waiting to be sent", tone: "plain" },
  sent: { name: "Emailed", tone: "good" },
  failed: { name: "Not delivered", tone: "bad" },
} as const;

/** An email that came back. */
const Reply = ({
  reply: { text, quoted, sentFrom, fromOther, attachments, automatic, receivedAt },
}: {
  readonly reply: InquiryReply;
}) => (
  <div className="inquiry-panel-email" data-received>
    <p className="inquiry-panel-text" dir="auto">
      {text || <span className="soft">This email has no text.</span>}
    </p>
    {quoted && (
      <details className="inquiry-panel-quoted">
        <summary>Earlier emails</summary>
        <p className="inquiry-panel-text" dir="auto">
          {quoted}
        </p>
      </details>
    )}
    {attachments > 0 && <p className="soft">{`${counted(attachments, "attachment")} not saved.`}</p>}
    <p className="inquiry-panel-foot">
      <span className="soft">
        From <bdi>{sentFrom || "an unnamed sender"}</bdi>, <DateTime at={receivedAt} />
      </span>
      {automatic && <Badge>Automatic email</Badge>}
      {fromOther && !automatic && <Badge tone="warning">From another address</Badge>}
    </p>
  </div>
);
