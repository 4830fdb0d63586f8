import { getTableName } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import { pois } from "../places/public.ts";
import type { RUN_STATUSES } from "./schema.ts";

const POIS = getTableName(pois);

interface Runs {
  /** When the last run that wrote ended. */
  readonly lastSuccessAt: Date | null;
  /** The status of the last run that has ended, and when it did. */
  readonly lastStatus: (typeof RUN_STATUSES)[number] | null;
  readonly lastEndedAt: Date | null;
  readonly lastMessage: string | null;
  /** Since when a run has been in progress. */
  readonly runningSince: Date | null;
}

interface Places {
  readonly pending: number;
  readonly failed: number;
}

export type SyncHealth = Runs & Places;

const ENDED = "status not in ('running', 'skipped') and not dry_run and kind = 'push'";

/** $1: the seconds after which a run without a heartbeat is dead. */
const RUNS = `select
  (select max(finished_at) from sync_runs where status in ('succeeded', 'partial') and not dry_run and kind = 'push')
    as "lastSuccessAt",
  last.status as "lastStatus", last.finished_at as "lastEndedAt", last.message as "lastMessage",
  (select r.started_at from sync_lease l join sync_runs r on r.id = l.run_id
    where l.id = 1 and l.heartbeat_at > clock_timestamp() - make_interval(secs => $1)) as "runningSince"
  from (select 1) as one left join lateral (select status, finished_at, message from sync_runs where ${ENDED}
    order by started_at desc, id desc limit 1) as last on true`;

/** From an index that holds only what is not synced. */
const PLACES = `select count(*) filter (where sync_state = 'pending')::int as pending,
  count(*) filter (where sync_state = 'error')::int as failed from ${POIS} where sync_state <> 'synced'`;

/** How the sync goes. Cheap enough for every scrape of metrics. */
export async function syncHealth({ db, settings }: Deps): Promise<SyncHealth> {
  const [runs] = await db.query<Runs>(RUNS, [settings.syncDeadAfter]);
  const [places] = await db.query<Places>(PLACES);
  if (!runs || !places) throw new Error("the counts of the sync returned no row");
  return { ...runs, ...places };
}
