import { type SQL, sql } from "drizzle-orm";
import { hashAfter, imageColumns, UNNESTED } from "../main-database/images.ts";
import { columnsOf, type TableShape, writtenColumns } from "../main-database/table-shape.ts";

/** What is done with the row of an image, or why it is left. */
export type Verdict =
  | "undo"
  /** An earlier undo has put it back, and it still is. */
  | "done"
  /** An earlier undo has put it back, and a later run has written it again. */
  | "past"
  | "changed"
  | "gone"
  | "taken"
  | "referred";

/** A column of another table whose rows the deletion of a place would delete or change. */
export interface Reference {
  /** Both quoted. */
  readonly table: string;
  readonly column: string;
}

export const selectReferences = sql`
  select c.conrelid::regclass::text as "table", quote_ident(a.attname) as "column"
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid = to_regclass('public.places') and c.confdeltype in ('c', 'n', 'd')
    and cardinality(c.conkey) = 1`;

/** The images of one statement of a run, of which no two are of the same row. */
export interface ImageBatch {
  readonly id: number;
  readonly size: number;
}

/** The next batch, newest first: a row that was written twice goes back the same way. */
export const selectBatch = (fence: number, below: number): SQL => sql`
  select id, size from public.rihla_sync_image_batches where fence = ${fence} and id < ${below}
  order by id desc limit 1`;

export const countImages = (fence: number): SQL =>
  sql`select coalesce(sum(size), 0) as images from public.rihla_sync_image_batches where fence = ${fence}`;

/** Images by their positions in a batch, of which `to` is the last. */
export interface ImageRange {
  readonly batch: number;
  readonly from: number;
  readonly to: number;
}

const imagesOf = ({ idType }: TableShape, where: string): SQL =>
  sql.raw(`select b.id, b.kind, x.*, x.main_id::${idType} as row_id, null::text as verdict, null::text as row_name
    from ${UNNESTED} where ${where}`);

export const stageImages = (fence: number, { batch, from, to }: ImageRange, shape: TableShape): SQL => sql`
  create temp table rihla_undo on commit drop as
  ${imagesOf(shape, `b.fence = ${fence} and b.id = ${batch} and x.n between ${from} and ${to}`)}`;

/** Locks the rows, so that a verdict holds until the row is written. */
export const lockRows = sql`
  select p.id from rihla_undo u join public.places p on p.id = u.row_id order by p.id for update of p`;

export const judge = (shape: TableShape, references: readonly Reference[]): SQL => sql`
  update rihla_undo u set verdict = ${verdictOf(shape, references)}, row_name = coalesce(p.name, v.name, '')
  from rihla_undo v left join public.places p on p.id = v.row_id where v.n = u.n`;

/** A row that the undo itself will put back, in a forecast: it no longer has the place then. */
const IS_PUT_BACK = "exists (select from i w where w.main_id = q.id::text and w.place = v.source_id)";

/** The verdict on the image `v` and its row `p`. */
function verdictOf(shape: TableShape, references: readonly Reference[], isForecast = false): SQL {
  const refers = references.map(
    ({ table, column }) => `exists (select from ${table} f where f.${column} = p.id)`,
  );
  const [now, before] = ["p", "v"].map((row) => columnsOf(row, writtenColumns(shape)));
  return sql.raw(`case
    when v.is_undone and v.kind = 'insert' then
      case when exists (select from public.places q where q.source_id = v.place) then 'past' else 'done' end
    when v.is_undone then case when (${now}) is not distinct from (${before}) then 'done' else 'past' end
    when p.id is null then 'gone'
    when v.after_hash <> ${hashAfter("v.kind", "p", shape)} then 'changed'
    when v.source_id is not null
      and exists (select from public.places q where q.source_id = v.source_id and q.id <> p.id
        ${isForecast ? `and not ${IS_PUT_BACK}` : ""}) then 'taken'
    when v.kind = 'insert' and (${["false", ...refers].join(" or ")}) then 'referred'
    else 'undo' end`);
}

/** Puts updated and unlinked rows back as they were. */
export const restoreRows = (shape: TableShape): SQL => sql`
  update public.places p set ${sql.raw(
    imageColumns(shape)
      .map((name) => `${name} = u.${name}`)
      .join(", "),
  )}
  from rihla_undo u where u.verdict = 'undo' and u.kind <> 'insert' and p.id = u.row_id`;

export const deleteRows = sql`
  delete from public.places p using rihla_undo u
  where u.verdict = 'undo' and u.kind = 'insert' and p.id = u.row_id`;

export const markUndone = (fence: number, batch: number): SQL => sql`
  update public.rihla_sync_image_batches b set undone = (
    select array_agg(u.n is not null or coalesce(b.undone[g.n], false) order by g.n)
    from generate_series(1, b.size) g(n) left join rihla_undo u on u.n = g.n and u.verdict = 'undo')
  where b.fence = ${fence} and b.id = ${batch}`;

/** A judged image. */
export interface Judged {
  readonly kind: "insert" | "update" | "unlink";
  /** The local place that the row was written for, or was linked to. */
  readonly place: string;
  readonly name: string;
  readonly verdict: Verdict;
}

export const selectJudged = sql`
  select kind, coalesce(place, source_id) as place, row_name as name, verdict from rihla_undo order by n desc`;

/** What an undo would do now, by the newest image of each row. */
const preview = (fence: number, shape: TableShape, references: readonly Reference[]): SQL => sql`
  with i as materialized (${imagesOf(shape, `b.fence = ${fence} and x.is_undone is not true`)}),
    v as (select distinct on (main_id) * from i order by main_id, id desc)
  select v.id, v.n, v.kind, coalesce(v.place, v.source_id) as place, coalesce(p.name, v.name, '') as name,
    ${verdictOf(shape, references, true)} as verdict
  from v left join public.places p on p.id = v.row_id`;

/** How many rows of a kind have a verdict. */
export interface Counted extends Pick<Judged, "kind" | "verdict"> {
  readonly rows: number;
}

export const countPreview = (fence: number, shape: TableShape, references: readonly Reference[]): SQL => sql`
  select kind, verdict, count(*) as rows from (${preview(fence, shape, references)}) judged group by kind, verdict`;

export const selectLeft = (
  fence: number,
  shape: TableShape,
  references: readonly Reference[],
  limit: number,
): SQL => sql`
  select * from (${preview(fence, shape, references)}) judged where verdict <> 'undo' order by id, n limit ${limit}`;
