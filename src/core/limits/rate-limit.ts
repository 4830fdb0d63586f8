import type { Database } from "../../db/client.ts";
import { hours, minutes, seconds, wholeSeconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import type { Encryption } from "../crypto/encryption.ts";
import { createGroupCommit } from "./group-commit.ts";
import { createLruCache, type LruCache } from "./lru-cache.ts";

interface Window {
  readonly hits: number;
  readonly ms: number;
}

interface RateLimit {
  readonly short: Window;
  readonly long: Window;
}

/** What one client may call (docs/security.md RAT-01). */
export const RATE_LIMITS = {
  form: { short: { hits: 10, ms: minutes(1) }, long: { hits: 60, ms: hours(1) } },
  register: { short: { hits: 5, ms: hours(1) }, long: { hits: 5, ms: hours(1) } },
  payment: { short: { hits: 5, ms: minutes(1) }, long: { hits: 20, ms: hours(1) } },
  search: { short: { hits: 120, ms: minutes(1) }, long: { hits: 7_200, ms: hours(1) } },
  /** A claim takes five files, and a partner keeps few. */
  evidence: { short: { hits: 30, ms: minutes(1) }, long: { hits: 200, ms: hours(1) } },
  api: { short: { hits: 600, ms: minutes(1) }, long: { hits: 36_000, ms: hours(1) } },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof RATE_LIMITS;

interface Ask {
  readonly key: string;
  readonly count: number;
  readonly rule: RateLimit;
}

interface Grant {
  readonly granted: number;
  /** When another try can succeed, or what is held in memory ends. */
  readonly endsAt: number;
}

/** What an instance still holds of a client's limit; below zero it has lent. */
interface Allowance {
  left: number;
  readonly endsAt: number;
  readonly empty: boolean;
}

const REMEMBERED = 100_000; // clients of a limit kept in memory: about 10 MB
/** While the database hangs, a visitor should know within three seconds (docs/security.md REL-06). */
const ASKING = { prepared: true, timeoutMs: seconds(2.5) } as const;
const SHARE = 10; // an instance takes a tenth of a limit at a time
const CREDIT = 1; // what an instance lends a client that it does not know
/** Clients without an address (a closed peer) share one bucket. */
const NO_ADDRESS = "none";

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Limits over all instances. Each instance takes a share of a limit from the database and spends it from
 * memory, so that most calls ask nobody. A client's first call is lent and charged with its second, because
 * most visitors send one form and go: so together the instances pass the limit by at most one call each.
 */
export function createRateLimiter(db: Database, seal: Encryption, now: () => Date, enabled: boolean) {
  const remembered = Object.fromEntries(
    Object.keys(RATE_LIMITS).map((name) => [name, createLruCache<Allowance>(REMEMBERED)]),
  ) as Record<RateLimitName, LruCache<Allowance>>;
  const asks = createGroupCommit<Ask, Grant>({
    run: (items) => grant(db, items, now().getTime()),
    maxBatch: 500,
    writers: 2,
    maxWaiting: 10_000,
  });

  /** Asks the database for what one client's purse lacks, and what it owes. */
  async function ask(name: RateLimitName, who: string, count: number, at: number): Promise<void> {
    const purses = remembered[name];
    const held = heldIn(purses, who, at);
    const owed = held ? Math.max(0, -held.left) : 0;
    if (held) held.left += owed; // only one of those that ask at once pays it back
    const wanted = count + owed;
    const key = `${name}:${seal.keyedHash("client-address", who)}`;
    const { granted, endsAt } = await asks.submit({ key, count: wanted, rule: RATE_LIMITS[name] });
    const total = granted + (heldIn(purses, who, at)?.left ?? 0);
    purses.set(who, { left: Math.max(0, total - wanted), endsAt, empty: total < wanted });
    if (total < wanted) throw tooManyRequests(endsAt - at);
  }

  return {
    /** Spends `count` calls of a subject (an address or an account). Throws 429 with the wait. */
    async take(name: RateLimitName, subject: string | null, count = 1): Promise<void> {
      if (!enabled) return;
      const at = now().getTime();
      const who = subject ?? NO_ADDRESS;
      const held = heldIn(remembered[name], who, at);
      if (held && held.left >= count) held.left -= count;
      else if (held?.empty) throw tooManyRequests(held.endsAt - at);
      else if (held || count > CREDIT) await ask(name, who, count, at);
      else {
        // owed for as long as the longer window looks back
        const endsAt = at + RATE_LIMITS[name].long.ms;
        remembered[name].set(who, { left: -count, endsAt, empty: false });
      }
    },
    /** Forgets windows that have ended. */
    async sweep(): Promise<void> {
      await db.query("delete from volume where long_ends < $1::bigint", [now().getTime()]);
    },
  };
}

function heldIn(purses: LruCache<Allowance>, who: string, at: number): Allowance | undefined {
  const purse = purses.get(who);
  return purse && purse.endsAt > at ? purse : undefined;
}

/** A new row holds the full limits less what it wants, so `excluded` tells both the limit and the wish. */
const GRANT = `
  insert into volume as v (key, granted, short_left, short_ends, long_left, long_ends)
  select key, want, short_hits - want, $2::bigint + short_ms, long_hits - want, $2::bigint + long_ms
  from jsonb_to_recordset($1::jsonb) as a
    (key text, want int, short_hits int, short_ms bigint, long_hits int, long_ms bigint)
  order by key
  on conflict (key) do update set (granted, short_left, short_ends, long_left, long_ends) = (
    select g, s - g, case when v.short_ends > $2::bigint then v.short_ends else excluded.short_ends end,
           l - g, case when v.long_ends > $2::bigint then v.long_ends else excluded.long_ends end
    from (select s, l, least(excluded.granted, s, l) as g from (select
      case when v.short_ends > $2::bigint then v.short_left else excluded.short_left + excluded.granted end as s,
      case when v.long_ends > $2::bigint then v.long_left else excluded.long_left + excluded.granted end as l
    ) windows) granting)
  returning key, granted, short_ends, long_left, long_ends`;

interface CounterRow {
  readonly key: string;
  readonly granted: number;
  readonly short_ends: number;
  readonly long_left: number;
  readonly long_ends: number;
}

/** One statement for all that wait; asks of one key are put together and served in their order. */
async function grant(db: Database, asks: readonly Ask[], at: number): Promise<Grant[]> {
  const wishes = new Map<string, { want: number; rule: RateLimit }>();
  for (const { key, count, rule } of asks) {
    const share = Math.ceil(rule.short.hits / SHARE);
    const want = (wishes.get(key)?.want ?? 0) + count;
    wishes.set(key, { want: Math.min(Math.max(want, share), rule.short.hits, rule.long.hits), rule });
  }
  const values = [...wishes].map(
    ([
      key,
      {
        want,
        rule: { short, long },
      },
    ]) => ({
      key,
      want,
      short_hits: short.hits,
      short_ms: short.ms,
      long_hits: long.hits,
      long_ms: long.ms,
    }),
  );
  const rows = await db.query<CounterRow>(GRANT, [JSON.stringify(values), at], ASKING);
  const left = new Map(rows.map((row) => [row.key, { row, granted: row.granted }]));
  return asks.map(({ key, count }, index) => {
    const counter = left.get(key);
    if (!counter) throw new Error("a volume counter did not answer");
    const last = asks.findLastIndex((each) => each.key === key) === index;
    const granted = last ? counter.granted : Math.min(count, counter.granted);
    counter.granted -= granted;
    const { row } = counter;
    const spent = granted < count && row.long_left <= 0;
    return { granted, endsAt: spent ? row.long_ends : row.short_ends };
  });
}

const tooManyRequests = (wait: number) =>
  new DomainError("rateLimited", "Too many requests. Please wait a moment and try again.", {
    retryAfter: wholeSeconds(wait),
  });
