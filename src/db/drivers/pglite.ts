import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle, PgliteSession, PgliteTransaction } from "drizzle-orm/pglite";
import { untilAborted, withTimeout } from "../../shared/with-timeout.ts";
import { DatabaseUnavailable } from "../errors.ts";
import type { Orm, Tx } from "../types.ts";
import { refuseMoved } from "./data-directory.ts";
import { lockDirectory } from "./directory-lock.ts";
import type { Connection, Driver, RunStatement, Statement, StatementRows } from "./driver.ts";
import { PgliteServer, type PgliteThread } from "./pglite-thread.ts";
import { wireValue } from "./type-parsers.ts";

const DATABASE = "database"; // files of PostgreSQL, inside the data directory

/**
 * The embedded database in `dataDir`, in a worker thread, which begins to open it: the first statement waits for that.
 * Throws if another process owns the directory.
 */
export async function openPglite(dataDir: string): Promise<Driver> {
  refuseMoved(dataDir);
  const lock = await lockDirectory(dataDir);
  const server = new PgliteServer(join(dataDir, DATABASE));
  server.thread().catch(() => {}); // the first statement tries again and throws
  return driverOf(server, () => lock.release());
}

function driverOf(server: PgliteServer, unlock: () => Promise<void>): Driver {
  const mutex = new Mutex();
  const dialect = new PgDialect();
  return {
    kind: "pglite",
    enforcesTimeouts: false,
    connect: () => connect(server, mutex),
    pool: () => ({ size: 1, idle: mutex.users === 0 ? 1 : 0, waiting: Math.max(0, mutex.users - 1) }),
    orm: (run) => drizzle({ client: clientOver(run) }) as unknown as Orm,
    tx: (run) => {
      const session = new PgliteSession(clientOver(run), dialect, undefined);
      return new PgliteTransaction(dialect, session, undefined) as unknown as Tx;
    },
    async close() {
      await mutex.close();
      await server.stop();
      await unlock();
    },
  };
}

async function connect(server: PgliteServer, mutex: Mutex): Promise<PgliteConnection> {
  const unlock = await mutex.acquire();
  try {
    return new PgliteConnection(await server.thread(), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Drizzle only calls this form of `query`; our `run` returns `StatementRows`. */
function clientOver(run: RunStatement): PGlite {
  const client = {
    query: (text: string, params: readonly unknown[], { rowMode }: { rowMode?: "array" | "object" }) =>
      run({ text, params, shape: rowMode === "array" ? "orm" : "rows" }),
  };
  return client as unknown as PGlite;
}

/** The only session of the embedded database, held under the mutex until `release`. */
export class PgliteConnection implements Connection {
  #overdue: Promise<unknown> | undefined;

  constructor(
    readonly thread: PgliteThread,
    readonly unlock: () => void,
  ) {}

  get broken(): boolean {
    return this.#overdue !== undefined || this.thread.dead;
  }

  run(
    { text, params = [], shape }: Statement,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<StatementRows> {
    if (this.broken)
      return Promise.reject(new DatabaseUnavailable("The connection to the database was lost."));
    const answer = this.thread.send({
      kind: "run",
      statement: { text, params: params.map(wireValue), shape },
    });
    const abandon = () => {
      this.#overdue = answer;
    };
    return withTimeout(untilAborted(answer, signal, abandon), timeoutMs, () => {
      abandon();
      return new DatabaseUnavailable("The database did not answer in time.");
    });
  }

  async readText({ text, ...statement }: Statement, timeoutMs: number): Promise<Uint8Array[]> {
    const joined = `select string_agg(line, '') as text from (${text}) lines(line)`;
    const { rows } = await this.run({ ...statement, text: joined }, timeoutMs);
    const [all] = rows as { text: string | null }[];
    return all?.text ? [new TextEncoder().encode(all.text)] : [];
  }

  release(): void {
    if (this.#overdue) void this.#releaseOnceEnded(this.#overdue);
    else this.unlock();
  }

  /** A running statement cannot be canceled: the mutex is released once it has ended and is rolled back. */
  async #releaseOnceEnded(overdue: Promise<unknown>): Promise<void> {
    await overdue.catch(() => {});
    await this.thread.send({ kind: "run", statement: { text: "rollback", shape: "rows" } }).catch(() => {});
    this.unlock();
  }
}

const MAX_WAIT = 10_000; // milliseconds; a longer wait fails before any change

/** Serializes the users of a database with one session, first come, first served. */
class Mutex {
  #last: Promise<void> = Promise.resolve();
  #closed = false;
  #users = 0;

  /** Who holds the lock, and those who wait for it. */
  get users(): number {
    return this.#users;
  }

  /** Waits for the lock and returns the function that releases it. Throws `DatabaseUnavailable` when closed or too busy. */
  async acquire(): Promise<() => void> {
    if (this.#closed) throw new DatabaseUnavailable("The embedded database is closed.");
    const before = this.#last;
    const { promise: done, resolve: end } = Promise.withResolvers<void>();
    this.#last = before.then(() => done);
    this.#users += 1;
    void done.then(() => {
      this.#users -= 1;
    });
    try {
      await withTimeout(before, MAX_WAIT, () => new DatabaseUnavailable("The embedded database is busy."));
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  /** Refuses new callers and waits for those in the queue. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
  }
}
