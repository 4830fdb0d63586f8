import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { tooManyAttempts } from "../../../core/auth/login-throttle.ts";
import { type ClientNetwork, networksOf } from "../../../core/limits/client-networks.ts";
import type { Call } from "../../../core/rpc/context.ts";
import { hours } from "../../../shared/duration.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { ValidatedPayment } from "./validate-payment.ts";

// docs/security.md RAT-01: most attempts of a person who tests stolen cards are refused
const REFUSALS_MAX = 3;
const WINDOW = hours(1);
const SUBJECTS_MAX = 20_000;

interface Count {
  readonly max: number;
  refused: number;
  /** Attempts that the gateway has not decided yet. */
  pending: number;
  endsAt: number;
}

/** An attempt to pay with a card, to be ended once the gateway has decided. */
export interface CardAttempt {
  end(refused: boolean): void;
}

const UNCOUNTED: CardAttempt = { end: () => {} };

/**
 * Begins an attempt. Throws 429 if this address, browser, e-mail or card was refused three times within the hour, with
 * pending attempts counted as refused.
 */
export type BeginCardAttempt = (call: Call, payment: ValidatedPayment) => CardAttempt;

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly beginCardAttempt: BeginCardAttempt;
  }
}

/** Stops people who test stolen cards. A rate limit, so `RATE_LIMIT=off` disables it. */
export function createCardTestingLimit(isOn: boolean, now: () => Date): BeginCardAttempt {
  // of this process alone and never on disk: with a known key, hashes of card numbers could be brute-forced
  const key = randomBytes(32);
  const counts = new LRUCache<string, Count>({ maxSize: SUBJECTS_MAX, sizeCalculation: () => 1 });
  return (call, payment) => {
    const subjects = isOn ? subjectsOf(call, payment) : [];
    const at = now().getTime();
    const own = subjects.map(({ name, times }) =>
      countIn(counts, keyedHash(key, name), REFUSALS_MAX * times, at),
    );
    refuseTooMany(own, at);
    return own.length === 0 ? UNCOUNTED : begin(own);
  };
}

/** What an attempt counts for, and how many times the limit each has. */
function subjectsOf(call: Call, { details, card }: ValidatedPayment): readonly ClientNetwork[] {
  if (card === null) return [];
  const { device } = call.credentials;
  const others = [`email:${emailKey(details.customerEmail)}`, `card:${card.number}`];
  if (device !== undefined) others.push(`browser:${device}`);
  return [
    ...networksOf(call.address).map(({ name, times }) => ({ name: `address:${name}`, times })),
    ...others.map((name) => ({ name, times: 1 })),
  ];
}

const keyedHash = (key: Buffer, subject: string): string =>
  createHmac("sha256", key).update(subject).digest("base64url");

function refuseTooMany(counts: readonly Count[], now: number): void {
  for (const { max, refused, pending, endsAt } of counts) {
    if (refused >= max) throw tooManyAttempts(endsAt - now);
    if (refused + pending >= max) throw tooManyAttempts(0);
  }
}

function begin(counts: readonly Count[]): CardAttempt {
  for (const count of counts) count.pending += 1;
  return {
    end(refused) {
      for (const count of counts) {
        count.pending -= 1;
        if (refused) count.refused += 1;
      }
    },
  };
}

function countIn(counts: LRUCache<string, Count>, subject: string, max: number, now: number): Count {
  const known = counts.get(subject);
  if (known && (known.endsAt > now || known.pending > 0)) return known;
  const fresh = { max, refused: 0, pending: 0, endsAt: now + WINDOW };
  counts.set(subject, fresh);
  return fresh;
}
