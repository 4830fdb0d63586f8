import { drizzle, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { hostOf, readServerAddress, serverOf } from "../../shared/server-address.ts";
import type { Orm, ServerConfig, Tx } from "../types.ts";
import type { ClientPool } from "./client-pool.ts";
import type { Driver, RunStatement } from "./driver.ts";
import { HostPools } from "./hosts/host-pools.ts";
import { ANY_ROLE, askRole, type HostRole, roleOf } from "./hosts/host-role.ts";
import { IDLE_TIMEOUT, MAX_CONNECTIONS, poolConnections } from "./pool.ts";

const CONNECT_TIMEOUT = 2_000; // milliseconds

/**
 * Any PostgreSQL from version 15 on, through node-postgres; works with PgBouncer in transaction mode. With several hosts,
 * the one that is the primary.
 */
export function openPostgres(where: ServerConfig): Driver {
  const pool = poolOn(where);
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

function poolOn(where: ServerConfig): ClientPool {
  const address = readServerAddress(where.url);
  if (!address || (address.urls.length === 1 && !address.writable)) return openPool(where, where.url);
  const { urls, writable } = address;
  return new HostPools({
    urls,
    open: (url, check) => openPool(where, url, writable ? check : undefined),
    ask: async (url) => ({ ...(await askRole(url, CONNECT_TIMEOUT)), ...(!writable && ANY_ROLE) }),
    onMove: (url) => where.onMove?.(hostOf(url)),
  });
}

function openPool(where: ServerConfig, url: string, check?: (role: HostRole) => void): ClientPool {
  return new pg.Pool({
    connectionString: url,
    max: where.maxConnections ?? MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: IDLE_TIMEOUT,
    keepAlive: true,
    ...(check && { onConnect: async (client) => check(await roleOf(client, CONNECT_TIMEOUT)) }),
  });
}

/** Drizzle only calls this form of `query`; our `run` returns `StatementRows`. */
function clientOver(run: RunStatement): pg.Client {
  const client = {
    query: ({ text, rowMode }: { text: string; rowMode?: "array" }, params: readonly unknown[]) =>
      run({ text, params, shape: rowMode === "array" ? "orm" : "rows" }),
  };
  return client as unknown as pg.Client;
}
