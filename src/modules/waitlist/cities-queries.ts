import type { Deps } from "../../core/rpc/context.ts";

const COUNT_TIMEOUT = 30_000; // milliseconds; of a large city

export interface SignupsOfCity {
  readonly cityId: number;
  /** On the waitlist and not left. */
  readonly waiting: number;
  /** Those with a confirmed address. */
  readonly confirmed: number;
  /** Those that joined since the given time. */
  readonly joined: number;
}

/** Counts the people waiting in each of these cities; cities without any are missing. Called by `cities`. */
export const countSignupsByCity = ({ db }: Deps, cityIds: readonly number[], since: Date) =>
  db.query<SignupsOfCity>(
    `select city_id as "cityId", count(*)::int as waiting, count(confirmed_at)::int as confirmed,
       count(*) filter (where created_at > $2)::int as joined
     from current_signups where city_id = any($1) and left_at is null and not quarantined group by city_id`,
    [cityIds, since],
    { timeoutMs: COUNT_TIMEOUT },
  );
