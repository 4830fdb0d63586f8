import { TRPCClientError } from "@trpc/client";
import { z } from "zod";
import { type Partner, partner } from "../../../modules/partners/schema.ts";

const conflict = z.object({ httpStatus: z.literal(409), current: partner });

/** The version that stands, from a refusal that says that another has changed it; null from any other failure. */
export function currentOf(error: unknown): Partner | null {
  if (!(error instanceof TRPCClientError)) return null;
  return conflict.safeParse(error.data).data?.current ?? null;
}
