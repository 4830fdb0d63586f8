import { sql } from "drizzle-orm";
import { yieldToEventLoop } from "../../../core/limits/event-loop.ts";
import type { Tx } from "../../../db/client.ts";
import type { SourceRow } from "../../../shared/places/sources.ts";
import { compare, type Prepared, prepared } from "../duplicates/match.ts";
import {
  type Candidate,
  collectCompared,
  collectFound,
  earlierAmong,
  listedAmong,
  OPEN,
} from "./candidates.ts";
import { executeRaw } from "./staging.ts";

const ASKED_MAX = 25; // open questions about one listed place. docs/limits.md
const CHUNK = 20_000; // rows whose candidates are looked up by one statement
const PAGE = 1_000; // rows that are compared in memory
export const SLICE = 50; // rows that are compared before other calls get their turn

/**
 * Matches the staged rows to listed places, and to earlier rows of the file: sets `poi` where they surely are one place,
 * `unsure` with the likeliest place where they may be, and `earlier` to the first row of one place. First by what is equal,
 * the maps id or name and address, then by `compare`.
 */
export async function matchRows(tx: Tx): Promise<void> {
  await executeRaw(tx, "create index on staged_rows (n)");
  await executeRaw(
    tx,
    "analyze staged_rows (n, at, poi, is_known, identity, place_id, facts, earlier, alike, outcome)",
  );
  await analyzeGrown(tx);
  await linkMerged(tx);
  await matchEqual(tx);
  const rows = await collectCompared(tx);
  if (rows) {
    for (let from = rows.first; from <= rows.last; from += CHUNK) await matchChunk(tx, from, from + CHUNK);
    await keepFirstMapsIds(tx);
  }
  await settleEarlier(tx);
  await refuseFlood(tx);
}

/** A directory that has just been filled must not meet the plans for an empty one. */
async function analyzeGrown(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{ grown: boolean }>(sql`
    select coalesce((select max(seq) from pois), 0) > 2 * greatest(reltuples, 1000) as grown
    from pg_class where oid = 'pois'::regclass`);
  if (rows[0]?.grown) await executeRaw(tx, "analyze pois");
}

/** A place that was merged into another one is neither created again nor renames the one that stayed. */
async function linkMerged(tx: Tx): Promise<void> {
  const isGone = `not exists (select from current_pois p where p.place_id = t.place_id)`;
  await executeRaw(
    tx,
    `update staged_rows t set poi = m.poi_id, is_known = true from merged_places m
     where ${OPEN} and t.place_id = m.place_id and ${isGone}`,
  );
  await executeRaw(
    tx,
    `update staged_rows t set poi = m.poi_id, is_known = true from merged_places m
     where ${OPEN} and t.identity = m.identity and (t.place_id is null or m.place_id is null) and ${isGone}
       and not exists (select from current_pois p where p.identity = t.identity)`,
  );
}

const HAS_ADDRESS = "t.identity not like '|%'";

/** Matches each row to the place of its maps id, else to that of its name and address, else to the first such row. */
async function matchEqual(tx: Tx): Promise<void> {
  await executeRaw(
    tx,
    `update staged_rows t set poi = p.id from current_pois p where ${OPEN} and p.place_id = t.place_id`,
  );
  // a place with the same name and address but another maps id is another place
  await executeRaw(
    tx,
    `update staged_rows t set poi = same.id from (
      select distinct on (t.n) t.n, p.id from staged_rows t join current_pois p on p.identity = t.identity
      where ${OPEN} and ${HAS_ADDRESS} and (t.place_id is null or p.place_id is null) order by t.n, p.seq) same
     where same.n = t.n`,
  );
  await keepFirstMapsIds(tx);
  // rows with one maps id share one place, the first that matched by name
  await executeRaw(
    tx,
    `update staged_rows t set poi = first.poi from (
      select distinct on (t.place_id) t.place_id, t.poi from ${GETTING_MAPS_IDS} order by t.place_id, t.n) first
     where t.place_id = first.place_id and t.outcome is null and not t.is_known and t.poi is distinct from first.poi`,
  );
  await executeRaw(
    tx,
    `update staged_rows t set earlier = same.first from (
      with mapped as (select t.identity, max(t.place_id) as place_id from staged_rows t
        where ${OPEN} and t.place_id is not null group by t.identity)
      select t.n, min(t.n) over (partition by coalesce('p' || coalesce(t.place_id, m.place_id), t.identity)) as first
      from staged_rows t left join mapped m on m.identity = t.identity and t.place_id is null
      where ${OPEN} and (${HAS_ADDRESS} or t.place_id is not null)) same
     where same.n = t.n and same.first < t.n`,
  );
}

