import { eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { days, seconds } from "../shared/duration.ts";
import { installation } from "./crypto/installation.table.ts";
import type { Log } from "./logging/log.ts";

/** What decides what time it is: the database, because several machines share it and any one of them may be wrong. */
export interface Clock {
  now(): Date;
  /**
   * Asks the database, by default with a statement of its own; `ask` selects `EPOCH` with something else, or nothing.
   * Resolves to the milliseconds by which the clock of this machine is ahead of it.
   */
  compare(ask?: () => Promise<number | undefined>): Promise<number>;
  /** That difference when it was last found out, in milliseconds. */
  drift(): number;
  /** The time by which the next sweep decides what to delete. */
  retentionTime(): Promise<Date>;
  /**
   * Whether the last sweep is more than a day behind: the server was off, or the clock jumped. Until sweeps catch up,
   * nothing irreversible runs. A sweep counts from its beginning: one that fails does not stop everything else.
   */
  isCatchingUp(): Promise<boolean>;
  /** Records that a sweep begins, which moves on by a day at most. */
  sweeping(): Promise<void>;
  /** Records that everything that had expired at this time has been deleted. */
  swept(until: Date): Promise<void>;
}

/** One TOTP time step. A server that is further off than this is not ready. */
export const MAX_DRIFT = seconds(30);
/** Below this the clock of the machine is as good as an answer that was on its way for a moment. */
const TOLERANCE = seconds(1);
const ANSWER_WITHIN = 2_500; // milliseconds; a health check is waiting
/**
 * How far one sweep may move on. An embedded database uses the clock of its machine, and so do many servers, so a clock
 * that jumped looks the same as time that passed: after a jump of a year each sweep deletes one day's worth, and there
 * are two weeks to set the clock right. A server that was off catches up in the same way.
 */
export const LONGEST_STEP = days(1);
const SWEPT_UNTIL = "swept-until";
/** As `SWEPT_UNTIL`, but of sweeps that have begun, whether or not they succeed. */
const SWEEPING_UNTIL = "sweeping-until";

/** `machine` is the clock of this machine; tests replace it. */
export function createClock(db: Database, log: Log, machine: () => number = Date.now): Clock {
  let anchor = { time: machine(), at: performance.now() };
  let isOff = false;
  let drift = 0;
  const estimate = () => anchor.time + (performance.now() - anchor.at);
  const now = () => new Date(db.kind === "pglite" ? machine() : estimate());
  async function askAlone(): Promise<number | undefined> {
    const [row] = await db.query<{ time: number }>(`select ${EPOCH} as time`, [], {
      timeoutMs: ANSWER_WITHIN,
    });
    return row?.time;
  }
  /** The latest time up to which the next sweep may go. */
  async function latestSweep(name: typeof SWEPT_UNTIL | typeof SWEEPING_UNTIL): Promise<number> {
    const [saved] = await db.orm.select().from(installation).where(eq(installation.name, name));
    return saved ? Number(saved.value) + LONGEST_STEP : Number.POSITIVE_INFINITY;
  }
  const upTo = async (name: Parameters<typeof latestSweep>[0]) =>
    Math.min(await latestSweep(name), now().getTime());
  const save = (name: string, time: number) =>
    db.orm
      .update(installation)
      .set({ value: String(time) })
      .where(eq(installation.name, name));
  return {
    now,
    async compare(ask = askAlone) {
      const before = machine();
      const time = await ask();
      const here = machine();
      const there = time ?? here;
      // half of the way is unknown: an answer between the two readings is no difference
      const ahead = there < before ? before - there : there > here ? here - there : 0;
      drift = ahead;
      anchor = { time: Math.abs(ahead) > TOLERANCE ? there : here, at: performance.now() };
      if (Math.abs(ahead) > MAX_DRIFT !== isOff) {
        isOff = !isOff;
        if (isOff) log.error(driftSentence(ahead));
        else log.info("The clocks of this machine and of the database agree again.");
      }
      return ahead;
    },
    drift: () => drift,
    async retentionTime() {
      return new Date(await upTo(SWEPT_UNTIL));
    },
    async isCatchingUp() {
      return (await latestSweep(SWEEPING_UNTIL)) < now().getTime();
    },
    async sweeping() {
      await save(SWEEPING_UNTIL, await upTo(SWEEPING_UNTIL));
    },
    async swept(until) {
      await save(SWEPT_UNTIL, until.getTime());
    },
  };
}

/** A clock that is given; for tests, and for the demo, which creates records in the past. */
export const givenClock = (now: () => Date): Clock => ({
  now,
  compare: () => Promise.resolve(0),
  drift: () => 0,
  retentionTime: () => Promise.resolve(now()),
  isCatchingUp: () => Promise.resolve(false),
  sweeping: () => Promise.resolve(),
  swept: () => Promise.resolve(),
});

/** The time of the database in milliseconds. */
export const EPOCH = "floor(extract(epoch from clock_timestamp()) * 1000)::float8";

/** Remembers from when on things expire: the first use of a database counts as its first sweep. */
export async function beginRetention(db: Database): Promise<void> {
  const value = sql<string>`floor(extract(epoch from clock_timestamp()) * 1000)::text`;
  const names = [SWEPT_UNTIL, SWEEPING_UNTIL];
  await db.orm
    .insert(installation)
    .values(names.map((name) => ({ name, value })))
    .onConflictDoNothing();
}

/** "400.0 days", "31.5 s". */
function lengthOf(ms: number): string {
  const length = Math.abs(ms);
  return length < days(1) ? `${(length / seconds(1)).toFixed(1)} s` : `${(length / days(1)).toFixed(1)} days`;
}

export const driftSentence = (ahead: number): string =>
  `The clock of this machine is ${lengthOf(ahead)} ${ahead > 0 ? "ahead of" : "behind"} the database's.`;
