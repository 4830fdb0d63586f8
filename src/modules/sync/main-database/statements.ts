import { type SQL, sql } from "drizzle-orm";
import { arrayLiteral } from "../../../db/query/array-literal.ts";
import { CROWD_MAX, NEW_ROW_PREFIX } from "../matching/matching.ts";
import { IS_OLD_VERSION, keepImages, keepInserted, OLD_VERSION, returningOld } from "./images.ts";
import { assignments, columnsOf, LOCAL_COLUMNS, type TableShape, writtenColumns } from "./table-shape.ts";

/** The columns of a place and their types. */
const PLACE_COLUMNS: readonly (readonly [name: string, type: string])[] = [
  ...["source_id", "place_id", ...LOCAL_COLUMNS].map((name) => [name, "text"] as const),
  ["latitude", "double precision"],
  ["longitude", "double precision"],
  ["tier_until", "date"],
  ["evidence_digest", "text"],
];
const PLACE_NAMES = PLACE_COLUMNS.map(([name]) => name);

/**
 * The planner's statistics of a growing table are outdated. With index lookups, a batch costs the same against a
 * thousand rows and a hundred million. Times have one text, so that hashes of rows can be compared.
 */
export const CONFIGURE = sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
  set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true)`;
/** Locks the fence, so that a runner with a newer fencing token waits for this batch. No row if there is one already. */
export const lockFence = (fence: number): SQL =>
  sql`select id from public.rihla_sync_fence where id = 1 and fence = ${fence} for update`;

export const createStagingTable = ({ idType }: TableShape): SQL =>
  sql.raw(`create temp table rihla_staged (n int, ${PLACE_COLUMNS.map((each) => each.join(" ")).join(", ")},
    main_id ${idType}, verdict text) on commit drop`);

/** One array for each column, which takes a quarter of the time of JSON. */
const arraysOf = (places: readonly object[]): SQL =>
  sql.join(
    PLACE_COLUMNS.map(([name, type]) => sql`${valuesOf(places, name)}::${sql.raw(type)}[]`),
    sql`, `,
  );

function valuesOf(places: readonly object[], name: string): string {
  const values = places.map((place): unknown => Reflect.get(place, name) ?? null);
  return arrayLiteral(values.map((value) => (value === null ? null : String(value))));
}

/**
 * Stages a batch and decides on places that need no comparison of names: those with a linked row, with one row of
 * their place id, or with a new place id and no coordinates. Returns the numbers of the others, and whether each has a
 * known row. `onlyChanged` leaves out places whose linked row has all their values.
 */
export const stageBatch = (places: readonly object[], shape: TableShape, onlyChanged: boolean): SQL => sql`
  with put as (
    insert into rihla_staged
    select ${sql.raw(columnsOf("d", ["n", ...PLACE_NAMES, "main_id", "verdict"]))} from (
      select s.n - 1 as n, ${sql.raw(columnsOf("s", PLACE_NAMES))}, coalesce(p.id, b.id) as main_id,
        ${differs(shape)} as is_changed, case
        when abs(s.latitude) > 90 or abs(s.longitude) > 180 then 'look'
        when p.id is not null and (b.rows = 0 or (b.rows = 1 and b.id = p.id)) then 'write'
        when p.id is null and b.rows = 1 and b.source_id is null then 'write'
        when p.id is null and b.rows = 0 and s.place_id is not null and s.latitude is null then 'insert'
        else 'look' end as verdict
      from unnest(${arraysOf(places)}) with ordinality as s(${sql.raw(PLACE_NAMES.join(", "))}, n)
      left join lateral (select * from public.places where source_id = s.source_id limit 1) p on true
      cross join lateral (
        select count(*) as rows, (array_agg(p.id))[1] as id, (array_agg(p.source_id))[1] as source_id
        from (select id, source_id from public.places where place_id = s.place_id limit 3) p) b) d
    ${onlyChanged ? sql`where d.verdict <> 'write' or d.is_changed` : sql``}
    returning n, main_id is not null as known, verdict)
  select n, known from put where verdict = 'look' order by n`;

/** A missing name is similar to no other, and an empty id counts as missing. */
const MATCH_COLUMNS = `${["name", "address", "phone", "website", "category"]
  .map((name) => `coalesce(p.${name}, '') as ${name}`)
  .join(
    ", ",
  )}, nullif(p.place_id, '') as "placeId", nullif(p.source_id, '') as "sourceId", p.latitude, p.longitude`;
const MATCH_ROW = sql.raw(`p.id::text as id, ${MATCH_COLUMNS}`);

/** The row that a staged place is linked to, and those with its place id. */
export const selectKnownRows = (numbers: string): SQL => sql`
  select s.n, true as linked, ${MATCH_ROW} from rihla_staged s
  join json_array_elements_text(${numbers}::json) d(n) on d.n::int = s.n
  join public.places p on p.source_id = s.source_id
  union all
  select s.n, false, ${MATCH_ROW} from rihla_staged s
  join json_array_elements_text(${numbers}::json) d(n) on d.n::int = s.n
  cross join lateral (select * from public.places p where p.place_id = s.place_id order by p.id limit 3) p`;

/** The row that a decided place is linked to, and the one that staff have chosen. */
export const selectDecidedRows = (wanted: string, { idType }: TableShape): SQL => sql`
  with d as (select n, main::${sql.raw(idType)} as main from json_to_recordset(${wanted}::json) as d(n int, main text))
  select d.n, true as linked, ${MATCH_ROW} from d
  join rihla_staged s on s.n = d.n join public.places p on p.source_id = s.source_id
  union all
  select d.n, false, ${MATCH_ROW} from d join public.places p on p.id = d.main`;

/** The rows in a box; without `any` only those without a place id. One more than `CROWD_MAX` shows a crowd. */
export const selectRowsInBoxes = (boxes: string): SQL => sql`
  select b.n, ${MATCH_ROW} from json_to_recordset(${boxes}::json) as b(n int, "any" boolean, south double precision,
    north double precision, west double precision, east double precision)
  cross join lateral (
    select * from public.places p
    where p.latitude between b.south and b.north and p.longitude between b.west and b.east
      and (b."any" or p.place_id is null or p.place_id = '') limit ${sql.raw(String(CROWD_MAX + 1))}) p`;

export const storeDecisions = (decisions: string, { idType }: TableShape): SQL => sql`
  update rihla_staged s set verdict = d.verdict, main_id = d.main::${sql.raw(idType)}
  from json_to_recordset(${decisions}::json) as d(n int, verdict text, main text) where d.n = s.n`;

/** Omits the columns of analytics, which therefore keep their values. A dry run, without a fence, keeps no images. */
export function updateRows(shape: TableShape, now: Date, fence: number | null): SQL {
  const all = assignments(shape);
  const list = (texts: readonly string[]) => sql.raw(texts.join(", "));
  const update = sql`
  update public.places p set ${list(all.map((each) => each.join(" = ")))}, updated_at = ${now.toISOString()}
  from rihla_staged s${fence === null ? sql`` : sql`, ${OLD_VERSION}`}
  where s.verdict = 'write' and p.id = s.main_id${fence === null ? sql`` : sql` and ${IS_OLD_VERSION}`} and ${differs(shape)}`;
  if (fence === null) return update;
  const returning = returningOld(shape, "nullif(s.source_id, o.source_id)");
  return keepImages("update", sql`${update} ${returning}`, fence);
}

/** Whether the row `p` has not all values of the staged place `s`. */
export function differs(shape: TableShape): SQL {
  const all = assignments(shape);
  const [old, wanted] = [all.map(([column]) => `p.${column}`), all.map(([, value]) => value)];
  return sql.raw(`(${old.join(", ")}) is distinct from (${wanted.join(", ")})`);
}

export function insertRows(shape: TableShape, now: Date, fence: number | null): SQL {
  const columns = sql.raw(writtenColumns(shape).join(", "));
  const at = sql`${now.toISOString()}::timestamptz`;
  const insert = sql`
  insert into public.places as p (id, ${columns}, updated_at, first_seen_at)
  select gen_random_uuid(), ${columns}, ${at}, ${at} from rihla_staged where verdict = 'insert'`;
  return fence === null ? insert : keepInserted(insert, shape, fence);
}

/**
 * Staged places whose row was deleted before it could be written, or changed by someone else during the update: it has
 * other values, and this transaction has not written it.
 */
export function selectMissed(shape: TableShape, fence: number | null): SQL {
  const isWritten = sql` and (p.xmin = pg_current_xact_id()::xid or not ${differs(shape)})`;
  return sql`
  select s.n from rihla_staged s where s.verdict in ('write', 'insert') and not exists (
    select from public.places p where p.source_id = s.source_id${fence === null ? sql`` : isWritten}) order by s.n`;
}

/** The rows of the batch in their current state, if later places could match them by coordinates. */
export const selectTakenRows = sql`
  select case s.verdict when 'insert' then ${NEW_ROW_PREFIX} || s.source_id else p.id::text end as id, ${sql.raw(MATCH_COLUMNS)}
  from rihla_staged s join public.places p on p.source_id = s.source_id
  where s.verdict in ('write', 'insert') and p.latitude is not null and p.longitude is not null order by s.n`;

/** Locks the rows of deleted places, so that no one changes them until they are unlinked. */
export const lockLinkedRows = (ids: string): SQL => sql`
  select p.id from json_array_elements_text(${ids}::json) d(id) join public.places p on p.source_id = d.id for update of p`;

export function unlinkRows(ids: string, shape: TableShape, now: Date, fence: number | null): SQL {
  const update = sql`
  update public.places p set source_id = null, owner_id = null, updated_at = ${now.toISOString()}
  from json_array_elements_text(${ids}::json) d(id)${fence === null ? sql`` : sql`, ${OLD_VERSION}`}
  where p.source_id = d.id${fence === null ? sql`` : sql` and ${IS_OLD_VERSION}`}`;
  return fence === null ? update : keepImages("unlink", sql`${update} ${returningOld(shape, "null")}`, fence);
}
