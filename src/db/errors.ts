/** The database was unreachable or did not answer in time. The message contains nothing of the statement. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = "DatabaseUnavailable";

  constructor(
    message: string,
    /** `server` is the `host:port` of the one that was tried. */
    options?: ErrorOptions & { readonly server?: string },
  ) {
    super(message, options);
    this.server = options?.server;
  }

  readonly server: string | undefined;
}

/** The embedded database cannot be opened. The message is one sentence for the operator, with what to do. */
export class DatabaseBroken extends Error {
  override readonly name = "DatabaseBroken";
}

/**
 * The connection was lost during COMMIT, or no standby confirmed it: the work may be committed or not, so it is never
 * retried.
 */
export class CommitUnknown extends DatabaseUnavailable {
  override readonly name = "CommitUnknown";
}

/** The caller ignored a failed statement of the transaction: the server would have turned COMMIT into ROLLBACK. */
export class TransactionAborted extends Error {
  override readonly name = "TransactionAborted";
}

const DISK_FULL = "53100";
const UNAVAILABLE_STATES = new Set([
  DISK_FULL,
  "53200", // out of memory
  "53300", // too many connections
  "57014", // statement timeout of the transaction
  "57P01", // administrator shut the server or this backend down
  "57P02", // another backend crashed
  "57P03", // the server is starting up or shutting down
  "25P03", // idle in a transaction for too long
]);
const NO_SPACE = new Set(["ENOSPC", "EDQUOT"]);
const REFUSED_STATES = /^(28|3D)/; // the user, the password or the name of the database is wrong
const NO_PASSWORD = /password must be a string/i; // node-postgres, where the address has none
const CONNECTION_ERROR_CODES =
  /^(E(CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|HOSTDOWN)|ERR_SOCKET\w*)$/;

const SYSTEM_ERROR_CODE = /^E[A-Z]+(_[A-Z]+)*$/;

/** The SQLSTATE of a failure, five characters; undefined if it has none. Walks `cause`. */
export function sqlState(error: unknown): string | undefined {
  return firstOf(error, (each) => (isSqlState(each.code) ? each.code : undefined));
}

/** The message of the `DatabaseUnavailable` in a failure, which is safe to log; undefined if there is none. */
export const outageOf = (error: unknown): string | undefined =>
  firstOf(error, (each) => (each instanceof DatabaseUnavailable ? each.message : undefined));

/** The code of a failed system call, such as `ECONNREFUSED`; undefined if there is none. Walks `cause`. */
export function systemErrorCode(error: unknown): string | undefined {
  return firstOf(error, ({ code }) =>
    typeof code === "string" && SYSTEM_ERROR_CODE.test(code) ? code : undefined,
  );
}

/** The name of the constraint that a statement violated. Walks `cause`. */
export function violatedConstraint(error: unknown): string | undefined {
  return firstOf(error, (each) => (typeof each.constraint === "string" ? each.constraint : undefined));
}

/** Whether the database is unreachable, starting, full or too slow: worth a retry later, not a bug. */
export function isUnavailable(error: unknown): boolean {
  return (
    firstOf(error, (each) =>
      each instanceof DatabaseUnavailable || isConnectionFailure(each) ? true : undefined,
    ) === true
  );
}

/** Whether a write failed for lack of space, in the database or in a folder. */
export const isDiskFull = (error: unknown): boolean =>
  sqlState(error) === DISK_FULL || NO_SPACE.has(systemErrorCode(error) ?? "");

/** data_corrupted, index_corrupted, and a file of a table that is missing. */
const DAMAGED_STATES = new Set(["XX001", "XX002", "58P01"]);
const OUT_OF_MEMORY = "53200";
const TOO_MANY_FILES = new Set(["EMFILE", "ENFILE"]);

export const MORE_FILES =
  "Too few files may be open at once: allow 1024 or more (`ulimit -n`, or LimitNOFILE of the unit).";
export const MORE_MEMORY =
  "The database has too little memory: give it 1 GB or more (docs/operations.md), or use a PostgreSQL server.";
const DAMAGED_TABLE =
  "A table or an index of the database is damaged: copy its files away, then restore a backup (`rihla backup list`) into an empty database.";

/** What is wrong with the database itself or its machine, and what to do, as one sentence for the operator. */
export function damageProblem(error: unknown): string | undefined {
  const broken = firstOf(error, (each) => (each instanceof DatabaseBroken ? each.message : undefined));
  if (broken !== undefined) return broken;
  const state = sqlState(error) ?? "";
  if (DAMAGED_STATES.has(state)) return DAMAGED_TABLE;
  if (state === OUT_OF_MEMORY) return MORE_MEMORY;
  return TOO_MANY_FILES.has(systemErrorCode(error) ?? "") ? MORE_FILES : undefined;
}

/**
 * Why the database of a setting cannot be used, as one sentence for the operator; undefined for any other failure. The
 * server's own sentence names the user or the database, never the password.
 */
export function connectionProblem(error: unknown, setting = "DATABASE_URL"): string | undefined {
  const refused = firstOf(error, ({ code, message }) =>
    isSqlState(code) && REFUSED_STATES.test(code) ? `${message}` : undefined,
  );
  if (refused !== undefined) return `${setting} cannot be used: ${refused}.`;
  if (firstOf(error, ({ message }) => (NO_PASSWORD.test(`${message}`) ? true : undefined)))
    return `${setting} cannot be used: the server asks for a password, and it has none.`;
  const damage = damageProblem(error);
  if (damage !== undefined) return damage;
  if (sqlState(error) === DISK_FULL) return "The disk that holds the database is full.";
  if (!isUnavailable(error)) return undefined;
  const unavailable = firstOf(error, (each) => (each instanceof DatabaseUnavailable ? each : undefined));
  if (unavailable && unavailable.server === undefined && setting === "DATABASE_URL")
    return unavailable.message; // it was reached, or is embedded
  const at = unavailable?.server ? ` at ${unavailable.server}` : "";
  return `${setting} cannot be used: the database${at} cannot be reached.`;
}

/** Whether the failure is a serialization failure or a deadlock: the transaction can safely run again. */
export function isSerializationFailure(error: unknown): boolean {
  const state = sqlState(error);
  return state === "40001" || state === "40P01";
}

/** Whether the connection is unusable after this failure of a driver. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined) return true;
  return state.startsWith("08") || state === "25P03" || /^57P0[1-5]$/.test(state);
}

interface Failure {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

function isConnectionFailure({ code }: Failure): boolean {
  if (isSqlState(code)) return code.startsWith("08") || UNAVAILABLE_STATES.has(code);
  return typeof code === "string" && CONNECTION_ERROR_CODES.test(code);
}

function isSqlState(code: unknown): code is string {
  // unlike the five-letter codes of Node (EPIPE), a SQLSTATE contains a digit
  return typeof code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(code);
}

const MAX_CAUSE_DEPTH = 8;

function firstOf<T>(error: unknown, read: (failure: Failure) => T | undefined): T | undefined {
  let each: unknown = error;
  for (let depth = 0; depth < MAX_CAUSE_DEPTH && typeof each === "object" && each !== null; depth++) {
    const found = read(each);
    if (found !== undefined) return found;
    each = (each as Failure).cause;
  }
  return undefined;
}
