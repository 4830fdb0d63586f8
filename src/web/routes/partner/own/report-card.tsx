import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { MY_REPORTS } from "../../../../copy/en/partner.ts";
import { type ownReport, replyInput } from "../../../../modules/directory/reports/schema.ts";
import { formatDay, formatDueDay } from "../../../../shared/format.ts";
import { releaseLabel } from "../../../../shared/places/sources.ts";
import { REPORT_LABELS } from "../../../../shared/reviews/reports.ts";
import { LIMITS } from "../../../../shared/text-rules.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { TextAreaField } from "../../../kit/form/field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { textOf } from "../../../lib/form.ts";
import { useNow } from "../../../lib/now.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";

export function ReportCard({ report }: { readonly report: OwnReport }) {
  const isOpen = report.status === "open";
  return (
    <article className="own-list-card">
      <div className="place-card-head">
        <h3>
          <UserText text={report.placeName} />
          <span className="own-list-number">
            {REPORT_LABELS[report.kind]}, {MY_REPORTS.sent(formatDay(report.openedAt))}
          </span>
        </h3>
        <Badge tone={isOpen ? "warning" : "plain"}>{isOpen ? MY_REPORTS.open : MY_REPORTS.closed}</Badge>
      </div>
      {report.text === "" ? (
        <p className="soft">{MY_REPORTS.removed}</p>
      ) : (
        <Words
          who={report.askedBy === null ? MY_REPORTS.visitor : releaseLabel(report.askedBy)}
          text={report.text}
        />
      )}
      {isOpen ? <Reply report={report} /> : <Closed report={report} />}
    </article>
  );
}

const Words = ({ who, text }: { readonly who: string; readonly text: string }) => (
  <div>
    <p className="soft">{who}</p>
    <p className="own-list-notes" dir="auto">
      {text}
    </p>
  </div>
);

/** The owner's reply with a button that changes it, or the form. */
function Reply({ report }: { readonly report: OwnReport }) {
  // A reply that another window sends does not take away the form in which one is typed.
  const [isForm, setForm] = useState(report.reply === "");
  const change = useChangeButton(isForm);
  const now = useNow();
  if (isForm)
    return (
      <>
        <p>{deadlineOf(report, now)}</p>
        <ReplyForm report={report} onClose={() => setForm(false)} />
      </>
    );
  return (
    <>
      <Words who={MY_REPORTS.yours} text={report.reply} />
      <Button look="quiet" className="button-small" ref={change} onClick={() => setForm(true)}>
        {MY_REPORTS.change}
      </Button>
    </>
  );
}

/** The button that takes the focus of the form that it replaces. */
function useChangeButton(isForm: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasForm = useRef(isForm);
  useEffect(() => {
    if (wasForm.current && !isForm) focusFrom(null, button.current);
    wasForm.current = isForm;
  }, [isForm]);
  return button;
}

function deadlineOf({ replyBy, reply }: OwnReport, now: number): string {
  if (replyBy === null || reply !== "") return MY_REPORTS.anytime;
  return replyBy.getTime() < now ? MY_REPORTS.late : MY_REPORTS.replyBy(formatDueDay(replyBy));
}

/** What is published. */
function Closed({ report: { reply, conclusion, poiId } }: { readonly report: OwnReport }) {
  return (
    <>
      {reply !== "" && <Words who={MY_REPORTS.yours} text={reply} />}
      <Words who={MY_REPORTS.found} text={conclusion} />
      <a href={`/places/${poiId}`}>{MY_REPORTS.page}</a>
    </>
  );
}

interface ReplyFormProps {
  readonly report: OwnReport;
  /** Called when the reply is saved or stays as it was. */
  readonly onClose: () => void;
}

function ReplyForm({ report, onClose }: ReplyFormProps) {
  const { fields, sending, onSubmit } = useReply(report, onClose);
  const [opened] = useState(report.reply);
  return (
    <form className="own-list-form" aria-label={MY_REPORTS.label} noValidate onSubmit={onSubmit}>
      <TextAreaField
        label={MY_REPORTS.label}
        name="reply"
        rows={4}
        dir="auto"
        maxLength={LIMITS.message}
        defaultValue={report.reply}
        error={fields.reply}
      />
      {report.reply !== opened && (
        <Alert tone="warning">
          <p>{MY_REPORTS.changed}</p>
          <p className="own-list-notes" dir="auto">
            {report.reply}
          </p>
        </Alert>
      )}
      <p className="soft">{MY_REPORTS.how}</p>
      <div className="actions">
        <Button type="submit" disabled={sending}>
          {sending ? MY_REPORTS.sending : MY_REPORTS.send}
        </Button>
        {report.reply !== "" && (
          <Button look="quiet" onClick={onClose}>
            {MY_REPORTS.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

function useReply({ id, updatedAt }: OwnReport, onSaved: () => void) {
  const reply = trpc.partner.reports.reply.useMutation();
  const utils = trpc.useUtils();
  return useSubmit({
    schema: replyInput,
    missing: MY_REPORTS.missing,
    read: (form) => ({ id, reply: textOf(form, "reply"), updatedAt }),
    send: (input) => reply.mutateAsync(input),
    onDone: async () => {
      toast({ title: MY_REPORTS.done, description: MY_REPORTS.doneText });
      await utils.partner.reports.list.invalidate();
      onSaved();
    },
    failed: [MY_REPORTS.sendFailed],
    onFailed: () => void utils.partner.reports.list.invalidate(), // it may be closed by now, or have another reply
  });
}

type OwnReport = z.output<typeof ownReport>;
