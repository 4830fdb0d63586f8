import type { z } from "zod";
import { deleteAttemptsBefore } from "../../core/auth/login-throttle.ts";
import { deleteExpiredChallenges } from "../../core/auth/passkeys/challenges.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import { rollBack } from "../../db/transactions/rolled-back.ts";
import { days } from "../../shared/duration.ts";
import { deleteExpiredTokens } from "../accounts/tokens/service.ts";
import { deleteEntriesBefore, ENTRIES_KEPT, skipAuditCheck } from "../audit/service.ts";
import { deleteExpiredEvidence } from "../claims/evidence/service.ts";
import { forgetDecisions as forgetClaimDecisions } from "../claims/undo/service.ts";
import { deleteOldEvents, deleteTextsBefore } from "../mail/service.ts";
import { deleteExpiredLinks } from "../one-time-links/service.ts";
import { forgetDecisions as forgetOwnershipDecisions } from "../ownership/undo/service.ts";
import { anonymizeOldPayments, deleteExpiredKeys } from "../payments/service.ts";
import { purgeMergeUndo } from "../pois/merge/service.ts";
import { addUpChangeCounts } from "../pois/search-version/service.ts";
import { deleteReporters } from "../reports/erasure/service.ts";
import { forgetDecisions as forgetRequestDecisions } from "../requests/undo/service.ts";
import { deleteGoneViewers } from "../reviews/presence/service.ts";
import { deleteNotesWithoutRecord } from "../staff-notes/service.ts";
import { deleteOldRuns } from "../sync/service.ts";
import { deleteOldImages } from "../sync/undo/service.ts";
import { emptyTrash } from "../trash/items/service.ts";
import { addUpSignupCounts } from "../waitlist/count/service.ts";
import { deleteOldViews } from "../waitlist/sources/queries.ts";
import { deleteOldRuns as deleteOldBackupRuns } from "./backups/runs.ts";
import { deleteGoneInstances } from "./instances/service.ts";
import type { sweepPreviewOutput } from "./schema.ts";

// docs/security.md PRI-04
const FAILED_LOGINS_KEPT = days(30);
const MAIL_TEXTS_KEPT = days(30);

type SweepPreview = z.output<typeof sweepPreviewOutput>;

/**
 * Deletes expired data: sessions, API tokens, one-time links, challenges, rate limits, failed logins, idempotency keys,
 * texts of mails, names of donors, audit entries, evidence, reporters.
 */
export async function sweep(ctx: ActionContext) {
  skipAuditCheck(ctx);
  await deleteExpired(ctx.deps);
  await addUpChangeCounts(ctx.deps);
  await addUpSignupCounts(ctx.deps);
  return { success: true as const };
}

/** What a sweep would delete now: it deletes in transactions that are rolled back, and no file. */
export async function previewSweep({ deps }: Pick<ActionContext, "deps">): Promise<SweepPreview> {
  const files = new Set<string>();
  let mainDatabase: Readonly<Record<string, number>> = {};
  const store: Deps["ports"]["files"] = {
    ...deps.ports.files,
    async remove(name) {
      files.add(name);
    },
  };
  const main: Deps["ports"]["mainDatabase"] = {
    ...deps.ports.mainDatabase,
    use: (work) =>
      deps.ports.mainDatabase.use(async (db) => {
        const { result, deleted } = await rollBack(db, work);
        mainDatabase = deleted;
        return result;
      }),
  };
  const ports = { ...deps.ports, files: store, mainDatabase: main };
  const { deleted, changed } = await rollBack(deps.db, (db) => deleteExpired({ ...deps, db, ports }));
  return { rows: deleted, cleared: changed, files: files.size, mainDatabase };
}

async function deleteExpired(deps: Deps): Promise<void> {
  const now = deps.now();
  await deps.sessions.staff.sweep(deps.db.orm, now);
  await deps.sessions.partner.sweep(deps.db.orm, now);
  await deleteExpiredChallenges(deps.db, now);
  await deleteExpiredTokens(deps);
  await deps.rateLimiter.sweep(deps.db);
  await deleteOldImages(deps);
  await deleteOldRuns(deps);
  await deleteOldBackupRuns(deps);
  await deleteAttemptsBefore(deps.db, new Date(now.getTime() - FAILED_LOGINS_KEPT));
  await deleteExpiredKeys(deps);
  await deleteExpiredLinks(deps);
  await anonymizeOldPayments(deps);
  await deleteTextsBefore(deps, new Date(now.getTime() - MAIL_TEXTS_KEPT));
  await deleteOldEvents(deps);
  await deps.db.transaction((tx) => deleteEntriesBefore(tx, new Date(now.getTime() - ENTRIES_KEPT)));
  await deleteExpiredEvidence(deps);
  await emptyTrash(deps);
  await deleteNotesWithoutRecord(deps);
  await purgeMergeUndo(deps);
  await deleteReporters(deps);
  await deleteOldViews(deps);
  await deleteGoneViewers(deps);
  await forgetClaimDecisions(deps);
  await forgetRequestDecisions(deps);
  await forgetOwnershipDecisions(deps);
  await deleteGoneInstances(deps);
}
