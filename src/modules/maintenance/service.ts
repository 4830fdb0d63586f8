import type { z } from "zod";
import { deleteAttemptsBefore } from "../../core/auth/login-throttle.ts";
import { deleteExpiredChallenges } from "../../core/auth/passkeys/challenges.ts";
import { matchesKeyCheck } from "../../core/crypto/secret-key.ts";
import { untrustedProxySeenAt } from "../../core/limits/untrusted-proxy.ts";
import type { ActionContext } from "../../core/rpc/context.ts";
import { tablesOf } from "../../db/backup/introspect.ts";
import { isEmpty } from "../../db/backup/restore.ts";
import { editedMigrations, type MigrationStatus, migrationStatus } from "../../db/migrate.ts";
import { days } from "../../shared/duration.ts";
import { countStaff } from "../accounts/queries.ts";
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
import { deleteOldViews } from "../waitlist/sources/queries.ts";
import { deleteOldRuns as deleteOldBackupRuns } from "./backups/runs.ts";
import { deleteGoneInstances } from "./instances/service.ts";
import type { statusOutput } from "./schema.ts";

// docs/security.md PRI-04
const FAILED_LOGINS_KEPT = days(30);
const MAIL_TEXTS_KEPT = days(30);

/**
 * Deletes expired data: sessions, API tokens, one-time links, challenges, rate limits, failed logins, idempotency keys,
 * texts of mails, names of donors, audit entries, evidence, reporters.
 */
export async function sweep(ctx: ActionContext) {
  const { deps } = ctx;
  skipAuditCheck(ctx);
  const now = deps.now();
  await deps.sessions.staff.sweep(now);
  await deps.sessions.partner.sweep(now);
  await deleteExpiredChallenges(deps.db, now);
  await deleteExpiredTokens(deps);
  await deps.rateLimiter.sweep();
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
  await addUpChangeCounts(deps);
  await deleteReporters(deps);
  await deleteOldViews(deps);
  await deleteGoneViewers(deps);
  await forgetClaimDecisions(deps);
  await forgetRequestDecisions(deps);
  await forgetOwnershipDecisions(deps);
  await deleteGoneInstances(deps);
  return { success: true as const };
}

interface ServerFacts {
  readonly version: string;
  readonly time: Date;
  readonly durable: boolean;
  readonly sizeBytes: number;
}

const FACTS = `select current_setting('server_version') as version, clock_timestamp() as time,
  current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable,
  pg_database_size(current_database()) as "sizeBytes"`;

/** Which versions may run on the schema. */
function rangeSentence({ newer, compatible, oldestProgram }: MigrationStatus): string {
  const others = `Versions that have migration ${oldestProgram} may run on this schema; going back further needs a backup.`;
  if (newer === 0) return others;
  return `The schema is newer than this version, which may ${compatible ? "" : "not "}run on it. ${others}`;
}

export type Status = z.output<typeof statusOutput>;

/** The state of the database, which may have no schema yet. Changes nothing. */
export async function status({ deps }: Pick<ActionContext, "deps">): Promise<Status> {
  const { db } = deps;
  const migrations = await migrationStatus(db);
  const [facts] = await db.query<ServerFacts>(FACTS);
  if (!facts) throw new Error("the database returned no facts");
  const edited = [...(await editedMigrations(db))];
  const shared = { database: db.kind, ...facts, ...migrations, range: rangeSentence(migrations), edited };
  if (migrations.pending > 0) return { ...shared, staffAccounts: null, secretKeyFits: null, empty: null };
  const empty = await db.transaction(async (tx) => isEmpty(tx, await tablesOf(tx)), { readOnly: true });
  const secretKeyFits = await matchesKeyCheck(db.orm, deps.encryption);
  const untrustedProxyAt = await untrustedProxySeenAt(deps);
  return { ...shared, staffAccounts: await countStaff(deps), secretKeyFits, empty, untrustedProxyAt };
}
