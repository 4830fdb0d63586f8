import { and, inArray, lt, sql } from "drizzle-orm";
import { FailedLogin } from "../../core/auth/failed-login.ts";
import type { ActionContext, Call, Deps, Principal } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import type { BulkResult } from "../../shared/bulk.ts";
import { days } from "../../shared/duration.ts";
import { DomainError, type ErrorKind } from "../../shared/errors.ts";
import type { RetainedData } from "../../shared/people/personal-data.ts";
import { entriesConcerning } from "./queries.ts";
import { auditLog } from "./table.ts";

/** docs/security.md PRI-04 */
const ENTRIES_KEPT = days(365);

/** `before` and `after` hold what changed, and never a secret or a visitor's e-mail address or name. */
export interface NewEntry {
  readonly subject: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes an audit entry in the transaction of the change itself, so that there is never one without the other. */
export async function record(
  tx: Tx,
  { deps, call, invocation, principal }: ActionContext,
  entry: NewEntry,
): Promise<void> {
  invocation.auditRecords += 1;
  await tx.insert(auditLog).values({
    ...actorOf(principal),
    at: deps.now(),
    action: invocation.action,
    subject: entry.subject,
    before: entry.before ?? null,
    after: entry.after ?? null,
    ...originOf(call),
  });
}

const OUTCOMES: Partial<Record<ErrorKind, "failed" | "throttled">> = {
  unauthenticated: "failed",
  forbidden: "failed",
  rateLimited: "throttled",
};

/**
 * Records a failed sign-in and rethrows, over any transport. The input is not stored: people type passwords into the
 * wrong field. The login throttle, whose own refusals are not recorded, limits these entries too. The entry of an attempt
 * that starts a lock has `locked`. `subject` is the account, if it is known without the error.
 */
export async function recordFailedLogin(
  ctx: ActionContext,
  error: unknown,
  subject: string | null = null,
): Promise<never> {
  const outcome = error instanceof DomainError ? OUTCOMES[error.kind] : undefined;
  if (outcome !== undefined) ctx.deps.metrics.signIns.inc({ outcome });
  if (outcome === "failed") {
    const { accountId = subject, locks = null } = error instanceof FailedLogin ? error : {};
    const after = { success: false, ...(locks && { locked: locks }) };
    await ctx.deps.db.transaction((tx) => record(tx, ctx, { subject: accountId, after }));
  }
  throw error;
}

/** The start of an `insert … select`, for a statement that writes rows and their audit entries at once. */
export const INSERT_ENTRIES =
  "insert into audit_log (at, actor_kind, action, subject, after, address, request_id)";

/** For a mutation that need not call `record`: it changed nothing, or its statement writes the audit entry itself. */
export function skipAuditCheck({ invocation }: Pick<ActionContext, "invocation">): void {
  invocation.auditRecords += 1;
}

const originOf = (call: Call) => ({ address: call.address, requestId: call.requestId });

function actorOf(principal: Principal) {
  if (principal.kind === "partner") {
    const { person, name } = principal;
    return { actorKind: principal.kind, actorId: person.id, actorName: `${person.name} (${name})` };
  }
  return {
    actorKind: principal.kind,
    actorId: "id" in principal ? principal.id : null,
    actorName: "name" in principal ? principal.name : null,
    ...tokenOf(principal),
  };
}

function tokenOf(principal: Principal) {
  const { token } = principal.kind === "staff" ? principal : {};
  return { tokenId: token?.id ?? null, tokenName: token?.name ?? null };
}

/**
 * Erases personal data from the entries about these subjects or by them: values, names and network addresses. Time,
 * action and ids stay (docs/security.md LOG-03). Returns a description of what stays, and those of the ids that
 * are in it. `others` are as in `entriesConcerning`. Called by `people`.
 */
export async function eraseFromEntries(tx: Tx, ids: readonly string[], others: readonly string[]) {
  if (ids.length === 0) return { kept: [], found: [] };
  await tx.execute(sql`select set_config('rihla.erasure', 'on', true)`); // the trigger refuses changes without it
  const t = auditLog;
  const byStaff = sql`${t.actorKind} in ('staff', 'operator', 'schedule')`;
  const cleared = await tx
    .update(t)
    .set({
      before: null,
      after: null,
      actorName: sql`case when ${byStaff} then ${t.actorName} end`,
      address: sql`case when ${byStaff} then ${t.address} end`,
    })
    .where(entriesConcerning(ids, ids, others))
    .returning({ at: t.at, subject: t.subject, actorId: t.actorId });
  await tx.execute(sql`select set_config('rihla.erasure', 'off', true)`);
  const inEntries = new Set(cleared.flatMap(({ subject, actorId }) => [subject, actorId]));
  const found = ids.filter((id) => inEntries.has(id));
  return { kept: keptEntries(cleared.map(({ at }) => at.getTime())), found };
}

function keptEntries(times: readonly number[]): readonly RetainedData[] {
  if (times.length === 0) return [];
  const until = new Date(times.reduce((a, b) => Math.max(a, b)) + ENTRIES_KEPT);
  const why = "The log records who did what. Only ids of the person are left in it.";
  return [{ what: "Audit entries", count: times.length, why, until }];
}

/** What earlier entries of these actions about one of these subjects recorded. */
export async function recordedBefore(
  tx: Tx,
  subjects: readonly string[],
  actions: readonly string[],
): Promise<readonly unknown[]> {
  const t = auditLog;
  const rows = await tx
    .select({ after: t.after })
    .from(t)
    .where(and(inArray(t.subject, [...subjects]), inArray(t.action, [...actions])));
  return rows.map(({ after }) => after);
}

/** Deletes old entries. Nothing else ever deletes a row of the log. */
export async function deleteOldEntries({ db, now }: Deps): Promise<void> {
  const end = new Date(now().getTime() - ENTRIES_KEPT);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('rihla.retention', 'on', true)`); // the trigger refuses deletions without it
    await tx.delete(auditLog).where(lt(auditLog.at, end));
  });
}

/**
 * Does the same to each record, in a transaction of its own with its own audit entry, so that whatever interrupts it leaves
 * each either done or untouched. Refusals are reported, with what `nameOf` calls the record; everything else is thrown.
 */
export async function onEach(
  ctx: Pick<ActionContext, "invocation">,
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  nameOf?: (id: string) => Promise<string | undefined>,
): Promise<BulkResult> {
  skipAuditCheck(ctx); // all of them may be refused
  const failed: BulkResult["failed"] = [];
  for (const id of ids) {
    try {
      await act(id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const name = await nameOf?.(id);
      failed.push({ id, reason: error.sentence, ...(name !== undefined && { name }) });
    }
  }
  return { done: ids.length - failed.length, failed };
}
