import { TRPCError } from "@trpc/server";
import type { Call } from "../core/context.ts";
import { refusalOf } from "../core/failure.ts";
import { applyHeaders } from "../core/trpc.ts";
import { seconds } from "../shared/duration.ts";
import { DomainError } from "../shared/errors.ts";

/** security RAT-08: the longest that a person waits for an answer. */
export const HANDLER_DEADLINE = seconds(15);

type HeaderList = Readonly<Record<string, string>>;

/** An answer's headers: the door's own, then what the call set. */
export function headersOf(fixed: HeaderList, call: Call): Headers {
  const headers = new Headers(fixed);
  headers.set("X-Request-Id", call.requestId);
  for (const [name, value] of call.answer) headers.append(name, value);
  return headers;
}

export function jsonAnswer(fixed: HeaderList, call: Call, status: number, body: unknown): Response {
  const headers = headersOf(fixed, call);
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status, headers });
}

/** Whatever a call threw, as its documented answer. */
export function failureAnswer(fixed: HeaderList, call: Call, error: unknown): Response {
  const refusal = refusalOf(
    error instanceof TRPCError && error.cause instanceof DomainError ? error.cause : error,
  );
  applyHeaders(call.answer, refusal);
  return jsonAnswer(fixed, call, refusal.status, refusal.body(call.requestId));
}

/** Rejects with 503 where the work takes too long; what it began goes on, and its end is heard by nobody. */
export async function within<T>(limit: number, work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DomainError("unavailable", "This took too long. Please try again.", { retryAfter: 5 }));
    }, limit);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
