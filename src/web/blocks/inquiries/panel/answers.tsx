import type { InquiryAnswer, InquiryDetail } from "../../../../modules/inquiries/schema.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { DateTime } from "../../../ui/table/cells.tsx";
import { ANSWERS, MAIL_STATES } from "../content.ts";
import { AnswerForm } from "./answer-form.tsx";

/** The answers that were mailed, oldest first, and the form for another one. */
export const Answers = ({ inquiry }: { readonly inquiry: InquiryDetail }) => (
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
