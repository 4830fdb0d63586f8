import { isUnavailable } from "../../db/errors.ts";
import { outsideTransaction } from "../../db/transactions/transaction-scope.ts";
import { DomainError } from "../../shared/errors.ts";

interface BatchRules<Item, Result> {
  /** Writes all items in one statement and answers in their order. All or nothing. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxBatch: number;
  /** How many batches may be under way; more than one only where whole batches wait. */
  readonly writers: number;
  readonly maxWaiting: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: what arrives while a write is under way goes into the next one, each caller answered
 * after its own commit. No timer, so an idle server adds no wait. One batch at a time while it takes all that
 * came meanwhile: two half as large cost more. Past `maxWaiting` it refuses with 503.
 * Where a batch fails for what it holds, its items are done again one by one, so that a bad one harms
 * only itself; where the link was lost nothing is repeated, because the commit may have happened.
 */
export function createGroupCommit<Item, Result>(rules: BatchRules<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = [];
  let writing = 0;

  function pump(): void {
    while (writing === 0 ? waiting.length > 0 : writing < rules.writers && waiting.length >= rules.maxBatch) {
      const batch = waiting.slice(0, rules.maxBatch);
      waiting = waiting.slice(rules.maxBatch);
      writing += 1;
      void write(batch).finally(() => {
        writing -= 1;
        pump();
      });
    }
  }

  async function write(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await rules.run(batch.map((each) => each.item));
      if (results.length !== batch.length) throw new Error("a batch answered with another number of results");
      batch.forEach((each, index) => {
        each.resolve(results[index] as Result); // the length was checked above
      });
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) for (const each of batch) each.reject(error);
      else for (const each of batch) await write([each]);
    }
  }

  return {
    submit(item: Item): Promise<Result> {
      if (waiting.length >= rules.maxWaiting) return Promise.reject(tooBusy());
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        // a turn of the loop later, so that requests read together are written together
        if (waiting.length === 1) setImmediate(() => outsideTransaction(pump));
      });
    },
  };
}

const tooBusy = () =>
  new DomainError("unavailable", "We are very busy at this moment. Please try again.", { retryAfter: 1 });
