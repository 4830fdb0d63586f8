import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { advisoryLock, trySharedLock } from "../../../db/locks.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { StatedFacts } from "../../../shared/places/fact-texts.ts";
import type { FileSource, SourceRow } from "../../../shared/places/sources.ts";
import { dedupeKeyOf } from "../duplicates/dedupe-key.ts";

/** A row of a file, numbered from 1. */
export interface NumberedRow {
  readonly n: number;
  /** Null if it is not taken: what its source said of the place before stays. */
  readonly row: SourceRow | null;
  readonly externalId: string;
  /** As in a `Refusal`. */
  readonly at?: number;
  readonly facts?: StatedFacts | null;
}

/** Runs a statement without parameters. */
export const executeRaw = <Row extends Record<string, unknown>>(tx: Tx, statement: string) =>
  tx.execute<Row>(sql.raw(statement));

/** Lets one file at a time be written: two of the same would both create its places. */
export const lockImports = (tx: Tx) => tx.execute(advisoryLock("imports"));

/** Throws 409 while a file is written. */
export async function refuseDuringImport(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{ locked: boolean }>(trySharedLock("imports"));
  if (!rows[0]?.locked)
    throw new DomainError(
      "conflict",
      "A file is being taken at the moment. Please try again in some minutes.",
    );
}

/**
 * Creates the staging table, dropped on commit. Of each row: `poi`, the id of the listed place; `earlier`, the row of the same
 * place; `alike`, the place that it may be although it is created; `was`, what the source said before, at `was_at`; `outcome`, null until
 * it is decided, `seen` if it says the same as before, and `refused` with a reason.
 */
export async function createStagedRows(tx: Tx): Promise<void> {
  await tx.execute(sql`
    create temp table staged_rows (n int not null, at int, external_id text not null, row jsonb, was jsonb, was_at timestamptz, poi text,
      is_known boolean not null default false, identity text collate "C", place_id text, facts jsonb, earlier int,
      alike text, outcome text, reason text, score float8, before jsonb) on commit drop`);
}

/** Rows as `stageText` takes them. */
export const textOfRows = (rows: readonly NumberedRow[]): string =>
  JSON.stringify(
    rows.map(({ n, row, externalId, at, facts }) => [
      n,
      externalId,
      row,
      row && dedupeKeyOf(row),
      at ?? null,
      facts ?? null,
    ]),
  );

export const stageRows = (tx: Tx, source: FileSource, rows: readonly NumberedRow[]) =>
  stageText(tx, source, textOfRows(rows));

/**
 * Stages rows next to what their source said before; without a source nothing is known of them. A row that says the same
 * again is kept by its id alone.
 */
export async function stageText(tx: Tx, source: FileSource | null, text: string): Promise<void> {
  // a place in the trash stays there
  await tx.execute(sql`
    insert into staged_rows (n, at, external_id, row, was, was_at, poi, is_known, identity, place_id, facts, outcome)
    select s.n, s.at, s.external_id, case when not s.seen then s.row end, case when not s.seen then s.was end, s.was_at, s.poi, s.is_known,
      s.identity, nullif(s.row->>'placeId', ''), s.facts, case when s.row is null then 'outside' when s.seen then 'seen' end
    from (select (r->>0)::int as n, r->>1 as external_id, nullif(r->2, 'null') as row, r->>3 as identity, (r->>4)::int as at,
        nullif(r->5, 'null') as facts, ps.row as was, ps.said_at as was_at, coalesce(p.merged_into, p.id) as poi, ps.id is not null as is_known,
        ps.id is not null and (p.deleted_at is not null or (ps.row = r->2 and ps.gone_at is null)) as seen
      from jsonb_array_elements(${text}::jsonb) r
      left join place_sources ps on ps.source = ${source} and ps.external_id = r->>1
      left join pois p on p.id = ps.poi_id) s
    where s.row is not null or s.is_known`);
}

/** Stages the rows of a plan again. */
export async function stagePlanned(tx: Tx, intakeId: string, source: FileSource): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await tx.execute<{ n: number; externalId: string; row: SourceRow }>(sql`
      select n, external_id as "externalId", row from intake_rows where intake_id = ${intakeId} and outcome <> 'gone' and row is not null and n > ${last}
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
