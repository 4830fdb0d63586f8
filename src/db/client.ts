import { hasNeonHost } from "../shared/server-address.ts";
import { untilAborted } from "../shared/with-timeout.ts";
import type { Connection, Driver, Statement, StatementRows } from "./drivers/driver.ts";
import { CommitUnknown, isSerializationFailure, isUnavailable, TransactionAborted } from "./errors.ts";
import { assertOutsideTransaction, insideTransaction } from "./transactions/transaction-scope.ts";
import type {
  Database,
  EmbeddedConfig,
  QueryOptions,
  ServerConfig,
  StatementWatch,
  TransactionOptions,
  Tx,
} from "./types.ts";

export type * from "./types.ts";

const STATEMENT_TIMEOUT = 5_000; // milliseconds: so that a server that hangs does not hang its callers
const PING_TIMEOUT = 2_500; // milliseconds; a health check is waiting

/**
 * Opens a database. An embedded one is locked by this process until `close`: throws an `Error` with one sentence if
 * another process holds it. Another thread begins to open it, and the first statement waits for that. A server is
 * contacted by the first statement.
 */
export async function openDatabase(where: EmbeddedConfig | ServerConfig): Promise<Database> {
  return createDatabase(await openDriver(where));
}

/** A process uses one or two of the three drivers, and loads no others: each costs a start 30 ms or more. */
async function openDriver(where: EmbeddedConfig | ServerConfig): Promise<Driver> {
  if ("dataDir" in where) return (await import("./drivers/pglite.ts")).openPglite(where.dataDir);
  const driver = where.driver ?? (hasNeonHost(where.url) ? "neon" : "postgres");
  return driver === "neon"
    ? (await import("./drivers/neon.ts")).openNeon(where)
    : (await import("./drivers/postgres.ts")).openPostgres(where);
}

/** The only implementation of `Database`, over any driver. */
function createDatabase(opened: Driver): Database {
  const owner = {};
  let watch: StatementWatch | undefined;
  const connect = async () => {
    const began = performance.now();
    try {
      const connection = await opened.connect();
      return watch ? watchedConnection(connection, watch) : connection;
    } finally {
      watch?.waited(performance.now() - began);
    }
  };
  const driver: Driver = { ...opened, connect };
  const alone = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    assertOutsideTransaction(owner);
    const connection = await driver.connect();
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  };
  const runAlone = (statement: Statement, timeoutMs = STATEMENT_TIMEOUT) =>
    alone((connection) => connection.run(statement, timeoutMs));
  const transaction = async <T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}) => {
    assertOutsideTransaction(owner);
    return runTransaction({ driver, owner, work, timeoutMs: STATEMENT_TIMEOUT, ...options });
  };
  const query = async <Row>(text: string, params: readonly unknown[] = [], options: QueryOptions = {}) => {
    const { timeoutMs, prepared } = options;
    const answer = await runAlone({ text, params, shape: "rows", prepared }, timeoutMs);
    return answer.rows as Row[]; // the caller names the row that its own statement selects
  };
  const orm = driver.orm(runAlone);
  // Drizzle's own transaction would bypass the retries and the check for nested use
  orm.transaction = (work, config = {}) => {
    const { isolationLevel, accessMode } = config;
    const isolation = isolationLevel === "read uncommitted" ? "read committed" : isolationLevel;
    return transaction(work, { ...(isolation && { isolation }), readOnly: accessMode === "read only" });
  };
  return {
    kind: driver.kind,
    get orm() {
      assertOutsideTransaction(owner);
      return orm;
    },
    pool: () => driver.pool(),
    watchStatements(wanted) {
      watch = wanted;
    },
    transaction,
    query,
    readText: (text, params = []) =>
      alone((connection) => connection.readText({ text, params, shape: "rows" }, STATEMENT_TIMEOUT)),
    async ping() {
      await query("select 1", [], { timeoutMs: PING_TIMEOUT });
    },
    close: once(() => driver.close()),
  };
}

function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= close();
    return closing;
  };
}

/** The connection with a watch on its statements. */
function watchedConnection(connection: Connection, { ran }: StatementWatch): Connection {
  const timed = async <T>({ text }: Statement, answer: Promise<T>): Promise<T> => {
    const began = performance.now();
    let failed = true;
    try {
      const result = await answer;
      failed = false;
      return result;
    } finally {
      ran(text, performance.now() - began, failed);
    }
  };
  return {
    get broken() {
      return connection.broken;
    },
    run: (statement, timeoutMs, signal) => timed(statement, connection.run(statement, timeoutMs, signal)),
    readText: (statement, timeoutMs) => timed(statement, connection.readText(statement, timeoutMs)),
    release: () => connection.release(),
  };
}

