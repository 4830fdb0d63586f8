import type { Database } from "../../db/client.ts";
import { connectionProblem } from "../../db/errors.ts";
import type { Log } from "../logging/log.ts";

type Pinged = Pick<Database, "ping">;

/** Logs a warning if the database of DATABASE_REPLICA_URL cannot be used. The server runs on without it. */
export async function warnIfReplicaAway(replica: Pinged, log: Pick<Log, "warn">): Promise<void> {
  const problem = await replicaProblem(replica);
  if (problem !== null) log.warn(problem);
}

/** Why the database of DATABASE_REPLICA_URL cannot be used, without its password; null if it responds. */
export async function replicaProblem(replica: Pinged): Promise<string | null> {
  try {
    await replica.ping();
    return null;
  } catch (error) {
    const problem =
      connectionProblem(error, "DATABASE_REPLICA_URL") ?? "DATABASE_REPLICA_URL cannot be used.";
    return `${problem} Exports and searches read from DATABASE_URL until it can.`;
  }
}
