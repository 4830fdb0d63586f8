/** The fields of a PostgreSQL error that are passed between the threads. */
export interface Failure {
  readonly message: string;
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;
}

/** Of Emscripten's file system, whose errors are no `Error` and have no message. */
const NO_SPACE = 51;
const DISK_FULL = "53100"; // SQLSTATE

/** The fields of what the embedded database threw: an error loses its own when it is sent to another thread. */
export function failureOf(error: unknown): Failure {
  const { message, code, constraint, detail, errno } = error as Partial<Failure & { errno: unknown }>;
  if (typeof errno !== "number") return { message: message ?? String(error), code, constraint, detail };
  const isFull = errno === NO_SPACE;
  return {
    message: isFull ? "No space left on device" : `A file of the database failed with error ${errno}`,
    code: isFull ? DISK_FULL : undefined,
    constraint,
    detail,
  };
}
