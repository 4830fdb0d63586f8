import { getTableName, getViewName } from "drizzle-orm";
import { createTally, type Tally } from "../../../core/limits/tally.ts";
import type { Log } from "../../../core/logging/log.ts";
import type { Database } from "../../../db/client.ts";
import { dayIn } from "../../../shared/places/days.ts";
import { currentPois } from "../../places/public.ts";
import { placeVisits } from "./table.ts";

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly visits: VisitCounter;
  }
}

/** Counts views of places' pages, and presses of directions, by place and day. */
export interface VisitCounter extends Pick<Tally, "flush"> {
  count(poiId: string, what: "views" | "directions"): void;
}

const ADD_VISITS = `
  insert into ${getTableName(placeVisits)} as v (poi_id, day, views, directions)
  select s.poi_id, s.day, sum(s.views), sum(s.directions)
  from jsonb_to_recordset($1::jsonb) s (poi_id text, day date, views int, directions int)
    join ${getViewName(currentPois)} p on p.id = s.poi_id
  group by s.poi_id, s.day order by s.poi_id, s.day
  on conflict (poi_id, day) do update set
    views = v.views + excluded.views, directions = v.directions + excluded.directions`;

export function createVisitCounter(db: Database, log: Log, now: () => Date): VisitCounter {
  const tally = createTally("visits of places", log, (counts) => {
    const rows = [...counts].map(([key, count]) => {
      const [poi_id = "", day = "", what = ""] = key.split(" ");
      return { poi_id, day, views: 0, directions: 0, [what]: count };
    });
    return db.query(ADD_VISITS, [JSON.stringify(rows)]);
  });
  return {
    count: (poiId, what) => tally.add(`${poiId} ${dayIn("UTC", now())} ${what}`),
    flush: tally.flush,
  };
}
