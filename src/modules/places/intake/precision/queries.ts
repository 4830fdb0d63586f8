import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../../../core/rpc/context.ts";
import type { StaffActor } from "../../../../core/rpc/procedures.ts";
import { readPage, type Sorting } from "../../../../db/query/paging.ts";
import type { Page } from "../../../../shared/listing.ts";
import { FILE_SOURCES, type FileSource } from "../../../../shared/places/sources.ts";
import { wilsonInterval } from "../../../../shared/places/wilson.ts";
import { cityLabel } from "../../gazetteer/gazetteer.ts";
import { currentPois } from "../../table.ts";
import { cityNamed } from "../queries.ts";
import { sourceFloors, placeSamples as t } from "../table.ts";
import type { Precision, Report, reportInput, sampledCities, sampleList, samplePage } from "./schema.ts";

/** The newest checked rows of a source and a city, by which its precision is measured. docs/limits.md */
const MEASURED_ROWS = 60;

/** Of a sample that is not finished, answers count in steps, so that a figure does not tell the source of each. */
const COUNTED_FROM = 20;
const COUNTED_IN = 10;

/** SQL: whether all of the sample of `s` is checked: of its intake and city. */
const isFinished = sql`not exists (select from place_samples o
  where o.intake_id = s.intake_id and o.city_id = s.city_id and o.reviewed_at is null)`;

/**
 * SQL: how many of the checked rows of each source and city that match were right: the newest 60 of finished samples; as long
 * as none is finished, the first 20, 30 and so on. Known places do not count. docs/limits.md
 */
export const precisionOf = (where: SQL): SQL => sql`
  select source, city_id, count(*) filter (where "right")::int as "right", count(*)::int as "of",
    max(reviewed_at) as at
  from (select *, bool_or(is_finished) over (partition by source, city_id) as has_finished,
      count(*) over (partition by source, city_id) as checked,
      row_number() over (partition by source, city_id, is_finished order by reviewed_at desc, id) as newest,
      row_number() over (partition by source, city_id order by reviewed_at, id) as nth
    from (select s.*, ${isFinished} as is_finished from place_samples s
      where reviewed_at is not null and not is_known and ${where}) answered) counted
  where case when has_finished then is_finished and newest <= ${MEASURED_ROWS}
    else checked >= ${COUNTED_FROM} and nth <= checked - checked % ${COUNTED_IN} end
  group by source, city_id`;

interface Measured extends Record<string, unknown> {
  readonly source: FileSource;
  readonly city_id: number;
  readonly right: number;
  readonly of: number;
  readonly at: Date | string;
}

/** The precision of each source in a city, as far as it was measured; the one with most checked rows first. */
export async function precisionOfCity({ db }: Deps, cityId: number): Promise<Precision[]> {
  const { rows } = await db.orm.execute<Measured>(precisionOf(sql`city_id = ${cityId}`));
  return rows.map(shown).sort((a, b) => b.of - a.of || order(a) - order(b));
}

const order = ({ source }: Pick<Precision, "source">): number => FILE_SOURCES.indexOf(source);

const shown = ({ source, right, of, at }: Measured): Precision => ({
  ...{ source, right, of, at: new Date(at) },
  ...wilsonInterval(right, of),
});

type Sample = z.input<typeof samplePage>["items"][number];
type Row = typeof t.$inferSelect;

/** In the order of random ids. */
const SHUFFLED: Sorting<Row> = { column: t.id, kind: "text", descending: false, of: ({ id }) => id };

/** What waits to be checked, of all cities or one, without source, release and whether it is known. Throws 400. */
export async function listSamples(
  { deps }: ActionContext<StaffActor>,
  { city, ...input }: z.output<typeof sampleList>,
): Promise<Page<Sample>> {
  const { id } = cityNamed(deps.state, city) ?? {};
  const where = and(isNull(t.reviewedAt), id === undefined ? undefined : eq(t.cityId, id));
  const page = await readPage(deps.db.orm, { table: t, sorting: SHUFFLED, where, input });
  return { ...page, items: page.items.map(blind) };
}

