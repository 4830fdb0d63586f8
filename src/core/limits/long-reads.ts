import { seconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import type { ActionContext, Call, Principal } from "../rpc/context.ts";
import { createKeyedSemaphore, type KeyedSemaphore } from "./keyed-semaphore.ts";

const PER_SERVER = 2; // the server must still answer other calls
const WAIT = seconds(10); // most long reads end sooner

/** Who reads. */
export interface Reader {
  readonly principal: Principal;
  readonly call: Pick<Call, "signal">;
}

/** Limits previews and comparisons, which anyone on staff could start many times and which take up to two minutes. */
export interface LongReads {
  /** Runs one `work` per account at a time. Throws 503 after waiting 10 s, and `AbortError` if the caller has disconnected. */
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
  const byServer = createKeyedSemaphore(PER_SERVER);
  return {
    ofAccount: (reader, work) => inTurn(byAccount, keyOf(reader.principal), { reader, wait, work }),
    ofServer: (reader, work) => inTurn(byServer, "all", { reader, wait, work }),
  };
}

/** Runs `work` under both limits: one at a time per account, two at a time per server. */
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
  done.catch(() => {}); // no one awaits it after a timeout
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
  new DomainError("unavailable", "Another preview is still running. Please try again in a moment.", {
    retryAfter: 5,
  });
