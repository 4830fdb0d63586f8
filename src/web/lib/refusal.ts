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
