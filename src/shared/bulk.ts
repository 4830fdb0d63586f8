import { z } from "zod";
import { idInPath } from "./fields.ts";

/** How many records one call acts on; the browser sends the rest in further calls. */
export const BULK_MAX = 50;
/** How many records can be selected by "all that match". */
export const SELECTED_MAX = 10_000;

const ids = z
  .array(idInPath, { error: "ids must be a list of ids" })
  .min(1, "ids must hold at least one id")
  .max(BULK_MAX, `ids must hold at most ${BULK_MAX} ids`)
  .transform((list) => [...new Set(list)]);

export const bulkInput = z.object({ ids });

/** An id that the caller makes up, so that everything deleted with it can be restored together. */
export const actId = z.string({ error: "act must be a text" }).regex(/^[\w-]{16,64}$/, {
  error: "act must be 16 to 64 letters, digits, hyphens or underscores",
});

export const bulkDeleteInput = bulkInput.extend({ act: actId.optional() });

export const bulkOutput = z.object({
  done: z.number().int(),
  /** What was refused, and why. */
  failed: z.array(
    z.object({
      id: z.string(),
      reason: z.string(),
      /** What the record is called, where its list names records that are not on the page. */
      name: z.string().optional(),
    }),
  ),
});
export type BulkResult = z.output<typeof bulkOutput>;

/** The count that the caller saw. */
export const seenCount = z.coerce
  .number({ error: "count must be a whole number" })
  .int("count must be a whole number")
  .min(0, "count must be a whole number");

export const selectOutput = z.object({ ids: z.array(z.string()) });
