import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import type { FileSource, SourceRow } from "../../../shared/places/sources.ts";
import { dedupeKeyOf } from "../duplicates/dedupe-key.ts";

/** A row of a file, numbered from 1. */
export interface NumberedRow {
  readonly n: number;
  readonly row: SourceRow;
}

/**
 * Creates the staging table, dropped on commit. Of each row: `poi`, the id of the listed place; `earlier`, the row of the same
 * place; `was`, what the source said before; `outcome`, null until it is decided, `seen` if it says the same as before, and
 * `refused` with a reason.
 */
export async function createStagedRows(tx: Tx): Promise<void> {
  await tx.execute(sql`
    create temp table staged_rows (n int not null, external_id text not null, row jsonb, was jsonb, poi text,
      is_known boolean not null default false, identity text collate "C", place_id text, earlier int, outcome text,
      reason text, score float8, before jsonb) on commit drop`);
}

/** Stages rows next to what their source said before. A row that says the same again is kept by its id alone. */
export async function stageRows(tx: Tx, source: FileSource, rows: readonly NumberedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const staged = rows.map(({ n, row }) => [n, row.externalId, row, dedupeKeyOf(row)]);
  // a place in the trash stays there
  await tx.execute(sql`
    insert into staged_rows (n, external_id, row, was, poi, is_known, identity, place_id, outcome)
    select s.n, s.external_id, case when not s.seen then s.row end, case when not s.seen then s.was end, s.poi, s.is_known,
      s.identity, nullif(s.row->>'placeId', ''), case when s.seen then 'seen' end
    from (select (r->>0)::int as n, r->>1 as external_id, r->2 as row, r->>3 as identity, ps.row as was,
        coalesce(p.merged_into, p.id) as poi, ps.id is not null as is_known,
        ps.id is not null and (p.deleted_at is not null or (ps.row = r->2 and ps.gone_at is null)) as seen
      from jsonb_array_elements(${JSON.stringify(staged)}::jsonb) r
      left join place_sources ps on ps.source = ${source} and ps.external_id = r->>1
      left join pois p on p.id = ps.poi_id) s`);
}

/** Notes that rows are in the file, but not of the city that is taken: what the source said of them before stays. */
export async function stageOutsideCity(
  tx: Tx,
  source: FileSource,
  rows: readonly NumberedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ n, row }) => [n, row.externalId]);
  await tx.execute(sql`
    insert into staged_rows (n, external_id, poi, is_known, outcome)
    select (r->>0)::int, ps.external_id, ps.poi_id, true, 'outside'
    from jsonb_array_elements(${JSON.stringify(ids)}::jsonb) r
    join place_sources ps on ps.source = ${source} and ps.external_id = r->>1`);
}

/** Stages the rows of a plan again. */
export async function stagePlanned(tx: Tx, intakeId: string, source: FileSource): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await tx.execute<{ n: number; row: SourceRow }>(sql`
      select n, row from intake_rows where intake_id = ${intakeId} and outcome <> 'gone' and row is not null and n > ${last}
      order by n limit 2000`);
    if (rows.length === 0) break;
    await stageRows(tx, source, rows);
    last = rows.at(-1)?.n ?? last;
  }
  await tx.execute(sql`
    insert into staged_rows (n, external_id, poi, is_known, outcome)
    select r.n, r.external_id, r.poi_id, true, 'seen' from intake_rows r
    where r.intake_id = ${intakeId} and r.outcome = 'same' and r.row is null`);
}
