import type { Note } from "../../../modules/backoffice/notes/schema.ts";
import { Button } from "../../ui/button/button.tsx";
import { DateTime } from "../../ui/table/cells.tsx";
import { ADMINS } from "../staff/roles.ts";
import { useStaff } from "../staff/use-staff.ts";
import { NOTES } from "./content.ts";

interface NoteItemProps {
  readonly note: Note;
  readonly onDelete: () => void;
}

export function NoteItem({ note: { text, authorId, authorName, createdAt }, onDelete }: NoteItemProps) {
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
          <Button look="text" aria-label={NOTES.removeLabel(authorName)} onClick={onDelete}>
            {NOTES.remove}
          </Button>
        )}
      </div>
    </li>
  );
}
