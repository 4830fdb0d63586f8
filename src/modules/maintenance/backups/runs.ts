import { and, desc, eq, isNotNull, isNull, lt } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { days, seconds } from "../../../shared/duration.ts";
import { backupRuns as t } from "./table.ts";

export type BackupRun = typeof t.$inferSelect;

const HEARTBEAT = seconds(10);
const DEAD_AFTER = seconds(60);
const RUNS_KEPT = days(400);

const KILLED = "The process ended before the backup was complete.";

/** Takes the lease for one backup. False if another one is running, or this minute's backup was already made. */
export async function beginRun(tx: Tx, deps: Deps, name: string, dueAt: Date | null): Promise<boolean> {
  const now = deps.now();
  const dead = and(isNull(t.finishedAt), lt(t.seenAt, new Date(now.getTime() - DEAD_AFTER)));
  await tx.update(t).set({ finishedAt: now, error: KILLED }).where(dead);
  const row = { name, dueAt, startedAt: now, seenAt: now };
  return (await tx.insert(t).values(row).onConflictDoNothing().returning()).length === 1;
}

/** Sends a heartbeat, so that other instances see that the process is alive. Call the returned function to stop it. */
export function keepAlive({ db, now }: Deps, name: string): () => void {
  const beat = () => db.orm.update(t).set({ seenAt: now() }).where(eq(t.name, name));
  const timer = setInterval(() => beat().catch(() => {}), HEARTBEAT); // an outage is logged by what needs the database
  timer.unref();
  return () => clearInterval(timer);
}

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
