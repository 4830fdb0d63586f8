import { z } from "zod";
import { editedVersion, idInPath } from "../../../shared/fields.ts";

/** With `updatedAt`, a decision that was made after it is not undone. */
export const undoInput = z.object({ id: idInPath, updatedAt: editedVersion });
