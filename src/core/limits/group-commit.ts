import { isUnavailable } from "../../db/errors.ts";
import { outsideTransaction } from "../../db/transactions/transaction-scope.ts";
import { DomainError } from "../../shared/errors.ts";

interface BatchRules<Item, Result> {
  /** Writes all items in one statement and returns their results in order. All or nothing. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxBatch: number;
  /** How many batches may be written at once; more than one only while full batches wait. */
  readonly writers: number;
  readonly maxWaiting: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  /** On the clock of `performance.now`. */
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface QueueState {
  readonly length: number;
  readonly oldestMs: number;
}

/**
 * Group commit: items that arrive during a write go into the next one, and each caller continues after its own commit.
 * There is no timer, so an idle server adds no latency. The next batch is sent before the callers of the last one
 * continue, so that database and server work at the same time. A second batch starts only when a full one waits, because
 * two half-full ones cost more. Beyond `maxWaiting` items `submit` throws 503. If a batch fails because of its data, it is
 * halved until a bad item fails alone, and the callers of a half continue once it is written. After a lost connection
 * nothing is retried, because the commit may have happened.
 */
export function createGroupCommit<Item, Result>(rules: BatchRules<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = [];
  let writing = 0;

  function pump(): void {
    while (writing === 0 ? waiting.length > 0 : writing < rules.writers && waiting.length >= rules.maxBatch) {
      const batch = waiting.slice(0, rules.maxBatch);
      waiting = waiting.slice(rules.maxBatch);
      writing += 1;
      void write(batch).then((answer) => {
        writing -= 1;
        pump();
        setImmediate(answer); // after the next batch is on its way, which needs the rest of this turn
      });
    }
  }

  /** Writes a batch, and returns the function that lets its callers continue. */
  async function write(batch: readonly Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await rules.run(batch.map((each) => each.item));
      if (results.length !== batch.length) throw new Error("a batch returned another number of results");
      return () => {
        // the length was checked above
        for (const [index, each] of batch.entries()) each.resolve(results[index] as Result);
      };
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) {
        return () => {
          for (const each of batch) each.reject(error);
        };
      }
      const middle = Math.ceil(batch.length / 2);
      for (const half of [batch.slice(0, middle), batch.slice(middle)]) (await write(half))();
      return () => {};
    }
  }

  return {
    submit(item: Item): Promise<Result> {
      if (waiting.length >= rules.maxWaiting) return Promise.reject(tooBusy());
      return new Promise((resolve, reject) => {
        waiting.push({ item, since: performance.now(), resolve, reject });
        // after this turn of the event loop, so that requests read together are written together
        if (waiting.length === 1) setImmediate(() => outsideTransaction(pump));
      });
    },
    /** How many items wait for a write, without those being written, and how long the first has, in milliseconds. */
    queue: (): QueueState => {
      const [first] = waiting;
      return { length: waiting.length, oldestMs: first ? performance.now() - first.since : 0 };
    },
  };
}

const tooBusy = () =>
  new DomainError("unavailable", "We are very busy right now. Please try again.", { retryAfter: 1 });
