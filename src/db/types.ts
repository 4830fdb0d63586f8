import type { PgDatabase, PgQueryResultHKT, PgTable, PgTransaction, PgView } from "drizzle-orm/pg-core";

export type DatabaseKind = "pglite" | "postgres" | "neon";

/** What can be read: a table, or a view such as that of the rows that are not deleted. */
export type Readable = PgTable | PgView;

/** The result of `execute` and of a write without `returning`, on every driver. */
export interface StatementResult<Row> {
  readonly rows: Row[];
  /** Rows that the statement returned or changed. */
  readonly rowCount: number;
}

interface StatementResultHKT extends PgQueryResultHKT {
  type: StatementResult<this["row"]>;
}

/** Drizzle over the whole database: each statement commits on its own. */
export type Orm = PgDatabase<StatementResultHKT, Record<string, never>>;

/** Drizzle inside one transaction; `tx.transaction` is a savepoint. Unusable once the transaction has ended. */
export type Tx = PgTransaction<StatementResultHKT, Record<string, never>, Record<string, never>>;

/** Either, for queries that work inside and outside of transactions. */
export type Queries = Orm | Tx;

export interface TransactionOptions {
  readonly isolation?: "read committed" | "repeatable read" | "serializable";
  readonly readOnly?: boolean;
  /** The time limit of each statement, in milliseconds; 0 for no limit. 5,000 by default. */
  readonly timeoutMs?: number;
  /**
   * Once it is aborted, the transaction is rolled back and throws the reason, even if a statement or `work` has not ended.
   * Not during COMMIT.
   */
  readonly signal?: AbortSignal | undefined;
}

export interface QueryOptions {
  /** Milliseconds; 0 for no limit. 5,000 by default. */
  readonly timeoutMs?: number;
  /** Prepared once per connection: for statements on hot paths. */
  readonly prepared?: boolean;
}

/** Connections of a database; an embedded one has a single session. */
export interface PoolCounts {
  readonly size: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

/** Called for every statement and every wait for a connection, whether or not they succeed. Must not throw. */
export interface StatementWatch {
  /** Gets the text with `$1` in place of parameters, the milliseconds, and whether it failed. */
  readonly ran: (text: string, ms: number, failed: boolean) => void;
  /** Gets the milliseconds that a caller waited for a connection. */
  readonly waited: (ms: number) => void;
}

export interface Database {
  readonly kind: DatabaseKind;
  /** Throws inside a transaction on this database: there, only `tx` may be used. */
  readonly orm: Orm;
  /**
   * Runs `work` and commits, or rolls back and throws the error of `work`. Retries up to 3 times on a serialization
   * failure or deadlock (40001, 40P01), so `work` must change nothing but the database. Throws
   * `DatabaseUnavailable`; `CommitUnknown` if the connection was lost during COMMIT, which is never retried;
   * `TransactionAborted` if `work` ignored the failure of a statement.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * One statement outside any transaction, without Drizzle, `$1` parameters: the hot paths. Rows are objects with
   * timestamptz as `Date`, int8 as number, jsonb parsed, bytea as `Uint8Array`, numeric, date and timestamp as text.
   * A `Date` and a plain object (as JSON) may be parameters; an array is an SQL array, so pass a JSON array as text.
   */
  query<Row>(text: string, params?: readonly unknown[], options?: QueryOptions): Promise<Row[]>;
  /**
   * The texts of the only column of one statement like that of `query`, in UTF-8, one after the other: for exports. The
   * parts are cut anywhere, even inside of a character.
   */
  readText(text: string, params?: readonly unknown[]): Promise<Uint8Array[]>;
  pool(): PoolCounts;
  /** Watches the statements of connections that are taken from now on, in place of an earlier watch. */
  watchStatements(watch: StatementWatch | undefined): void;
  /** Throws if the database does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface EmbeddedConfig {
  readonly dataDir: string;
}

export interface ServerConfig {
  readonly url: string;
  /** Forces a driver; by default Neon hosts use Neon's, others node-postgres. */
  readonly driver?: "neon" | "postgres" | undefined;
  /** `host:port` of a plain WebSocket proxy in front of the server, for the Neon driver. */
  readonly neonWsProxy?: string | undefined;
  readonly maxConnections?: number | undefined;
}
