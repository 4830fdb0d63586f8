import { sql } from "drizzle-orm";
import type { KeptList } from "../../../core/files/list-maps.ts";
import type { Spool } from "../../../core/files/spool.ts";
import { yieldToEventLoop } from "../../../core/limits/event-loop.ts";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { type FileSource, type SourceRow, sourceName } from "../../../shared/places/sources.ts";
import { cityOf } from "../cities.ts";
import type { Comparable } from "../duplicates/likeness.ts";
import { compare, prepared } from "../duplicates/match.ts";
import { COMPARABLE, OPEN } from "./candidates.ts";
import { decideRows } from "./decide-rows.ts";
import { matchRows, SLICE } from "./match-rows.ts";
import type { IntakeCounts, IntakeOptions, RefusedRow } from "./schema.ts";
import { readSource } from "./sources/read-source.ts";
import { executeRaw, type NumberedRow, textOfRows } from "./staging.ts";

/** Rows of each kind that are listed with a reason; all are counted. docs/limits.md */
const LISTED_MAX = 1_000;

/** Whose words an intake takes. */
export interface Scope {
  readonly source: FileSource;
  /** Null for all cities. */
  readonly cityId: number | null;
}

/** A file whose rows wait for the transaction that stages them. */
interface ReadFile {
  /** Rows that cannot be places. */
  readonly unreadable: number;
  readonly refused: RefusedRow[];
  readonly left: RefusedRow[];
  readonly list: KeptList | null;
}

/** Reads the rows of a file into the spool. Throws `FileError` if it cannot be read. */
export async function readRows(
  { deps, call }: ActionContext,
  { source, map }: IntakeOptions,
  { file, cityId, spool }: { readonly file: string; readonly cityId: number | null; readonly spool: Spool },
): Promise<ReadFile> {
  const { gazetteer } = deps.state;
  const refused: RefusedRow[] = [];
  const left: RefusedRow[] = [];
  let list: KeptList | null = null;
  let [unreadable, read] = [0, 0];
  const onList = (opened: KeptList) => {
    list = opened;
  };
  const options = { gazetteer, map, db: deps.db.orm, onList, signal: call.signal };
  for await (const entries of readSource(source, file, options)) {
    const rows: NumberedRow[] = [];
    for (const entry of entries) {
      if ("reason" in entry) {
        unreadable += 1;
        if (refused.length < LISTED_MAX) refused.push({ row: entry.row, reason: entry.reason });
        continue;
      }
      const { row: n, place: row, left: why } = entry;
      const isInside = cityId === null || cityOf(deps.state, row)?.id === cityId;
      rows.push({ n, row: isInside ? row : null, externalId: row.externalId });
      if (isInside && why !== undefined && left.length < LISTED_MAX) left.push({ row: n, reason: why });
    }
    await spool.add(textOfRows(rows));
    read += entries.length;
    call.progress?.(read);
  }
  return { unreadable, refused, left, list };
}

/** Matches each staged row and decides what it does. With `lock` the places that may be changed are locked until the transaction ends. */
export async function matchAndDecide(tx: Tx, source: FileSource, lock: boolean): Promise<void> {
  await executeRaw(tx, "create index on staged_rows (external_id)");
  await refuseRepeatedIds(tx);
  await doubtReusedIds(tx);
  await matchRows(tx);
  await refuseRepeated(tx);
  await refuseDeleted(tx);
  await executeRaw(tx, "analyze staged_rows (poi, outcome)"); // what is decided by now is told apart by the planner
  if (lock) await lockMatched(tx);
  await decideRows(tx, source);
}

/** Locks the places that rows may change until the transaction ends. */
export const lockMatched = (tx: Tx) =>
  tx.execute(sql`
    select 1 from pois where id in (select poi from staged_rows where poi is not null and outcome is null)
    order by id for update`);

async function refuseRepeatedIds(tx: Tx): Promise<void> {
  await executeRaw(
    tx,
    `update staged_rows t set outcome = 'refused', reason = 'Row ' || t.n || ' is the same place as row ' || d.first
     from (select external_id, min(n) as first from staged_rows group by external_id having count(*) > 1) d
     where t.external_id = d.external_id and t.n > d.first`,
  );
}

const PAGE = 1_000; // rows that are compared in memory

interface KnownRow extends Comparable, Record<string, unknown> {
  readonly n: number;
  readonly row: SourceRow;
  /** What its source said before. */
  readonly was: SourceRow;
}

