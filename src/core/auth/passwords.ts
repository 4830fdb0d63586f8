import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { DomainError } from "../../shared/errors.ts";
import { createFairQueue, type QueueClient } from "../limits/fair-queue.ts";

/** argon2id, 19 MiB, two passes (docs/security.md AUT-01). Bun hashes on worker threads. */
const COST = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const MAX_QUEUE = 64; // (docs/security.md AUT-11)
/** One core stays free for pages and signups. */
const MAX_RUNNING = Math.max(1, availableParallelism() - 1);
/** In code points; longer ones are never hashed (docs/security.md AUT-02). */
const PASSWORD_MAX = 128;
const HASH_BYTES = 32; // of the salt and of the hash, as Bun makes them

export type Passwords = ReturnType<typeof createPasswords>;

interface Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

const NO_CLIENT: QueueClient = { key: "none" };

/**
 * Hashes with bounded concurrency, so that a flood of logins cannot starve the pages, and in turns of the clients that
 * `currentClient` returns, so that one cannot keep the others waiting. Throws 503 if too many wait.
 */
export function createPasswords(cost: Cost = COST, currentClient: () => QueueClient = () => NO_CLIENT) {
  const queue = createFairQueue({ concurrency: MAX_RUNNING, maxWaiting: MAX_QUEUE, full: tooBusy });
  const unusableHash = () => randomHash(cost);
  const dummy = unusableHash();

  return {
    hash: (password: string) =>
      queue(currentClient(), () => Bun.password.hash(password, { algorithm: "argon2id", ...cost })),
    /** False for a wrong password, and if `stored` is null, which takes as long as a real comparison. */
    async verify(password: string, stored: string | null): Promise<boolean> {
      if ([...password].length > PASSWORD_MAX || password === "") return false;
      const matches = await queue(currentClient(), () => Bun.password.verify(password, stored ?? dummy));
      return matches && stored !== null;
    },
    /** A hash that no password matches, for an account that cannot sign in with one. */
    unusableHash,
    /** True if the hash was made with weaker parameters than the current ones. */
    isOutdated(stored: string): boolean {
      const [, memory, time] = /\$m=(\d+),t=(\d+)/.exec(stored) ?? [];
      return Number(memory ?? 0) < cost.memoryCost || Number(time ?? 0) < cost.timeCost;
    },
  };
}

/** Random bytes in the form of a hash: a comparison with it takes as long as with any other, and it costs nothing to make. */
function randomHash({ memoryCost, timeCost }: Cost): string {
  const [salt, hash] = [randomBytes(HASH_BYTES), randomBytes(HASH_BYTES)].map((bytes) =>
    bytes.toString("base64").replace("=", ""),
  );
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${salt}$${hash}`;
}

const tooBusy = () =>
  new DomainError("unavailable", "Too many sign-ins right now. Please try again.", { retryAfter: 1 });
