import { inArray, or, sql } from "drizzle-orm";
import type { Database, Tx } from "../../db/client.ts";
import { hours, minutes, seconds, wholeSeconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { throttle } from "./auth.table.ts";

/** Durations are in milliseconds. */
interface ThrottleRule {
  /** Attempts within the window before delays begin. */
  readonly limit: number;
  readonly window: number;
  /** The first delay, which doubles with every further attempt up to `longestWait`. */
  readonly firstWait: number;
  readonly longestWait: number;
  /** The counter resets after this long without an attempt. */
  readonly resetAfter: number;
}

/** docs/security.md AUT-07, AUT-09 and MFA-05. A known device has the limit of a name. */
export const LOGIN_LIMITS = {
  name: rule(10, minutes(15), seconds(30), minutes(15)),
  address: rule(30, minutes(15), seconds(30), minutes(15)),
  code: rule(10, hours(1), minutes(15), hours(4)),
} as const;

/** What is locked: an account (by its name or a known device), a client address, or an account's MFA codes. */
export type LockKind = "account" | "address" | "code";

/** What an attempt counts against. */
export interface Attempt {
  readonly key: string;
  readonly rule: ThrottleRule;
  readonly kind: LockKind;
}

function rule(limit: number, window: number, firstWait: number, longestWait: number): ThrottleRule {
  return { limit, window, firstWait, longestWait, resetAfter: hours(12) };
}

/**
 * A single statement, so that concurrent attempts on any number of instances cannot exceed the limit together.
 * Returns no row if the key is locked. $3 limit, $4 window, $5 first wait, $6 longest wait, $7 reset after.
 */
const COUNT_ATTEMPT = `
  insert into throttle as t (key, failures, started_at, last_at, locked_until)
  values ($1, 1, $2, $2, null)
  on conflict (key) do update set (failures, started_at, last_at, locked_until) = (
    select
      n, case when n = 1 then $2 else t.started_at end, $2,
      case when n >= $3 then $2 + least($6, $5 * power(2, least(n - $3, 20))) * interval '1 ms' end
    from (select case
      when t.last_at < $2 - $7 * interval '1 ms' then 1
      when t.failures < $3 and t.started_at < $2 - $4 * interval '1 ms' then 1
      else t.failures + 1 end as n) counted)
  where t.locked_until is null or t.locked_until <= $2
  returning locked_until`;

const LOCKED_UNTIL = "select locked_until from throttle where key = $1";

/**
 * Counts an attempt before anything is verified. Returns what it locks if it fails; null unless it is the last one
 * before a delay. Throws 429 with the delay if one of the keys is locked; keys counted before that one stay counted.
 */
export async function reserveAttempt(
  db: Database,
  attempts: readonly Attempt[],
  now: Date,
): Promise<LockKind | null> {
  let locks: LockKind | null = null;
  for (const { key, rule: r, kind } of attempts) {
    const values = [key, now, r.limit, r.window, r.firstWait, r.longestWait, r.resetAfter];
    const [counted] = await db.query<{ locked_until: Date | null }>(COUNT_ATTEMPT, values);
    if (counted) {
      if (counted.locked_until !== null) locks = kind;
      continue;
    }
    const [row] = await db.query<{ locked_until: Date | null }>(LOCKED_UNTIL, [key]);
    throw tooManyAttempts((row?.locked_until ?? now).getTime() - now.getTime());
  }
  return locks;
}

/** Takes an attempt back that did not fail: resets the `own` keys, and takes one from the count of `shared` ones. */
export async function refundAttempt(
  db: Database,
  own: readonly string[],
  shared: readonly string[],
): Promise<void> {
  if (own.length > 0) await db.query("delete from throttle where key = any($1::text[])", [own]);
  await db.query(
    `update throttle set failures = greatest(failures - 1, 0), locked_until = null where key = any($1::text[])`,
    [shared],
  );
}

/**
 * What to do with the error of a verification: takes the attempts back if the client left the queue of password checks
 * or lost its place in it, as no guess was answered. Throws the error again.
 */
export const refundUnverified =
  (db: Database, attempts: readonly Attempt[]) =>
  async (error: unknown): Promise<never> => {
    const wasQueued =
      error instanceof DomainError && (error.kind === "disconnected" || error.kind === "unavailable");
    const keys = attempts.map(({ key }) => key);
    if (wasQueued) await refundAttempt(db, [], keys);
    throw error;
  };

/** The refusal of a locked caller, with the wait in milliseconds. */
export const tooManyAttempts = (wait: number) =>
  new DomainError("rateLimited", "Too many attempts. Please wait and try again.", {
    retryAfter: wholeSeconds(wait),
  });

/** Deletes the counters of these keys and of all keys that start with one of `prefixes`. */
export async function clearAttempts(
  tx: Tx,
  keys: readonly string[],
  prefixes: readonly string[] = [],
): Promise<void> {
  const starting = prefixes.map((prefix) => sql`starts_with(${throttle.key}, ${prefix})`);
  await tx.delete(throttle).where(or(inArray(throttle.key, [...keys]), ...starting));
}

/** Deletes the counters of names and addresses whose last attempt was before `time`. */
export async function deleteAttemptsBefore(db: Database, time: Date): Promise<void> {
  await db.query("delete from throttle where last_at < $1", [time]);
}
