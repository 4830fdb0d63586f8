import type { Log } from "../../../core/logging/log.ts";
import type { Database } from "../../../db/client.ts";
import { days, seconds } from "../../../shared/duration.ts";
import { DIRECT, FRIEND, OTHER } from "../../../shared/people/sources.ts";

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly views: ViewCounter;
  }
}

/** Counts views of the landing page in memory and adds them to the database every few seconds. */
export interface ViewCounter {
  count(source: string): void;
  /** Writes what was counted; called by a timer and at the end of the process. */
  flush(): Promise<void>;
}

const FLUSH_AFTER = seconds(5); // what a killed process loses at most
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
  let counts = new Map<string, Map<string, number>>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function add(day: string, source: string, views: number): void {
    const ofDay = counts.get(day) ?? new Map<string, number>();
    const admitted = ofDay.has(source) || ALWAYS.includes(source) || ofDay.size < SOURCES_A_DAY;
    const name = admitted ? source : OTHER;
    ofDay.set(name, (ofDay.get(name) ?? 0) + views);
    counts.set(day, ofDay);
    if (timer === undefined) {
      timer = setTimeout(() => void flush(), FLUSH_AFTER);
      timer.unref();
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const taken = [...counts].flatMap(([day, ofDay]) =>
      [...ofDay].map(([source, views]) => ({ day, source, views })),
    );
    counts = new Map();
    if (taken.length === 0) return;
    try {
      await db.query(ADD_VIEWS, [JSON.stringify(taken), SOURCES_A_DAY]);
    } catch {
      log.warn("views could not be counted and are tried again");
      for (const { day, source, views } of taken) add(day, source, views);
    }
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

  return { count: (source) => add(dayNow(), source, 1), flush };
}
