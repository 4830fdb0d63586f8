import { join } from "node:path";
import { type Database, openDatabase } from "../../../db/client.ts";
import { DatabaseUnavailable } from "../../../db/errors.ts";
import { outsideTransaction } from "../../../db/transactions/transaction-scope.ts";
import type { Settings } from "../../../env.ts";
import { minutes, seconds } from "../../../shared/duration.ts";

const DIRECTORY = "main"; // inside the data directory: a database of its own, with a lock of its own
const CLOSED_AFTER = minutes(5); // an embedded database costs memory while it is open
const END_WITHIN = seconds(10); // a batch under way is over by then
const CONNECTIONS = 2;

/** The database that the places are pushed to. */
export interface MainDatabase {
  /** Aborted when the process is asked to stop: a run ends after its present batch. */
  readonly ending: AbortSignal;
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

type Where = Pick<Settings, "mainDatabaseUrl" | "databaseDriver" | "neonWsProxy" | "dataDir">;

/** Of `MAIN_DATABASE_URL`, or a second embedded one in the data directory, which closes while nobody needs it. */
export function createMainDatabase(where: Where): MainDatabase {
  const open = () => outsideTransaction(() => openMain(where));
  return mainDatabaseOver(open, where.mainDatabaseUrl === undefined ? CLOSED_AFTER : null);
}

function openMain({ mainDatabaseUrl: url, databaseDriver: driver, neonWsProxy, dataDir }: Where) {
  if (url === undefined) return openDatabase({ dataDir: join(dataDir, DIRECTORY) });
  return openDatabase({ url, driver, neonWsProxy, maxConnections: CONNECTIONS });
}

/**
 * Any database as the main one. `closedAfter` in milliseconds of rest; null keeps it open. `endWithin` in
 * milliseconds: so long a close waits for runs, and then for the database.
 */
export function mainDatabaseOver(
  open: () => Promise<Database>,
  closedAfter: number | null,
  endWithin = END_WITHIN,
): MainDatabase {
  const ending = new AbortController();
  let opened: Promise<Database> | undefined;
  let users = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const shut = async () => {
    const closing = opened;
    opened = undefined;
    await (await closing?.catch(() => undefined))?.close();
  };
  const left = () => {
    users -= 1;
    if (users > 0 || closedAfter === null) return;
    rest = setTimeout(() => void (users === 0 && shut()), closedAfter);
    rest.unref();
  };
  return {
    ending: ending.signal,
    async use(work) {
      if (ending.signal.aborted) throw new DatabaseUnavailable("The process is about to stop.");
      clearTimeout(rest);
      users += 1;
      try {
        opened ??= open();
        const db = await opened.catch((error: unknown) => {
          opened = undefined; // the next one tries anew
          throw error;
        });
        return await work(db);
      } finally {
        left();
      }
    },
    async close() {
      ending.abort();
      clearTimeout(rest);
      for (const end = Date.now() + endWithin; users > 0 && Date.now() < end; ) await Bun.sleep(20);
      // a statement under way keeps its connection: the server undoes it once the process is gone
      await Promise.race([shut(), Bun.sleep(users > 0 ? 0 : endWithin)]);
    },
  };
}
