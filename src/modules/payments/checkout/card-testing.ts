import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { tooManyAttempts } from "../../../core/auth/login-throttle.ts";
import type { Call } from "../../../core/rpc/context.ts";
import { hours } from "../../../shared/duration.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { ValidatedPayment } from "./validate-payment.ts";

// docs/security.md RAT-01: most attempts of a person who tests stolen cards are refused
const REFUSALS_MAX = 3;
const WINDOW = hours(1);
const SUBJECTS_MAX = 20_000;

interface Count {
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
    const own = subjects.map((subject) => countIn(counts, keyedHash(key, subject), at));
    refuseTooMany(own, at);
    return own.length === 0 ? UNCOUNTED : begin(own);
  };
}

function subjectsOf(call: Call, { details, card }: ValidatedPayment): readonly string[] {
  if (card === null) return [];
  return [
    `address:${call.address ?? "none"}`,
    `email:${emailKey(details.customerEmail)}`,
    `card:${card.number}`,
    ...(call.credentials.device === undefined ? [] : [`browser:${call.credentials.device}`]),
  ];
}

const keyedHash = (key: Buffer, subject: string): string =>
  createHmac("sha256", key).update(subject).digest("base64url");

function refuseTooMany(counts: readonly Count[], now: number): void {
  for (const { refused, pending, endsAt } of counts) {
    if (refused >= REFUSALS_MAX) throw tooManyAttempts(endsAt - now);
    if (refused + pending >= REFUSALS_MAX) throw tooManyAttempts(0);
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

function countIn(counts: LRUCache<string, Count>, subject: string, now: number): Count {
  const known = counts.get(subject);
  if (known && (known.endsAt > now || known.pending > 0)) return known;
  const fresh = { refused: 0, pending: 0, endsAt: now + WINDOW };
  counts.set(subject, fresh);
  return fresh;
}
