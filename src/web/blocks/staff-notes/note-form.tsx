import { type NoteSubject, noteInput } from "../../../modules/backoffice/notes/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { useDraft } from "../../lib/form/draft.ts";
import { textOf } from "../../lib/form/form-text.ts";
import { useSubmit } from "../../lib/form/use-submit.ts";
import { toast } from "../../lib/toast/toast.ts";
import { Button } from "../../ui/button/button.tsx";
import { TextAreaField } from "../../ui/field/field.tsx";
import { act } from "../copy-command/acts.ts";
import { CopyForm } from "../copy-command/copy-form.tsx";
import { draftsOf } from "../staff/use-session.ts";
import { useStaff } from "../staff/use-staff.ts";
import { NOTES } from "./content.ts";

interface NoteFormProps {
  readonly kind: NoteSubject;
  readonly id: string;
}

export function NoteForm({ kind, id }: NoteFormProps) {
  const draft = useDraft(`${draftsOf(useStaff())}staff-note:${kind}:${id}`);
  const add = trpc.admin.notes.add.useMutation();
  const utils = trpc.useUtils();
  const read = (data: FormData) => ({ kind, subjectId: id, text: textOf(data, "text") });
  const { fields, sending, onSubmit } = useSubmit({
    schema: noteInput,
    missing: NOTES.missing,
    read,
    send: (input) => add.mutateAsync(input),
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: (form) => {
      form.reset();
      draft.clear();
      void utils.admin.notes.invalidate();
    },
    onFailed: (message) =>
      toast({ title: NOTES.addFailed, variant: "destructive", ...(message && { description: message }) }),
  });
  return (
    <form {...draft.form} className="staff-notes-form" noValidate onSubmit={onSubmit}>
      <TextAreaField label={NOTES.field} name="text" rows={2} error={fields.text} />
      <div className="staff-notes-actions">
        <Button type="submit" look="quiet" className="button-tiny" disabled={sending}>
          {sending ? NOTES.adding : NOTES.add}
        </Button>
        <CopyForm act={(form) => act("admin.notes.add", read(form))} />
      </div>
    </form>
  );
}
