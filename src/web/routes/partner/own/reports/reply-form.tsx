import { useState } from "react";
import { replyInput } from "../../../../../modules/directory/reports/schema.ts";
import { LIMITS } from "../../../../../shared/fields.ts";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form/form-text.ts";
import { useSubmit } from "../../../../lib/form/use-submit.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import { Alert } from "../../../../ui/alert/alert.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { TextAreaField } from "../../../../ui/field/field.tsx";
import { MY_REPORTS } from "./content.ts";
import type { OwnReport } from "./own-report.ts";

interface ReplyFormProps {
  readonly report: OwnReport;
  /** Called when the reply is saved or stays as it was. */
  readonly onClose: () => void;
}

export function ReplyForm({ report, onClose }: ReplyFormProps) {
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
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: async () => {
      toast({ title: MY_REPORTS.done, description: MY_REPORTS.doneText });
      await utils.partner.reports.list.invalidate();
      onSaved();
    },
    onFailed: (message) => {
      toast({
        title: MY_REPORTS.sendFailed,
        variant: "destructive",
        ...(message && { description: message }),
      });
      void utils.partner.reports.list.invalidate(); // it may be closed by now, or have another reply
    },
  });
}
