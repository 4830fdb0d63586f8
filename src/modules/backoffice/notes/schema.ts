import { z } from "zod";
import { idInPath, mustBeOneOf, requiredLongText } from "../../../shared/fields.ts";
import { listInput, pageOf } from "../../../shared/listing.ts";
import { withoutCardNumbers } from "../../../shared/money/card-numbers.ts";

/** What staff can write notes about. */
export const NOTE_SUBJECTS = ["inquiry", "claim", "request", "signup", "partner"] as const;
export type NoteSubject = (typeof NOTE_SUBJECTS)[number];

const NOTE_MAX = 2_000; // code points

const subject = {
  kind: z.enum(NOTE_SUBJECTS, { error: mustBeOneOf("kind", NOTE_SUBJECTS) }),
  subjectId: idInPath.describe("the id of the record"),
};

export const noteList = listInput.omit({ q: true }).extend(subject);
export const noteInput = z.object({
  ...subject,
  text: requiredLongText("Note", NOTE_MAX).transform(withoutCardNumbers),
});
export const noteId = z.object({ id: idInPath });

export const note = z.object({
  id: z.string(),
  text: z.string(),
  /** Null where an operator wrote it. */
  authorId: z.string().nullable(),
  authorName: z.string(),
  createdAt: z.date(),
});
export type Note = z.output<typeof note>;
export const notePage = pageOf(note);
