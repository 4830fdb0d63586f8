import { TRPCClientError } from "@trpc/client";
import { z } from "zod";

/** The current record from an edit conflict; null for any other error. */
export function currentOf<Row>(error: unknown, record: z.ZodType<Row>): Row | null {
  if (!(error instanceof TRPCClientError)) return null;
  const conflict = z.object({ httpStatus: z.literal(409), current: record });
  return conflict.safeParse(error.data).data?.current ?? null;
}
