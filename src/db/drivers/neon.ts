import { type Client, neonConfig, Pool, types } from "@neondatabase/serverless";
import { drizzle } from "drizzle-orm/neon-serverless";
import { NeonSession, NeonTransaction } from "drizzle-orm/neon-serverless/session";
import { PgDialect } from "drizzle-orm/pg-core";
import { serverOf } from "../../shared/server-address.ts";
import type { Orm, ServerConfig, Tx } from "../types.ts";
import type { Driver, RunStatement } from "./driver.ts";
import { IDLE_TIMEOUT, MAX_CONNECTIONS, poolConnections } from "./pool.ts";

const CONNECT_TIMEOUT = 10_000; // milliseconds: a suspended Neon compute takes seconds to wake

/** Neon, through its own driver over WebSockets. */
export function openNeon(where: ServerConfig): Driver {
  if (where.neonWsProxy) routeThroughProxy(where.neonWsProxy);
  const pool = new Pool({
    connectionString: where.url,
    max: where.maxConnections ?? MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: IDLE_TIMEOUT,
  });
  const dialect = new PgDialect();
  return {
    kind: "neon",
    enforcesTimeouts: true,
    ...poolConnections(pool, serverOf(where.url), CONNECT_TIMEOUT, types.getTypeParser),
    orm: (run) => drizzle({ client: clientOver(run) }) as unknown as Orm,
    tx: (run) => {
      const session = new NeonSession(clientOver(run), dialect, undefined);
      return new NeonTransaction(dialect, session, undefined) as unknown as Tx;
    },
  };
}

/** These settings of the driver are global, so a process uses one proxy. */
function routeThroughProxy(proxy: string): void {
  neonConfig.wsProxy = (host, port) => `${proxy}/v1?address=${host}:${port}`;
  neonConfig.useSecureWebSocket = false;
  neonConfig.pipelineConnect = false;
  neonConfig.pipelineTLS = false;
}

/** Drizzle only calls this form of `query`; our `run` returns `StatementRows`. */
function clientOver(run: RunStatement): Client {
  const client = {
    query: ({ text, rowMode }: { text: string; rowMode?: "array" }, params: readonly unknown[]) =>
      run({ text, params, shape: rowMode === "array" ? "orm" : "rows" }),
  };
  return client as unknown as Client;
}
