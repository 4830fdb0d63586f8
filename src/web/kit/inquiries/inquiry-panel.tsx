import { Link } from "@tanstack/react-router";
import { useState } from "react";
import {
  answerInput,
  type InquiryAnswer,
  type InquiryDetail,
  type InquiryReply,
} from "../../../modules/inquiries/schema.ts";
import { counted, formatDateTime } from "../../../shared/format.ts";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";
import { useDraft } from "../../lib/drafts.ts";
import { textOf } from "../../lib/form.ts";
import { toast } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../controls/button.tsx";
import { Confirm, ConfirmSubject } from "../dialog/confirm.tsx";
import { Field, TextAreaField } from "../form/field.tsx";
import { Badge } from "../page/badge.tsx";
import type { Panel } from "../records/declare-list.ts";
import { BUSINESS_TYPE_NAMES } from "../records/lists.ts";
import { useAct } from "../records/use-act.ts";
import { SUPER_ADMINS } from "../staff/roles.ts";
import { draftsOf } from "../staff/use-session.ts";
import { useStaff } from "../staff/use-staff.ts";
import { DateTime } from "../table/cells.tsx";
import { MailLink, WebsiteLink } from "../text/address-links.tsx";
import { Facts } from "../text/facts.tsx";
import { PlacePart, ProgressPart, refreshInquiries } from "./progress.tsx";
import { Reply } from "./reply.tsx";
import { Templates } from "./templates.tsx";

/** All about one inquiry: what was written, by whom, and what came of it. */
export const inquiryPanel: Panel<InquiryDetail> = {
  noun: "inquiry",
  query: (utils, id) => utils.admin.partnerships.get.queryOptions({ id }),
  nameOf: ({ businessName }) => businessName,
  more: (inquiry) => (
    <>
      <p className="inquiry-panel-text" dir="auto">
        {inquiry.message || <span className="soft">They left no message.</span>}
      </p>
      <InquiryFacts inquiry={inquiry} />
      <ProgressPart inquiry={inquiry} />
      <Answers inquiry={inquiry} />
      <PlacePart inquiry={inquiry} />
      <AccountPart inquiry={inquiry} />
    </>
  ),
  notes: "inquiry",
};

const TYPE_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(BUSINESS_TYPE_NAMES));

/** Undefined if none was given. */
export const businessTypeName = (type: string): string | undefined => TYPE_NAMES.get(type);

const InquiryFacts = ({ inquiry }: { readonly inquiry: InquiryDetail }) => (
  <Facts
    facts={[
      ["Reference", inquiry.reference],
      ["Contact name", inquiry.contactName],
      ["Email", <MailLink key="email" address={inquiry.email} />],
      ["Phone", inquiry.phone],
      ["Website", inquiry.website && <WebsiteLink address={inquiry.website} />],
      ["Business type", businessTypeName(inquiry.businessType) ?? null],
      ["Place", [inquiry.city, inquiry.state].filter(Boolean).join(", ")],
      ["Received", `${formatDateTime(inquiry.createdAt)} · ${FROM[inquiry.addedBy]}`],
      ["Reply", <Reply key="reply" inquiry={inquiry} />],
    ]}
  />
);

/** The emails so far, and the form for another answer. */
const Answers = ({ inquiry }: { readonly inquiry: InquiryDetail }) => (
  <section className="inquiry-panel-part">
    <h3>{ANSWER}</h3>
    <Thread inquiry={inquiry} />
    <AnswerForm key={inquiry.id} inquiry={inquiry} />
  </section>
);

