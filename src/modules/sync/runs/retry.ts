import type { Deps } from "../../../core/rpc/context.ts";
import { CommitUnknown, isUnavailable } from "../../../db/errors.ts";
import { minutes } from "../../../shared/duration.ts";

const RETRY_FOR = minutes(2);
const PAUSE = 500; // milliseconds

/**
 * Asks the local database again for a while where it is away or serves somebody else, as an embedded one does during
 * an import. Never what may stand already; each write asks for the lease, so that a run that waited too long ends.
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
