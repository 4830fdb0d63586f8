import { type SQL, sql } from "drizzle-orm";
import { CROWD_MAX, NEW_ROW_PREFIX } from "../matching/matching.ts";

/** Columns of a main row that a sync always overwrites with the local values. */
const LOCAL_COLUMNS = [
  "name",
  "address",
  "city",
  "state",
  "zip_code",
  "phone",
  "website",
  "category",
  "subcategory",
  "halal_certificate",
  "halal_verification_status",
  "owner_id",
] as const;
/** Columns that a main table may lack. */
export const TIER_COLUMN_NAMES = ["tier_until", "evidence_digest"] as const;
export type TierColumn = (typeof TIER_COLUMN_NAMES)[number];

/** What statements must know of the main table. */
export interface TableShape {
  /** SQL type of `places.id`. */
  readonly idType: string;
  readonly tierColumns: readonly TierColumn[];
}

const TEXT_COLUMNS = ["source_id", "place_id", ...LOCAL_COLUMNS].map((name) => `${name} text`).join(", ");
const STAGED_COLUMNS = `n int, ${TEXT_COLUMNS}, latitude double precision, longitude double precision,
  tier_until date, evidence_digest text`;

/** Each column with its new value: a place id and coordinates of a row are kept. */
const assignments = ({ tierColumns }: TableShape): readonly (readonly [string, string])[] => [
  ["source_id", "s.source_id"],
  ["place_id", "coalesce(nullif(p.place_id, ''), s.place_id)"],
  ...[...LOCAL_COLUMNS, ...tierColumns].map((name) => [name, `s.${name}`] as const),
  ["latitude", "coalesce(s.latitude, p.latitude)"],
  ["longitude", "coalesce(s.longitude, p.longitude)"],
];

/**
 * The planner's statistics of a growing table are outdated. With index lookups, a batch costs the same against a
 * thousand rows and a hundred million.
 */
export const FORCE_INDEX_LOOKUPS = sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;
/** Locks the fence, so that a runner with a newer fencing token waits for this batch. No row if there is one already. */
export const lockFence = (fence: number): SQL =>
  sql`select id from public.rihla_sync_fence where id = 1 and fence = ${fence} for update`;

export const createStagingTable = ({ idType }: TableShape): SQL =>
  sql.raw(
    `create temp table rihla_staged (${STAGED_COLUMNS}, main_id ${idType}, verdict text) on commit drop`,
  );

/**
 * Stages a batch and decides on places that need no comparison of names: those with a linked row, with one row of
 * their place id, or with a new place id and no coordinates. Returns the numbers of the others, and whether each has a
 * known row.
 */
export const stageBatch = (rows: string): SQL => sql`
  with put as (
    insert into rihla_staged
    select r.*, coalesce(l.id, b.id), case
      when abs(r.latitude) > 90 or abs(r.longitude) > 180 then 'look'
      when l.id is not null and (b.rows = 0 or (b.rows = 1 and b.id = l.id)) then 'write'
      when l.id is null and b.rows = 1 and b.source_id is null then 'write'
      when l.id is null and b.rows = 0 and r.place_id is not null and r.latitude is null then 'insert'
      else 'look' end
    from json_to_recordset(${rows}::json) as r(${sql.raw(STAGED_COLUMNS)})
    left join public.places l on l.source_id = r.source_id
    cross join lateral (
      select count(*) as rows, (array_agg(p.id))[1] as id, (array_agg(p.source_id))[1] as source_id
      from (select id, source_id from public.places where place_id = r.place_id limit 3) p) b
    returning n, main_id is not null as known, verdict)
  select n, known from put where verdict = 'look' order by n`;

/** A missing name is similar to no other, and an empty id counts as missing. */
const MATCH_COLUMNS = `coalesce(p.name, '') as name, nullif(p.place_id, '') as "placeId",
    nullif(p.source_id, '') as "sourceId", p.latitude, p.longitude`;
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

/** Omits the columns of analytics, which therefore keep their values. */
export function updateRows(shape: TableShape, now: Date): SQL {
  const all = assignments(shape);
  const list = (texts: readonly string[]) => sql.raw(texts.join(", "));
  return sql`
  update public.places p set ${list(all.map((each) => each.join(" = ")))}, updated_at = ${now.toISOString()}
  from rihla_staged s where s.verdict = 'write' and p.id = s.main_id
    and (${list(all.map(([column]) => `p.${column}`))}) is distinct from (${list(all.map(([, value]) => value))})`;
}

export function insertRows(shape: TableShape, now: Date): SQL {
  const columns = sql.raw(
    assignments(shape)
      .map(([column]) => column)
      .join(", "),
  );
  return sql`
  insert into public.places (id, ${columns}, updated_at, first_seen_at)
  select gen_random_uuid(), ${columns}, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
  from rihla_staged where verdict = 'insert'`;
}

/** Staged places whose row was deleted before it could be written. */
export const selectMissed = sql`
  select s.n from rihla_staged s where s.verdict in ('write', 'insert')
    and not exists (select from public.places p where p.source_id = s.source_id) order by s.n`;

/** The rows of the batch in their current state, if later places could match them by coordinates. */
export const selectTakenRows = sql`
  select case s.verdict when 'insert' then ${NEW_ROW_PREFIX} || s.source_id else p.id::text end as id, ${sql.raw(MATCH_COLUMNS)}
  from rihla_staged s join public.places p on p.source_id = s.source_id
  where s.verdict in ('write', 'insert') and p.latitude is not null and p.longitude is not null order by s.n`;

export const unlinkRows = (ids: string, now: Date): SQL => sql`
  update public.places p set source_id = null, owner_id = null, updated_at = ${now.toISOString()}
  from json_array_elements_text(${ids}::json) d(id) where p.source_id = d.id`;
