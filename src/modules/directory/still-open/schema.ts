import { z } from "zod";
import { idInPath, mustBeOneOf } from "../../../shared/fields.ts";

export const ANSWERS = ["open", "closed"] as const;
/** Who is asked, the strongest first. */
export const ANSWER_SOURCES = ["owner", "staff", "visitor"] as const;
export type AnswerSource = (typeof ANSWER_SOURCES)[number];

export const answerInput = z.object({
  id: idInPath,
  answer: z.enum(ANSWERS, { error: mustBeOneOf("answer", ANSWERS) }),
});
export type AnswerInput = z.output<typeof answerInput>;

export const answerOutput = z.object({ success: z.literal(true), message: z.string() });

/** The newest sign that a place is open; null for one that is closed for good. */
export const stillOpen = z
  .object({
    /** `source`: a file; null if it is only known since when the place is listed. */
    by: z.enum([...ANSWER_SOURCES, "source"]).nullable(),
    /** In the place's time zone. */
    on: z.string(),
    /** Whether it is more than a year old, so that visitors are asked. */
    isOld: z.boolean(),
    /** Whether no file names the place any more, so that visitors are asked, and no one has confirmed it since. */
    isGone: z.boolean(),
  })
  .nullable();
export type StillOpen = z.input<typeof stillOpen>;