/** An answer by mail. What was typed stays, even if someone else has answered since. */
function AnswerForm({ inquiry }: { readonly inquiry: InquiryDetail }) {
  const { id, email, updatedAt, assigneeName, repliesComeIn } = inquiry;
  const draft = useDraft(`${draftsOf(useStaff())}answer:${id}`);
  const answer = trpc.admin.partnerships.answer.useMutation();
  const utils = trpc.useUtils();
  const { sendsEmail } = useBrand();
  const { username } = useStaff();
  const read = (data: FormData) => ({ id, text: textOf(data, "text"), updatedAt });
  const { fields, sending, onSubmit } = useSubmit({
    schema: answerInput,
    missing: "Please write the answer first",
    read,
    send: (input) => answer.mutateAsync(input),
    onDone: (form) => {
      form.reset();
      draft.clear();
      toast({ title: sendsEmail ? "Answer sent" : "Answer queued", description: email });
      void refreshInquiries(utils);
    },
    failed: ["Failed to send the answer"],
    onFailed: () => void refreshInquiries(utils),
  });
  return (
    <>
      {/* Not in the form: its dialog has one of its own. */}
      <Templates inquiry={inquiry} form={draft.form.ref} />
      <form
        {...draft.form}
        className="inquiry-panel-answer"
        aria-label={ANSWER}
        noValidate
        onSubmit={onSubmit}
      >
        <TextAreaField label={`Answer to ${email}`} name="text" rows={4} error={fields.text} />
        <p className="soft">
          Plain text, with the name <bdi>{assigneeName ?? username}</bdi> below it, and below that what they
          wrote last. {repliesComeIn ? "Replies appear here." : "Replies come to your own address."}
        </p>
        <div className="inquiry-panel-send">
          <Button type="submit" className="button-tiny" disabled={sending}>
            {sending ? "Sending..." : "Send answer"}
          </Button>
        </div>
      </form>
    </>
  );
}

const FROM = { user: "from the landing page", admin: "added by staff" } as const;

const ANSWER = "Answer by email";

/** The partner account of the sender, or an invitation to one. */
function AccountPart({ inquiry }: { readonly inquiry: InquiryDetail }) {
  const { id, partner, businessName, email } = inquiry;
  const { role } = useStaff();
  const mayInvite = SUPER_ADMINS.includes(role);
  const [asking, setAsking] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const act = useAct(refreshInquiries);
  const invite = () =>
    act(id, {
      async send(client) {
        const answer = await client.admin.partnerships.invite.mutate({ id });
        setLink(answer.link);
        return answer;
      },
      done: (answer) => ({
        title: answer.link ? "Account created" : "Invitation emailed",
        description: answer.email,
      }),
      failed: "Failed to create the account",
      onDone: () => setAsking(false),
    });
  return (
    <section className="inquiry-panel-part">
      <h3>Partner account</h3>
      <AccountState partner={partner} mayInvite={mayInvite} />
      {!partner && mayInvite && (
        <Button look="quiet" className="button-tiny" onClick={() => setAsking(true)}>
          {INVITE}
        </Button>
      )}
      {link && (
        <>
          <p>This server cannot send email. Give them this link yourself; it is shown once.</p>
          <Field label="Link to choose a password" name="link" readOnly value={link} error={undefined} />
        </>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={INVITE}
        action="Create account"
        acting="Creating..."
        look="primary"
        onConfirm={async () => void (await invite())}
      >
        <ConfirmSubject name={businessName} detail={email} />
        <p>
          They get an email with a link to choose a password, which works for 7 days. They claim their places
          themselves.
        </p>
      </Confirm>
    </section>
  );
}

interface AccountStateProps {
  readonly partner: InquiryDetail["partner"];
  readonly mayInvite: boolean;
}

function AccountState({ partner, mayInvite }: AccountStateProps) {
  if (!partner)
    return (
      <p className="soft">
        {mayInvite
          ? "They have no partner account yet."
          : "They have no partner account yet. A super admin can create one."}
      </p>
    );
  const name = <bdi>{partner.businessName}</bdi>;
  return (
    <p>
      {"They have an account:"}{" "}
      {mayInvite ? (
        <Link to="/partner-manager" search={{ open: partner.id }}>
          {name}
        </Link>
      ) : (
        name
      )}
    </p>
  );
}

const INVITE = "Create an account for them";

/** The emails about an inquiry, sent and received, oldest first. */
function Thread({ inquiry: { answers, replies } }: { readonly inquiry: InquiryDetail }) {
  const entries = [
    ...answers.map((answer) => ({ id: answer.id, at: answer.createdAt, shown: <Answer answer={answer} /> })),
    ...replies.map((reply) => ({ id: reply.id, at: reply.receivedAt, shown: <ReplyEntry reply={reply} /> })),
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
const ReplyEntry = ({
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
