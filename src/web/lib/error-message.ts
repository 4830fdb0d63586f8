import { TRPCClientError } from "@trpc/client";
import type { FieldErrors } from "../../shared/errors.ts";
import { statusLine, UnreadableAnswer } from "./connection/unreadable-answer.ts";
import { refusalOf } from "./refusal.ts";

/** The message of a failed call as `409: sentence`; null if the server did not answer. */
export function messageOf(error: unknown): string | null {
  const refused = refusalOf(error);
  if (refused) return `${refused.status}: ${refused.sentence}`;
  if (!(error instanceof TRPCClientError)) return null;
  const response: unknown =
    error.cause instanceof UnreadableAnswer ? error.cause.response : error.meta?.response;
  return response instanceof Response && !response.ok ? statusLine(response) : null;
}

/** The messages of the server about single fields. */
export const fieldsOf = (error: unknown): FieldErrors => refusalOf(error)?.fields ?? {};
