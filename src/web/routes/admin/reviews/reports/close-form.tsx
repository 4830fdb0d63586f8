import { useState } from "react";
import { LIMITS } from "../../../../../shared/fields.ts";
import { useStoredText } from "../../../../lib/form/draft.ts";
import { formatDueDay } from "../../../../lib/format/format-date.ts";
import { Checkbox } from "../../../../ui/checkbox/checkbox.tsx";
import { TextAreaField } from "../../../../ui/field/field.tsx";
import { ReviewForm } from "../decision/review-form.tsx";
import { CLOSE } from "./content.ts";
import { PublishedReport } from "./published-report.tsx";
import { RedactedField } from "./redacted-field.tsx";
import type { ShownReport } from "./shown-report.ts";
import { useClose } from "./use-close.ts";
import { type CloseDraft, keptWords } from "./use-close-draft.ts";

interface ClosePartProps {
  readonly report: ShownReport;
  readonly draft: CloseDraft;
}

/** The form that closes a report, or until when the owner can reply before. */
export function ClosePart({ report, draft }: ClosePartProps) {
  if (report.closableFrom === null) return <CloseForm report={report} draft={draft} />;
  return (
    <div className="case-outcome">
      <p className="soft">{CLOSE.wait(formatDueDay(report.closableFrom))}</p>
    </div>
  );
}

/** What staff found, and which words of others are published, with a preview. */
function CloseForm({ report, draft }: ClosePartProps) {
  const conclusion = useStoredText(draft.conclusion);
  const words = useWords(report, draft);
  const { fields, sending, command, onSubmit } = useClose(report, draft);
  return (
    <ReviewForm
      title={CLOSE.title}
      command={command}
      submit={sending ? CLOSE.sending : CLOSE.submit}
      sending={sending}
      onSubmit={onSubmit}
    >
      <p className="soft">{CLOSE.note}</p>
      <TextAreaField
        label={CLOSE.text}
        name="text"
        rows={3}
        maxLength={LIMITS.message}
        placeholder={CLOSE.textHint}
        error={fields.text}
        {...conclusion}
      />
      <WordFields report={report} words={words} fields={fields} />
      <div className="decision-preview">
        <p className="decision-label">{CLOSE.preview}</p>
        <PublishedReport
          text={words.publishes ? words.text : null}
          reply={words.reply}
          conclusion={conclusion.value}
        />
      </div>
    </ReviewForm>
  );
}

/** The words of others as they are published. */
function useWords(report: ShownReport, draft: CloseDraft) {
  const [publishes, setPublishes] = useState(report.text !== "");
  const [text, setText] = useState(() => keptWords(draft.text, report.text));
  const [reply, setReply] = useState(() => keptWords(draft.reply, report.reply));
  const keep = (kept: CloseDraft["text"], set: (value: string) => void) => (value: string) => {
    kept.current = value;
    set(value);
  };
  return {
    ...{ publishes, setPublishes, text, reply },
    ...{ setText: keep(draft.text, setText), setReply: keep(draft.reply, setReply) },
  } as const;
}

interface WordFieldsProps {
  readonly report: ShownReport;
  readonly words: ReturnType<typeof useWords>;
  readonly fields: Readonly<Record<string, string>>;
}

function WordFields({ report, words, fields }: WordFieldsProps) {
  return (
    <>
      {report.text !== "" && (
        <Checkbox
          label={CLOSE.publish}
          name="publishText"
          value="true"
          checked={words.publishes}
          onChange={({ currentTarget }) => words.setPublishes(currentTarget.checked)}
        />
      )}
      {words.publishes && (
        <RedactedField
          label={CLOSE.report}
          name="reportText"
          value={words.text}
          onChange={words.setText}
          error={fields.reportText}
        />
      )}
      {report.reply !== "" && (
        <RedactedField
          label={CLOSE.reply}
          name="replyText"
          value={words.reply}
          onChange={words.setReply}
          error={fields.replyText}
        />
      )}
    </>
  );
}
