import { asc, eq } from "drizzle-orm";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { mailsOfRequest, stateOf } from "../mail/queries.ts";
import type { TracedItem } from "./schema.ts";
import { auditLog } from "./table.ts";

/** Entries and mails of a request that are shown, the first of each. docs/limits.md */
const SHOWN_MAX = 1_000;

/** What a request recorded and mailed, oldest first; empty if nothing is known about it. */
export async function traceRequest(
  { deps }: ActionContext<StaffActor>,
  requestId: string,
): Promise<TracedItem[]> {
  const entries = await deps.db.orm
    .select()
    .from(auditLog)
    .where(eq(auditLog.requestId, requestId))
    .orderBy(asc(auditLog.id))
    .limit(SHOWN_MAX);
  const mails = await mailsOfRequest(deps, requestId, SHOWN_MAX);
  return [...entries.map(entryItem), ...mails.map(mailItem)].sort((a, b) => a.at.getTime() - b.at.getTime());
}

const entryItem = (row: typeof auditLog.$inferSelect): TracedItem => ({
  at: row.at,
  source: "audit",
  event: row.action,
  actor: row.actorName ?? row.actorKind,
  subject: row.subject,
  id: String(row.id),
  details: {
    ...(row.before !== null && { before: row.before }),
    ...(row.after !== null && { after: row.after }),
  },
});

/** Without its recipient and text: `rihla mail show` has them. */
const mailItem = (row: Awaited<ReturnType<typeof mailsOfRequest>>[number]): TracedItem => ({
  at: row.createdAt,
  source: "mail",
  event: row.kind,
  actor: null,
  subject: null,
  id: row.id,
  details: { state: stateOf(row), attempts: row.attempts, sentAt: row.sentAt },
});
