import { z } from "zod";
import { idInPath } from "../../../shared/fields.ts";
import { listInput, pageOf } from "../../../shared/listing.ts";
import { SYNC_STATES } from "../../../shared/places/places.ts";
import { CHOICES } from "../schema.ts";

const MAIN_ID_MAX = 200; // characters
const VERSION_MAX = 2_147_483_647;

export const decideInput = z
  .object({
    id: idInPath,
    decision: z
      .enum(CHOICES, { error: "decision must be link, insert or leave" })
      .describe("link to a row of the main database, insert a new one, or leave the place until it changes"),
    mainId: z
      .string({ error: "mainId must be the id of a row" })
      .trim()
      .max(MAIN_ID_MAX, "mainId is too long")
      .optional()
      .describe("the row of the main database to link"),
    version: z.coerce
      .number({ error: "version must be a whole number" })
      .int("version must be a whole number")
      .min(1, "version must be a whole number")
      .max(VERSION_MAX, "version must be a whole number")
      .optional()
      .describe("the version of the place that was read: refused if it has changed"),
  })
  .refine(({ decision, mainId }) => decision !== "link" || (mainId ?? "") !== "", {
    path: ["mainId"],
    error: "mainId is required to link a place",
  });

export const decisionId = z.object({ id: idInPath });

export const takenBack = z.object({ success: z.literal(true) });

export const syncDecision = z.object({
  /** The place. */
  id: z.string(),
  name: z.string(),
  city: z.string(),
  choice: z.enum(CHOICES),
  /** The row that is linked; null unless the choice is `link`. */
  mainId: z.string().nullable(),
  mainName: z.string().nullable(),
  decidedBy: z.string(),
  decidedAt: z.date(),
  /** The state of the place: pending until a run has followed the decision, then synced. */
  state: z.enum(SYNC_STATES),
});
export type SyncDecision = z.output<typeof syncDecision>;
export const decisionPage = pageOf(syncDecision);
export const decisionList = listInput.omit({ q: true });

const values = z.record(z.string(), z.string().nullable());

export const failureOutput = z.object({
  id: z.string(),
  name: z.string(),
  /** Why the last attempt failed. */
  message: z.string().nullable(),
  failures: z.number().int(),
  state: z.enum(SYNC_STATES),
  version: z.number().int(),
  /** Our values by column. */
  ours: values,
  /** Rows of the main database that it may be: its own, those with its place id, then the nearest. */
  candidates: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      theirs: values,
      isLinked: z.boolean(),
      hasPlaceId: z.boolean(),
      /** Null without coordinates on both sides. */
      meters: z.number().nullable(),
      /** The place that the row is linked to, unless it is this one; its name if it is known here. */
      linkedTo: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
    }),
  ),
  decision: syncDecision.nullable(),
});
export type FailureDetail = z.output<typeof failureOutput>;

export const heldLink = z.object({
  /** The place, which was deleted here. */
  id: z.string(),
  deletedAt: z.date(),
  /** The row that is linked to it; null if it has none, or if the main database cannot be read now. */
  mainId: z.string().nullable(),
  mainName: z.string().nullable(),
});
export const heldLinkPage = pageOf(heldLink);
