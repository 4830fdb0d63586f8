import { useRef, useState } from "react";
import type { Note, NoteSubject } from "../../../modules/backoffice/notes/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { toastOutcome } from "../../lib/toast/toast-outcome.ts";
import { Confirm } from "../../ui/confirm/confirm.tsx";
import { Loaded } from "../../ui/loaded/loaded.tsx";
import { act } from "../copy-command/acts.ts";
import { CopyCommand } from "../copy-command/copy-command.tsx";
import { NOTES } from "./content.ts";
import { NoteForm } from "./note-form.tsx";
import { NoteItem } from "./note-item.tsx";

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
      done: { title: NOTES.removed },
      failed: NOTES.removeFailed,
    });
    if (!done) return;
    setToDelete(null);
    await utils.admin.notes.invalidate();
    heading.current?.focus();
  }
  return (
    <section className="staff-notes">
      <h3 ref={heading} tabIndex={-1}>
        {NOTES.title}
      </h3>
      <p className="soft">{NOTES.lead}</p>
      <NoteForm key={id} kind={kind} id={id} />
      <Loaded query={notes} failed={NOTES.failed} rows={2}>
        {({ items, total }) => (
          <>
            {items.length > 0 && (
              <ul className="staff-notes-list">
                {items.map((note) => (
                  <NoteItem key={note.id} note={note} onDelete={() => setToDelete(note)} />
                ))}
              </ul>
            )}
            {total > items.length && <p className="soft">{NOTES.older(items.length)}</p>}
          </>
        )}
      </Loaded>
      <Confirm
        open={toDelete !== null}
        onClose={() => setToDelete(null)}
        title={NOTES.removeTitle}
        action={NOTES.remove}
        acting={NOTES.removing}
        onConfirm={confirm}
        aside={toDelete && <CopyCommand {...act("admin.notes.delete", { id: toDelete.id })} />}
      >
        <p className="staff-notes-text" dir="auto">
          {toDelete?.text}
        </p>
        <p>{NOTES.removeText}</p>
      </Confirm>
    </section>
  );
}
