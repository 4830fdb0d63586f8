import { days } from "../../../shared/duration.ts";

const SHOWN = days(30);

/** Whether an approval is news. Later the place speaks for itself. */
export const isRecentlyDecided = (reviewedAt: Date | null): boolean =>
  reviewedAt !== null && Date.now() - reviewedAt.getTime() < SHOWN;