/** SQL: the rows that give a place its maps id. */
const GETTING_MAPS_IDS = `staged_rows t join current_pois p on p.id = t.poi
  where t.outcome is null and not t.is_known and t.place_id is not null and p.place_id is null`;

/** Of several maps ids that match one place without any, the first is that of the place. */
async function keepFirstMapsIds(tx: Tx): Promise<void> {
  await executeRaw(
    tx,
    `update staged_rows t set poi = null, score = null from (
      select distinct on (t.poi) t.poi, t.place_id from ${GETTING_MAPS_IDS} order by t.poi, t.n) first
     where t.poi = first.poi and t.outcome is null and not t.is_known and t.place_id <> first.place_id`,
  );
}

async function matchChunk(tx: Tx, from: number, to: number): Promise<void> {
  await collectFound(tx, from, to);
  for (let last = from - 1; ; ) {
    const { rows } = await tx.execute<{ n: number; row: SourceRow }>(
      sql`select t.n, t.row from staged_rows t where t.n > ${last} and t.n < ${to} and t.n in (select n from found)
        order by t.n limit ${PAGE}`,
    );
    if (rows.length === 0) break;
    await comparePage(tx, rows);
    last = rows.at(-1)?.n ?? last;
  }
  await executeRaw(tx, "drop table found");
}

interface Match {
  readonly n: number;
  readonly poi: string | null;
  /** The earlier row of the same place. */
  readonly earlier: number | null;
  readonly outcome: "unsure" | null;
  readonly score: number | null;
}

async function comparePage(tx: Tx, page: Parameters<typeof listedAmong>[1]): Promise<void> {
  const listed = await listedAmong(tx, page);
  const earlier = await earlierAmong(tx, page);
  const matches: Match[] = [];
  for (const [at, { n, row }] of page.entries()) {
    if (at % SLICE === SLICE - 1) await yieldToEventLoop();
    const match = matchOf(n, prepared(row), listed.get(n) ?? [], earlier.get(n) ?? []);
    if (match) matches.push(match);
  }
  if (matches.length === 0) return;
  await tx.execute(sql`
    update staged_rows t set poi = m.poi, score = m.score, earlier = m.earlier, outcome = m.outcome
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb)
      m(n int, poi text, earlier int, outcome text, score float8)
    where t.n = m.n`);
}

/** A listed place that is surely the same, else such an earlier row, else the likeliest place that a person should look at. */
function matchOf(
  n: number,
  own: Prepared,
  listed: readonly Candidate<string>[],
  earlier: readonly Candidate<number>[],
): Match | null {
  const answers = listed
    .map(({ id, other }) => ({ id, ...compare(own, other) }))
    .filter(({ answer }) => answer !== "different")
    .toSorted((a, b) => b.sameness - a.sameness || (a.id < b.id ? -1 : 1));
  const same = answers.find(({ answer }) => answer === "same");
  if (same) return { n, poi: same.id, earlier: null, outcome: null, score: same.sameness };
  const first = earlier.find(({ other }) => compare(own, other).answer === "same");
  if (first) return { n, poi: null, earlier: first.id, outcome: null, score: null };
  const [likeliest] = answers;
  return likeliest
    ? { n, poi: likeliest.id, earlier: null, outcome: "unsure", score: likeliest.sameness }
    : null;
}

/** Follows the rows of one place to the first of them, and to the listed place that it is. */
async function settleEarlier(tx: Tx): Promise<void> {
  for (let moved = 1; moved > 0; )
    ({ rowCount: moved } = await executeRaw(
      tx,
      `update staged_rows t set earlier = e.earlier from staged_rows e where t.earlier = e.n and e.earlier is not null`,
    ));
  await executeRaw(
    tx,
    `update staged_rows t set poi = e.poi from staged_rows e
     where t.earlier = e.n and e.outcome is null and e.poi is not null and t.outcome is null`,
  );
}

/** Staff are asked about the likeliest rows of each listed place alone: a file of made-up neighbors must not fill the queue. */
async function refuseFlood(tx: Tx): Promise<void> {
  await executeRaw(
    tx,
    `update staged_rows t set outcome = 'refused', poi = null, score = null,
       reason = 'It may be ' || p.name || ', about which ${ASKED_MAX} questions are open. Take it again once they are answered.'
     from (select n, poi, row_number() over (partition by poi order by score desc, n) as nth from staged_rows
         where outcome = 'unsure' and not is_known) u
       join lateral (select count(*) as open from place_matches m where m.poi_id = u.poi and m.status = 'pending'
         and not exists (select from staged_rows s where s.external_id = m.external_id)) m on true
       join pois p on p.id = u.poi
     where t.n = u.n and u.nth + m.open > ${ASKED_MAX}`,
  );
}
