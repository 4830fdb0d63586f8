import { answerInput, type InquiryDetail } from "../../../../modules/inquiries/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { useDraft } from "../../../lib/form/draft.ts";
import { textOf } from "../../../lib/form/form-text.ts";
import { useSubmit } from "../../../lib/form/use-submit.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { Button } from "../../../ui/button/button.tsx";
import { TextAreaField } from "../../../ui/field/field.tsx";
import { act } from "../../copy-command/acts.ts";
import { CopyForm } from "../../copy-command/copy-form.tsx";
import { draftsOf } from "../../staff/use-session.ts";
import { useStaff } from "../../staff/use-staff.ts";
import { ANSWERS } from "../content.ts";
import { useRefreshInquiries } from "../use-refresh-inquiries.ts";

/** An answer by mail. What was typed stays, even if someone else has answered since. */
export function AnswerForm({ inquiry: { id, email, updatedAt } }: { readonly inquiry: InquiryDetail }) {
  const draft = useDraft(`${draftsOf(useStaff())}answer:${id}`);
  const answer = trpc.admin.partnerships.answer.useMutation();
  const refresh = useRefreshInquiries();
  const read = (data: FormData) => ({ id, text: textOf(data, "text"), updatedAt });
  const { fields, sending, onSubmit } = useSubmit({
    schema: answerInput,
    missing: ANSWERS.missing,
    read,
    send: (input) => answer.mutateAsync(input),
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
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
        <CopyForm act={(form) => act("admin.partnerships.answer", read(form))} />
      </div>
    </form>
  );
}
