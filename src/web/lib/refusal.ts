import { TRPCClientError } from "@trpc/client";
import { z } from "zod";

const answered = z.object({ httpStatus: z.int(), code: z.string() });

/** The response to a call that the server refused. */
export interface Refused {
  readonly status: number;
  readonly code: string;
  /** Without the status before it. */
  readonly sentence: string;
  /** Whole seconds until a retry can succeed; null if the server named none. */
  readonly retryAfter: number | null;
}

/** Null if there was no response, or not one of our server. */
export function refusalOf(error: unknown): Refused | null {
  if (!(error instanceof TRPCClientError)) return null;
  const { success, data } = answered.safeParse(error.data);
  if (!success) return null;
  return {
    status: data.httpStatus,
    code: data.code,
    sentence: error.message,
    retryAfter: waitOf(error.meta),
  };
}

function waitOf(meta: Readonly<Record<string, unknown>> | undefined): number | null {
  const response = meta?.response;
  const header = response instanceof Response ? response.headers.get("Retry-After") : null;
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

/** The session is too old for the call, and the user has not given the password again. */
export const needsReauthentication = (error: unknown): boolean => refusalOf(error)?.code === "REAUTHENTICATE";

export const isSignedOut = (error: unknown): boolean => refusalOf(error)?.status === 401;
