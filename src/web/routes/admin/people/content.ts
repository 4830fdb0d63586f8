import type { ERASURE_EFFECTS } from "../../../../shared/people/personal-data.ts";

export const EFFECTS: Readonly<Record<(typeof ERASURE_EFFECTS)[number], string>> = {
  deleted: "Deleted",
  cleared: "Anonymized",
  kept: "Kept",
};
