import { join } from "node:path";
import { type Database, openDatabase } from "../../../db/client.ts";
import { DatabaseUnavailable } from "../../../db/errors.ts";
import { outsideTransaction } from "../../../db/transactions/transaction-scope.ts";
import type { Settings } from "../../../env.ts";
import { minutes, seconds } from "../../../shared/duration.ts";
import { waitAtMost } from "../../../shared/with-timeout.ts";

const DIRECTORY = "main"; // inside the data directory: a database of its own, with a lock of its own
const IDLE_TIMEOUT = minutes(5); // an embedded database costs memory while it is open
const CLOSE_TIMEOUT = seconds(10); // a batch under way is over by then
const MAX_CONNECTIONS = 2;

/** The database that the places are pushed to. */
export interface MainDatabase {
  /** Aborted when the process is asked to stop: a run ends after its present batch. */
  readonly stopping: AbortSignal;
  /** Opens it where need be and keeps it open while `work` lasts. Throws `DatabaseUnavailable`, `DirectoryInUse`. */
  use<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Asks runs to end, waits for them for a while and closes it. */
  close(): Promise<void>;
}

declare module "../../../core/rpc/context.ts" {
  interface Ports {
    readonly mainDatabase: MainDatabase;
  }
}

type MainDatabaseSettings = Pick<Settings, "mainDatabaseUrl" | "databaseDriver" | "neonWsProxy" | "dataDir">;

/** Of `MAIN_DATABASE_URL`, or a second embedded one in the data directory, which closes while nobody needs it. */
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
 * Any database as the main one. `closedAfter` in milliseconds of rest; null keeps it open. `endWithin` in
 * milliseconds: so long a close waits for runs, and then for the database.
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
          opened = undefined; // the next one tries anew
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
      // a statement under way keeps its connection: the server undoes it once the process is gone
      await waitAtMost(shut(), users > 0 ? 0 : closeTimeout);
    },
  };
}
