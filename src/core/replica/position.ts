import type { Database } from "../../db/client.ts";
import { DatabaseUnavailable, outageOf, sqlState } from "../../db/errors.ts";
import { withTimeout } from "../../shared/with-timeout.ts";

/** How long reads wait for a replica, in milliseconds; people wait for their search. */
export const CATCH_UP = 100;
const LOOK_AGAIN = 5;

/** Which database this is: on a standby it is the same as on its primary. */
const DATABASE = "(select system_identifier::text from pg_control_system()) || '/' || current_database()";

/**
 * Of the primary that a standby follows. A role without `pg_read_all_stats` sees the timeline of the last checkpoint only.
 */
const TIMELINE = `greatest((select received_tli from pg_stat_wal_receiver),
  (select timeline_id from pg_control_checkpoint()),
  (select min_recovery_end_timeline from pg_control_recovery()))`;

/** How far the primary's log is flushed to disk: further than any commit that was acknowledged or can be seen. */
const SELECT_POSITION = `
  select pg_current_wal_flush_lsn()::text as lsn, ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline,
    ${DATABASE} as database`;

/**
 * Whether a standby has the same database and has replayed the log up to there. A standby of an old primary, which goes on
 * after a failover, can be further in a log of its own: its timeline is older.
 */
const SELECT_REACHED = `
  select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
    and $2::int <= ${TIMELINE} and $3 = ${DATABASE} as reached`;

const SELECT_STATE = `
  select pg_is_in_recovery() as "isStandby", ${DATABASE} as database, ${TIMELINE} as timeline,
    pg_last_xact_replay_timestamp() as "replayedAt"`;

export interface Position {
  readonly lsn: string;
  readonly timeline: number;
  readonly database: string;
}

/** What a replica says of itself. */
export interface ReplicaState {
  readonly isStandby: boolean;
  readonly database: string;
  readonly timeline: number;
  /** When the primary committed the newest transaction that was replayed; null if none was since the start. */
  readonly replayedAt: Date | null;
}

export async function positionOf(primary: Database): Promise<Position> {
  const [position] = await primary.query<Position>(SELECT_POSITION, [], { prepared: true });
  if (!position) throw new DatabaseUnavailable("The primary did not say how far its log is.");
  return position;
}

export const BEHIND = "It is behind the primary.";

/** Why a replica has not come as far as `position` in time; null if it has. */
export async function whyBehind(
  replica: Database,
  { lsn, timeline, database }: Position,
): Promise<string | null> {
  const end = performance.now() + CATCH_UP;
  const check = async (): Promise<string | null> => {
    for (; ; await Bun.sleep(LOOK_AGAIN)) {
      const [row] = await replica.query<{ reached: boolean | null }>(
        SELECT_REACHED,
        [lsn, timeline, database],
        {
          prepared: true,
        },
      );
      if (row?.reached === true) return null;
      if (performance.now() >= end) return BEHIND;
    }
  };
  try {
    return await withTimeout(
      check(),
      2 * CATCH_UP,
      () => new DatabaseUnavailable("It did not answer in time."),
    );
  } catch (error) {
    return failureReason(error);
  }
}

export async function stateOf(replica: Database): Promise<ReplicaState> {
  const [state] = await replica.query<ReplicaState>(SELECT_STATE);
  if (!state) throw new DatabaseUnavailable("The replica did not say how far it is.");
  return state;
}

export const failureReason = (error: unknown): string =>
  outageOf(error) ?? sqlState(error) ?? "It cannot be used.";
