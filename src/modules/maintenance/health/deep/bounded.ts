import type { Log } from "../../../../core/logging/log.ts";
import { errorLogFields } from "../../../../core/rpc/error-mapping.ts";
import { seconds } from "../../../../shared/duration.ts";
import { withTimeout } from "../../../../shared/with-timeout.ts";
import { failed } from "../findings.ts";
import type { Finding } from "../schema.ts";

const LIMIT = seconds(12); // longer than the time limits of what is tried, whose failures say more

class TooSlow extends Error {}

/** The findings of a trial, or one that says why there are none: a failure of one must not hide the others. */
export async function bounded(
  log: Log,
  check: string,
  trial: () => Promise<readonly Finding[]>,
  limit = LIMIT,
): Promise<readonly Finding[]> {
  try {
    return await withTimeout(trial(), limit, () => new TooSlow());
  } catch (error) {
    if (error instanceof TooSlow)
      return [
        failed(check, `This took longer than ${limit / seconds(1)} s.`, "Check the network, and try again."),
      ];
    const facts = errorLogFields(error);
    log.warn({ check, ...facts }, "a deep check failed");
    const cause = [facts.error, facts.code, facts.sqlState].filter(Boolean).join(", ");
    return [failed(check, `This failed: ${cause}.`, "The log has the details.")];
  }
}
