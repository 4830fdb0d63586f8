import { hasNeonHost } from "../shared/server-address.ts";
import type { Connection, Driver, Statement } from "./drivers/driver.ts";
import { runTransaction } from "./transactions/transaction.ts";
import { assertOutsideTransaction } from "./transactions/transaction-scope.ts";
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
    const connection = await opened.connect();
    return watch ? watchedConnection(connection, watch) : connection;
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
function watchedConnection(connection: Connection, { ms, report }: StatementWatch): Connection {
  const timed = async <T>({ text }: Statement, answer: Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await answer;
    } finally {
      const took = performance.now() - began;
      if (took >= ms) report(text, took);
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
