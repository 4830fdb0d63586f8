import { useState } from "react";
import { isShortened } from "../../../../../shared/reviews/reports.ts";
import { draftsOf } from "../../../../kit/staff/use-session.ts";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { storedText } from "../../../../lib/drafts.ts";
import type { ShownReport } from "./shown-report.ts";

type Text = ReturnType<typeof storedText>;

/** What was typed to close a report. It is kept until it is sent, even if another reviewer closes the report first. */
export interface CloseDraft {
  readonly conclusion: Text;
  /** The words of the visitor and of the owner, as published. */
  readonly text: Text;
  readonly reply: Text;
}

export function useCloseDraft(id: string): CloseDraft {
  const prefix = draftsOf(useStaff());
  const [draft] = useState(() => ({
    conclusion: storedText(`${prefix}conclusion:${id}`),
    text: storedText(`${prefix}report-text:${id}`),
    reply: storedText(`${prefix}report-reply:${id}`),
  }));
  return draft;
}

/** The kept words, if they are still a part of what was written; it may have been erased or replaced. */
export const keptWords = ({ current }: Text, original: ShownReport["text"]): string =>
  current !== "" && isShortened(current, original) ? current : original;

export function clearDraft(draft: CloseDraft): void {
  for (const text of Object.values<Text>({ ...draft })) text.current = "";
}
