import { withTimeout } from "../../shared/with-timeout.ts";
import { DatabaseUnavailable } from "../errors.ts";

const LONGEST_WAIT = 10_000; // milliseconds: who waits longer is told that the database is busy, and has changed nothing

/** A database with one session has one user at a time: first come, first served. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();
  #closed = false;

  /** Waits for a turn and gives the function that ends it. Throws `DatabaseUnavailable` when closed or too busy. */
  async take(): Promise<() => void> {
    if (this.#closed) throw new DatabaseUnavailable("The embedded database is closed.");
    const before = this.#last;
    const { promise: done, resolve: end } = Promise.withResolvers<void>();
    this.#last = before.then(() => done);
    try {
      await withTimeout(
        before,
        LONGEST_WAIT,
        () => new DatabaseUnavailable("The embedded database is busy."),
      );
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  /** Lets those who wait finish, and nobody else begin. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
  }
}
