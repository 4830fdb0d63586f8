import { seconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import type { ActionContext, Call, Principal } from "../rpc/context.ts";
import { createKeyedSemaphore, type KeyedSemaphore } from "./keyed-semaphore.ts";

const OF_SERVER = 2; // of an instance; others must still be answered
const WAIT = seconds(10); // most reads end sooner, and so does one whose caller has left

/** Who reads. */
export interface Reader {
  readonly principal: Principal;
  readonly call: Pick<Call, "signal">;
}

/** Limits previews and comparisons, which anyone on staff could start many times and which take up to two minutes. */
export interface LongReads {
  /** Runs one `work` of an account at a time. Throws 503 if its turn has not come after 10 s; fails if its caller has left. */
  ofAccount<T>(reader: Reader, work: () => Promise<T>): Promise<T>;
  /** The same for all accounts: two at a time in this process. */
  ofServer<T>(reader: Reader, work: () => Promise<T>): Promise<T>;
}

declare module "../rpc/context.ts" {
  interface State {
    readonly longReads: LongReads;
  }
}

/** `wait` is in milliseconds. */
export function createLongReads(wait = WAIT): LongReads {
  const byAccount = createKeyedSemaphore(1);
  const byServer = createKeyedSemaphore(OF_SERVER);
  return {
    ofAccount: (reader, work) => inTurn(byAccount, keyOf(reader.principal), { reader, wait, work }),
    ofServer: (reader, work) => inTurn(byServer, "all", { reader, wait, work }),
  };
}

/** One at a time of the caller's account, and two at a time of all. */
export function asLongRead<T>(ctx: ActionContext, work: () => Promise<T>): Promise<T> {
  const { longReads } = ctx.deps.state;
  return longReads.ofAccount(ctx, () => longReads.ofServer(ctx, work));
}

interface Waiting<T> {
  readonly reader: Reader;
  readonly wait: number;
  readonly work: () => Promise<T>;
}

async function inTurn<T>(run: KeyedSemaphore, key: string, { reader, wait, work }: Waiting<T>): Promise<T> {
  const turn = Promise.withResolvers<void>();
  const gaveUp = new AbortController();
  const done = run(key, async () => {
    gaveUp.signal.throwIfAborted();
    turn.resolve();
    reader.call.signal?.throwIfAborted();
    return work();
  });
  done.catch(() => {}); // after it gave up
  try {
    await withTimeout(turn.promise, wait, busy);
  } catch (error) {
    gaveUp.abort();
    throw error;
  }
  return done;
}

const keyOf = (principal: Principal): string => ("id" in principal ? principal.id : principal.kind);

const busy = () =>
  new DomainError("unavailable", "Another preview is still being made. Please try again in a moment.", {
    retryAfter: 5,
  });
