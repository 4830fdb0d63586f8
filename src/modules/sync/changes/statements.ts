import { type SQL, sql } from "drizzle-orm";
import { differs } from "../main-database/statements.ts";
import { assignments, columnsOf, type TableShape, writtenColumns } from "../main-database/table-shape.ts";
import { NEW_ROW_PREFIX } from "../matching/matching.ts";

/** How many staged places would be inserted, written and left. */
export const countChanges = (shape: TableShape): SQL => sql`
  select count(*) filter (where s.verdict = 'insert') as insert,
    count(*) filter (where s.verdict = 'write' and ${differs(shape)}) as update,
    count(*) filter (where s.verdict = 'write' and not ${differs(shape)}) as keep
  from rihla_staged s left join public.places p on p.id = s.main_id`;

const values = (list: readonly string[]): string => `json_build_array(${list.join(", ")})`;

/** The first staged places of a kind, with their values and those of their rows in the order of `writtenColumns`. */
export function selectChanges(kind: "insert" | "update" | "keep", shape: TableShape, limit: number): SQL {
  const ours = sql.raw(values(assignments(shape).map(([, value]) => value)));
  const theirs = sql.raw(values(writtenColumns(shape).map((name) => `p.${name}`)));
  const isKind = {
    insert: sql`s.verdict = 'insert'`,
    update: sql`s.verdict = 'write' and ${differs(shape)}`,
    keep: sql`s.verdict = 'write' and not ${differs(shape)}`,
  }[kind];
  return sql`
  select s.n, p.id::text as "mainId", p.name as "mainName", ${ours} as ours, ${theirs} as theirs
  from rihla_staged s left join public.places p on p.id = s.main_id where ${isKind} order by s.n limit ${limit}`;
}

/** The rows of the batch as a run would leave them, if later places could match them by coordinates. */
export const selectFutureRows = sql`
  select case s.verdict when 'insert' then ${NEW_ROW_PREFIX} || s.source_id else p.id::text end as id,
    coalesce(s.name, '') as name, coalesce(nullif(p.place_id, ''), s.place_id) as "placeId", s.source_id as "sourceId",
    coalesce(s.latitude, p.latitude) as latitude, coalesce(s.longitude, p.longitude) as longitude
  from rihla_staged s left join public.places p on p.id = s.main_id
  where s.verdict in ('write', 'insert') and coalesce(s.latitude, p.latitude) is not null
    and coalesce(s.longitude, p.longitude) is not null order by s.n`;

/**
 * A table like the main one, which refuses the values that a column or a check of the main table refuses. It has no
 * defaults, as those may count up a sequence: a column with one may be empty.
 */
export const createRehearsalTable = sql`
  create temp table rihla_rehearsal (like public.places including constraints) on commit drop`;
export const allowDefaults = sql`
  do $$ declare name text; begin
    for name in select quote_ident(attname) from pg_attribute where attrelid = 'public.places'::regclass and attnum > 0
      and not attisdropped and (atthasdef or attidentity <> '')
    loop execute 'alter table rihla_rehearsal alter column ' || name || ' drop not null'; end loop;
  end $$`;

/** Writes there what a run would write, which locks no row of the main table. */
export function rehearse(shape: TableShape): SQL {
  const written = assignments(shape);
  const columns = sql.raw(written.map(([column]) => column).join(", "));
  const wanted = sql.raw(written.map(([, value]) => value).join(", "));
  const others = sql.raw(shape.otherColumns.join(", "));
  return sql`
  with inserted as (
    insert into rihla_rehearsal (id, ${columns}, updated_at, first_seen_at)
    select gen_random_uuid(), ${columns}, now(), now() from rihla_staged where verdict = 'insert')
  insert into rihla_rehearsal (id, ${columns}, updated_at, ${others})
  select p.id, ${wanted}, now(), ${sql.raw(columnsOf("p", shape.otherColumns))}
  from rihla_staged s join public.places p on p.id = s.main_id where s.verdict = 'write' and ${differs(shape)}`;
}

/** The rows that deleted places are linked to. */
export const selectLinkedRows = (ids: string): SQL => sql`
  select p.id::text as "mainId", coalesce(p.name, '') as "mainName", p.source_id as "placeId", p.owner_id as owner
  from json_array_elements_text(${ids}::json) d(id) join public.places p on p.source_id = d.id order by d.id`;
