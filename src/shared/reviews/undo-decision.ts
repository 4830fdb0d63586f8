import { z } from "zod";
import { editedVersion, idInPath } from "../fields.ts";

/** With `updatedAt`, a decision that was made after it is not undone. */
export const undoInput = z.object({ id: idInPath, updatedAt: editedVersion });
export type UndoInput = z.output<typeof undoInput>;

/** Until when the caller may undo the last decision; null if not. */
export const undoUntil = z.date().nullable();