/** Asks about a known id that now comes with what is neither the former row nor the listed place: ids are used again. */
async function doubtReusedIds(tx: Tx): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await tx.execute<KnownRow>(sql`
      select t.n, t.row, t.was, ${COMPARABLE}
      from staged_rows t join current_pois p on p.id = t.poi
      where t.outcome is null and t.was is not null and t.n > ${last}
        and (t.row->>'name' <> t.was->>'name' or t.row->>'address' <> t.was->>'address') order by t.n limit ${PAGE}`);
    if (rows.length === 0) return;
    const doubted: { readonly n: number; readonly score: number }[] = [];
    for (const [at, { n, row, was, ...place }] of rows.entries()) {
      if (at % SLICE === SLICE - 1) await yieldToEventLoop();
      const own = prepared(row);
      const listed = compare(own, prepared(place));
      if (listed.answer === "different" && compare(own, prepared(was)).answer === "different")
        doubted.push({ n, score: listed.sameness });
    }
    await tx.execute(sql`
      update staged_rows t set outcome = 'unsure', score = d.score
      from jsonb_to_recordset(${JSON.stringify(doubted)}::jsonb) d(n int, score float8) where t.n = d.n`);
    last = rows.at(-1)?.n ?? last;
  }
}

/** Of several rows of one place, those whose ids were known stay, else the first. */
async function refuseRepeated(tx: Tx): Promise<void> {
  await executeRaw(
    tx,
    `update staged_rows t set outcome = 'refused', reason = 'Row ' || t.n || ' is the same place as row ' || t.earlier
     where t.earlier is not null and t.outcome is null`,
  );
  await executeRaw(
    tx,
    `update staged_rows t set outcome = 'refused', reason = 'Row ' || t.n || ' is the same place as row ' || k.first
     from (select poi, (array_agg(n order by is_known desc, n))[1] as first from staged_rows
       where poi is not null and outcome is distinct from 'refused' and outcome is distinct from 'unsure'
       group by poi having count(*) > 1) k
     where t.poi = k.poi and t.n <> k.first and not t.is_known and t.outcome is null`,
  );
}

/** A place that staff deleted is not created again because another source has it too. */
async function refuseDeleted(tx: Tx): Promise<void> {
  await executeRaw(
    tx,
    `update staged_rows t set outcome = 'refused',
       reason = 'This place was deleted by staff on ' || to_char(d.deleted_at at time zone 'UTC', 'FMMonth FMDD, YYYY')
     from pois d where ${OPEN} and d.deleted_at is not null and d.merged_into is null
       and (d.identity = t.identity or d.place_id = t.row->>'placeId' or (d.phone <> '' and d.phone = t.row->>'phone'
         and split_part(d.identity, '|', 4) = split_part(t.identity, '|', 4) and d.state = t.row->>'state'))`,
  );
}

/** Whether a file of the source is one of several lists, so that it says nothing of what only another one names. */
export const isListOfSeveral = (source: FileSource): boolean => isByHand(source) || source === "alltheplaces";

/** Any maker's list, with ids that another maker's list can have too. */
const isByHand = (source: FileSource): boolean => source === "geojson" || source === "csv";

/** What the source named before among the places that the file is about, and how many of these it no longer names. */
export interface Missing extends Record<string, unknown> {
  readonly known: number;
  readonly missing: number;
  readonly isEmpty: boolean;
}

/**
 * Collects what the source said before and no longer says, with the numbers that follow those of the file. A file of All The
 * Places is of its spiders alone. A list by hand that has less than half of what its source named is another list.
 */
