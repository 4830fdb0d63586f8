import type { Deps } from "../rpc/context.ts";
import { errorLogFields } from "../rpc/error-mapping.ts";

interface Heartbeat {
  /** What it keeps alive, as logs and metrics name it. */
  readonly name: "sync" | "broadcast" | "backup";
  /** Milliseconds between two. */
  readonly every: number;
  readonly send: () => Promise<unknown>;
}

/**
 * Sends a heartbeat at intervals until the returned function is called, so that other instances see that the process is
 * alive. Failures are counted, and the first of a row is logged: the work goes on, and ends if its lease is taken.
 */
export function startHeartbeat(
  { log, metrics }: Pick<Deps, "log" | "metrics">,
  heartbeat: Heartbeat,
): () => void {
  const { name, every, send } = heartbeat;
  let failing = false;
  const beat = async () => {
    try {
      await send();
      failing = false;
    } catch (error) {
      metrics.heartbeatFailures.inc({ name });
      if (!failing) log.warn({ heartbeat: name, ...errorLogFields(error) }, "heartbeat failed");
      failing = true;
    }
  };
  const timer = setInterval(() => void beat(), every);
  timer.unref();
  return () => clearInterval(timer);
}
