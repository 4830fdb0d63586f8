import { z } from "zod";
import { intakeParams } from "../../../kit/records/lists.ts";

/** Which rows of an intake are listed. */
export const ROW_TABS = ["new", "changed", "same", "unsure", "gone", "refused", "left"] as const;
export type RowTab = (typeof ROW_TABS)[number];

const ID_MAX = 100;

/** `intake` is the id of the intake that is shown instead of the list. */
const openIntake = z.object({
  intake: z.string().min(1).max(ID_MAX).optional().catch(undefined),
  rows: z.enum(ROW_TABS).optional().catch(undefined),
});
export const intakesSearch = z.intersection(intakeParams.schema, openIntake);

/** Shows an intake, or the list without an id. */
export const withIntake = (id: string | undefined) => (before: object) => ({
  ...before,
  intake: id,
  rows: undefined,
});
