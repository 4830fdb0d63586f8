import { getViewName, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { minutes } from "../../../shared/duration.ts";
import { currentPois, markFailed, markSynced } from "../../places/public.ts";
import { type Lease, renewLease } from "./lease.ts";
import type { RunCounts } from "./run-stats.ts";

const POIS = getViewName(currentPois);

export const FAILURES_MAX = 3; // failures in a row
const TIMEOUT = minutes(1); // per statement over a batch
const MESSAGE_MAX = 1_000; // characters

/** A place to push. Its keys are columns of the main table, except the last two. */
export interface DuePlace {
  readonly source_id: string;
  readonly place_id: string | null;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly phone: string;
  readonly website: string;
  readonly category: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly version: number;
  /** Whether it was synced before this run. */
  readonly is_synced: boolean;
  /** What staff have decided on it. */
  readonly decision?: PlaceDecision;
}

export interface PlaceDecision {
  readonly choice: "link" | "insert";
  /** The row to link; for a new row the one to leave, if the place was linked. */
  readonly mainId: string | null;
}

/**
 * The position of a run. Places with a place id come first, so that one without never takes a main row with the place
 * id of another; then by id, so that the result does not depend on the batches.
 */
export interface Cursor {
  readonly withoutPlaceId: boolean;
  readonly after: string;
}

const COLUMNS = `id as source_id, place_id, name, address, city, state, zip_code, phone, website, category, subcategory,
  halal_certificate, halal_verification_status, owner_id, case when longitude is not null then latitude end as latitude,
  case when latitude is not null then longitude end as longitude, tier_until, evidence_digest,
  version, sync_state = 'synced' as is_synced`;

const RETRIED = `sync_state = 'error' and sync_failures < ${FAILURES_MAX}`;
const AFTER = "id > $1 and (place_id is null) = $2 order by id limit $3";
// in two halves, each a scan of the index of places that are not synced
const PENDING = `select ${COLUMNS} from (
  (select * from ${POIS} where sync_state <> 'synced' and sync_state = 'pending' and ${AFTER}) union all
  (select * from ${POIS} where sync_state <> 'synced' and ${RETRIED} and ${AFTER})) due order by id limit $3`;
const ALL = `select ${COLUMNS} from ${POIS} where (sync_state <> 'error' or ${RETRIED}) and ${AFTER}`;

/** The next due places after a position, at most `limit`. */
export async function readDue(
  db: Database,
  full: boolean,
  cursor: Cursor,
  limit: number,
): Promise<readonly DuePlace[]> {
  const parameters = [cursor.after, cursor.withoutPlaceId, limit];
  const places = await db.query<DuePlace>(full ? ALL : PENDING, parameters, { timeoutMs: TIMEOUT });
  return withDecisions(db, places);
}

const SELECT_DECISIONS = `select poi_id as id, choice, main_id as "mainId" from sync_decisions
  where choice <> 'leave' and poi_id >= $1 and poi_id <= $2`;

/** Staff decide on few places, so that hardly any batch has one. */
async function withDecisions(db: Database, places: readonly DuePlace[]): Promise<readonly DuePlace[]> {
  const [first, last] = [places.at(0), places.at(-1)];
  if (!first || !last) return places;
  const found = await db.query<PlaceDecision & { id: string }>(SELECT_DECISIONS, [
    first.source_id,
    last.source_id,
  ]);
  if (found.length === 0) return places;
  const byId = new Map(found.map(({ id, ...decision }) => [id, decision]));
  return places.map((place) => {
    const decision = byId.get(place.source_id);
    return decision ? { ...place, decision } : place;
  });
}

/** Synced places by id: those that become due only when their tiers of today are stored. */
export async function readSynced(db: Database, ids: readonly string[]): Promise<readonly DuePlace[]> {
  const text = `select ${COLUMNS} from ${POIS} where sync_state = 'synced'
    and id in (select json_array_elements_text($1::json)) order by id`;
  return withDecisions(db, await db.query<DuePlace>(text, [JSON.stringify(ids)], { timeoutMs: TIMEOUT }));
}

/** One place, due or not. */
export async function readPlace(db: Database, id: string): Promise<DuePlace | undefined> {
  const [place] = await db.query<DuePlace>(`select ${COLUMNS} from ${POIS} where id = $1`, [id]);
  return place;
}

/** The number of due places. */
export async function countDue(db: Database, full: boolean): Promise<number> {
  const due = full ? `sync_state <> 'error' or ${RETRIED}` : `sync_state = 'pending' or ${RETRIED}`;
  const rows = await db.query<{ due: number }>(`select count(*) as due from ${POIS} where ${due}`, [], {
    timeoutMs: TIMEOUT,
  });
  return rows[0]?.due ?? 0;
}

/** Why a place was not synced, or its row not put back. */
export interface Failure<Place extends FailedPlace = DuePlace> {
  readonly place: Place;
  readonly message: string;
}
export type FailedPlace = Pick<DuePlace, "source_id" | "name">;

/** The outcome of a batch in the main database. */
export interface BatchOutcome {
  readonly failures: readonly Failure[];
  /** Rows that were changed or inserted. */
  readonly written: number;
}

/**
 * Records the outcome of a batch locally and renews the lease. A place that was edited since it was read has another
 * version and stays pending. A dry run does not change places. Throws `LeaseLost`.
 */
export async function markBatch(
  { db, now }: Deps,
  lease: Lease,
  batch: readonly DuePlace[],
  { failures }: BatchOutcome,
  counts: RunCounts,
  dryRun: boolean,
): Promise<void> {
  const failed = failures.map(({ place, message }) => ({ ...versionOf(place), message }));
  const failedIds = new Set(failed.map(({ id }) => id));
  const done = batch
    .filter(({ source_id, is_synced }) => !is_synced && !failedIds.has(source_id))
    .map(versionOf);
  await db.transaction(
    async (tx) => {
      await renewLease(tx, lease);
      if (!dryRun) {
        await markSynced(tx, done, now());
        await markFailed(tx, failed);
      }
      await saveFailures(tx, lease, failures);
      await saveProgress(tx, lease, counts);
    },
    { timeoutMs: TIMEOUT },
  );
}

const versionOf = ({ source_id, version }: DuePlace) => ({ id: source_id, version });

/** Saves which places failed in a run, and why. */
export async function saveFailures(
  tx: Tx,
  { runId }: Lease,
  failures: readonly Failure<FailedPlace>[],
): Promise<void> {
  if (failures.length === 0) return;
  const rows = JSON.stringify(
    failures.map(({ place, message }) => ({ id: place.source_id, name: place.name, message })),
  );
  await tx.execute(sql`
    insert into sync_run_errors (run_id, poi_id, name, message)
    select ${runId}, d.id, d.name, left(d.message, ${MESSAGE_MAX}::int)
    from json_to_recordset(${rows}::json) as d(id text, name text, message text)`);
}

/** Saves by which fencing token the before-images of the run can be found. Throws `LeaseLost`. */
export async function saveFence(db: Database, lease: Lease): Promise<void> {
  await db.transaction(async (tx) => {
    await renewLease(tx, lease);
    await tx.execute(sql`update sync_runs set fence = ${lease.fence} where id = ${lease.runId}`);
  });
}

export async function saveProgress(tx: Tx, { runId }: Lease, counts: RunCounts): Promise<void> {
  const { total, done, synced, errors, written, unlinked } = counts;
  await tx.execute(sql`
    update sync_runs set total = ${total}, done = ${done}, synced = ${synced}, errors = ${errors},
      written = ${written}, unlinked = ${unlinked} where id = ${runId}`);
}

/** Whether the run was canceled. */
export async function isCancelRequested(db: Database, { runId }: Lease): Promise<boolean> {
  const rows = await db.query("select from sync_runs where id = $1 and cancel_asked", [runId]);
  return rows.length > 0;
}
