import { createHmac, randomBytes } from "node:crypto";
import { getTableName, getViewName } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { networksOf } from "../../../core/limits/client-networks.ts";
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

/**
 * Counts views of places' pages, and presses of directions, by place and day: of one address once. `address` is that of a call.
 */
export interface VisitCounter extends Pick<Tally, "flush"> {
  count(poiId: string, what: "views" | "directions", address: string | null): void;
}

/** Visits of a day in memory, so that each counts once (docs/limits.md): some 15 MB. No address: a hash of a few hours. */
const REMEMBERED = 100_000;
const HASH_CHARACTERS = 16;

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
  const seen = new LRUCache<string, true>({ max: REMEMBERED });
  let today = { day: "", key: randomBytes(32) };

  function isFirst(visit: string, day: string, address: string | null): boolean {
    if (day !== today.day) {
      today = { day, key: randomBytes(32) }; // what was hashed with the old one is no one's any more
      seen.clear();
    }
    const [own, of56 = own] = networksOf(address); // one customer has a whole /56
    const mac = createHmac("sha256", today.key).update(`${visit} ${of56?.name}`);
    const hash = mac.digest("base64url").slice(0, HASH_CHARACTERS);
    if (seen.get(hash)) return false;
    seen.set(hash, true);
    return true;
  }

  return {
    count: (poiId, what, address) => {
      const day = dayIn("UTC", now());
      if (isFirst(`${poiId} ${what}`, day, address)) tally.add(`${poiId} ${day} ${what}`);
    },
    flush: tally.flush,
  };
}
