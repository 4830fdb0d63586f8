import type { Call, Deps, Invocation } from "../core/rpc/context.ts";

const MULTI_STATUS = 207; // tRPC's status for a batch whose calls have different ones

/** Logs one line per procedure that was called, or one under `routeName` for a request that reached none; never logs input. */
export function logAccess(
  { log, metrics }: Deps,
  { method }: Request,
  call: Call,
  status: number,
  ms: number,
  routeName: () => string,
) {
  const { requestId, transport, invocations } = call;
  const reached: readonly Partial<Invocation>[] = invocations.length > 0 ? invocations : [{}];
  for (const { action: route = routeName(), subject, refusal } of reached) {
    const own = status === MULTI_STATUS ? (refusal?.status ?? 200) : status;
    metrics.countRequest(route, own);
    metrics.duration.observe({ route }, ms / 1_000);
    log.info({ requestId, transport, method, route, status: own, ms: Math.round(ms * 10) / 10, subject });
  }
}
