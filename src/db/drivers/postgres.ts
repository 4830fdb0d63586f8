import { drizzle, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { serverOf } from "../../shared/server-address.ts";
import type { Orm, ServerConfig, Tx } from "../types.ts";
import type { Driver, RunStatement } from "./driver.ts";
import { IDLE_TIMEOUT, MAX_CONNECTIONS, poolConnections } from "./pool.ts";

const CONNECT_TIMEOUT = 2_000; // milliseconds

/** Any PostgreSQL from version 15 on, through node-postgres; works with PgBouncer in transaction mode. */
export function openPostgres(where: ServerConfig): Driver {
  const pool = new pg.Pool({
    connectionString: where.url,
    max: where.maxConnections ?? MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: IDLE_TIMEOUT,
    keepAlive: true,
  });
  const dialect = new PgDialect();
  return {
    kind: "postgres",
    enforcesTimeouts: true,
    ...poolConnections(pool, serverOf(where.url), CONNECT_TIMEOUT, pg.types.getTypeParser),
    orm: (run) => drizzle({ client: clientOver(run) }) as unknown as Orm,
    tx: (run) => {
      const session = new NodePgSession(clientOver(run), dialect, undefined);
      return new NodePgTransaction(dialect, session, undefined) as unknown as Tx;
    },
  };
}

/** Drizzle only calls this form of `query`; our `run` returns `StatementRows`. */
function clientOver(run: RunStatement): pg.Client {
  const client = {
    query: ({ text, rowMode }: { text: string; rowMode?: "array" }, params: readonly unknown[]) =>
      run({ text, params, shape: rowMode === "array" ? "orm" : "rows" }),
  };
  return client as unknown as pg.Client;
}
