import type { STAGES } from "../../../modules/inquiries/schema.ts";

export const STAGE_NAMES = {
  new: "New",
  answered: "Answered",
  won: "Won",
  closed: "Closed",
} as const satisfies Record<(typeof STAGES)[number], string>;
