import { DatabaseUnavailable } from "../../db/errors.ts";
import { migrationStatus } from "../../db/migrate.ts";
import type { DomainError } from "../../shared/errors.ts";
import { driftSentence, MAX_DRIFT } from "../clock.ts";
import { requireCurrentKey } from "../crypto/secret-key.ts";
import type { Deps } from "../rpc/context.ts";
import { unavailable } from "../rpc/error-mapping.ts";

declare module "../rpc/context.ts" {
  interface State {
    /** Aborted when the process is told to stop. */
    readonly stopping: AbortController;
  }
}

const CACHED_FOR = 250; // milliseconds; short enough that an outage shows at once, and many probes cost little

/**
 * Checks that the database responds and has the time of this machine, has every migration of this version, is used with a key of this process, and that no
 * write fails for lack of space; throws 503 with the cause if not. Concurrent callers share one check, and success is
 * cached briefly. A newer schema is ready too if this program may run on it: during a rolling upgrade older instances
 * keep running. A server that is told to stop is not ready, so that a load balancer sends it nothing more.
 */
export function createReadiness({
  db,
  clock,
  now,
  encryption,
  log,
  state,
}: Pick<Deps, "db" | "clock" | "now" | "encryption" | "log" | "state">): () => Promise<void> {
  let running: Promise<DomainError | null> | undefined;
  let readyAt = Number.NEGATIVE_INFINITY;
  const check = async (): Promise<DomainError | null> => {
    const at = now().getTime();
    try {
      await db.ping();
      const ahead = await clock.compare();
      const { pending, compatible } = await migrationStatus(db);
      if (!compatible) return unavailable(new DatabaseUnavailable("The schema is too new for this program."));
      if (pending > 0) return unavailable(new DatabaseUnavailable(`${pending} migrations are pending.`));
      if (Math.abs(ahead) > MAX_DRIFT) return unavailable(new DatabaseUnavailable(driftSentence(ahead)));
      await requireCurrentKey({ db, encryption, log });
      await state.diskSpace.requireSpace();
      readyAt = at;
      return null;
    } catch (error) {
      return unavailable(error);
    }
  };
  return async () => {
    if (state.stopping.signal.aborted) throw unavailable(new DatabaseUnavailable("The server is stopping."));
    if (Math.abs(now().getTime() - readyAt) < CACHED_FOR) return; // the clock may be set back
    running ??= check().finally(() => {
      running = undefined;
    });
    const failure = await running;
    if (failure) throw failure;
  };
}
