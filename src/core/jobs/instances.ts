import { hostname } from "node:os";
import { and, eq, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Queries } from "../../db/client.ts";
import { hours, seconds } from "../../shared/duration.ts";
import { randomId } from "../../shared/id.ts";
import { EPOCH } from "../clock.ts";
import { writingEncryption } from "../crypto/secret-key.ts";
import type { Deps } from "../rpc/context.ts";
import { instances as t } from "./jobs.table.ts";

/** Of 50 idle instances, 2.5 statements a second. */
const HEARTBEAT = seconds(20);
/** An instance that was not seen for this long has been killed. One that only hung does no harm: see `writingEncryption`. */
const GONE_AFTER = seconds(45);
const POLL_INTERVAL = seconds(0.5);

/** This process among those on its database. */
export interface Instance {
  /** Names the machine and the process. */
  readonly id: string;
  /** How many instances run jobs, as of the last heartbeat. */
  runners(): number;
  leave(): Promise<void>;
}

type Joining = Pick<Deps, "db" | "clock" | "encryption" | "log" | "settings">;

/**
 * Announces this process to the others until `leave`; each heartbeat also compares the clocks. An embedded database has
 * one process, which needs no announcement. Throws 503 if the key was rotated since it was checked.
 */
export async function joinInstances({ db, clock, encryption, log, settings }: Joining): Promise<Instance> {
  if (db.kind === "pglite") return embedded(clock);
  const id = `${hostname()}-${process.pid}-${randomId().slice(0, 6)}`;
  const row = { id, keyChecks: [...encryption.keyChecks], runsJobs: settings.jobs };
  let runners = 1;
  const upsert = async (queries: Queries) => {
    const [seen] = await queries
      .insert(t)
      .values({ ...row, startedAt: NOW, seenAt: NOW })
      .onConflictDoUpdate({ target: t.id, set: { seenAt: NOW } })
      .returning({
        time: sql<number>`${sql.raw(EPOCH)}`,
        runners: sql<number>`(select count(*)::int from ${t} as other where other.runs_jobs
          and ${isRunning(sql`other.seen_at`)})`,
      });
    runners = Math.max(1, seen?.runners ?? 1); // a statement does not see the row that it adds
    return seen?.time;
  };
  await db.transaction(async (tx) => {
    await writingEncryption(tx, { encryption, log }); // a rotation waits for this row, or has ended
    await upsert(tx);
  });
  const stop = startBeating(() => clock.compare(() => upsert(db.orm)));
  return {
    id,
    runners: () => runners,
    async leave() {
      await stop();
      await db.orm.delete(t).where(eq(t.id, id));
    },
  };
}

const NOW = sql`now()`;

function embedded(clock: Deps["clock"]): Instance {
  const stop = startBeating(() => clock.compare());
  return { id: EMBEDDED, runners: () => 1, leave: stop };
}

/** The only process of an embedded database has the name of the one before it, whose leases are its own. */
const EMBEDDED = "this server";

/** Returns the function that ends it. An outage of the database is logged by what needs it. */
function startBeating(beat: () => Promise<unknown>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = beat().catch(() => {});
  }, HEARTBEAT);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}

/** `instancesWithoutKey`, but waits until it can tell a running instance from one that was just killed. */
export async function runningWithoutKey(queries: Queries, keyCheck: string): Promise<boolean> {
  const first = new Map((await instancesWithoutKey(queries, keyCheck)).map((each) => [each.id, each]));
  if (first.size === 0) return false;
  for (let waited = 0; waited <= GONE_AFTER; waited += POLL_INTERVAL) {
    await Bun.sleep(POLL_INTERVAL);
    const now = await instancesWithoutKey(queries, keyCheck);
    if (now.length === 0) return false;
    if (now.some(({ id, seenAt }) => first.get(id)?.seenAt.getTime() !== seenAt.getTime())) return true;
  }
  return true;
}

const isRunning = (seenAt: SQLWrapper = t.seenAt): SQL =>
  sql`${seenAt} > now() - ${`${GONE_AFTER} ms`}::interval`;

/** How many processes are on this database, and how many of them run jobs: an embedded one has only this. */
export async function countInstances({ db, settings }: Pick<Deps, "db" | "settings">) {
  if (db.kind === "pglite") return { all: 1, runners: settings.jobs ? 1 : 0 };
  const [all, runners] = await Promise.all([
    db.orm.$count(t, isRunning()),
    db.orm.$count(t, and(isRunning(), t.runsJobs)),
  ]);
  return { all, runners };
}

/** The running instances that do not have the key with this check. */
export const instancesWithoutKey = (queries: Queries, keyCheck: string) =>
  queries
    .select({ id: t.id, seenAt: t.seenAt })
    .from(t)
    .where(and(sql`not (${t.keyChecks} @> array[${keyCheck}])`, isRunning()));

/** Deletes the rows of instances that were killed long ago. */
export async function deleteOldInstances({ db }: Pick<Deps, "db">): Promise<void> {
  await db.orm.delete(t).where(lt(t.seenAt, sql`now() - ${`${hours(1)} ms`}::interval`));
}
