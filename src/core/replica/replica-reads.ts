import type { Counter } from "prom-client";
import type { Database } from "../../db/client.ts";
import { DatabaseUnavailable, isUnavailable, outageOf, sqlState } from "../../db/errors.ts";
import { seconds } from "../../shared/duration.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import { createGroupCommit } from "../limits/group-commit.ts";
import type { Log } from "../logging/log.ts";

const CATCH_UP = 100; // milliseconds; people wait for their search
const LOOK_AGAIN = 5;
const LEFT_ALONE = seconds(5);
const MAX_WAITING = 10_000; // reads

/** Where reads go that may be answered by a replica: exports and searches. */
export interface Reads {
  /**
   * Runs `work`, which only reads, on the replica once that has everything that the primary had committed when it was
   * asked, so that everyone sees what they have written; else on the primary. Runs it again on the primary if it fails on
   * the replica.
   */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

declare module "../rpc/context.ts" {
  interface State {
    readonly reads: Reads;
  }
}

interface Config {
  readonly primary: Database;
  /** A standby of the primary; undefined if there is none. */
  readonly replica: Database | undefined;
  readonly now: () => Date;
  readonly log: Pick<Log, "info" | "warn">;
  /** Counts the times that the replica was left. */
  readonly left: Pick<Counter, "inc">;
}

/** How far the primary's log is flushed to disk: further than any commit that was acknowledged or can be seen. */
const SELECT_POSITION = `
  select pg_current_wal_flush_lsn()::text as lsn, ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline,
    (select system_identifier::text from pg_control_system()) as cluster`;

/**
 * Whether a standby of the same cluster has replayed the log up to there. A standby of an old primary, which goes on after a
 * failover, can be further in a log of its own: its timeline is older. That is known from the last checkpoint on.
 */
const SELECT_REACHED = `
  select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
    and $2::int <= greatest((select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery()))
    and $3 = (select system_identifier::text from pg_control_system()) as reached`;

interface Position {
  readonly lsn: string;
  readonly timeline: number;
  readonly cluster: string;
}

export const createReads = ({ replica, ...rest }: Config): Reads =>
  replica === undefined ? { read: (work) => work(rest.primary) } : createReplicaReads({ replica, ...rest });

/**
 * A replica that is away or too far behind is left alone for 5 seconds and then tried in the background, so that a search
 * waits for it for 0.4 s at most, and not again. The first read tries it likewise.
 */
function createReplicaReads({ primary, replica, now, log, left }: Config & { replica: Database }): Reads {
  let isUsed = false;
  let tryAt = Number.NEGATIVE_INFINITY;
  const leave = (reason: string) => {
    tryAt = now().getTime() + LEFT_ALONE;
    if (!isUsed) return;
    isUsed = false;
    left.inc();
    log.warn({ reason }, "the replica is left alone: exports and searches read from the primary");
  };
  const tryAgain = async () => {
    tryAt = now().getTime() + LEFT_ALONE;
    if ((await whyBehind(replica, await positionOf(primary))) !== null) return;
    isUsed = true;
    log.info("exports and searches read from the replica");
  };
  const checks = createGroupCommit<null, boolean>({
    async run(waiting) {
      const position = await positionOf(primary);
      const reason = isUsed ? await whyBehind(replica, position) : null;
      if (reason !== null) leave(reason);
      return waiting.map(() => isUsed);
    },
    maxBatch: MAX_WAITING,
    writers: 1,
    maxWaiting: MAX_WAITING,
  });
  return {
    async read(work) {
      if (!isUsed && now().getTime() >= tryAt) tryAgain().catch(() => {}); // the primary is away: the read itself says so
      if (!isUsed || !(await checks.submit(null))) return work(primary);
      try {
        return await work(replica);
      } catch (error) {
        if (isUnavailable(error)) leave(reasonOf(error));
        return work(primary);
      }
    },
  };
}

async function positionOf(primary: Database): Promise<Position> {
  const [position] = await primary.query<Position>(SELECT_POSITION, [], { prepared: true });
  if (!position) throw new DatabaseUnavailable("The primary did not say how far its log is.");
  return position;
}

/** Why a replica has not come as far as `position` in time; null if it has. */
async function whyBehind(replica: Database, { lsn, timeline, cluster }: Position): Promise<string | null> {
  const end = performance.now() + CATCH_UP;
  const check = async (): Promise<string | null> => {
    for (; ; await Bun.sleep(LOOK_AGAIN)) {
      const [row] = await replica.query<{ reached: boolean | null }>(
        SELECT_REACHED,
        [lsn, timeline, cluster],
        {
          prepared: true,
        },
      );
      if (row?.reached === true) return null;
      if (performance.now() >= end) return "It is behind the primary.";
    }
  };
  try {
    return await withTimeout(
      check(),
      2 * CATCH_UP,
      () => new DatabaseUnavailable("It did not answer in time."),
    );
  } catch (error) {
    return reasonOf(error);
  }
}

const reasonOf = (error: unknown): string => outageOf(error) ?? sqlState(error) ?? "It cannot be used.";
