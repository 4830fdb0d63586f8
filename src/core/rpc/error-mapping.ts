import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { isUnavailable, outageOf, sqlState, systemErrorCode, violatedConstraint } from "../../db/errors.ts";
import { DomainError, ERROR_KINDS, type ErrorKind, isMissing } from "../../shared/errors.ts";

const INTERNAL_MESSAGE = "Internal server error";
const RETRY_AFTER_OUTAGE = 2; // seconds; a pool has reconnected by then

/**
 * Converts a thrown value to the refusal that a caller may see. `missing` is the sentence for an empty required field.
 * Unexpected errors become `internal` without their message.
 */
export function toDomainError(error: unknown, missing?: string): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof ZodError) return invalidInput(error, missing);
  if (isUnavailable(error)) return unavailable(error);
  if (isAbort(error)) return disconnected();
  if (error instanceof TRPCError) return fromTrpc(error, missing);
  return new DomainError("internal", INTERNAL_MESSAGE);
}

/** Thrown by work that ends once the client has closed the connection. */
const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";
const disconnected = () =>
  new DomainError("disconnected", "The connection was closed before the work was complete");

function fromTrpc(error: TRPCError, missing?: string): DomainError {
  const { cause } = error;
  if (error.code === "INTERNAL_SERVER_ERROR") {
    // a ZodError here is a failed output or a bad row; invalid input is BAD_REQUEST
    return cause === undefined || cause instanceof ZodError
      ? new DomainError("internal", INTERNAL_MESSAGE)
      : toDomainError(cause, missing);
  }
  if (cause instanceof ZodError || cause instanceof DomainError) return toDomainError(cause, missing);
  const kind = KIND_OF_TRPC.get(error.code) ?? "invalid";
  return new DomainError(kind, LIBRARY_ERROR_MESSAGES[kind] ?? UNREADABLE_MESSAGE);
}

const KIND_OF_TRPC = new Map(
  Object.entries(ERROR_KINDS).map(([kind, row]) => [row.trpc as string, kind as ErrorKind]),
);

const UNREADABLE_MESSAGE = "The request could not be read";
/** Sentences for errors that tRPC raises: its own messages may contain input. */
const LIBRARY_ERROR_MESSAGES: Partial<Record<ErrorKind, string>> = {
  notFound: "Not found",
  methodNotAllowed: "This method is not allowed here",
  tooLarge: "The request is too large",
  unsupportedMediaType: "Please send application/json",
};

/** 503. The cause is only logged. */
export const unavailable = (cause?: unknown): DomainError =>
  new DomainError("unavailable", "The service is unavailable right now. Please try again.", {
    retryAfter: RETRY_AFTER_OUTAGE,
    cause,
  });

function invalidInput(error: ZodError, missing: string | undefined): DomainError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = issue.path.map(String).join(".");
    if (name !== "" && !Object.hasOwn(fields, name)) fields[name] = issue.message;
  }
  const lacks = error.issues.some((issue) => issue.path.length === 0 || isMissing(issue));
  const first = error.issues[0]?.path.length ? error.issues[0].message : UNREADABLE_MESSAGE;
  const sentence = lacks && missing !== undefined ? missing : first;
  return new DomainError("invalid", sentence, { fields });
}

/** The loggable facts of an error; never its message, which can contain values, unless it is a sentence for callers. */
export function errorLogFields(error: unknown): Record<string, unknown> {
  const chain: string[] = [];
  let frame: string | undefined;
  for (let each: unknown = error; each instanceof Error && chain.length < 5; each = each.cause) {
    chain.push(each.name === "Error" ? each.constructor.name : each.name);
    frame = callsOf(each)[0] ?? frame;
  }
  return {
    error: chain.join(" < "),
    reason: error instanceof DomainError && !error.cause ? error.sentence : outageOf(error),
    code: systemErrorCode(error),
    sqlState: sqlState(error),
    constraint: violatedConstraint(error),
    frame,
  };
}

const STACK_MAX = 8_192; // characters

/**
 * The calls of an error's stack, the innermost first. The message comes first in a stack and can have lines that look like
 * calls, with what people wrote: it is cut off, and a stack without it is not read.
 */
export function callsOf({ message, stack = "" }: Error): readonly string[] {
  const at = stack.indexOf(message);
  if (at === -1) return [];
  const end = at + message.length;
  const lines = stack
    .slice(end, end + STACK_MAX)
    .split("\n")
    .slice(1);
  return lines.flatMap((line) => /^ +at (.*)$/.exec(line)?.[1] ?? []);
}