const RETRIES = 3;
const FIRST_PAUSE = 10; // milliseconds, doubled and jittered per attempt, so that contenders spread out
const GRACE = 500; // milliseconds for the server to enforce the timeout first
const IDLE_LIMIT = 30_000; // milliseconds: a process that froze in a transaction must not keep its locks

interface Job<T> extends TransactionOptions {
  readonly driver: Driver;
  readonly owner: object;
  readonly work: (tx: Tx) => Promise<T>;
  readonly timeoutMs: number;
}

/** Runs `work` in a transaction, with the retries and errors that `Database.transaction` documents. */
async function runTransaction<T>(job: Job<T>): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await attempt(job);
    } catch (error) {
      if (tried >= RETRIES || !isSerializationFailure(error)) throw error;
      await Bun.sleep(FIRST_PAUSE * 2 ** tried * (0.5 + Math.random()));
    }
  }
}

async function attempt<T>(job: Job<T>): Promise<T> {
  const connection = await begin(job);
  const session = new Session(connection, limitOf(job), job.signal);
  try {
    const tx = job.driver.tx((each) => session.run(each));
    const result = await insideTransaction(job.owner, () => untilAborted(job.work(tx), job.signal));
    await session.commit();
    return result;
  } catch (error) {
    await session.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

/** A connection with an open transaction. Tries a second one if the first had died while idle. */
async function begin<T>(job: Job<T>, again = true): Promise<Connection> {
  const connection = await connect(job);
  try {
    await connection.run({ text: beginText(job), shape: "rows" }, limitOf(job), job.signal);
    return connection;
  } catch (error) {
    connection.release();
    if (again && connection.broken && isUnavailable(error)) return begin(job, false);
    throw error;
  }
}

/** A connection that comes after the caller has given up is released. */
async function connect<T>({ driver, signal }: Job<T>): Promise<Connection> {
  signal?.throwIfAborted();
  const connecting = driver.connect();
  const releaseLate = () => void connecting.then((late) => late.release()).catch(() => {});
  return untilAborted(connecting, signal, releaseLate);
}

function beginText({ driver, isolation, readOnly, timeoutMs }: Job<unknown>): string {
  const text = `begin isolation level ${isolation ?? "read committed"} ${readOnly ? "read only" : "read write"}`;
  if (!driver.enforcesTimeouts || timeoutMs === 0) return text;
  return `${text}; set local statement_timeout = ${timeoutMs}; set local idle_in_transaction_session_timeout = ${IDLE_LIMIT}`;
}

function limitOf({ driver, timeoutMs }: Job<unknown>): number {
  return driver.enforcesTimeouts && timeoutMs > 0 ? timeoutMs + GRACE : timeoutMs;
}

/** Runs the statements of one transaction in sequence and tracks its outcome. */
class Session {
  #last: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #ended = false;

  constructor(
    readonly connection: Connection,
    readonly timeoutMs: number,
    readonly signal: AbortSignal | undefined,
  ) {}

  run(statement: Statement): Promise<StatementRows> {
    if (this.#ended)
      return Promise.reject(new Error("The transaction has ended: its tx cannot be used any more."));
    const answer = this.#last.then(() => this.#send(statement));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async commit(): Promise<void> {
    this.#ended = true;
    await this.#last;
    if (this.#failure) {
      throw new TransactionAborted("A statement of the transaction had failed.", {
        cause: this.#failure.error,
      });
    }
    try {
      await this.connection.run({ text: "commit", shape: "rows" }, this.timeoutMs);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      throw new CommitUnknown("The database was lost during COMMIT.", { cause: error });
    }
  }

  async rollback(): Promise<void> {
    this.#ended = true;
    await this.#last;
    if (this.connection.broken) return;
    // a connection that fails to roll back is broken and will be discarded
    await this.connection.run({ text: "rollback", shape: "rows" }, this.timeoutMs).catch(() => {});
  }

  async #send(statement: Statement): Promise<StatementRows> {
    try {
      this.signal?.throwIfAborted();
      const answer = await this.connection.run(statement, this.timeoutMs, this.signal);
      this.#failure = undefined; // in an aborted transaction only a rollback to a savepoint succeeds
      return answer;
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  }
}
