import { z } from "zod";
import { email, mustBeOneOf, optionalText, requiredText } from "../../shared/fields.ts";
import { withoutCardNumbers } from "../../shared/gifts/card-numbers.ts";
import { exportInput, flagFilter, listInput, pageOf } from "../../shared/listing.ts";

export const MISSING = "Please fill in all required fields";

export const joinInput = z.object({
  firstName: requiredText("First name").transform(withoutCardNumbers),
  email: email(),
  isBetaTester: z.boolean({ error: "isBetaTester must be true or false" }).default(false),
  /** The honeypot: hidden from people, filled in by bots. */
  hp_note: optionalText("hp_note"),
});

export const joinOutput = z.object({ success: z.literal(true), message: z.string() });

export const signup = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string().nullable(),
  email: z.string(),
  city: z.string().nullable(),
  isBetaTester: z.boolean(),
  createdAt: z.date(),
});

export type Signup = z.infer<typeof signup>;

export const signupPage = pageOf(signup);

const filters = { q: listInput.shape.q, beta: flagFilter("beta") };
export const SIGNUP_SORTS = ["newest", "oldest", "name", "email"] as const;
export const signupList = listInput.extend({
  ...filters,
  sort: z.enum(SIGNUP_SORTS, { error: mustBeOneOf("sort", SIGNUP_SORTS) }).default("newest"),
});
export const signupExport = exportInput.extend(filters);
export type SignupFilters = Pick<z.output<typeof signupList>, "q" | "beta">;
