import { AsyncLocalStorage } from "node:async_hooks";
import type { Call, InvocationContext } from "./context.ts";
import { traceparentOf } from "./trace-context.ts";

type RunningCall = Pick<InvocationContext, "call" | "invocation">;

const running = new AsyncLocalStorage<RunningCall>();

/** Runs `work` as part of a procedure's run. */
export const runAsPartOf = <T>(call: RunningCall, work: () => Promise<T>): Promise<T> =>
  running.run(call, work);

/** The procedure's run around the running code, for code that many call and that is not given it; undefined outside of one. */
export const runningCall = (): RunningCall | undefined => running.getStore();

/** What the lines of the log and the spans of a call are joined by. */
export const idsOf = ({ requestId, trace }: Pick<Call, "requestId" | "trace">) => ({
  requestId,
  ...(trace && { traceId: trace.traceId }),
});

/** The headers by which what this server calls can be joined with the running call. */
export function outgoingHeaders(): Readonly<Record<string, string>> {
  const call = runningCall()?.call;
  if (call === undefined) return {};
  return { "X-Request-Id": call.requestId, ...(call.trace && { traceparent: traceparentOf(call.trace) }) };
}
