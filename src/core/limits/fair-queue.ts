import { DomainError } from "../../shared/errors.ts";

export interface QueueClient {
  /** Clients with equal keys share their turns. */
  readonly key: string;
  /** Ends the wait of work that no one awaits any more. */
  readonly signal?: AbortSignal | undefined;
}

interface QueueRules {
  /** How many pieces of work run at once. */
  readonly concurrency: number;
  /** How many may wait, of all clients together. */
  readonly maxWaiting: number;
  /** The refusal when the queue is full. */
  readonly full: () => Error;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: unknown) => void;
}

export type FairQueue = <T>(client: QueueClient, work: () => Promise<T>) => Promise<T>;

/**
 * Runs a few pieces of work at once. Clients take turns, whatever each has waiting, and the work of one client runs in
 * order of arrival. If the queue is full, the client with the most waiting loses its last one, so that no client can
 * keep the others out; if none has more than the new one, the new one is refused.
 */
export function createFairQueue({ concurrency, maxWaiting, full }: QueueRules): FairQueue {
  const clients = new Map<string, Waiting[]>(); // in the order of their turns; none is empty
  let [count, running] = [0, 0];

  function remove(key: string, entry: Waiting): void {
    const own = clients.get(key);
    if (!own?.includes(entry)) return; // its turn came at the moment in which its client left
    own.splice(own.indexOf(entry), 1);
    count -= 1;
    if (own.length === 0) clients.delete(key);
  }

  function makeRoom(key: string): void {
    if (count < maxWaiting) return;
    const [most, theirs] = [...clients].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    const last = theirs.at(-1);
    if (!last || theirs.length <= (clients.get(key)?.length ?? 0) + 1) throw full();
    remove(most, last);
    last.refuse(full());
  }

  function wait({ key, signal }: QueueClient): Promise<void> {
    makeRoom(key);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = { start: resolve, refuse: reject };
    const leave = () => {
      remove(key, entry);
      reject(gone());
    };
    signal?.addEventListener("abort", leave, { once: true });
    clients.set(key, [...(clients.get(key) ?? []), entry]);
    count += 1;
    return promise.finally(() => signal?.removeEventListener("abort", leave));
  }

  /** Hands the place of work that has ended to the client whose turn it is. */
  function passOn(): void {
    const [first] = clients;
    const [next] = first?.[1] ?? [];
    if (!first || !next) {
      running -= 1;
      return;
    }
    const [key] = first;
    remove(key, next);
    const rest = clients.get(key);
    if (rest) {
      clients.delete(key); // its next turn comes after those of all others
      clients.set(key, rest);
    }
    next.start();
  }

  return async (client, work) => {
    if (client.signal?.aborted) throw gone();
    if (running < concurrency) running += 1;
    else await wait(client);
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}

const gone = () => new DomainError("disconnected", "The connection was closed before its turn came");
