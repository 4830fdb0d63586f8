import { DatabaseBroken, DatabaseUnavailable, MORE_FILES, MORE_MEMORY } from "../errors.ts";

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

const NO_FILES = /too many open files|no file descriptors|\bEMFILE\b|failed with error 33\b/i;
const NO_MEMORY = /out of memory|enlarge memory|memory allocation/i;

/** What an operator can do where the database in an existing `directory` did not open. The error itself if it says so. */
export function openingFailure(error: unknown, directory: string): unknown {
  const { message, code } = error as Failure;
  if (NO_FILES.test(message)) return new DatabaseBroken(MORE_FILES, { cause: error });
  if (NO_MEMORY.test(message)) return new DatabaseBroken(MORE_MEMORY, { cause: error });
  // a failed system call and a full disk name their cause
  if (error instanceof DatabaseUnavailable || code === DISK_FULL || /^E[A-Z]/.test(code ?? "")) return error;
  return new DatabaseBroken(
    `The embedded database in ${directory} is damaged, or of another version: copy the folder away, set an empty DATA_DIR with the same secret.key and restore a backup (\`rihla backup restore FILE\`).`,
    { cause: error },
  );
}
