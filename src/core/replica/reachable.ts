import type { Database } from "../../db/client.ts";
import { connectionProblem } from "../../db/errors.ts";
import type { Log } from "../logging/log.ts";

/** Logs a warning if the database of DATABASE_REPLICA_URL cannot be used. The server runs on without it. */
export async function warnIfReplicaAway(
  replica: Pick<Database, "ping">,
  log: Pick<Log, "warn">,
): Promise<void> {
  try {
    await replica.ping();
  } catch (error) {
    const problem =
      connectionProblem(error, "DATABASE_REPLICA_URL") ?? "DATABASE_REPLICA_URL cannot be used.";
    log.warn(`${problem} Exports and searches read from DATABASE_URL until it can.`);
  }
}
