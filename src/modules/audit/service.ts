import { lt, sql } from "drizzle-orm";
import { FailedLogin } from "../../core/auth/failed-login.ts";
import type { ActionContext, Call, Principal } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { auditLog } from "./table.ts";

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

/**
 * Records a failed sign-in and rethrows, over any transport. The input is not stored: people type passwords into the
 * wrong field. The login throttle, whose own refusals are not recorded, limits these entries too; the attempt that
 * begins a lock says so. `subject` is the account, where it is known without the error.
 */
export async function recordFailedLogin(
  acting: ActionContext,
  error: unknown,
  subject: string | null = null,
): Promise<never> {
  if (error instanceof DomainError && ["unauthenticated", "forbidden"].includes(error.kind)) {
    const { accountId = subject, locks = null } = error instanceof FailedLogin ? error : {};
    const after = { success: false, ...(locks && { locked: locks }) };
    await acting.deps.db.transaction((tx) => record(tx, acting, { subject: accountId, after }));
  }
  throw error;
}

/** The head of an `insert … select` for a statement that writes its rows and their audit entries at once. */
export const INSERT_ENTRIES =
  "insert into audit_log (at, actor_kind, action, subject, after, address, request_id)";

/** For a mutation that need not call `record`: it changed nothing, or its statement writes the audit entry itself. */
export function skipAuditCheck({ invocation }: Pick<ActionContext, "invocation">): void {
  invocation.auditRecords += 1;
}

const originOf = (call: Call) => ({ address: call.address, requestId: call.requestId });

function actorOf(principal: Principal) {
  return {
    actorKind: principal.kind,
    actorId: "id" in principal ? principal.id : null,
    actorName: "name" in principal ? principal.name : null,
  };
}

/** Deletes the entries from before `end`: the only way in which a row of the log is ever removed. */
export async function deleteEntriesBefore(tx: Tx, end: Date): Promise<void> {
  await tx.execute(sql`select set_config('rihla.retention', 'on', true)`); // the trigger refuses deletions without it
  await tx.delete(auditLog).where(lt(auditLog.at, end));
}
