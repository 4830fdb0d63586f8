import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import type { Testimonial } from "../shared/brand.ts";
import { optionalText, requiredText } from "../shared/fields.ts";

const MAX_TESTIMONIALS = 12;
const MAX_QUOTE = 400; // code points
const MAX_NAME = 100;
const MAX_BYTES = 64 * 1_024;

const testimonials = z
  .array(
    z
      .strictObject({
        quote: requiredText("quote", MAX_QUOTE),
        name: requiredText("name", MAX_NAME),
        role: optionalText("role", MAX_NAME),
        city: optionalText("city", MAX_NAME),
      })
      .refine(({ role, city }) => role !== "" || city !== "", "role or city is required"),
  )
  .min(1)
  .max(MAX_TESTIMONIALS);

/** The path of a JSON file of testimonials; reads it, so that a mistake in it stops the start. */
export const testimonialsFile = z.string().transform((path, context): readonly Testimonial[] => {
  const given = readJson(path);
  const { data, error } = testimonials.safeParse(given);
  if (data) return data;
  context.addIssue({
    code: "custom",
    message: given === undefined ? unreadable(path) : invalid(error.issues[0]),
  });
  return z.NEVER;
});

/** Undefined if the file is missing, too large or not JSON. */
function readJson(path: string): unknown {
  try {
    return statSync(path).size > MAX_BYTES ? undefined : JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

const unreadable = (path: string): string =>
  `must name a JSON file of at most ${MAX_BYTES / 1_024} KiB that can be read, not "${path}".`;

function invalid(issue: z.core.$ZodIssue | undefined): string {
  const at = issue?.path[0];
  return typeof at === "number"
    ? `names a file whose testimonial ${at + 1} is invalid: ${issue?.message}.`
    : `must name a file with a list of 1 to ${MAX_TESTIMONIALS} testimonials.`;
}
