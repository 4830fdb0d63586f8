import type { Inquiry } from "../../../modules/inquiries/schema.ts";
import {
  answerInput,
  type InquiryAnswer,
  type InquiryDetail,
  STAGES,
} from "../../../modules/inquiries/schema.ts";
import { formatDateTime } from "../../../shared/format.ts";
import { trpc } from "../../lib/api.tsx";
import { useDraft } from "../../lib/form/draft.ts";
import { textOf } from "../../lib/form/form-text.ts";
import { useSubmit } from "../../lib/form/use-submit.ts";
import { toast } from "../../lib/toast/toast.ts";
import { SelectField, TextAreaField } from "../form/field.tsx";
import { Badge } from "../page/badge.tsx";
import { Button } from "../page/button.tsx";
import { Facts } from "../page/facts.tsx";
import { MailLink } from "../page/mail-link.tsx";
import { RecordPanel } from "../records/record-panel.tsx";
import { StaffNotes } from "../records/staff-notes.tsx";
import { useInquiryStaff } from "../records/use-inquiry-staff.ts";
import { draftsOf } from "../staff/use-session.ts";
import { useStaff } from "../staff/use-staff.ts";
import { DateTime } from "../table/cells.tsx";
import { AccountPart } from "./account-part.tsx";
import { businessTypeName } from "./business-types.ts";
import { ANSWERS, FIELD_LABELS, INQUIRY, MAIL_STATES, PROGRESS } from "./inquiries-content.ts";
import { PlacePart } from "./place-part.tsx";
import { ProgressConflict } from "./progress-conflict.tsx";
import { Reply } from "./reply-badge.tsx";
import { STAGE_NAMES } from "./stages.ts";
import { useProgress } from "./use-progress.ts";
import { useRefreshInquiries } from "./use-refresh-inquiries.ts";

interface InquiryPanelProps {
  readonly id: string;
  readonly onEdit: (inquiry: Inquiry) => void;
  readonly onDelete: (inquiry: Inquiry) => void;
}

/** All about one inquiry: what was written, by whom, and what came of it. */
export function InquiryPanel({ id, onEdit, onDelete }: InquiryPanelProps) {
  const inquiry = trpc.admin.partnerships.get.useQuery({ id }, { staleTime: 0 });
  return (
    <RecordPanel
      id={id}
      noun="inquiry"
      query={inquiry}
      nameOf={({ businessName }) => businessName}
      actions={(data) => (
        <>
          <Button look="quiet" className="button-tiny" onClick={() => onEdit(data)}>
            {INQUIRY.edit}
          </Button>
          <Button look="quiet" className="button-tiny button-destructive" onClick={() => onDelete(data)}>
            {INQUIRY.remove}
          </Button>
        </>
      )}
    >
      {(data) => (
        <>
          <p className="inquiry-panel-text" dir="auto">
            {data.message || <span className="soft">{INQUIRY.noMessage}</span>}
          </p>
          <InquiryFacts inquiry={data} />
          <ProgressPart inquiry={data} />
          <Answers inquiry={data} />
          <PlacePart inquiry={data} />
          <AccountPart inquiry={data} />
          <StaffNotes kind="inquiry" id={id} />
        </>
      )}
    </RecordPanel>
  );
}

const InquiryFacts = ({ inquiry }: { readonly inquiry: Inquiry }) => (
  <Facts
    facts={[
      [FIELD_LABELS.contactName, inquiry.contactName],
      [FIELD_LABELS.email, <MailLink key="email" address={inquiry.email} />],
      [FIELD_LABELS.phone, inquiry.phone],
      [FIELD_LABELS.website, inquiry.website && <Website address={inquiry.website} />],
      [FIELD_LABELS.businessType, businessTypeName(inquiry.businessType) ?? null],
      [INQUIRY.place, [inquiry.city, inquiry.state].filter(Boolean).join(", ")],
      [INQUIRY.received, `${formatDateTime(inquiry.createdAt)} · ${INQUIRY.from[inquiry.addedBy]}`],
      [INQUIRY.reply, <Reply key="reply" inquiry={inquiry} />],
    ]}
  />
);

