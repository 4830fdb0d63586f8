import { migrationStatus } from "../../db/migrate.ts";
import type { Deps } from "../rpc/context.ts";
import { unavailable } from "../rpc/error-mapping.ts";

const GOOD_FOR = 250; // milliseconds: whoever asks without end costs the database little, and an outage shows at once

/**
 * Whether the database answers and has every migration of this program; throws 503 where not. All that ask at once
 * share one look, and a good one is kept for a moment. A schema that is newer still is good: during an update the
 * older instances go on.
 */
export function createReadiness({ db, now }: Pick<Deps, "db" | "now">): () => Promise<void> {
  let looking: Promise<boolean> | undefined;
  let goodAt = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<boolean> => {
    const at = now().getTime();
    try {
      await db.ping();
      const { pending } = await migrationStatus(db);
      if (pending === 0) goodAt = at;
      return pending === 0;
    } catch {
      return false;
    }
  };
  return async () => {
    if (Math.abs(now().getTime() - goodAt) < GOOD_FOR) return; // a clock may be set back
    looking ??= look().finally(() => {
      looking = undefined;
    });
    if (!(await looking)) throw unavailable();
  };
}
