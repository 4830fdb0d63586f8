import type { Database } from "../../db/client.ts";
import type { Deps } from "../rpc/context.ts";
import { runningCall } from "../rpc/running-call.ts";

const TEXT_MAX = 500; // characters

/**
 * Logs and counts the statements of a database that take SLOW_STATEMENT_MS or longer, by the procedure that ran them.
 * Parameters are not logged: they hold personal data.
 */
export function watchSlowStatements(
  db: Database,
  { log, metrics, settings }: Pick<Deps, "log" | "metrics" | "settings">,
): void {
  if (settings.slowStatementMs === 0) return;
  db.watchStatements({
    ms: settings.slowStatementMs,
    report(text, ms) {
      const running = runningCall();
      const action = running?.invocation.action ?? "none";
      metrics.slowStatements.inc({ action });
      const requestId = running?.call.requestId;
      log.warn({ requestId, path: action, ms: Math.round(ms), statement: shortened(text) }, "slow statement");
    },
  });
}

/** One line, cut at its end. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > TEXT_MAX ? `${line.slice(0, TEXT_MAX - 1)}…` : line;
}