const Website = ({ address }: { readonly address: string }) => (
  <a href={address} target="_blank" rel="noopener noreferrer">
    {address.replace(/^https?:\/\//, "").replace(/\/$/, "")}
  </a>
);

/** The answers that were mailed, oldest first, and the form for another one. */
const Answers = ({ inquiry }: { readonly inquiry: InquiryDetail }) => (
  <section className="inquiry-panel-part">
    <h3>{ANSWERS.title}</h3>
    {inquiry.answers.length > 0 && (
      <ul className="inquiry-panel-answers">
        {inquiry.answers.map((answer) => (
          <Answer key={answer.id} answer={answer} />
        ))}
      </ul>
    )}
    <AnswerForm key={inquiry.id} inquiry={inquiry} />
  </section>
);

const Answer = ({
  answer: { text, authorName, createdAt, sentTo, mailState },
}: {
  readonly answer: InquiryAnswer;
}) => (
  <li>
    <p className="inquiry-panel-text" dir="auto">
      {text}
    </p>
    <p className="inquiry-panel-foot">
      <span className="soft">
        <bdi>{authorName}</bdi> {ANSWERS.to} <bdi>{sentTo}</bdi>, <DateTime at={createdAt} />
      </span>
      {mailState && <Badge tone={MAIL_STATES[mailState].tone}>{MAIL_STATES[mailState].name}</Badge>}
    </p>
  </li>
);

/** How far an inquiry is, and who takes care of it; each is saved as soon as it is chosen. */
function ProgressPart({ inquiry }: { readonly inquiry: InquiryDetail }) {
  const { stage, assigneeId, assigneeName } = inquiry;
  const progress = useProgress(inquiry);
  const staff = useInquiryStaff();
  const isListed = staff.some(({ id }) => id === assigneeId);
  const nameOf = (id: string) =>
    staff.find((each) => each.id === id)?.username ?? (id === assigneeId ? assigneeName : null) ?? id;
  return (
    <div className="inquiry-panel-pair">
      <SelectField
        label={PROGRESS.stage}
        name="stage"
        value={stage}
        error={undefined}
        aria-disabled={progress.saving}
        onChange={({ currentTarget: { value } }) => {
          const next = STAGES.find((each) => each === value);
          if (next) void progress.change({ stage: next });
        }}
      >
        {STAGES.map((each) => (
          <option key={each} value={each}>
            {STAGE_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={PROGRESS.assigneeId}
        name="assigneeId"
        value={assigneeId ?? ""}
        error={undefined}
        aria-disabled={progress.saving}
        onChange={({ currentTarget: { value } }) => void progress.change({ assigneeId: value || null })}
      >
        <option value="">{PROGRESS.unassigned}</option>
        {assigneeId && !isListed && <option value={assigneeId}>{nameOf(assigneeId)}</option>}
        {staff.map(({ id, username }) => (
          <option key={id} value={id}>
            {username}
          </option>
        ))}
      </SelectField>
      <ProgressConflict progress={progress} nameOf={nameOf} />
    </div>
  );
}

/** An answer by mail. What was typed stays, even if someone else has answered since. */
function AnswerForm({ inquiry: { id, email, updatedAt } }: { readonly inquiry: InquiryDetail }) {
  const draft = useDraft(`${draftsOf(useStaff())}answer:${id}`);
  const answer = trpc.admin.partnerships.answer.useMutation();
  const refresh = useRefreshInquiries();
  const read = (data: FormData) => ({ id, text: textOf(data, "text"), updatedAt });
  const { fields, sending, onSubmit } = useSubmit({
    schema: answerInput,
    missing: ANSWERS.missing,
    read,
    send: (input) => answer.mutateAsync(input),
    onDone: (form) => {
      form.reset();
      draft.clear();
      toast({ title: ANSWERS.sent, description: email });
      void refresh();
    },
    onFailed: (message) => {
      toast({ title: ANSWERS.failed, variant: "destructive", ...(message && { description: message }) });
      void refresh();
    },
  });
  return (
    <form
      {...draft.form}
      className="inquiry-panel-answer"
      aria-label={ANSWERS.title}
      noValidate
      onSubmit={onSubmit}
    >
      <TextAreaField label={ANSWERS.field(email)} name="text" rows={4} error={fields.text} />
      <p className="soft">{ANSWERS.hint}</p>
      <div className="inquiry-panel-send">
        <Button type="submit" className="button-tiny" disabled={sending}>
          {sending ? ANSWERS.sending : ANSWERS.send}
        </Button>
      </div>
    </form>
  );
}
