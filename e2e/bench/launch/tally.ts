import { formatInteger } from "../figures.ts";

/** The times of one kind of work, and how it ended. */
export class Tally {
  readonly #times: number[] = [];
  readonly #failures = new Map<string, number>();

  /** Times an act that returns the status of its response; any other than `expected` counts as a failure. */
  async time(expected: number, act: () => Promise<number>): Promise<void> {
    const started = performance.now();
    const status = await act().catch((error: unknown) => nameOf(error));
    this.#times.push(performance.now() - started);
    if (status !== expected)
      this.#failures.set(String(status), (this.#failures.get(String(status)) ?? 0) + 1);
  }

  get count(): number {
    return this.#times.length;
  }

  get failed(): number {
    return [...this.#failures.values()].reduce((sum, times) => sum + times, 0);
  }

  /** A quantile of the times, in milliseconds. */
  quantile(share: number): number {
    const sorted = this.#times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  }

  /** What failed, by status or error. */
  failures(): string {
    const kinds = [...this.#failures].map(([kind, times]) => `${formatInteger(times)} x ${kind}`);
    return kinds.length === 0 ? "0 errors" : kinds.join(", ");
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "no response");

/**
 * Starts `act` at a steady rate, whether or not earlier ones have ended, as people do. Returns when all have ended.
 */
export async function atRate(
  perSecond: number,
  isOver: () => boolean,
  act: (n: number) => Promise<void>,
): Promise<void> {
  const started = performance.now();
  const running = new Set<Promise<void>>();
  for (let n = 0; !isOver(); n += 1) {
    const one = act(n).finally(() => running.delete(one));
    running.add(one);
    await Bun.sleep(Math.max(0, started + ((n + 1) * 1_000) / perSecond - performance.now()));
  }
  await Promise.all(running);
}
