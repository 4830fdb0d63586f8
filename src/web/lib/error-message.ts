import { TRPCClientError } from "@trpc/client";
import { z } from "zod";
import type { FieldErrors } from "../../shared/errors.ts";

const answered = z.object({
  httpStatus: z.int(),
  fields: z.record(z.string(), z.string()).optional().catch(undefined),
});

/** What a failed call says to a person: the status, a colon, a space and the sentence. Null if nothing answered. */
export function messageOf(error: unknown): string | null {
  if (!(error instanceof TRPCClientError)) return null;
  const data = answered.safeParse(error.data);
  if (data.success) return `${data.data.httpStatus}: ${error.message}`;
  const response: unknown = error.meta?.response;
  return response instanceof Response && !response.ok
    ? `${response.status}: ${response.statusText || "The server could not answer"}`
    : null;
}

/** The sentences that the server wrote beside single fields. */
export function fieldsOf(error: unknown): FieldErrors {
  const data = answered.safeParse(error instanceof TRPCClientError ? error.data : null);
  return data.data?.fields ?? {};
}
