import { availableParallelism } from "node:os";
import { DomainError } from "../../shared/errors.ts";

/** security AUT-01: argon2id, 19 MiB, two passes. Bun hashes on worker threads. */
const COST = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const MAX_QUEUE = 64; // security AUT-11
/** security AUT-02; measured in code points. Longer ones are never hashed. */
const PASSWORD_MAX = 128;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashing with bounded concurrency, so that a flood of logins cannot starve the pages.
 * `hash` and `verify` throw `DomainError` 503 when too many wait.
 */
export function createPasswords(cost: { memoryCost: number; timeCost: number } = COST) {
  const places = 2 * availableParallelism();
  const waiting: (() => void)[] = [];
  let busy = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= places) {
      if (waiting.length >= MAX_QUEUE) throw busyError();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else busy += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  }

  const hash = (password: string) =>
    inTurn(() => Bun.password.hash(password, { algorithm: "argon2id", ...cost }));
  let dummy: Promise<string> | undefined;

  return {
    hash,
    /** False for a wrong password and, after the same work, where there is no hash to compare with. */
    async verify(password: string, stored: string | null): Promise<boolean> {
      if ([...password].length > PASSWORD_MAX || password === "") return false;
      dummy ??= hash(crypto.randomUUID());
      const against = stored ?? (await dummy);
      const right = await inTurn(() => Bun.password.verify(password, against));
      return right && stored !== null;
    },
    /** True where the hash was made with weaker parameters than today's. */
    isOutdated(stored: string): boolean {
      const [, memory, time] = /\$m=(\d+),t=(\d+)/.exec(stored) ?? [];
      return Number(memory ?? 0) < cost.memoryCost || Number(time ?? 0) < cost.timeCost;
    },
    /** Makes the dummy hash ahead, so that the first unknown name takes no longer than a known one. */
    async warm(): Promise<void> {
      dummy ??= hash(crypto.randomUUID());
      await dummy;
    },
  };
}

const busyError = () =>
  new DomainError("unavailable", "Too many sign-ins at this moment. Please try again.", { retryAfter: 1 });