export async function collectGone(tx: Tx, { source, cityId }: Scope): Promise<Missing> {
  const isOfFile =
    source === "alltheplaces"
      ? sql`split_part(ps.external_id, ':', 1) in (select split_part(t.external_id, ':', 1) from staged_rows t)`
      : sql`true`;
  await tx.execute(sql`
    create temp table known on commit drop as
    select ps.external_id, p.id as poi, ${isOfFile} as is_of_file, t.external_id is null as is_missing,
      coalesce(t.is_other, false) as is_other
    from place_sources ps join pois d on d.id = ps.poi_id join current_pois p on p.id = coalesce(d.merged_into, d.id)
      left join (select external_id, bool_or(is_known and outcome = 'unsure') as is_other from staged_rows
        group by external_id) t using (external_id)
    where ps.source = ${source} and ps.gone_at is null and (${cityId}::int is null or p.city_id = ${cityId}::int)`);
  const { rows } = await tx.execute<Missing>(sql`
    select count(k.external_id)::int as known, (count(*) filter (where is_missing or is_other))::int as missing, e as "isEmpty"
    from (select not exists (select from staged_rows) as e) f left join known k on e or k.is_of_file group by e`);
  const counted = rows[0] ?? { known: 0, missing: 0, isEmpty: true };
  const isOther = isByHand(source) && counted.missing * 2 > counted.known;
  await tx.execute(sql`
    create temp table gone on commit drop as
    select (select coalesce(max(n), 0) from staged_rows) + row_number() over (order by poi, external_id)::int as n, external_id, poi
    from known where is_missing and is_of_file and not ${isOther}::boolean`);
  await indexGone(tx);
  return counted;
}

/** Places that a file may no longer name without a look at its plan. docs/limits.md */
const MISSING_MAX = 50;

/** Throws 409 for a file that looks like the wrong one: it names none or hardly any of what its source named before. */
export function refuseMissing(source: FileSource, { known, missing, isEmpty }: Missing, gone: number): void {
  const isWrong = isEmpty ? known > 0 : gone > MISSING_MAX && gone * 2 > known;
  if (!isWrong) return;
  const name = sourceName(source);
  throw new DomainError(
    "conflict",
    `${missing} of ${known} places that ${name} named before are missing in this file. If it is the file of one city, name the city; else keep it as a plan (dry run), look at it and apply the plan.`,
  );
}

async function indexGone(tx: Tx): Promise<void> {
  await tx.execute(sql`create index on gone (external_id)`);
  await tx.execute(sql`analyze gone`);
}

/** Collects what a plan says is gone and still is. */
export async function collectPlannedGone(tx: Tx, intakeId: string, source: FileSource): Promise<void> {
  await tx.execute(sql`
    create temp table gone on commit drop as
    select r.n, r.external_id, p.id as poi from intake_rows r
    join place_sources ps on ps.source = ${source} and ps.external_id = r.external_id and ps.gone_at is null
    join current_pois p on p.id = r.poi_id
    where r.intake_id = ${intakeId} and r.outcome = 'gone'`);
  await indexGone(tx);
}

/**
 * Keeps what each row does as the plan of the intake, in place of an earlier one. With `seen` also the ids of those that say
 * nothing new.
 */
export async function saveRows(tx: Tx, intakeId: string, seen = false): Promise<void> {
  await tx.execute(sql`delete from intake_rows where intake_id = ${intakeId}`);
  await tx.execute(sql`
    insert into intake_rows (intake_id, n, external_id, outcome, poi_id, row, before)
    select ${intakeId}, n, external_id, outcome, poi, row, before from staged_rows
      where outcome in ('new', 'same', 'changed', 'unsure')
    union all select ${intakeId}, n, external_id, 'same', poi, null, null from staged_rows where outcome = 'seen' and ${seen}
    union all select ${intakeId}, n, external_id, 'gone', poi, null, null from gone`);
}

/** The staged rows by what they do, and the first that are refused. */
export async function countRows(tx: Tx): Promise<{ counts: IntakeCounts; refused: RefusedRow[] }> {
  const { rows } = await tx.execute<{ outcome: keyof IntakeCounts | "seen"; count: number }>(sql`
    select outcome, count(*)::int as count from staged_rows where outcome <> 'outside' group by outcome
    union all select 'gone', count(*)::int from gone`);
  const of = (outcome: keyof IntakeCounts | "seen") =>
    rows.find((each) => each.outcome === outcome)?.count ?? 0;
  const refused = await tx.execute<{ row: number; reason: string }>(sql`
    select n as row, reason from staged_rows where outcome = 'refused' order by n limit ${LISTED_MAX}`);
  const counts = {
    new: of("new"),
    same: of("seen") + of("same"),
    changed: of("changed"),
    gone: of("gone"),
    unsure: of("unsure"),
    refused: of("refused"),
  };
  return { counts, refused: refused.rows };
}

/** The first of both, by their rows. */
export const firstRefused = (one: readonly RefusedRow[], other: readonly RefusedRow[]): RefusedRow[] =>
  [...one, ...other].sort((a, b) => a.row - b.row).slice(0, LISTED_MAX);
