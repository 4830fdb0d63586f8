import type { Counter } from "prom-client";
import type { Database } from "../../db/client.ts";
import { isUnavailable } from "../../db/errors.ts";
import { seconds } from "../../shared/duration.ts";
import { createGroupCommit } from "../limits/group-commit.ts";
import type { Log } from "../logging/log.ts";
import { failureReason, positionOf, whyBehind } from "./position.ts";

const LEFT_ALONE = seconds(5);
const MAX_WAITING = 10_000; // reads

/** Where reads go that may be answered by a replica: exports and searches. */
export interface Reads {
  /**
   * Runs `work`, which only reads, on the replica once that has everything that the primary had committed when it was
   * asked, so that everyone sees what they have written; else on the primary. Runs it again on the primary if it fails on
   * the replica.
   */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

declare module "../rpc/context.ts" {
  interface State {
    readonly reads: Reads;
  }
}

interface Config {
  readonly primary: Database;
  /** A standby of the primary; undefined if there is none. */
  readonly replica: Database | undefined;
  readonly now: () => Date;
  readonly log: Pick<Log, "info" | "warn">;
  /** Counts the times that the replica was left. */
  readonly left: Pick<Counter, "inc">;
}

export const createReads = ({ replica, ...rest }: Config): Reads =>
  replica === undefined ? { read: (work) => work(rest.primary) } : createReplicaReads({ replica, ...rest });

/**
 * A replica that is away or too far behind is left alone for 5 seconds and then tried in the background, so that a search
 * waits for it for 0.4 s at most, and not again. The first read tries it likewise.
 */
function createReplicaReads({ primary, replica, now, log, left }: Config & { replica: Database }): Reads {
  let isUsed = false;
  let tryAt = Number.NEGATIVE_INFINITY;
  const leave = (reason: string) => {
    tryAt = now().getTime() + LEFT_ALONE;
    if (!isUsed) return;
    isUsed = false;
    left.inc();
    log.warn({ reason }, "the replica is left alone: exports and searches read from the primary");
  };
  const tryAgain = async () => {
    tryAt = now().getTime() + LEFT_ALONE;
    if ((await whyBehind(replica, await positionOf(primary))) !== null) return;
    isUsed = true;
    log.info("exports and searches read from the replica");
  };
  const checks = createGroupCommit<null, boolean>({
    async run(waiting) {
      const position = await positionOf(primary);
      const reason = isUsed ? await whyBehind(replica, position) : null;
      if (reason !== null) leave(reason);
      return waiting.map(() => isUsed);
    },
    maxBatch: MAX_WAITING,
    writers: 1,
    maxWaiting: MAX_WAITING,
  });
  return {
    async read(work) {
      if (!isUsed && now().getTime() >= tryAt) tryAgain().catch(() => {}); // the primary is away: the read itself says so
      if (!isUsed || !(await checks.submit(null))) return work(primary);
      try {
        return await work(replica);
      } catch (error) {
        if (isUnavailable(error)) leave(failureReason(error));
        return work(primary);
      }
    },
  };
}
