import { between, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { csvHeader } from "../../../core/files/csv.ts";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { days } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { OTHER, sourceName } from "../../../shared/people/sources.ts";
import { sourceViews as t } from "../table.ts";
import { type Counts, dayOf, type Sources, type sourcesInput } from "./schema.ts";

type Input = z.output<typeof sourcesInput>;
type Ctx = ActionContext<StaffActor>;

interface Range {
  readonly from: string;
  readonly to: string;
}

interface Counted {
  readonly day: string;
  readonly source: string;
  readonly kind: keyof Counts;
  readonly count: number;
}

/** Sources that the report names; strangers can join under any number of them. */
const SOURCES_SHOWN = 20;
const RANGE = days(30);
const RANGE_MAX = days(366);
const VIEWS_KEPT = days(400);
const NONE: Counts = { views: 0, joins: 0, confirmations: 0, acceptances: 0 };

/** Views, joins, confirmations and acceptances by day and by source. */
export async function sources({ deps }: Ctx, input: Input): Promise<Sources> {
  const range = rangeOf(deps, input);
  const counted = await readCounts(deps, range);
  const byDay = [...addUp(counted, ({ day }) => day)].map(([day, counts]) => ({ day, ...counts }));
  const bySource = [...addUp(counted, ({ source }) => source)].map(([source, counts]) => ({
    source,
    ...counts,
  }));
  return {
    ...range,
    days: byDay.sort((a, b) => (a.day < b.day ? -1 : 1)),
    sources: bySource.sort(
      (a, b) => b.joins - a.joins || b.views - a.views || (a.source < b.source ? -1 : 1),
    ),
  };
}

/** The same by day and source as CSV. The names hold nothing that a spreadsheet would run (`sourceName`). */
export async function exportSources({ deps }: Ctx, input: Input): Promise<AsyncIterable<string>> {
  const rows = addUp(await readCounts(deps, rangeOf(deps, input)), ({ day, source }) => `${day}","${source}`);
  const lines = [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, { views, joins, confirmations, acceptances }]) =>
        `"${key}","${[views, joins, confirmations, acceptances].join('","')}"\r\n`,
    );
  return (async function* () {
    yield csvHeader(["day", "source", "views", "joins", "confirmations", "acceptances"]);
    yield lines.join("");
  })();
}

/** Throws 400 if the range is empty or longer than a year. */
function rangeOf({ now }: Deps, { from, to = dayOf(now()) }: Input): Range {
  const first = from ?? dayOf(new Date(Date.parse(to) - RANGE + days(1)));
  const length = Date.parse(to) - Date.parse(first);
  if (length < 0) throw new DomainError("invalid", "from must not be after to");
  if (length >= RANGE_MAX) throw new DomainError("invalid", "from and to may be a year apart at most");
  return { from: first, to };
}

function addUp(counted: readonly Counted[], keyOf: (each: Counted) => string): Map<string, Counts> {
  const sums = new Map<string, Counts>();
  for (const each of counted) {
    const sum = sums.get(keyOf(each)) ?? NONE;
    sums.set(keyOf(each), { ...sum, [each.kind]: sum[each.kind] + each.count });
  }
  return sums;
}

async function readCounts({ db }: Deps, range: Range): Promise<readonly Counted[]> {
  const counted = await db.transaction(
    async (tx) => [...(await viewsOf(tx, range)), ...(await signupsOf(tx, range))],
    { readOnly: true, isolation: "repeatable read" },
  );
  const totals = [...addUp(counted, ({ source }) => source)];
  const shown = new Set(
    totals
      .sort(([, a], [, b]) => b.joins - a.joins || b.views - a.views)
      .slice(0, SOURCES_SHOWN)
      .map(([source]) => source),
  );
  return counted.map((each) => (shown.has(each.source) ? each : { ...each, source: OTHER }));
}

async function viewsOf(tx: Tx, { from, to }: Range): Promise<readonly Counted[]> {
  const rows = await tx
    .select()
    .from(t)
    .where(between(t.day, from, to));
  return rows.map(({ day, source, views }) => ({ day, source, kind: "views", count: views }));
}

/** Joins, confirmations and acceptances, counted from the signups, so that none is lost and an erased one is gone. */
async function signupsOf(tx: Tx, range: Range): Promise<readonly Counted[]> {
  const { rows } = await tx.execute<{
    kind: "joins" | "confirmations" | "acceptances";
    day: string;
    utm: string | null;
    host: string | null;
    friend: boolean;
    count: number;
  }>(sql`
    select kind, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, source->>'utmSource' as utm,
      source->>'referrer' as host, source ? 'ref' as friend, count(*)::int as count
    from (${signupsWith("joins", "created_at", range)} union all
      ${signupsWith("confirmations", "confirmed_at", range)} union all
      ${signupsWith("acceptances", "accepted_at", range)}) counted
    group by 1, 2, 3, 4, 5 order by count desc`);
  return rows.map(({ kind, day, utm, host, friend, count }) => ({
    kind,
    day,
    source: sourceName({ utmSource: utm ?? "", referrer: host ?? "", ref: friend ? "1" : "" }),
    count,
  }));
}

const signupsWith = (kind: string, column: string, { from, to }: Range) => sql`
  select ${kind}::text as kind, ${sql.raw(column)} as at, source from current_signups
  where not quarantined and ${sql.raw(column)} >= ${`${from}T00:00:00Z`}::timestamptz
    and ${sql.raw(column)} < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`;

/** Deletes views that are older than any report reaches; part of the hourly sweep. */
export async function deleteOldViews({ db, now }: Deps): Promise<void> {
  await db.orm.delete(t).where(lt(t.day, dayOf(new Date(now().getTime() - VIEWS_KEPT))));
}
