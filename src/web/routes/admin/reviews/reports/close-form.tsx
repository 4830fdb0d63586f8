import { useState } from "react";
import { closeInput } from "../../../../../modules/reports/schema.ts";
import { LIMITS } from "../../../../../shared/fields.ts";
import { isShortened } from "../../../../../shared/reports/shortened.ts";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form/form-text.ts";
import { useSubmit } from "../../../../lib/form/use-submit.ts";
import { formatDueDay } from "../../../../lib/format/format-date.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Checkbox } from "../../../../ui/checkbox/checkbox.tsx";
import { TextAreaField } from "../../../../ui/field/field.tsx";
import { CLOSE } from "./content.ts";
import { PublishedReport } from "./published-report.tsx";
import { RedactedField } from "./redacted-field.tsx";
import type { ShownReport } from "./report-case.tsx";

/** What staff found, and which words of others are published, with a preview. */
export function CloseForm({ report }: { readonly report: ShownReport }) {
  const [conclusion, setConclusion] = useState("");
  const [publishes, setPublishes] = useState(true);
  const [text, setText] = useState(report.text);
  const [reply, setReply] = useState(report.reply);
  const { fields, sending, onSubmit } = useClose(report);
  if (report.closableFrom !== null)
    return (
      <div className="case-outcome">
        <p className="soft">{CLOSE.wait(formatDueDay(report.closableFrom))}</p>
      </div>
    );
  return (
    <form className="decision" aria-label={CLOSE.title} noValidate onSubmit={onSubmit}>
      <h3>{CLOSE.title}</h3>
      <p className="soft">{CLOSE.note}</p>
      <TextAreaField
        label={CLOSE.text}
        name="text"
        rows={3}
        maxLength={LIMITS.message}
        placeholder={CLOSE.textHint}
        value={conclusion}
        onChange={({ currentTarget }) => setConclusion(currentTarget.value)}
        error={fields.text}
      />
      {report.text !== "" && (
        <Checkbox
          label={CLOSE.publish}
          name="publishText"
          value="true"
          checked={publishes}
          onChange={({ currentTarget }) => setPublishes(currentTarget.checked)}
        />
      )}
      {report.text !== "" && publishes && (
        <RedactedField
          label={CLOSE.report}
          name="reportText"
          value={text}
          onChange={setText}
          error={fields.reportText}
        />
      )}
      {report.reply !== "" && (
        <RedactedField
          label={CLOSE.reply}
          name="replyText"
          value={reply}
          onChange={setReply}
          error={fields.replyText}
        />
      )}
      <div className="decision-preview">
        <p className="decision-label">{CLOSE.preview}</p>
        <PublishedReport text={publishes ? text : null} reply={reply} conclusion={conclusion} />
      </div>
      <div className="dialog-actions">
        <Button type="submit" disabled={sending}>
          {sending ? CLOSE.sending : CLOSE.submit}
        </Button>
      </div>
    </form>
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
        context.addIssue({ code: "custom", path: [field], message: CLOSE.wrong });
    }
  });

function useClose(report: ShownReport) {
  const close = trpc.reviews.reports.close.useMutation();
  const utils = trpc.useUtils();
  return useSubmit({
    schema: schemaFor(report),
    missing: CLOSE.missing,
    read: (form) => ({
      id: report.id,
      close: true,
      text: textOf(form, "text"),
      publishText: form.has("publishText"),
      ...(form.has("reportText") && { reportText: textOf(form, "reportText") }),
      ...(form.has("replyText") && { replyText: textOf(form, "replyText") }),
      updatedAt: report.updatedAt,
    }),
    send: (input) => close.mutateAsync(input),
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: async () => {
      toast({ title: CLOSE.done, description: CLOSE.doneText });
      await utils.reviews.invalidate();
    },
    onFailed: (message) => {
      toast({ title: CLOSE.failed, variant: "destructive", ...(message && { description: message }) });
      void utils.reviews.reports.invalidate(); // it may be closed, or have another reply
    },
  });
}
