import { untilAborted } from "../../shared/with-timeout.ts";
import type { Connection, Driver, Statement, StatementRows } from "../drivers/driver.ts";
import { CommitUnknown, isSerializationFailure, isUnavailable, TransactionAborted } from "../errors.ts";
import type { TransactionOptions, Tx } from "../types.ts";
import { insideTransaction } from "./transaction-scope.ts";

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
export async function runTransaction<T>(job: Job<T>): Promise<T> {
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
