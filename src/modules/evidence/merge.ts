import { sql } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { moveRows, moveRowsBack } from "../../db/query/move-rows.ts";
import type { MovedRows } from "../../shared/places/merged-rows.ts";
import { renewals as r } from "./renewals/table.ts";

const RENEWALS = { table: r, id: r.id, poiId: r.poiId, state: sql`${r.state}` } as const;
const MERGED = "This place was listed twice. We already have another certificate for it.";

/**
 * Moves what is left to do for the certificates of these places to another one. Records themselves are never changed:
 * those of a merged place count by `isOfPlace`.
 */
export async function moveCertificates(tx: Tx, ids: readonly string[], to: string): Promise<void> {
  await tx.execute(sql`
    update certificate_progress p set poi_id = ${to} from evidence_records e
    where e.id = p.certificate_id and e.poi_id = any(${`{${ids.join(",")}}`}::text[])`);
}

/** The owner of a merged place is not reminded twice of the end of one tier. */
export async function copyReminders(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    insert into tier_reminders (poi_id, until, step, at) select ${to}, until, step, at from tier_reminders
    where poi_id = ${from} on conflict do nothing`);
}

/** Moves the certificates that owners sent. If both places have one that waits, the duplicate's is declined. */
export async function moveRenewals(tx: Tx, deps: Deps, from: string, to: string): Promise<MovedRows> {
  const ended = await tx.execute<{ id: string }>(sql`
    update renewals d set state = 'declined', notes = ${MERGED}, decided_at = ${deps.now().toISOString()}
    where d.poi_id = ${from} and d.state = 'waiting' and exists (select from renewals k
      where k.poi_id = ${to} and k.state = 'waiting') returning id`);
  const rows = await moveRows(tx, RENEWALS, from, to);
  return { rows, ended: ended.rows.map(({ id }) => id) };
}

/** Undoes `moveRenewals`, where the owner is the same. Returns how many have been decided since and stay. */
export async function moveRenewalsBack(
  tx: Tx,
  { rows, ended }: MovedRows,
  from: string,
  to: string,
): Promise<number> {
  const left = await moveRowsBack(tx, RENEWALS, rows, from, to);
  await tx.execute(sql`
    update renewals set state = 'waiting', notes = '', decided_at = null
    where id = any(${`{${ended.join(",")}}`}::text[]) and poi_id = ${to} and notes = ${MERGED}
      and exists (select from pois where pois.id = ${to} and pois.owner_id = renewals.partner_id)`);
  return left;
}
