import { openDatabase } from "../../../src/db/client.ts";
import { type Postgres, startPostgres, startStandby } from "../../harness/postgres.ts";
import { scratch } from "../../harness/server.ts";
import { type Finding, missing } from "../../harness/suite.ts";

const TIMEOUT = 60_000; // milliseconds, on a busy machine

/** A primary and a standby that streams from it. A failover exchanges them. */
export interface Pair {
  primary: Postgres;
  standby: Postgres;
}

/** Runs `work` on a disposable pair. Reports a skip if PostgreSQL is not installed. */
export async function onPair(work: (pair: Pair, home: string) => Promise<Finding[]>): Promise<Finding[]> {
  const primary = await startPostgres();
  if ("missing" in primary) return [missing(primary.missing)];
  const pair: Pair = { primary, standby: await startStandby(primary) };
  const home = await scratch();
  try {
    return await work(pair, home.path);
  } finally {
    await Promise.all([pair.primary.remove(), pair.standby.remove(), home.remove()]);
  }
}

/** A dead or old server becomes the standby of the primary, at its old address. */
export async function rebuild(pair: Pair): Promise<void> {
  const { port } = pair.standby;
  await pair.standby.remove();
  pair.standby = await startStandby(pair.primary, port);
}

/** `change` as in `set name = 'value'`. */
export async function configure({ url }: Postgres, change: string): Promise<void> {
  const db = await openDatabase({ url, maxConnections: 1 });
  await db.query(`alter system ${change}`);
  await db.query("select pg_reload_conf()");
  await db.close();
}

/** From now on a commit is acknowledged once the standby has it. */
export async function beSynchronous({ primary }: Pair): Promise<void> {
  await configure(primary, "set synchronous_standby_names = '*'");
  const db = await openDatabase({ url: primary.url, maxConnections: 1 });
  try {
    const isSynchronous = "select from pg_stat_replication where sync_state = 'sync'";
    for (const end = performance.now() + TIMEOUT; performance.now() < end; await Bun.sleep(20))
      if ((await db.query(isSynchronous)).length > 0) return;
    throw new Error("the standby is not synchronous");
  } finally {
    await db.close();
  }
}
