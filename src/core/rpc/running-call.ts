import { AsyncLocalStorage } from "node:async_hooks";
import type { InvocationContext } from "./context.ts";

type RunningCall = Pick<InvocationContext, "call" | "invocation">;

const running = new AsyncLocalStorage<RunningCall>();

/** Runs `work` as part of a procedure's run. */
export const runAsPartOf = <T>(call: RunningCall, work: () => Promise<T>): Promise<T> =>
  running.run(call, work);

/** The procedure's run around the running code, for code that many call and that is not given it; undefined outside of one. */
export const runningCall = (): RunningCall | undefined => running.getStore();
