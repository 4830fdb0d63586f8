import { existsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { isDiskFull } from "../../db/errors.ts";
import { seconds } from "../../shared/duration.ts";
import { tryWrite } from "../files/try-write.ts";
import type { Deps } from "../rpc/context.ts";

declare module "../rpc/context.ts" {
  interface State {
    readonly diskSpace: DiskSpaceWatch;
  }
}

/** Knows whether writes fail for lack of space. Costs a healthy server nothing: only a failure makes it try a write. */
export interface DiskSpaceWatch {
  /** Call it with every failure; only one for lack of space counts. */
  report(error: unknown): void;
  /** Whether the last write that is known of lacked space. */
  readonly isShort: boolean;
  /** Throws the failure of a write that lacked space, until a trial succeeds: one trial a second at most. */
  requireSpace(): Promise<void>;
}

const TRIAL_EVERY = seconds(1);
const TRIAL_TIMEOUT = seconds(2);
/** A megabyte, so that the little space of a page that is half full does not count as space. The rows are too short to be compressed. */
const TRIAL = sql.raw(`create temporary table disk_space_trial on commit drop as
  select repeat('x', 1500) as text from generate_series(1, 700)`);

export function createDiskSpaceWatch({
  db,
  settings,
  now,
}: Pick<Deps, "db" | "settings" | "now">): DiskSpaceWatch {
  let failure: { readonly error: unknown; readonly triedAt: number } | undefined;
  let running: Promise<void> | undefined;
  const tryAgain = async () => {
    const triedAt = now().getTime();
    try {
      await db.transaction((tx) => tx.execute(TRIAL), { timeoutMs: TRIAL_TIMEOUT });
      if (existsSync(settings.dataDir)) await tryWrite(settings.dataDir);
      failure = undefined;
    } catch (error) {
      failure = { error, triedAt };
    }
  };
  return {
    report(error) {
      if (isDiskFull(error)) failure ??= { error, triedAt: Number.NEGATIVE_INFINITY };
    },
    get isShort() {
      return failure !== undefined;
    },
    async requireSpace() {
      if (failure && Math.abs(now().getTime() - failure.triedAt) >= TRIAL_EVERY) {
        running ??= tryAgain().finally(() => {
          running = undefined;
        });
        await running;
      }
      if (failure) throw failure.error;
    },
  };
}
