import { useId, useRef, useState } from "react";
import type { z } from "zod";
import { closeInput, type reportCase } from "../../../../modules/directory/reports/schema.ts";
import { formatDueDay } from "../../../../shared/format.ts";
import { releaseLabel } from "../../../../shared/places/sources.ts";
import { type AskedBy, isShortened, REMOVED } from "../../../../shared/reviews/reports.ts";
import { LIMITS } from "../../../../shared/text-rules.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Checkbox } from "../../../kit/form/checkbox.tsx";
import { TextAreaField } from "../../../kit/form/field.tsx";
import { draftsOf } from "../../../kit/staff/use-session.ts";
import { useStaff } from "../../../kit/staff/use-staff.ts";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { storedText, useStoredText } from "../../../lib/drafts.ts";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { ReviewForm } from "./case/decision.tsx";

interface ClosePartProps {
  readonly report: ShownReport;
  readonly draft: CloseDraft;
}

/** The form that closes a report, or until when the owner can reply before. */
export function ClosePart({ report, draft }: ClosePartProps) {
  if (report.closableFrom === null) return <CloseForm report={report} draft={draft} />;
  return (
    <div className="case-outcome">
      <p className="soft">{`The owner can reply until ${formatDueDay(report.closableFrom)}. You can close the report after the reply or after that day.`}</p>
    </div>
  );
}

/** What staff found, and which words of others are published, with a preview. */
function CloseForm({ report, draft }: ClosePartProps) {
  const conclusion = useStoredText(draft.conclusion);
  const words = useWords(report, draft);
  const { fields, sending, onSubmit } = useClose(report, draft);
  return (
    <ReviewForm
      title="Close the report"
      submit={sending ? "Closing..." : "Close and publish"}
      sending={sending}
      onSubmit={onSubmit}
    >
      <p className="soft">
        A report changes nothing by itself. If it is right, record evidence or correct the place first.
      </p>
      <TextAreaField
        label="What we found"
        name="text"
        rows={3}
        maxLength={LIMITS.message}
        placeholder="For everyone who looks at this place: what you checked and what is true now"
        error={fields.text}
        {...conclusion}
      />
      <WordFields report={report} words={words} fields={fields} />
      <div className="decision-preview">
        <p className="decision-label">Everyone will see this on the place's page</p>
        <PublishedReport
          text={words.publishes ? words.text : null}
          reply={words.reply}
          conclusion={conclusion.value}
          askedBy={report.askedBy}
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
          label={report.askedBy === null ? "Publish the visitor's words" : "Publish what the source says"}
          name="publishText"
          value="true"
          checked={words.publishes}
          onChange={({ currentTarget }) => words.setPublishes(currentTarget.checked)}
        />
      )}
      {words.publishes && report.askedBy === null && (
        <RedactedField
          label="The visitor's words, as published"
          name="reportText"
          value={words.text}
          onChange={words.setText}
          error={fields.reportText}
        />
      )}
      {report.reply !== "" && (
        <RedactedField
          label="The owner's reply, as published"
          name="replyText"
          value={words.reply}
          onChange={words.setReply}
          error={fields.replyText}
        />
      )}
    </>
  );
}

interface RedactedFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

/** A text of another person, out of which words can be taken. */
function RedactedField({ label, name, value, onChange, error }: RedactedFieldProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  function remove(): void {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = area.current ?? {};
    if (start !== end) onChange(value.slice(0, start) + REMOVED + value.slice(end));
    area.current?.focus();
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        ref={area}
        name={name}
        rows={4}
        dir="auto"
        maxLength={LIMITS.message}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
      />
      <p className={error ? "field-error" : "soft"} id={`${id}-note`}>
        {error ?? "Select names, phone numbers or insults. You can take words out, but not change them."}
      </p>
      <div>
        <Button look="quiet" className="button-small" onClick={remove}>
          Remove the selected words
        </Button>
      </div>
    </div>
  );
}

/** Texts that hold something else than the original words are refused before they are sent. */
const schemaFor = ({ text, reply }: ShownReport) =>
  closeInput.superRefine(({ reportText, replyText }, context) => {
    for (const [field, sent, original] of [
      ["reportText", reportText, text],
      ["replyText", replyText, reply],
    ] as const) {
      if (sent !== undefined && !isShortened(sent, original))
        context.addIssue({
          code: "custom",
          path: [field],
          message: "Only take words out here, each with the mark in their place",
        });
    }
  });

/** Closes a report once. */
function useClose(report: ShownReport, draft: CloseDraft) {
  const close = trpc.admin.reviews.reports.close.useMutation();
  const utils = trpc.useUtils();
  const { sendsEmail } = useBrand();
  const read = (form: FormData) => ({
    id: report.id,
    close: true,
    text: textOf(form, "text"),
    publishText: form.has("publishText"),
    ...(form.has("reportText") && { reportText: textOf(form, "reportText") }),
    ...(form.has("replyText") && { replyText: textOf(form, "replyText") }),
    updatedAt: report.updatedAt,
  });
  const submit = useSubmit({
    schema: schemaFor(report),
    missing: "Please write what you found",
    read,
    send: async (input) => {
      await close.mutateAsync(input);
      clearDraft(draft);
    },
    onDone: async () => {
      toast({
        title: "The report is closed",
        description: sendsEmail
          ? "It is on the place's page. The owner and the visitor were notified if we have their addresses."
          : "It is on the place's page. Emails to the owner and the visitor wait: no mail server is set up.",
      });
      await utils.admin.reviews.invalidate();
    },
    failed: ["The report was not closed"],
    onFailed: () => void utils.admin.reviews.reports.invalidate(), // it may be closed, or have another reply
  });
  return submit;
}

interface PublishedReportProps {
  readonly askedBy: AskedBy;
  readonly text: string | null;
  readonly reply: string | null;
  readonly conclusion: string;
}

/** What everyone sees of a closed report, in staff's plain form. */
export function PublishedReport({ text, reply, conclusion, askedBy }: PublishedReportProps) {
  const parts = [
    [askedBy === null ? "A visitor:" : `${releaseLabel(askedBy)}:`, text ?? "Not published"],
    ["The owner:", reply],
    ["What we found:", conclusion],
  ] as const;
  return (
    <dl className="published-report">
      {parts.map(
        ([who, words]) =>
          words && (
            <div key={who}>
              <dt>{who}</dt>
              <dd className="case-text" dir="auto">
                {words}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

type Text = ReturnType<typeof storedText>;

/** What was typed to close a report. It is kept until it is sent, even if another reviewer closes the report first. */
interface CloseDraft {
  readonly conclusion: Text;
  /** The words of the visitor and of the owner, as published. */
  readonly text: Text;
  readonly reply: Text;
}

export function useCloseDraft(id: string): CloseDraft {
  const prefix = draftsOf(useStaff());
  const [draft] = useState(() => ({
    conclusion: storedText(`${prefix}conclusion:${id}`),
    text: storedText(`${prefix}report-text:${id}`),
    reply: storedText(`${prefix}report-reply:${id}`),
  }));
  return draft;
}

/** The kept words, if they are still a part of what was written; it may have been erased or replaced. */
const keptWords = ({ current }: Text, original: ShownReport["text"]): string =>
  current !== "" && isShortened(current, original) ? current : original;

function clearDraft(draft: CloseDraft): void {
  for (const text of Object.values<Text>({ ...draft })) text.current = "";
}

export type ShownReport = z.output<typeof reportCase>;
