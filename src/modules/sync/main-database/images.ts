import { type SQL, sql } from "drizzle-orm";
import { columnsOf, LOCAL_COLUMNS, type TableShape, writtenColumns } from "./table-shape.ts";

const TEXTS = ["source_id", "place_id", ...LOCAL_COLUMNS].map((name) => `${name} text`).join(", ");

/**
 * The before-images: a row of the main table as it was before a run wrote it, by the run's fencing token. They are in the
 * main database so that a row and its image are written in one transaction. An inserted row has an image without values.
 */
export const CREATE_IMAGES = `create table if not exists public.rihla_sync_images (fence bigint not null,
  id bigint generated always as identity, kind text not null, main_id text not null, place text, after_hash bigint not null,
  is_undone boolean not null default false, ${TEXTS}, latitude double precision, longitude double precision,
  tier_until date, evidence_digest text, updated_at timestamptz, primary key (fence, id))`;

/** A number for the values that a run has written: equal as long as no one has changed them. */
export const hashOfWritten = (row: string, shape: TableShape): string =>
  `hash_record_extended(row(${columnsOf(row, writtenColumns(shape))}), 0)`;

/** The same for all columns, as an undo deletes an inserted row with what others have added to it. */
export const hashOfWhole = (row: string, shape: TableShape): string =>
  `hash_record_extended(row(${columnsOf(row, writtenColumns(shape))}, row(${columnsOf(row, shape.otherColumns)})::text), 0)`;

/** The columns that an image has of an existing row. */
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
export const returningOld = (shape: TableShape, place: string): SQL =>
  sql.raw(`returning p.id::text as main_id, ${place} as place, ${hashOfWritten("p", shape)} as after_hash,
    ${columnsOf("o", imageColumns(shape))}`);

/** Writes rows together with their images. The result counts the written rows. */
export function keepImages(kind: "update" | "unlink", write: SQL, shape: TableShape, fence: number): SQL {
  const columns = sql.raw(["main_id", "place", "after_hash", ...imageColumns(shape)].join(", "));
  return sql`with written as (${write})
    insert into public.rihla_sync_images (fence, kind, ${columns}) select ${fence}::bigint, ${kind}, ${columns} from written`;
}

/** The same for an insert into `places p`. */
export function keepInserted(insert: SQL, shape: TableShape, fence: number): SQL {
  const returning = sql.raw(`returning p.id::text as main_id, p.source_id as place,
    ${hashOfWhole("p", shape)} as after_hash`);
  return sql`with made as (${insert} ${returning})
    insert into public.rihla_sync_images (fence, kind, main_id, place, after_hash)
    select ${fence}::bigint, 'insert', main_id, place, after_hash from made`;
}

/** Whether a run has ever kept images in this database. */
export const hasImages = sql`select to_regclass('public.rihla_sync_images') is not null as "hasImages"`;

/** Deletes some of the images of a run and all runs before it. */
export const deleteImages = (fence: number, limit: number): SQL => sql`
  delete from public.rihla_sync_images where (fence, id) in (
    select fence, id from public.rihla_sync_images where fence <= ${fence} order by fence, id limit ${limit})`;
