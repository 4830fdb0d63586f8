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

export type Passwords = ReturnType<typeof createPasswords>;

const NO_CLIENT: QueueClient = { key: "none" };

/**
 * Hashes with bounded concurrency, so that a flood of logins cannot starve the pages, and in turns of the clients that
 * `currentClient` returns, so that one cannot keep the others waiting. Throws 503 if too many wait.
 */
export function createPasswords(
  cost: { memoryCost: number; timeCost: number } = COST,
  currentClient: () => QueueClient = () => NO_CLIENT,
) {
  const queue = createFairQueue({ concurrency: MAX_RUNNING, maxWaiting: MAX_QUEUE, full: tooBusy });
  const hash = (password: string, client = currentClient()) =>
    queue(client, () => Bun.password.hash(password, { algorithm: "argon2id", ...cost }));
  let dummy: Promise<string> | undefined;

  return {
    hash: (password: string) => hash(password),
    /** False for a wrong password, and if `stored` is null, which takes as long as a real comparison. */
    async verify(password: string, stored: string | null): Promise<boolean> {
      if ([...password].length > PASSWORD_MAX || password === "") return false;
      dummy ??= hash(crypto.randomUUID(), NO_CLIENT);
      const against = stored ?? (await dummy);
      const matches = await queue(currentClient(), () => Bun.password.verify(password, against));
      return matches && stored !== null;
    },
    /** A hash that no password matches, for an account that cannot sign in with one. */
    unusableHash: () => hash(randomBytes(32).toString("base64url")),
    /** True if the hash was made with weaker parameters than the current ones. */
    isOutdated(stored: string): boolean {
      const [, memory, time] = /\$m=(\d+),t=(\d+)/.exec(stored) ?? [];
      return Number(memory ?? 0) < cost.memoryCost || Number(time ?? 0) < cost.timeCost;
    },
    /** Computes the dummy hash early, so that the first login with an unknown name takes no longer than others. */
    async warm(): Promise<void> {
      dummy ??= hash(crypto.randomUUID(), NO_CLIENT);
      await dummy;
    },
  };
}

const tooBusy = () =>
  new DomainError("unavailable", "Too many sign-ins right now. Please try again.", { retryAfter: 1 });
