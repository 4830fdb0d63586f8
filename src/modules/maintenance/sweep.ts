import type { z } from "zod";
import { deleteAttemptsBefore } from "../../core/auth/login-throttle.ts";
import { deleteExpiredChallenges } from "../../core/auth/passkeys/challenges.ts";
import { deleteOldInstances } from "../../core/jobs/instances.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import { offersOf } from "../../core/rpc/offers.ts";
import { INTERNAL_TABLES } from "../../db/backup/backup.ts";
import type { Database } from "../../db/client.ts";
import { ROLLED_BACK_LIMITS, rollBack, TookTooLong } from "../../db/transactions/rolled-back.ts";
import { days, minutes, seconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { untilAborted, withDeadline } from "../../shared/with-timeout.ts";
import { skipAuditCheck } from "../audit/public.ts";
import { deleteOrphanFiles } from "../evidence/public.ts";
import { deleteOldImages, forgetOldImages, previewOldImages } from "../sync/public.ts";
import { deleteOldRuns as deleteOldBackupRuns } from "./backups/runs.ts";
import type { sweepPreviewOutput } from "./schema.ts";

// docs/security.md PRI-04
const FAILED_LOGINS_KEPT = days(30);

const LISTING_LIMIT = minutes(2); // of a bucket

declare module "../../core/rpc/offers.ts" {
  interface Offers {
    /** Deletes what has expired, or what is personal in it. */
    readonly retention?: readonly ((deps: Deps) => Promise<unknown>)[];
    /** Adds up counts that are kept as one row for each change. */
    readonly compaction?: (deps: Deps) => Promise<unknown>;
  }
}

type SweepPreview = z.output<typeof sweepPreviewOutput>;

/**
 * Deletes expired data: sessions, API tokens, one-time links, challenges, rate limits, failed logins, idempotency keys,
 * texts of mails, names of donors, audit entries, evidence, reporters. What has expired is decided by the clock of the
 * database, which one sweep follows for a day at most.
 */
export async function sweep(ctx: ActionContext) {
  const { deps } = ctx;
  skipAuditCheck(ctx);
  await deps.clock.compare();
  await deps.clock.sweeping();
  const until = await deps.clock.retentionTime();
  const then: Deps = { ...deps, now: () => until };
  await deleteOldImages(then);
  await deleteExpired(then);
  await deleteOrphanFiles(then);
  for (const compact of offersOf(deps, "compaction")) await compact(then);
  await deps.clock.swept(until);
  return { success: true as const };
}

/**
 * What a sweep would delete now: it deletes in transactions that are rolled back, and no file. What waits for the main
 * database or the file store comes before the transaction of this database, for which everything else may have to wait.
 * Throws 503 if it takes too long.
 */
export async function previewSweep({
  deps,
  call,
}: Pick<ActionContext, "deps" | "call">): Promise<SweepPreview> {
  const { signal } = call;
  const names = new Set<string>();
  const remove = async (name: string): Promise<void> => {
    names.add(name);
  };
  await deps.clock.compare();
  const until = await deps.clock.retentionTime();
  const within: Deps = {
    ...deps,
    now: () => until,
    ports: { ...deps.ports, files: { ...deps.ports.files, remove } },
  };
  const images = await previewOldImages(within, signal).catch(refuseTooLong);
  await withDeadline({ ms: LISTING_LIMIT, onTimeout: storeTooSlow, signal }, (ending) =>
    untilAborted(deleteOrphanFiles(within), ending),
  );
  const limitMs = call.transport === "cli" ? ROLLED_BACK_LIMITS.postgres : undefined; // nothing else uses that process
  const work = async (db: Database) => {
    if (images) await forgetOldImages({ ...within, db });
    await deleteExpired({ ...within, db });
  };
  const { deleted, changed } = await rollBack(deps.db, work, { signal, limitMs }).catch(refuseTooLong);
  const [rows, cleared] = [withoutInternalTables(deleted), withoutInternalTables(changed)];
  return { rows, cleared, files: names.size, mainDatabase: images ?? {} };
}

/** Without tables that mean nothing to an operator. */
const withoutInternalTables = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([table]) => !INTERNAL_TABLES.includes(table)));

const storeTooSlow = () =>
  new DomainError("unavailable", "The store of the evidence files did not answer in time.");

function refuseTooLong(error: unknown): never {
  if (!(error instanceof TookTooLong)) throw error;
  const ended = `The preview took longer than ${error.limitMs / seconds(1)} seconds and was ended`;
  throw new DomainError(
    "unavailable",
    error.limitMs === ROLLED_BACK_LIMITS.pglite
      ? `${ended}, because everything waits for it. Stop the server and try again.`
      : `${ended}. Please try again later.`,
  );
}

async function deleteExpired(deps: Deps): Promise<void> {
  const now = deps.now();
  await deps.sessions.staff.sweep(deps.db.orm, now);
  await deps.sessions.partner.sweep(deps.db.orm, now);
  await deleteExpiredChallenges(deps.db, now);
  await deps.rateLimiter.sweep(deps.db);
  await deleteAttemptsBefore(deps.db, new Date(now.getTime() - FAILED_LOGINS_KEPT));
  for (const remove of offersOf(deps, "retention").flat()) await remove(deps);
  await deleteOldBackupRuns(deps);
  await deleteOldInstances(deps);
}
