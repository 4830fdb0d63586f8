import { conditionOf, type ReplicaCondition } from "../../../core/replica/condition.ts";
import { CATCH_UP } from "../../../core/replica/position.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import { openDatabase } from "../../../db/client.ts";
import { seconds } from "../../../shared/duration.ts";
import { serverOf } from "../../../shared/server-address.ts";
import { ok, warn } from "./findings.ts";
import type { Finding } from "./schema.ts";

const CHECK = "replica";
const LIMIT = `${CATCH_UP / seconds(1)} s`;
const FALLBACK = "Exports and searches read from DATABASE_URL";

/** Whether exports and searches are read from the replica. Never a failure: the primary answers them as well. */
export async function replicaFinding({ settings, db }: Pick<Deps, "settings" | "db">): Promise<Finding> {
  const { databaseReplicaUrl: url } = settings;
  if (url === undefined) return ok(CHECK, "There is none (DATABASE_REPLICA_URL).");
  // a command has no replica open
  const replica = await openDatabase({ url, driver: "postgres", maxConnections: 1 });
  const condition = await conditionOf(replica, db);
  replica.close().catch(() => {}); // waits for a statement that hangs
  return findingOf(serverOf(url), condition);
}

/** `server` is its `host:port`. */
export function findingOf(server: string, condition: ReplicaCondition): Finding {
  switch (condition.kind) {
    case "used":
      return ok(CHECK, `${server} is at most ${LIMIT} behind: exports and searches read from it.`);
    case "away":
      return warn(
        CHECK,
        condition.problem,
        `Check DATABASE_REPLICA_URL, and that the database server at ${server} runs.`,
      );
    case "behind":
      return warn(
        CHECK,
        `${server} is behind: ${replayedOf(condition.age)}. ${FALLBACK} until it is at most ${LIMIT} behind.`,
        "See `pg_stat_replication` on the primary, and whether replay is paused or delayed on the standby.",
      );
    case "primary":
      return warn(
        CHECK,
        `${server} is a primary, not a standby. ${FALLBACK}.`,
        "Set DATABASE_REPLICA_URL to a standby of DATABASE_URL, and restart the server.",
      );
    case "other database":
      return warn(
        CHECK,
        `${server} does not hold the database of DATABASE_URL. ${FALLBACK}.`,
        "Set DATABASE_REPLICA_URL to a standby of DATABASE_URL with the same database name, and restart the server.",
      );
    case "old timeline":
      return warn(
        CHECK,
        `${server} is on timeline ${condition.timeline}, the primary on ${condition.needed}: it may follow an old primary. ${FALLBACK}.`,
        "Let it follow the new primary. If it does, grant pg_read_all_stats to the role, or wait for the next checkpoint.",
      );
    case "not comparable":
      return warn(
        CHECK,
        `${server} responds, but cannot be compared with DATABASE_URL${reasonOf(condition.reason)} ${FALLBACK}.`,
        "Check the network, and that the role has the same rights on both servers.",
      );
  }
}

function replayedOf(age: number | null): string {
  if (age === null) return "it has replayed no commit since it started";
  return `the newest commit that it has replayed is ${Math.max(age, 0).toLocaleString("en", { maximumFractionDigits: 1 })} s old`;
}

/** A sentence, or a SQLSTATE. */
const reasonOf = (reason: string): string => (reason.endsWith(".") ? `. ${reason}` : ` (${reason}).`);
