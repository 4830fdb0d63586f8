import { useRef, useState } from "react";
import type { Note, NoteSubject } from "../../../modules/backoffice/notes/schema.ts";
import { noteInput } from "../../../modules/backoffice/notes/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { useDraft } from "../../lib/drafts.ts";
import { textOf } from "../../lib/form.ts";
import { toastOutcome } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../controls/button.tsx";
import { Confirm } from "../dialog/confirm.tsx";
import { TextAreaField } from "../form/field.tsx";
import { Loaded } from "../page/states.tsx";
import { ADMINS } from "../staff/roles.ts";
import { draftsOf } from "../staff/use-session.ts";
import { useStaff } from "../staff/use-staff.ts";
import { DateTime } from "../table/cells.tsx";

interface StaffNotesProps {
  readonly kind: NoteSubject;
  /** The id of the record. */
  readonly id: string;
}

/** What staff wrote for each other about a record, newest first, with a field for another note. */
export function StaffNotes({ kind, id }: StaffNotesProps) {
  const notes = trpc.admin.notes.list.useQuery({ kind, subjectId: id }, { staleTime: 0 });
  const [toDelete, setToDelete] = useState<Note | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = trpc.admin.notes.delete.useMutation();
  const utils = trpc.useUtils();
  async function confirm(): Promise<void> {
    if (!toDelete) return;
    const done = await toastOutcome(remove.mutateAsync({ id: toDelete.id }), {
      done: { title: "Note deleted" },
      failed: "Failed to delete the note",
    });
    if (!done) return;
    setToDelete(null);
    await utils.admin.notes.invalidate();
    heading.current?.focus();
  }
  return (
    <section className="staff-notes">
      <h3 ref={heading} tabIndex={-1}>
        Notes
      </h3>
      <p className="soft">Only staff see these.</p>
      <NoteForm key={id} kind={kind} id={id} />
      <Loaded query={notes} failed="The notes could not be loaded" rows={2}>
        {({ items, total }) => (
          <>
            {items.length > 0 && (
              <ul className="staff-notes-list">
                {items.map((note) => (
                  <NoteItem key={note.id} note={note} onDelete={() => setToDelete(note)} />
                ))}
              </ul>
            )}
            {total > items.length && <p className="soft">{`The newest ${items.length} are shown.`}</p>}
          </>
        )}
      </Loaded>
      <Confirm
        open={toDelete !== null}
        onClose={() => setToDelete(null)}
        title="Delete note"
        action={NOTES.remove}
        acting="Deleting..."
        onConfirm={confirm}
      >
        <p className="staff-notes-text" dir="auto">
          {toDelete?.text}
        </p>
        <p>The note is deleted for everyone and cannot be restored.</p>
      </Confirm>
    </section>
  );
}

interface NoteItemProps {
  readonly note: Note;
  readonly onDelete: () => void;
}

function NoteItem({ note: { text, authorId, authorName, createdAt }, onDelete }: NoteItemProps) {
  const { userId, role } = useStaff();
  return (
    <li>
      <p className="staff-notes-text" dir="auto">
        {text}
      </p>
      <div className="staff-notes-foot">
        <span className="soft">
          <bdi>{authorName}</bdi>, <DateTime at={createdAt} />
        </span>
        {(authorId === userId || ADMINS.includes(role)) && (
          <Button look="text" aria-label={`Delete the note by ${authorName}`} onClick={onDelete}>
            {NOTES.remove}
          </Button>
        )}
      </div>
    </li>
  );
}

interface NoteFormProps {
  readonly kind: NoteSubject;
  readonly id: string;
}

function NoteForm({ kind, id }: NoteFormProps) {
  const draft = useDraft(`${draftsOf(useStaff())}staff-note:${kind}:${id}`);
  const add = trpc.admin.notes.add.useMutation();
  const utils = trpc.useUtils();
  const read = (data: FormData) => ({ kind, subjectId: id, text: textOf(data, "text") });
  const { fields, sending, onSubmit } = useSubmit({
    schema: noteInput,
    missing: "Please write the note first",
    read,
    send: (input) => add.mutateAsync(input),
    onDone: (form) => {
      form.reset();
      draft.clear();
      void utils.admin.notes.invalidate();
    },
    failed: ["Failed to add the note"],
  });
  return (
    <form {...draft.form} className="staff-notes-form" noValidate onSubmit={onSubmit}>
      <TextAreaField label="For your team" name="text" rows={2} error={fields.text} />
      <div className="staff-notes-actions">
        <Button type="submit" look="quiet" className="button-tiny" disabled={sending}>
          {sending ? "Adding..." : "Add note"}
        </Button>
      </div>
    </form>
  );
}

const NOTES = {
  remove: "Delete",
} as const;
