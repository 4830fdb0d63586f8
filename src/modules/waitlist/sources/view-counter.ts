import { createTally, type Tally } from "../../../core/limits/tally.ts";
import type { Log } from "../../../core/logging/log.ts";
import type { Database } from "../../../db/client.ts";
import { days } from "../../../shared/duration.ts";
import { DIRECT, FRIEND, OTHER } from "../../../shared/people/sources.ts";

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly views: ViewCounter;
  }
}

/** Counts views of the landing page in memory and adds them to the database every few seconds. */
export interface ViewCounter extends Pick<Tally, "flush"> {
  count(source: string): void;
}

/** Sources of a day: strangers can invent any number of them. */
export const SOURCES_A_DAY = 100;
const ALWAYS: readonly string[] = [DIRECT, FRIEND, OTHER];

/** $1 the counts, $2 the sources that a day holds; of new ones beyond that, those with the most views come first. */
const ADD_VIEWS = `
  with sent as (
    select * from jsonb_to_recordset($1::jsonb) as a (day date, source text, views int)
  ), known as (
    select day, count(*) as sources from source_views where day in (select day from sent) group by day
  ), ranked as (
    select s.*, e.source is not null or s.source in ('direct', 'friend', 'other') as admitted,
      row_number() over (partition by s.day, e.source is null order by s.views desc, s.source)
        + coalesce(k.sources, 0) as place
    from sent s left join known k on k.day = s.day
      left join source_views e on e.day = s.day and e.source = s.source
  ), named as (
    select day, case when admitted or place <= $2::int then source else 'other' end as source, views from ranked
  )
  insert into source_views as v (day, source, views)
  select day, source, sum(views) from named group by day, source order by day, source
  on conflict (day, source) do update set views = v.views + excluded.views`;

export function createViewCounter(db: Database, log: Log, now: () => Date): ViewCounter {
  const tally = createTally("views", log, (counts) => {
    const rows = [...counts].map(([key, views]) => {
      const at = key.indexOf(" ");
      return { day: key.slice(0, at), source: key.slice(at + 1), views };
    });
    return db.query(ADD_VIEWS, [JSON.stringify(rows), SOURCES_A_DAY]);
  });

  function count(source: string): void {
    const day = dayNow();
    const key = `${day} ${source}`;
    const admitted = tally.has(key) || ALWAYS.includes(source) || tally.size < SOURCES_A_DAY;
    tally.add(admitted ? key : `${day} ${OTHER}`);
  }

  let today = { until: 0, day: "" };
  /** The day in UTC; its text is made once a day. */
  function dayNow(): string {
    const at = now().getTime();
    if (at >= today.until || at < today.until - days(1)) {
      today = {
        until: (Math.floor(at / days(1)) + 1) * days(1),
        day: new Date(at).toISOString().slice(0, 10),
      };
    }
    return today.day;
  }

  return { count, flush: tally.flush };
}
