import { sql } from "drizzle-orm";
import type { Tx } from "../../db/client.ts";

const IS_CURRENT = sql`deleted_at is null and merged_into is null`;

/** A place in the version that a sync run read. */
interface PlaceVersion {
  readonly id: string;
  readonly version: number;
}

/** Marks places as synced. One that was edited since it was read has another version and stays pending. */
export async function markSynced(tx: Tx, places: readonly PlaceVersion[], now: Date): Promise<void> {
  if (places.length === 0) return;
  await tx.execute(sql`
    update pois p set sync_state = 'synced', sync_error = null, sync_failures = 0, synced_at = ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(places)}::json) as d(id text, version int)
    where p.id = d.id and p.version = d.version`);
}

/** Marks places as failed, with the reason, and counts the failures; edited ones stay pending as in `markSynced`. */
export async function markFailed(
  tx: Tx,
  places: readonly (PlaceVersion & { readonly message: string })[],
): Promise<void> {
  if (places.length === 0) return;
  await tx.execute(sql`
    update pois p set sync_state = 'error', sync_error = d.message, sync_failures = p.sync_failures + 1
    from json_to_recordset(${JSON.stringify(places)}::json) as d(id text, version int, message text)
    where p.id = d.id and p.version = d.version`);
}

/** Makes a failed place, or all of them except some, pending again without past failures. Returns how many. */
export async function retryFailed(
  tx: Tx,
  id: string | undefined,
  except: readonly string[] = [],
): Promise<number> {
  const one =
    id === undefined
      ? sql` and id not in (select json_array_elements_text(${JSON.stringify(except)}::json))`
      : sql` and id = ${id}`;
  const { rowCount } = await tx.execute(sql`
    update pois set sync_state = 'pending', sync_error = null, sync_failures = 0 where sync_state = 'error' and ${IS_CURRENT}${one}`);
  return rowCount;
}

/** Makes all synced places, or these, pending, so that the next run compares them with the main database again. */
export async function requeueSynced(tx: Tx, ids?: readonly string[]): Promise<void> {
  const these = ids && sql` and id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`;
  await tx.execute(sql`update pois set sync_state = 'pending' where sync_state = 'synced'${these ?? sql``}`);
}

/** Sets places aside with a reason, as after `failures` failures: no run takes them until someone retries or edits them. */
export async function holdPlaces(
  tx: Tx,
  ids: readonly string[],
  reason: string,
  failures: number,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    update pois p set sync_state = 'error', sync_error = ${reason}, sync_failures = ${failures}
    from json_array_elements_text(${JSON.stringify(ids)}::json) d(id) where p.id = d.id and ${IS_CURRENT}`);
}

/** Makes a place one that failed again, as it was before staff decided on it. */
export async function restoreFailure(tx: Tx, id: string, error: string, failures: number): Promise<void> {
  await tx.execute(sql`
    update pois set sync_state = 'error', sync_error = ${error}, sync_failures = ${failures} where id = ${id}`);
}
