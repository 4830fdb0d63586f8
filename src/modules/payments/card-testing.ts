import { createHmac, randomBytes } from "node:crypto";
import { createLruCache, type LruCache } from "../../core/limits/lru-cache.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import { hours, wholeSeconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Checked } from "./validate-gift.ts";

/** security RAT-01: somebody who tries out stolen cards sees mostly refusals. */
const MOST_REFUSALS = 3;
const WINDOW = hours(1);
const REMEMBERED = 20_000;

interface Count {
  refused: number;
  /** Tries that the gateway has not judged yet. */
  underWay: number;
  endsAt: number;
}

interface Memory {
  /** Of this process alone, and never on disk: prints of cards under a known key could be tried out. */
  readonly key: Buffer;
  readonly counts: LruCache<Count>;
}

/** One try with a card, to be ended when the gateway has judged. */
export interface Trial {
  end(refused: boolean): void;
}

const NO_TRIAL: Trial = { end: () => {} };
const memories = new WeakMap<Deps, Memory>();

function memoryOf(deps: Deps): Memory {
  let memory = memories.get(deps);
  if (!memory) {
    memory = { key: randomBytes(32), counts: createLruCache<Count>(REMEMBERED) };
    memories.set(deps, memory);
  }
  return memory;
}

/**
 * Begins a try with a card. Throws 429 where this address, browser, e-mail or card was refused three times within
 * the hour, tries that are still under way counted in. A volume limit, so `RATE_LIMIT=off` lifts it.
 */
export function beginTrial({ deps, call }: ActionContext, { gift, card }: Checked): Trial {
  if (!deps.settings.rateLimit || card === null) return NO_TRIAL;
  const { key, counts } = memoryOf(deps);
  const now = deps.now().getTime();
  const subjects = [
    `address:${call.address ?? "none"}`,
    `email:${emailKey(gift.customerEmail)}`,
    `card:${card.number}`,
    ...(call.credentials.device === undefined ? [] : [`browser:${call.credentials.device}`]),
  ].map((subject) => createHmac("sha256", key).update(subject).digest("base64url"));
  const own = subjects.map((subject) => countIn(counts, subject, now));
  for (const { refused, underWay, endsAt } of own) {
    if (refused >= MOST_REFUSALS) throw tooMany(endsAt - now);
    if (refused + underWay >= MOST_REFUSALS) throw tooMany(0);
  }
  for (const count of own) count.underWay += 1;
  return {
    end(refused) {
      for (const count of own) {
        count.underWay -= 1;
        if (refused) count.refused += 1;
      }
    },
  };
}

function countIn(counts: LruCache<Count>, subject: string, now: number): Count {
  const known = counts.get(subject);
  if (known && (known.endsAt > now || known.underWay > 0)) return known;
  const fresh = { refused: 0, underWay: 0, endsAt: now + WINDOW };
  counts.set(subject, fresh);
  return fresh;
}

const tooMany = (wait: number) =>
  new DomainError("rateLimited", "Too many attempts. Please wait and try again.", {
    retryAfter: wholeSeconds(wait),
  });
