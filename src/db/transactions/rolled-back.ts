import { type SQL, sql } from "drizzle-orm";
import { minutes, seconds } from "../../shared/duration.ts";
import { withDeadline } from "../../shared/with-timeout.ts";
import type { Database, DatabaseKind, Tx } from "../types.ts";

/** Everything waits for a transaction on an embedded database, other statements for 10 s at most. */
export const ROLLED_BACK_LIMITS: Readonly<Record<DatabaseKind, number>> = {
  pglite: seconds(5),
  postgres: minutes(2),
  neon: minutes(2),
};

interface RolledBack<T> {
  readonly result: T;
  /** Rows of each table that were deleted, also by foreign keys, and that were changed. */
  readonly deleted: Readonly<Record<string, number>>;
  readonly changed: Readonly<Record<string, number>>;
}

/** Ends a transaction, and carries the result of its work. */
class Rollback<T> extends Error {
  constructor(readonly result: T) {
    super("the transaction is rolled back");
  }
}

/** Runs `work` in the transaction that `open` begins, rolls it back and returns the result of `work`. */
export async function inRolledBack<T>(
  open: (work: (tx: Tx) => Promise<never>) => Promise<never>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await open(async (tx) => {
      throw new Rollback(await work(tx));
    });
  } catch (error) {
    if (error instanceof Rollback) return error.result as T; // only `work` throws it
    throw error;
  }
}

/** The transaction was ended at its time limit, of so many milliseconds. */
export class TookTooLong extends Error {
  override readonly name = "TookTooLong";

  constructor(readonly limitMs: number) {
    super("The transaction took too long.");
  }
}

interface RollBackOptions {
  /** Of the caller: ends the transaction, with its reason as the error. */
  readonly signal?: AbortSignal | undefined;
  /** Of the whole transaction and of the wait for a connection, in milliseconds; by default that of the kind of database. */
  readonly limitMs?: number | undefined;
}

/**
 * Runs `work` on a database whose statements are all in one transaction, rolls it back and returns what it had changed.
 * `work` may run again after a serialization failure, and must wait for nothing but the database. Throws `TookTooLong`.
 */
export async function rollBack<T>(
  db: Database,
  work: (within: Database) => Promise<T>,
  { signal, limitMs = ROLLED_BACK_LIMITS[db.kind] }: RollBackOptions = {},
): Promise<RolledBack<T>> {
  const attempt = async (tx: Tx): Promise<RolledBack<T>> => {
    const before = await countsOf(tx);
    const result = await work(databaseWithin(db, tx));
    const after = await countsOf(tx);
    const [deleted, changed] = [difference(before, after, "deleted"), difference(before, after, "changed")];
    return { result, deleted, changed };
  };
  const deadline = { ms: limitMs, onTimeout: () => new TookTooLong(limitMs), signal };
  return withDeadline(deadline, (signal) =>
    inRolledBack((each) => db.transaction(each, { timeoutMs: limitMs, signal }), attempt),
  );
}

type Counts = readonly { readonly table: string; readonly deleted: number; readonly changed: number }[];

/** What this connection has done to each table: PostgreSQL counts it before it adds it to its statistics. */
async function countsOf(tx: Tx): Promise<Counts> {
  const { rows } = await tx.execute<Counts[number]>(
    sql`select relname as "table", n_tup_del as deleted, n_tup_upd as changed
      from pg_stat_xact_user_tables where schemaname = current_schema() order by relname`,
  );
  return rows;
}

function difference(before: Counts, after: Counts, kind: "deleted" | "changed"): Record<string, number> {
  const earlier = new Map(before.map((each) => [each.table, each[kind]]));
  const rows = after.map((each) => [each.table, each[kind] - (earlier.get(each.table) ?? 0)] as const);
  return Object.fromEntries(rows.filter(([, count]) => count > 0));
}

/** A database inside `tx`: its transactions are savepoints. Everything else still throws inside a transaction. */
function databaseWithin(db: Database, tx: Tx): Database {
  const transaction: Database["transaction"] = (work) => tx.transaction((savepoint) => work(savepoint));
  const query = async (text: string, params?: readonly unknown[]) =>
    (await tx.execute(withParams(text, params ?? []))).rows;
  return Object.create(db, {
    orm: { value: tx },
    transaction: { value: transaction },
    query: { value: query },
  });
}

/** `$1` becomes the first parameter, and so on. */
function withParams(text: string, params: readonly unknown[]): SQL {
  const pieces = text.split(/\$(\d+)/);
  return sql.join(
    pieces.map((piece, at) => (at % 2 === 0 ? sql.raw(piece) : sql`${params[Number(piece) - 1]}`)),
  );
}
