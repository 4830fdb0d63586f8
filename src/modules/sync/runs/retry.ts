import type { Deps } from "../../../core/rpc/context.ts";
import { CommitUnknown, isUnavailable } from "../../../db/errors.ts";
import { minutes } from "../../../shared/duration.ts";

const RETRY_FOR = minutes(2);
const PAUSE = 500; // milliseconds

/**
 * Retries `work` while the local database is unavailable, as an embedded one is during an import. Never retries a
 * commit with an unknown outcome. Each write renews the lease, so that a run that waited too long ends.
 */
export async function retryWhileUnavailable<T>({ ports }: Deps, work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + RETRY_FOR; ; await Bun.sleep(PAUSE)) {
    try {
      return await work();
    } catch (error) {
      const isOver = ports.mainDatabase.stopping.aborted || performance.now() > end;
      if (isOver || !isUnavailable(error) || error instanceof CommitUnknown) throw error;
    }
  }
}
