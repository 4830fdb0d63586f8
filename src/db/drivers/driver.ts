import type { Orm, Tx } from "../types.ts";

/**
 * How rows come back. `orm`: arrays, times as ISO text, as Drizzle's mappers want them. `rows`: objects, times as
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
  /** Rows that the statement gave or changed. */
  readonly rowCount: number;
}

export type RunStatement = (statement: Statement) => Promise<StatementRows>;

/** One connection, held by one caller until `release`. */
export interface Connection {
  /** True once the link is lost or a statement is overdue: nothing more can be asked here. */
  readonly broken: boolean;
  /** Rejects after `timeoutMs` (0: never), which breaks the connection. */
  run(statement: Statement, timeoutMs: number): Promise<StatementRows>;
  /** Gives the connection back; a broken one is thrown away, and with it whatever was not committed. */
  release(): void;
}

/** What a driver file offers; everything above it is the same for all three. */
export interface Driver {
  readonly kind: "pglite" | "postgres" | "neon";
  /** Whether the server itself ends a statement at a limit that the transaction sets. */
  readonly enforcesTimeouts: boolean;
  /** Throws `DatabaseUnavailable` when no connection is to be had in time. */
  connect(): Promise<Connection>;
  orm(run: RunStatement): Orm;
  tx(run: RunStatement): Tx;
  close(): Promise<void>;
}
