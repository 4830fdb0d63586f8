import { TRPCClientError } from "@trpc/client";
import { z } from "zod";
import type { FieldErrors } from "../../shared/errors.ts";
import { statusLine, UnreadableAnswer } from "./connection/unreadable-answer.ts";

const errorData = z.object({
  httpStatus: z.int(),
  fields: z.record(z.string(), z.string()).optional().catch(undefined),
});

/** The message of a failed call as `409: sentence`; null if the server did not answer. */
export function messageOf(error: unknown): string | null {
  if (!(error instanceof TRPCClientError)) return null;
  const data = errorData.safeParse(error.data);
  if (data.success) return `${data.data.httpStatus}: ${error.message}`;
  const response: unknown =
    error.cause instanceof UnreadableAnswer ? error.cause.response : error.meta?.response;
  return response instanceof Response && !response.ok ? statusLine(response) : null;
}

/** The messages of the server about single fields. */
export function fieldsOf(error: unknown): FieldErrors {
  const data = errorData.safeParse(error instanceof TRPCClientError ? error.data : null);
  return data.data?.fields ?? {};
}
