import type { Driver, Statement } from "./drivers/driver.ts";
import { runTransaction } from "./transactions/transaction.ts";
import { assertOutsideTransaction } from "./transactions/transaction-scope.ts";
import type { Database, QueryOptions, TransactionOptions, Tx } from "./types.ts";

const STATEMENT_TIMEOUT = 5_000; // milliseconds: a server that hangs would otherwise hang its callers for ever
const PING_TIMEOUT = 2_500; // milliseconds; whoever asks whether it is there waits for little else

/** The one implementation of `Database`, over any driver. */
export function createDatabase(driver: Driver): Database {
  const owner = {};
  const runAlone = async (statement: Statement, timeoutMs = STATEMENT_TIMEOUT) => {
    assertOutsideTransaction(owner);
    const connection = await driver.connect();
    try {
      return await connection.run(statement, timeoutMs);
    } finally {
      connection.release();
    }
  };
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
  // Drizzle's own transaction would bypass the retries and the guard
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
    transaction,
    query,
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
