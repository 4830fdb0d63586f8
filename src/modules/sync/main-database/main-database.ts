import { join } from "node:path";
import { type Database, openDatabase } from "../../../db/client.ts";
import { DatabaseUnavailable } from "../../../db/errors.ts";
import { outsideTransaction } from "../../../db/transactions/transaction-scope.ts";
import type { Settings } from "../../../env.ts";
import { minutes, seconds } from "../../../shared/duration.ts";
import { waitAtMost } from "../../../shared/with-timeout.ts";

const DIRECTORY = "main"; // inside the data directory: a separate database with its own lock
const IDLE_TIMEOUT = minutes(5); // an embedded database costs memory while it is open
const CLOSE_TIMEOUT = seconds(10); // a batch in progress has ended by then
const MAX_CONNECTIONS = 2;

/** The database that the places are pushed to. */
export interface MainDatabase {
  /** Aborted when the process is about to stop: a run then ends after its current batch. */
  readonly stopping: AbortSignal;
  /** Opens it if necessary and keeps it open during `work`. Throws `DatabaseUnavailable`, `DirectoryInUse`. */
  use<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Aborts `stopping`, waits for runs with a time limit, and closes the database. */
  close(): Promise<void>;
}

declare module "../../../core/rpc/context.ts" {
  interface Ports {
    readonly mainDatabase: MainDatabase;
  }
}

type MainDatabaseSettings = Pick<Settings, "mainDatabaseUrl" | "databaseDriver" | "neonWsProxy" | "dataDir">;

/** The database of `MAIN_DATABASE_URL`, or a second embedded one in the data directory, closed when idle. */
export function createMainDatabase(where: MainDatabaseSettings): MainDatabase {
  const open = () => outsideTransaction(() => openMain(where));
  return manageMainDatabase(open, where.mainDatabaseUrl === undefined ? IDLE_TIMEOUT : null);
}

function openMain({
  mainDatabaseUrl: url,
  databaseDriver: driver,
  neonWsProxy,
  dataDir,
}: MainDatabaseSettings) {
  if (url === undefined) return openDatabase({ dataDir: join(dataDir, DIRECTORY) });
  return openDatabase({ url, driver, neonWsProxy, maxConnections: MAX_CONNECTIONS });
}

/**
 * Manages any database as the main one. Closes it after `idleTimeout` milliseconds; null keeps it open. `close` waits
 * `closeTimeout` milliseconds for runs, and as long again for the database.
 */
export function manageMainDatabase(
  open: () => Promise<Database>,
  idleTimeout: number | null,
  closeTimeout = CLOSE_TIMEOUT,
): MainDatabase {
  const stopping = new AbortController();
  let opened: Promise<Database> | undefined;
  let users = 0;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  const shut = async () => {
    const closing = opened;
    opened = undefined;
    await (await closing?.catch(() => undefined))?.close();
  };
  const release = () => {
    users -= 1;
    if (users > 0 || idleTimeout === null) return;
    idleTimer = setTimeout(() => void (users === 0 && shut()), idleTimeout);
    idleTimer.unref();
  };
  return {
    stopping: stopping.signal,
    async use(work) {
      if (stopping.signal.aborted) throw new DatabaseUnavailable("The process is about to stop.");
      clearTimeout(idleTimer);
      users += 1;
      try {
        opened ??= open();
        const db = await opened.catch((error: unknown) => {
          opened = undefined; // the next caller tries again
          throw error;
        });
        return await work(db);
      } finally {
        release();
      }
    },
    async close() {
      stopping.abort();
      clearTimeout(idleTimer);
      for (const end = Date.now() + closeTimeout; users > 0 && Date.now() < end; ) await Bun.sleep(20);
      // a running statement keeps its connection: the server rolls it back when the process ends
      await waitAtMost(shut(), users > 0 ? 0 : closeTimeout);
    },
  };
}
