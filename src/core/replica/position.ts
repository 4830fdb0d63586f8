import type { Database } from "../../db/client.ts";
import { DatabaseUnavailable, outageOf, sqlState } from "../../db/errors.ts";
import { withTimeout } from "../../shared/with-timeout.ts";

const CATCH_UP = 100; // milliseconds; people wait for their search
const LOOK_AGAIN = 5;

/** How far the primary's log is flushed to disk: further than any commit that was acknowledged or can be seen. */
const SELECT_POSITION = `
  select pg_current_wal_flush_lsn()::text as lsn, ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline,
    (select system_identifier::text from pg_control_system()) as cluster`;

/**
 * Whether a standby of the same cluster has replayed the log up to there. A standby of an old primary, which goes on after a
 * failover, can be further in a log of its own: its timeline is older. A role without `pg_read_all_stats` sees the timeline
 * of the last checkpoint only.
 */
const SELECT_REACHED = `
  select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
    and $2::int <= greatest((select received_tli from pg_stat_wal_receiver),
      (select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery()))
    and $3 = (select system_identifier::text from pg_control_system()) as reached`;

export interface Position {
  readonly lsn: string;
  readonly timeline: number;
  readonly cluster: string;
}

export async function positionOf(primary: Database): Promise<Position> {
  const [position] = await primary.query<Position>(SELECT_POSITION, [], { prepared: true });
  if (!position) throw new DatabaseUnavailable("The primary did not say how far its log is.");
  return position;
}

/** Why a replica has not come as far as `position` in time; null if it has. */
export async function whyBehind(
  replica: Database,
  { lsn, timeline, cluster }: Position,
): Promise<string | null> {
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
    return failureReason(error);
  }
}

export const failureReason = (error: unknown): string =>
  outageOf(error) ?? sqlState(error) ?? "It cannot be used.";
