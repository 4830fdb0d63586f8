/** What a problem of validation is, where that matters besides its message. */
interface Coded {
  readonly code?: string | undefined;
  readonly params?: { readonly code?: unknown } | undefined;
}

/** What an empty required field has besides its message: the code that `isMissing` looks for. */
export const MISSING_FIELD = { code: "missing" } as const;

/** The problem of an empty required field. */
export const missing = (label: string) => ({ error: `${label} is required`, params: MISSING_FIELD });

/** Whether a problem of validation is an empty required field. */
export const isMissing = ({ params }: Coded): boolean => params?.code === MISSING_FIELD.code;

/** Every kind of error, with its tRPC code, HTTP status and CLI exit code. */
export const ERROR_KINDS = {
  invalid: { code: "INVALID_INPUT", trpc: "BAD_REQUEST", status: 400, exit: 2 },
  unauthenticated: { code: "UNAUTHENTICATED", trpc: "UNAUTHORIZED", status: 401, exit: 4 },
  forbidden: { code: "FORBIDDEN", trpc: "FORBIDDEN", status: 403, exit: 4 },
  notFound: { code: "NOT_FOUND", trpc: "NOT_FOUND", status: 404, exit: 3 },
  methodNotAllowed: { code: "METHOD_NOT_ALLOWED", trpc: "METHOD_NOT_SUPPORTED", status: 405, exit: 2 },
  conflict: { code: "CONFLICT", trpc: "CONFLICT", status: 409, exit: 6 },
  tooLarge: { code: "TOO_LARGE", trpc: "PAYLOAD_TOO_LARGE", status: 413, exit: 2 },
  unsupportedMediaType: {
    code: "UNSUPPORTED_MEDIA_TYPE",
    trpc: "UNSUPPORTED_MEDIA_TYPE",
    status: 415,
    exit: 2,
  },
  rateLimited: { code: "RATE_LIMITED", trpc: "TOO_MANY_REQUESTS", status: 429, exit: 7 },
  /** Only logged and counted: the client has closed the connection. */
  disconnected: { code: "CLIENT_CLOSED_REQUEST", trpc: "CLIENT_CLOSED_REQUEST", status: 499, exit: 1 },
  internal: { code: "INTERNAL", trpc: "INTERNAL_SERVER_ERROR", status: 500, exit: 1 },
  unavailable: { code: "UNAVAILABLE", trpc: "SERVICE_UNAVAILABLE", status: 503, exit: 7 },
} as const satisfies Record<string, ErrorRow>;

interface ErrorRow {
  readonly code: string;
  readonly trpc: string;
  readonly status: number;
  readonly exit: number;
}

export type ErrorKind = keyof typeof ERROR_KINDS;

/** Codes of single refusals, narrower than the code of their kind. */
export const NARROW_CODES = [
  "REAUTHENTICATE",
  "MFA_REQUIRED",
  "CONFIRM_EMAIL",
  // RFC 8628, section 3.5
  "AUTHORIZATION_PENDING",
  "SLOW_DOWN",
  "EXPIRED",
  "ACCESS_DENIED",
] as const;

export type ErrorCode = (typeof ERROR_KINDS)[ErrorKind]["code"] | (typeof NARROW_CODES)[number];

/** One sentence per field, safe to show. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The id of a request, of ours or of a proxy's (docs/security.md LOG-05). */
export const REQUEST_ID = /^[\w.-]{1,128}$/;

/** What an id that a person gives may mean: ids of ours have small letters, which some programs show as capitals. */
export const requestIdsOf = (id: string): string[] => [id, id.toLowerCase()];

/** The response body of every failed call. */
export interface FailureBody {
  readonly error: string;
  readonly code: ErrorCode;
  readonly fields?: FieldErrors;
  readonly requestId: string;
  /** Documented extra keys, such as the existing place of a duplicate request. */
  readonly [fact: string]: unknown;
}

interface Refusal {
  /** Overrides the kind's code with a narrower one. */
  readonly code?: ErrorCode;
  readonly fields?: FieldErrors;
  /** Whole seconds until a retry can succeed. */
  readonly retryAfter?: number;
  /** Methods that the path allows, for 405. */
  readonly allow?: readonly string[];
  /** Response headers of this refusal alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Documented extra keys of the response body. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** What went wrong, for the log alone. */
  readonly cause?: unknown;
}

/** An intended refusal: its sentence is safe to show to the caller. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;

  constructor(
    readonly kind: ErrorKind,
    readonly sentence: string,
    readonly refusal: Refusal = {},
  ) {
    super(sentence, refusal.cause === undefined ? undefined : { cause: refusal.cause });
    this.code = refusal.code ?? ERROR_KINDS[kind].code;
  }

  get status(): number {
    return ERROR_KINDS[this.kind].status;
  }

  body(requestId: string): FailureBody {
    const { fields, facts } = this.refusal;
    return { ...facts, error: this.sentence, code: this.code, ...(fields && { fields }), requestId };
  }
}

/** What does not work and what to do about it, in one sentence each. Holds no secret. */
export interface Problem {
  readonly sentence: string;
  readonly remedy: string;
}
