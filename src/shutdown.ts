import type { Log } from "./core/logging/log.ts";
import { errorLogFields } from "./core/rpc/error-mapping.ts";

export type Closing = () => unknown;

/** Closes one after the other, the last opened first. What fails to close is written down and keeps none of the rest. */
export async function shutDown(opened: readonly Closing[], log: Log): Promise<void> {
  for (const close of opened.toReversed()) {
    try {
      await close();
    } catch (error) {
      log.error(errorLogFields(error), "could not be closed");
    }
  }
}
