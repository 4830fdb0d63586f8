import { and, desc, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { startHeartbeat } from "../../../core/logging/heartbeat.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { days, minutes, seconds } from "../../../shared/duration.ts";
import { backupRuns as t } from "../table.ts";

export type BackupRun = typeof t.$inferSelect;

const HEARTBEAT = seconds(10);
const DEAD_AFTER = seconds(60);
const RUNS_KEPT = days(400);
const ATTEMPTS = 3;
const RETRY_AFTER = minutes(15); // a bucket that was away for a moment

const KILLED = "The process ended before the backup was complete.";

/**
 * Takes the lease for one backup. False if another one is running, and for one that was due if it was made already, if it
 * failed a moment ago, or if it has failed too often. One whose process was killed is tried again at once.
 */
export async function beginRun(tx: Tx, deps: Deps, name: string, dueAt: Date | null): Promise<boolean> {
  const now = deps.now();
  const dead = and(isNull(t.finishedAt), lt(t.seenAt, new Date(now.getTime() - DEAD_AFTER)));
  // without `dueAt`, so that another process makes the backup that was due
  await tx.update(t).set({ finishedAt: now, error: KILLED, dueAt: null }).where(dead);
  if (dueAt !== null) {
    const failed = and(isNotNull(t.error), lt(t.finishedAt, new Date(now.getTime() - RETRY_AFTER)));
    await tx
      .update(t)
      .set({ dueAt: null })
      .where(and(eq(t.dueAt, dueAt), failed));
    if ((await failedAttempts(tx, dueAt)) >= ATTEMPTS) return false;
  }
  const row = { name, dueAt, scheduledFor: dueAt, startedAt: now, seenAt: now };
  return (await tx.insert(t).values(row).onConflictDoNothing().returning()).length === 1;
}

/** How often the backup that was due then has failed or killed its process; those that an operator made do not count. */
function failedAttempts(tx: Tx, dueAt: Date): Promise<number> {
  return tx.$count(t, and(isNotNull(t.error), eq(t.scheduledFor, dueAt)));
}

/** Sends a heartbeat, so that other instances see that the process is alive. Call the returned function to stop it. */
export const keepAlive = (deps: Deps, name: string): (() => void) =>
  startHeartbeat(deps, {
    name: "backup",
    every: HEARTBEAT,
    send: async () => deps.db.orm.update(t).set({ seenAt: deps.now() }).where(eq(t.name, name)),
  });

type Outcome = Pick<BackupRun, "bytes" | "rows" | "evidence"> | Pick<BackupRun, "error">;

export async function endRun({ db, now }: Deps, name: string, outcome: Outcome): Promise<void> {
  await db.orm
    .update(t)
    .set({ finishedAt: now(), ...outcome })
    .where(eq(t.name, name));
}

/** The newest run that succeeded, the newest that failed, and the one that is under way; undefined if there is none. */
export async function lastRuns({ db }: Deps) {
  const newest = async (where: ReturnType<typeof and>) => {
    const rows = await db.orm.select().from(t).where(where).orderBy(desc(t.startedAt)).limit(1);
    return rows[0];
  };
  return {
    success: await newest(and(isNotNull(t.finishedAt), isNull(t.error))),
    failure: await newest(isNotNull(t.error)),
    running: await newest(isNull(t.finishedAt)),
  };
}

export async function deleteOldRuns({ db, now }: Deps): Promise<void> {
  await db.orm.delete(t).where(lt(t.startedAt, new Date(now().getTime() - RUNS_KEPT)));
}
