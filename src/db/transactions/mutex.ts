import { withTimeout } from "../../shared/with-timeout.ts";
import { DatabaseUnavailable } from "../errors.ts";

const MAX_WAIT = 10_000; // milliseconds; a longer wait fails before any change

/** Serializes the users of a database with one session, first come, first served. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();
  #closed = false;
  #users = 0;

  /** Who holds the lock, and those who wait for it. */
  get users(): number {
    return this.#users;
  }

  /** Waits for the lock and returns the function that releases it. Throws `DatabaseUnavailable` when closed or too busy. */
  async acquire(): Promise<() => void> {
    if (this.#closed) throw new DatabaseUnavailable("The embedded database is closed.");
    const before = this.#last;
    const { promise: done, resolve: end } = Promise.withResolvers<void>();
    this.#last = before.then(() => done);
    this.#users += 1;
    void done.then(() => {
      this.#users -= 1;
    });
    try {
      await withTimeout(before, MAX_WAIT, () => new DatabaseUnavailable("The embedded database is busy."));
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  /** Refuses new callers and waits for those in the queue. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
  }
}
