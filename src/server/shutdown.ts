import type { Log } from "../core/logging/log.ts";
import { errorLogFields } from "../core/rpc/error-mapping.ts";

export type CloseStep = () => unknown;

/** Runs the steps in reverse order of opening. A failed one is logged and does not stop the others. */
export async function shutDown(opened: readonly CloseStep[], log: Log): Promise<void> {
  for (const close of opened.toReversed()) {
    try {
      await close();
    } catch (error) {
      log.error(errorLogFields(error), "failed to close");
    }
  }
}
