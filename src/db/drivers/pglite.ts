import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle, PgliteSession, PgliteTransaction } from "drizzle-orm/pglite";
import { Mutex } from "../transactions/mutex.ts";
import type { Orm, Tx } from "../types.ts";
import { refuseMoved } from "./data-directory.ts";
import { lockDirectory } from "./directory-lock.ts";
import type { Driver, RunStatement } from "./driver.ts";
import { PgliteConnection } from "./pglite-connection.ts";
import { PgliteServer } from "./pglite-thread.ts";

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
