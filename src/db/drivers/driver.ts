import type { Orm, PoolCounts, Tx } from "../types.ts";

/**
 * The form of result rows. `orm`: arrays, times as ISO text, as Drizzle's mappers expect them. `rows`: objects, times as
 * `Date`. Both: int8 as number, jsonb parsed, bytea as `Uint8Array`; date, timestamp and interval as text.
 */
export type RowShape = "orm" | "rows";

export interface Statement {
  readonly text: string;
  readonly params?: readonly unknown[];
  readonly shape: RowShape;
  readonly prepared?: boolean | undefined;
}

export interface StatementRows {
  readonly rows: unknown[];
  /** Rows that the statement returned or changed. */
  readonly rowCount: number;
}

export type RunStatement = (statement: Statement) => Promise<StatementRows>;

/** One connection, held by one caller until `release`. */
export interface Connection {
  /** True once the connection is lost or a statement timed out: no statement can run on it. */
  readonly broken: boolean;
  /** Rejects after `timeoutMs` (0: never), and with the reason of `signal` once that is aborted: both break the connection. */
  run(statement: Statement, timeoutMs: number, signal?: AbortSignal): Promise<StatementRows>;
  /** The texts of the only column of a `rows` statement, in UTF-8 and without separators. Rejects as `run` does. */
  readText(statement: Statement, timeoutMs: number): Promise<Uint8Array[]>;
  /** Returns the connection to the pool; a broken one is discarded with its uncommitted work. */
  release(): void;
}

/** The interface of the three drivers; everything above it is common code. */
export interface Driver {
  readonly kind: "pglite" | "postgres" | "neon";
  /** Whether the server enforces the statement timeout that a transaction sets. */
  readonly enforcesTimeouts: boolean;
  /** Throws `DatabaseUnavailable` if there is no connection in time. */
  connect(): Promise<Connection>;
  pool(): PoolCounts;
  orm(run: RunStatement): Orm;
  tx(run: RunStatement): Tx;
  close(): Promise<void>;
}
