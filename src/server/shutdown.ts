import type { Log } from "../core/logging/log.ts";
import { errorLogFields } from "../core/rpc/error-mapping.ts";
import { waitAtMost } from "../shared/with-timeout.ts";

export type CloseStep = () => unknown;

/**
 * Runs the steps in reverse order of opening. A failed one is logged and does not stop the others. Resolves after `within`
 * milliseconds at the latest, if given.
 */
export function shutDown(opened: readonly CloseStep[], log: Log, within?: number): Promise<void> {
  const closing = closeAll(opened, log);
  return within === undefined ? closing : waitAtMost(closing, within);
}

async function closeAll(opened: readonly CloseStep[], log: Log): Promise<void> {
  for (const close of opened.toReversed()) {
    try {
      await close();
    } catch (error) {
      log.error(errorLogFields(error), "failed to close");
    }
  }
}
