import { type SQL, sql } from "drizzle-orm";
import {
  columnsOf,
  LOCAL_COLUMNS,
  type TableShape,
  TIER_COLUMN_NAMES,
  writtenColumns,
} from "./table-shape.ts";

const TEXTS = ["source_id", "place_id", ...LOCAL_COLUMNS];
/** The columns of an existing row that an image has, and their order. */
const VALUES = [...TEXTS, "latitude", "longitude", ...TIER_COLUMN_NAMES, "updated_at"];

/**
 * The before-images: the rows of the main table as they were before a run wrote them, by the run's fencing token. They are
 * in the main database so that a row and its image are written in one transaction. All images of one statement are one
 * array, which costs half as much as a row for each, and of which no two are of the same row. `undone` says of each whether
 * an undo has put it back, and is empty before the first. An inserted row has an image without values.
 */
export const CREATE_IMAGES = [
  `create type public.rihla_sync_image as (main_id text, place text, after_hash bigint,
    ${TEXTS.map((name) => `${name} text`).join(", ")}, latitude double precision, longitude double precision,
    tier_until date, evidence_digest text, updated_at timestamptz)`,
  `create table if not exists public.rihla_sync_image_batches (fence bigint not null,
    id bigint generated always as identity, kind text not null, size int not null,
    images public.rihla_sync_image[] not null, undone boolean[] not null default '{}', primary key (fence, id))`,
  "alter table public.rihla_sync_image_batches alter images set storage external", // compressing costs more than it saves
  "drop table if exists public.rihla_sync_images", // of earlier versions, whose runs can no longer be undone
];

/** A number for the values that a run has written: equal as long as no one has changed them. */
export const hashOfWritten = (row: string, shape: TableShape): string =>
  `hash_record_extended(row(${columnsOf(row, writtenColumns(shape))}), 0)`;

/** The same for all columns, as an undo deletes an inserted row with what others have added to it. */
const hashOfWhole = (row: string, shape: TableShape): string =>
  `hash_record_extended(row(${columnsOf(row, writtenColumns(shape))}, row(${columnsOf(row, shape.otherColumns)})::text), 0)`;

export const hashAfter = (kind: string, row: string, shape: TableShape): string =>
  `case ${kind} when 'insert' then ${hashOfWhole(row, shape)} else ${hashOfWritten(row, shape)} end`;

/** The columns that an image has of an existing row of this table. */
export const imageColumns = (shape: TableShape): readonly string[] => [
  ...writtenColumns(shape),
  "updated_at",
];

/** What an update of `p` must join and return, so that `keepImages` can store its rows as they were. */
export const OLD_VERSION = sql.raw("public.places o");
/**
 * Leaves out a row that someone else changes at the same time, whose old version would be outdated; the row is then found
 * by `selectMissed`.
 */
export const IS_OLD_VERSION = sql.raw("o.ctid = p.ctid");
export function returningOld(shape: TableShape, place: string): SQL {
  const has = new Set(imageColumns(shape));
  const values = VALUES.map((name) => (has.has(name) ? `o.${name}` : "null"));
  return returning("p.id::text", place, hashOfWritten("p", shape), ...values);
}

const returning = (...fields: readonly string[]): SQL =>
  sql.raw(`returning row(${fields.join(", ")})::public.rihla_sync_image as image`);

/** Writes rows together with their images. Returns their number as `size`, or no row if there are none. */
export const keepImages = (kind: "update" | "unlink" | "insert", write: SQL, fence: number): SQL => sql`
  with written as (${write})
  insert into public.rihla_sync_image_batches (fence, kind, size, images)
  select ${fence}::bigint, ${kind}, count(*), array_agg(image) from written having count(*) > 0 returning size`;

/** The same for an insert into `places p`. */
export function keepInserted(insert: SQL, shape: TableShape, fence: number): SQL {
  const none = VALUES.map(() => "null");
  const returned = returning("p.id::text", "p.source_id", hashOfWhole("p", shape), ...none);
  return keepImages("insert", sql`${insert} ${returned}`, fence);
}

/** How many rows a statement has written, with or without images. */
export function writtenRows(result: {
  readonly rows: readonly Record<string, unknown>[];
  readonly rowCount: number;
}): number {
  const [saved] = result.rows;
  return saved ? Number(saved.size) : result.rowCount;
}

/** Each image of the batches `b` as a row `x`, `n` being its position. */
export const UNNESTED = `public.rihla_sync_image_batches b
  cross join lateral rows from (unnest(b.images), unnest(b.undone)) with ordinality
  as x(main_id, place, after_hash, ${VALUES.join(", ")}, is_undone, n)`;

/** Whether a run has ever saved images in this database. */
export const hasImages = sql`select to_regclass('public.rihla_sync_image_batches') is not null as "hasImages"`;

/** Deletes some of the images of a run and all runs before it. */
export const deleteImages = (fence: number, limit: number): SQL => sql`
  delete from public.rihla_sync_image_batches where (fence, id) in (
    select fence, id from public.rihla_sync_image_batches where fence <= ${fence} order by fence, id limit ${limit})`;
