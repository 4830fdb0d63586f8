import { seconds } from "../../shared/duration.ts";
import type { Log } from "./log.ts";

declare module "../rpc/context.ts" {
  interface State {
    readonly outages: OutageLog;
  }
}

/** How long a 503 of the same call and cause is counted and not repeated. */
const WINDOW = seconds(10);

type Facts = Readonly<Record<string, unknown>>;

interface OutageLog {
  /** Logs a 503 with its cause; during an outage one line for each call and cause, then how many more there were. */
  report(log: Log, facts: Facts): void;
}

export function createOutageLog(window: number = WINDOW): OutageLog {
  const repeated = new Map<string, number>();
  return {
    report(log, facts) {
      const { requestId, frame, ...cause } = facts;
      const key = JSON.stringify(cause);
      const seen = repeated.get(key);
      if (seen !== undefined) {
        repeated.set(key, seen + 1);
        return;
      }
      repeated.set(key, 0);
      log.warn(facts, "unavailable");
      const close = () => {
        const more = repeated.get(key) ?? 0;
        repeated.delete(key);
        if (more > 0) log.warn({ ...cause, more, seconds: window / seconds(1) }, "unavailable");
      };
      setTimeout(close, window).unref();
    },
  };
}
