import { z } from "zod";
import { SIGNUP_SORTS } from "../../../modules/waitlist/schema.ts";
import { listSearchFields } from "../../lib/use-search-params.ts";

/** The waitlist's state in an address. */
export const signupPlace = z.object({
  ...listSearchFields,
  beta: z.boolean().optional().catch(undefined),
  sort: z.enum(SIGNUP_SORTS).optional().catch(undefined),
});

export type SignupPlace = z.output<typeof signupPlace>;
export type SignupSort = (typeof SIGNUP_SORTS)[number];

export const isFiltered = ({ q, beta }: SignupPlace): boolean => Boolean(q) || beta !== undefined;