const blind = ({ id, row }: Row): Sample => ({
  id,
  name: row.name,
  address: row.address,
  city: row.city,
  state: row.state,
  zipCode: row.zipCode,
  phone: row.phone,
  website: row.website,
  category: row.category,
  subcategory: row.subcategory,
  latitude: row.latitude,
  longitude: row.longitude,
});

/** Where places wait to be checked. */
export async function listSampledCities({
  deps: { db, state },
}: ActionContext<StaffActor>): Promise<z.input<typeof sampledCities>> {
  const { rows } = await db.orm.execute<{ city: number; checked: number; of: number }>(sql`
    select city_id as city, count(reviewed_at)::int as checked, count(*)::int as "of" from place_samples s
    where exists (select from place_samples o where o.city_id = s.city_id and o.source = s.source
      and o.intake_id = s.intake_id and o.reviewed_at is null)
    group by city_id order by count(*) - count(reviewed_at) desc, city_id`);
  return rows.flatMap(({ city: id, checked, of }) => {
    const city = state.gazetteer.city(id);
    return city ? [{ id: String(id), name: city.name, state: city.state, checked, of }] : [];
  });
}

interface Counted extends Record<string, unknown> {
  readonly source: FileSource;
  readonly city: number;
  readonly rows: number;
}

/** How right each source was in each city, what stays out because of it, and how well people check. Throws 400. */
export async function reportPrecision(
  { deps }: ActionContext<StaffActor>,
  { city }: z.output<typeof reportInput>,
): Promise<Report> {
  const { db, state } = deps;
  const id = cityNamed(deps.state, city)?.id;
  const ofCity = id === undefined ? sql`true` : sql`city_id = ${id}`;
  const source = sql`said->'*'->>'source'`;
  const [measured, waiting, withheld, floors, known] = await Promise.all([
    db.orm.execute<Measured>(precisionOf(ofCity)),
    db.orm.execute<Counted>(sql`
      select source, city_id as city, (count(*) - count(reviewed_at) / ${COUNTED_IN} * ${COUNTED_IN})::int as rows
      from place_samples s where ${ofCity} and not ${isFinished} group by source, city_id`),
    db.orm.execute<Counted>(sql`select ${source} as source, city_id as city, count(*)::int as rows
      from ${currentPois} where is_withheld and ${ofCity} group by ${source}, city_id`),
    db.orm.select().from(sourceFloors),
    db.orm
      .select({
        name: sql<string>`${t.reviewedBy}`,
        right: sql<number>`(count(*) filter (where ${t.right}))::int`,
        of: sql<number>`count(*)::int`,
      })
      .from(t)
      .where(
        and(
          eq(t.isKnown, true),
          sql`${t.reviewedBy} is not null`,
          sql`exists (select from place_samples s where s.id = ${t.id} and ${isFinished})`,
        ),
      )
      .groupBy(t.reviewedBy)
      .orderBy(asc(t.reviewedBy)),
  ]);
  const rows = new Map<string, Report["precision"][number]>();
  const rowOf = (of: FileSource, cityId: number) => {
    const key = `${of} ${cityId}`;
    const found = state.gazetteer.city(cityId);
    const row = rows.get(key) ?? {
      ...{ source: of, cityId: String(cityId), city: found ? cityLabel(found) : "" },
      ...{ right: 0, of: 0, low: null, high: null, at: null, waiting: 0, withheld: 0 },
    };
    rows.set(key, row);
    return row;
  };
  for (const row of measured.rows) Object.assign(rowOf(row.source, row.city_id), shown(row));
  for (const row of waiting.rows) rowOf(row.source, row.city).waiting = row.rows;
  for (const row of withheld.rows) rowOf(row.source, row.city).withheld = row.rows;
  return {
    precision: [...rows.values()].sort((a, b) => a.city.localeCompare(b.city) || order(a) - order(b)),
    floors: FILE_SOURCES.map((each) => {
      const set = floors.find((row) => row.source === each);
      const { floor = 0, updatedBy = null, updatedAt = null } = set ?? {};
      return { source: each, floor, updatedBy, updatedAt };
    }),
    reviewers: known,
  };
}
