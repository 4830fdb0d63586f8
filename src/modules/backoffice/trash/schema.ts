import { z } from "zod";
import { actId, bulkOutput } from "../../../shared/bulk.ts";
import { idInPath, mustBeOneOf, optionalText } from "../../../shared/fields.ts";
import { listInput, pageOf } from "../../../shared/listing.ts";
import { TRASH_KINDS } from "../../../shared/trash.ts";

const kind = z.enum(TRASH_KINDS);

export const trashList = listInput.extend({
  kind: z.enum(TRASH_KINDS, { error: mustBeOneOf("kind", TRASH_KINDS) }).optional(),
});

export const trashItem = z.object({
  /** The id of the record. */
  id: z.string(),
  kind,
  /** What the record is called. */
  label: z.string(),
  /** The address of the person whose record it is; null for no person's. */
  email: z.string().nullable(),
  /** Equal for records that were deleted in one act; null for a record that was deleted by itself. */
  act: z.string().nullable(),
  deletedBy: z.string(),
  deletedAt: z.date(),
  /** Until when it can be restored. */
  keptUntil: z.date(),
});
export type ListedTrash = z.output<typeof trashItem>;
export const trashPage = pageOf(trashItem);

export const restoreActInput = z.object({
  act: actId,
  after: optionalText("after").describe("`next` of the previous answer; empty for the first call"),
});
export const restoreActOutput = bulkOutput.extend({ next: z.string().nullable() });

export const restoreInput = z.object({ id: idInPath });
export const restoreOutput = z.object({
  success: z.literal(true),
  id: z.string(),
  kind,
  label: z.string(),
  /** Sentences about what did not come back with it. */
  notes: z.array(z.string()),
});
