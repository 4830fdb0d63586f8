import { Link } from "@tanstack/react-router";
import {
  answerInput,
  type Inquiry,
  type InquiryAnswer,
  type InquiryDetail,
  type PlaceOfInquiry,
  STAGES,
} from "../../../modules/inquiries/schema.ts";
import { formatDateTime } from "../../../shared/format.ts";
import { trpc } from "../../lib/api.tsx";
import { useDraft } from "../../lib/drafts.ts";
import { textOf } from "../../lib/form.ts";
import { toast } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { SelectField, TextAreaField } from "../form/field.tsx";
import { Badge } from "../page/badge.tsx";
import { Button } from "../page/button.tsx";
import { Facts } from "../page/facts.tsx";
import { MailLink } from "../page/mail-link.tsx";
import { Loaded } from "../page/states.tsx";
import { RecordPanel } from "../records/record-panel.tsx";
import { StaffNotes } from "../records/staff-notes.tsx";
import { useInquiryStaff } from "../records/use-inquiry-staff.ts";
import { draftsOf } from "../staff/use-session.ts";
import { useStaff } from "../staff/use-staff.ts";
import { DateTime } from "../table/cells.tsx";
import { AccountPart } from "./account-part.tsx";
import { businessTypeName } from "./business-types.ts";
import { FIELD_LABELS, PROGRESS } from "./inquiries-content.ts";
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
            Edit
          </Button>
          <Button look="quiet" className="button-tiny button-destructive" onClick={() => onDelete(data)}>
            Delete
          </Button>
        </>
      )}
    >
      {(data) => (
        <>
          <p className="inquiry-panel-text" dir="auto">
            {data.message || <span className="soft">They left no message.</span>}
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
      ["Place", [inquiry.city, inquiry.state].filter(Boolean).join(", ")],
      ["Received", `${formatDateTime(inquiry.createdAt)} · ${INQUIRY.from[inquiry.addedBy]}`],
      ["Reply", <Reply key="reply" inquiry={inquiry} />],
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
        <bdi>{authorName}</bdi> to <bdi>{sentTo}</bdi>, <DateTime at={createdAt} />
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
    missing: "Please write the answer first",
    read,
    send: (input) => answer.mutateAsync(input),
    onDone: (form) => {
      form.reset();
      draft.clear();
      toast({ title: "Answer sent", description: email });
      void refresh();
    },
    onFailed: (message) => {
      toast({
        title: "Failed to send the answer",
        variant: "destructive",
        ...(message && { description: message }),
      });
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
      <TextAreaField label={`Answer to ${email}`} name="text" rows={4} error={fields.text} />
      <p className="soft">
        Plain text. Replies come to your own address, and their message is quoted below your answer.
      </p>
      <div className="inquiry-panel-send">
        <Button type="submit" className="button-tiny" disabled={sending}>
          {sending ? "Sending..." : "Send answer"}
        </Button>
      </div>
    </form>
  );
}

const INQUIRY = {
  from: { user: "from the landing page", admin: "added by staff" },
} as const;

const ANSWERS = {
  title: "Answer by mail",
} as const;

const MAIL_STATES = {
  waiting: { name: "On its way", tone: "plain" },
  sent: { name: "Mailed", tone: "good" },
  failed: { name: "Not delivered", tone: "bad" },
} as const;

/** The place of the directory that an inquiry is about, or the likeliest ones to choose from. */
function PlacePart({ inquiry }: { readonly inquiry: InquiryDetail }) {
  const { id, place, placeId } = inquiry;
  const progress = useProgress(inquiry);
  const likely = trpc.admin.partnerships.places.useQuery({ id }, { enabled: placeId === null });
  const known = place ? [place] : (likely.data ?? []);
  return (
    <section className="inquiry-panel-part">
      <h3>Is this one of our places?</h3>
      {placeId === null ? (
        <Loaded query={likely} failed="The places could not be loaded" rows={2}>
          {(places) =>
            places.length === 0 ? (
              <p className="soft">No place has a name like this.</p>
            ) : (
              <Choices
                places={places}
                action="Yes, this one"
                onChoose={(chosen) => void progress.change({ placeId: chosen })}
              />
            )
          }
        </Loaded>
      ) : (
        <Choices
          places={place ? [place] : []}
          action="Unlink"
          onChoose={() => void progress.change({ placeId: null })}
        />
      )}
      <ProgressConflict
        progress={progress}
        nameOf={(of) => known.find((each) => each.id === of)?.name ?? "another place"}
      />
    </section>
  );
}

interface ChoicesProps {
  readonly places: readonly PlaceOfInquiry[];
  readonly action: string;
  readonly onChoose: (id: string) => void;
}

const Choices = ({ places, action, onChoose }: ChoicesProps) => (
  <ul className="inquiry-panel-places">
    {places.map(({ id, name, address, city, state }) => (
      <li key={id}>
        <span>
          <Link to="/admin/places" search={{ place: id }}>
            <bdi>{name}</bdi>
          </Link>
          <span className="table-sub">
            <bdi>{[address, city, state].filter(Boolean).join(", ")}</bdi>
          </span>
        </span>
        <Button
          look="quiet"
          className="button-tiny"
          aria-label={`${action}: ${name}`}
          onClick={() => onChoose(id)}
        >
          {action}
        </Button>
      </li>
    ))}
  </ul>
);
