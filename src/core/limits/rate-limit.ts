import { LRUCache } from "lru-cache";
import type { Database } from "../../db/client.ts";
import { hours, minutes, seconds, wholeSeconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import type { Encryption } from "../crypto/encryption.ts";
import { MANY_PHONES, networksOf } from "./client-networks.ts";
import { createGroupCommit } from "./group-commit.ts";

interface Window {
  readonly hits: number;
  readonly ms: number;
}

interface RateLimit {
  readonly short: Window;
  readonly long: Window;
  /** How many times the limit a /56 and a /48 of IPv6 have, if not twice and four times. */
  readonly wider?: readonly [number, number];
}

/** What one client may call (docs/security.md RAT-01). */
export const RATE_LIMITS = {
  form: { short: { hits: 10, ms: minutes(1) }, long: { hits: 60, ms: hours(1) }, wider: MANY_PHONES },
  register: { short: { hits: 5, ms: hours(1) }, long: { hits: 5, ms: hours(1) } },
  /** Links, codes and addresses that strangers send to recover an account, and the switches of the card after joining. */
  recovery: { short: { hits: 20, ms: minutes(1) }, long: { hits: 100, ms: hours(1) }, wider: MANY_PHONES },
  /** Posts of one link to leave the waitlist. */
  leave: { short: { hits: 10, ms: minutes(1) }, long: { hits: 60, ms: hours(1) } },
  payment: { short: { hits: 5, ms: minutes(1) }, long: { hits: 20, ms: hours(1) } },
  /** Challenges for signing in with a passkey: each is a row. */
  passkey: { short: { hits: 60, ms: minutes(1) }, long: { hits: 600, ms: hours(1) }, wider: MANY_PHONES },
  search: { short: { hits: 120, ms: minutes(1) }, long: { hits: 7_200, ms: hours(1) }, wider: MANY_PHONES },
  /** Files of 50,000 places, of which robots read one at a time. */
  sitemap: { short: { hits: 10, ms: minutes(1) }, long: { hits: 100, ms: hours(1) } },
  /** A claim takes five files, and a partner keeps few. */
  evidence: { short: { hits: 30, ms: minutes(1) }, long: { hits: 200, ms: hours(1) } },
  /** Invitations that a business mails to its people. */
  invite: { short: { hits: 20, ms: hours(1) }, long: { hits: 50, ms: hours(24) } },
  /** Devices that begin to sign in; an office shares one address. */
  device: { short: { hits: 10, ms: minutes(1) }, long: { hits: 60, ms: hours(1) } },
  /** Reports about places from one network, whatever the addresses in it. */
  reports: { short: { hits: 60, ms: hours(1) }, long: { hits: 100, ms: hours(24) } },
  /** Photos in reports, from one network. */
  photos: { short: { hits: 10, ms: hours(1) }, long: { hits: 20, ms: hours(24) } },
  /** Answers whether places are still open, from one network and about one place. */
  stillOpen: { short: { hits: 30, ms: hours(1) }, long: { hits: 100, ms: hours(24) } },
  /** Suggestions of missing places, from one network. */
  suggestions: { short: { hits: 20, ms: hours(1) }, long: { hits: 40, ms: hours(24) } },
  /** Backups by hand, of all staff and tokens together: each is kept for 30 days. */
  backups: { short: { hits: 5, ms: hours(24) }, long: { hits: 5, ms: hours(24) } },
  api: { short: { hits: 600, ms: minutes(1) }, long: { hits: 36_000, ms: hours(1) }, wider: MANY_PHONES },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof RATE_LIMITS;

interface GrantRequest {
  readonly key: string;
  readonly count: number;
  readonly rule: RateLimit;
}

interface Grant {
  readonly granted: number;
  /** When the next call can succeed, or when the allowance in memory ends; milliseconds since 1970. */
  readonly endsAt: number;
}

/** What an instance may still spend for one client without a query. Negative: calls that are not charged yet. */
interface Allowance {
  left: number;
  readonly endsAt: number;
  readonly empty: boolean;
}

const MAX_ALLOWANCES = 50_000; // clients of a limit in memory: about 10 MB
/** While the database hangs, a visitor should know within three seconds (docs/security.md REL-06). */
const GRANT_OPTIONS = { prepared: true, timeoutMs: seconds(2.5) } as const;
const SHARE = 10; // an instance takes a tenth of a limit at a time
const UNCHARGED_CALLS = 1; // calls of a client unknown to this instance that pass without a query
const TAKEN = Promise.resolve(); // of all calls that need no query

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Rate limits over all instances. Each instance takes a share of a limit from the database and spends it from memory,
 * so that most calls need no query. A client's first call is charged together with its second, because most visitors
 * send one form and leave; the instances can therefore exceed a limit by one call each.
 */
export function createRateLimiter(
  db: Database,
  encryption: Encryption,
  now: () => Date,
  enabled: boolean,
  onRefusal: (name: RateLimitName) => void = () => {},
) {
  const caches: Partial<Record<RateLimitName, LRUCache<string, Allowance>>> = {};
  /** Made on first use, because each takes a megabyte from the start. One a limit, so that none empties another's. */
  const allowancesOf = (name: RateLimitName) =>
    (caches[name] ??= new LRUCache<string, Allowance>({ max: MAX_ALLOWANCES }));
  const grants = createGroupCommit<GrantRequest, Grant>({
    run: (items) => grantShares(db, items, now().getTime()),
    maxBatch: 500,
    writers: 2,
    maxWaiting: 10_000,
  });

  function currentAllowance({ name, subject }: Counter, at: number): Allowance | undefined {
    const allowance = allowancesOf(name).get(subject);
    return allowance && allowance.endsAt > at ? allowance : undefined;
  }

  function refusal(name: RateLimitName, wait: number): DomainError {
    onRefusal(name);
    return tooManyRequests(wait);
  }

  /** Takes another share from the database, which also charges the calls that were not charged yet. */
  async function refill(counter: Counter, count: number, at: number): Promise<void> {
    const { name, subject, rule } = counter;
    const held = currentAllowance(counter, at);
    const uncharged = held ? Math.max(0, -held.left) : 0;
    if (held) held.left += uncharged; // only one of several concurrent refills charges them
    const wanted = count + uncharged;
    const key = `${name}:${encryption.keyedHash("client-address", subject)}`;
    const { granted, endsAt } = await grants.submit({ key, count: wanted, rule });
    const total = granted + (currentAllowance(counter, at)?.left ?? 0);
    allowancesOf(name).set(subject, { left: Math.max(0, total - wanted), endsAt, empty: total < wanted });
    if (total < wanted) throw refusal(name, endsAt - at);
  }

  function takeFrom(counter: Counter, count: number, at: number): Promise<void> {
    const { name, subject, rule } = counter;
    const held = currentAllowance(counter, at);
    if (held?.empty && held.left < count) return Promise.reject(refusal(name, held.endsAt - at));
    if (held ? held.left < count : count > UNCHARGED_CALLS) return refill(counter, count, at);
    if (held)
      held.left -= count; // an uncharged call can be charged within the long window
    else allowancesOf(name).set(subject, { left: -count, endsAt: at + rule.long.ms, empty: false });
    return TAKEN;
  }

  /** One after the other, so that a call that one network is refused costs the wider ones nothing. */
  async function takeFromEach(counters: readonly Counter[], count: number, at: number): Promise<void> {
    for (const counter of counters) await takeFrom(counter, count, at);
  }

  return {
    /** Spends `count` calls of a client (an address or an account id). Throws 429 with the wait. */
    take(name: RateLimitName, client: string | null, count = 1): Promise<void> {
      if (!enabled) return TAKEN;
      const at = now().getTime();
      const limit: RateLimit = RATE_LIMITS[name];
      const counters = networksOf(client, limit.wider).map(
        ({ name: subject, times }): Counter => ({
          name,
          subject,
          rule: ruleFor(limit, times),
        }),
      );
      const [own] = counters;
      return own && counters.length === 1 ? takeFrom(own, count, at) : takeFromEach(counters, count, at);
    },
    /** Deletes counters whose windows have ended. */
    async sweep(within: Database = db): Promise<void> {
      await within.query("delete from volume where long_ends < $1::bigint", [now().getTime()]);
    },
  };
}

/** The counter of a limit for a client or one of its networks. */
interface Counter {
  readonly name: RateLimitName;
  /** The client or its network. */
  readonly subject: string;
  readonly rule: RateLimit;
}

const ruleFor = (limit: RateLimit, times: number): RateLimit =>
  times === 1
    ? limit
    : {
        short: { ...limit.short, hits: limit.short.hits * times },
        long: { ...limit.long, hits: limit.long.hits * times },
      };

/** A new row holds the full limits less what is wanted, so `excluded` gives both the limit and the wanted count. */
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

/** One statement for all waiting requests; those of one key are added up and granted in their order. */
async function grantShares(db: Database, requests: readonly GrantRequest[], at: number): Promise<Grant[]> {
  const byKey = new Map<string, { want: number; rule: RateLimit }>();
  for (const { key, count, rule } of requests) {
    const share = Math.ceil(rule.short.hits / SHARE);
    const want = (byKey.get(key)?.want ?? 0) + count;
    byKey.set(key, { want: Math.min(Math.max(want, share), rule.short.hits, rule.long.hits), rule });
  }
  const values = [...byKey].map(([key, { want, rule }]) => ({
    key,
    want,
    short_hits: rule.short.hits,
    short_ms: rule.short.ms,
    long_hits: rule.long.hits,
    long_ms: rule.long.ms,
  }));
  const rows = await db.query<CounterRow>(GRANT, [JSON.stringify(values), at], GRANT_OPTIONS);
  const left = new Map(rows.map((row) => [row.key, { row, granted: row.granted }]));
  return requests.map(({ key, count }, index) => {
    const counter = left.get(key);
    if (!counter) throw new Error("a rate limit counter is missing from the result");
    const last = requests.findLastIndex((each) => each.key === key) === index;
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
