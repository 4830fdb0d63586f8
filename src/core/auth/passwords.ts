import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { DomainError } from "../../shared/errors.ts";

/** argon2id, 19 MiB, two passes (docs/security.md AUT-01). Bun hashes on worker threads. */
const COST = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const MAX_QUEUE = 64; // (docs/security.md AUT-11)
/** In code points; longer ones are never hashed (docs/security.md AUT-02). */
const PASSWORD_MAX = 128;

export type Passwords = ReturnType<typeof createPasswords>;

/** Hashes with bounded concurrency, so that a flood of logins cannot starve the pages. Throws 503 if the queue is full. */
export function createPasswords(cost: { memoryCost: number; timeCost: number } = COST) {
  const limit = pLimit(2 * availableParallelism());
  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= MAX_QUEUE) throw tooBusy();
    return limit(work);
  };

  const hash = (password: string) =>
    limited(() => Bun.password.hash(password, { algorithm: "argon2id", ...cost }));
  let dummy: Promise<string> | undefined;

  return {
    hash,
    /** False for a wrong password, and if `stored` is null, which takes as long as a real comparison. */
    async verify(password: string, stored: string | null): Promise<boolean> {
      if ([...password].length > PASSWORD_MAX || password === "") return false;
      dummy ??= hash(crypto.randomUUID());
      const against = stored ?? (await dummy);
      const matches = await limited(() => Bun.password.verify(password, against));
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
      dummy ??= hash(crypto.randomUUID());
      await dummy;
    },
  };
}

const tooBusy = () =>
  new DomainError("unavailable", "Too many sign-ins right now. Please try again.", { retryAfter: 1 });
