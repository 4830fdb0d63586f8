import { TRPCClientError } from "@trpc/client";
import type { FieldErrors } from "../../shared/errors.ts";

/** The response to a call that the server refused. */
export interface Refused {
  readonly status: number;
  readonly code: string;
  /** Without the status before it. */
  readonly sentence: string;
  /** The server's messages about single fields. */
  readonly fields: FieldErrors;
  /** Whole seconds until a retry can succeed; null if the server named none. */
  readonly retryAfter: number | null;
}

/** Null if there was no response, or not one of our server. */
export function refusalOf(error: unknown): Refused | null {
  if (!(error instanceof TRPCClientError) || !isFailure(error.data)) return null;
  const { httpStatus, code, fields } = error.data;
  return {
    status: httpStatus,
    code,
    sentence: error.message,
    fields: isFieldErrors(fields) ? fields : {},
    retryAfter: waitOf(error.meta),
  };
}

/** The server's sentence, and in how long a retry can succeed. */
export const sentenceWithWait = ({ sentence, retryAfter }: Refused): string =>
  retryAfter === null ? sentence : `${sentence} ${waitText(retryAfter)}`;

const MINUTE = 60;

function waitText(seconds: number): string {
  if (seconds <= MINUTE) return `You can try again in ${counted(seconds, "second")}.`;
  return `You can try again in ${counted(Math.ceil(seconds / MINUTE), "minute")}.`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

interface Failure {
  readonly httpStatus: number;
  readonly code: string;
  readonly fields?: unknown;
}

// Written out, because a Zod schema would weigh down the sign-in more than all of its forms.
const isFailure = (data: unknown): data is Failure =>
  typeof data === "object" &&
  data !== null &&
  "httpStatus" in data &&
  typeof data.httpStatus === "number" &&
  "code" in data &&
  typeof data.code === "string";

const isFieldErrors = (fields: unknown): fields is FieldErrors =>
  typeof fields === "object" &&
  fields !== null &&
  Object.values(fields).every((sentence) => typeof sentence === "string");

function waitOf(meta: Readonly<Record<string, unknown>> | undefined): number | null {
  const response = meta?.response;
  const header = response instanceof Response ? response.headers.get("Retry-After") : null;
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

/** The session is too old for the call, and the user has not given the password again. */
export const needsReauthentication = (error: unknown): boolean => refusalOf(error)?.code === "REAUTHENTICATE";

export const isSignedOut = (error: unknown): boolean => refusalOf(error)?.status === 401;

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** A failure that our server did not write: an empty body, or the page of a proxy in front of it. */
class UnreadableAnswer extends Error {
  override readonly name = "UnreadableAnswer";

  constructor(readonly response: Response) {
    super(statusLine(response));
  }
}

/** `502: Bad Gateway`. HTTP/2 sends no status text, so the standard one is used. */
export const statusLine = ({ status, statusText }: Pick<Response, "status" | "statusText">): string =>
  `${status}: ${statusText || REASONS[status] || "The server could not answer"}`;

/** The response itself; throws `UnreadableAnswer` for a failure without JSON. */
export async function readableAnswer(response: Response): Promise<Response> {
  if (response.ok) return response;
  const body = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (body === undefined) throw new UnreadableAnswer(response);
  return response;
}

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
