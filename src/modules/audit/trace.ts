import { asc, eq } from "drizzle-orm";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import { offersOf } from "../../core/rpc/offers.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { TracedItem } from "./schema.ts";
import { auditLog } from "./table.ts";

declare module "../../core/rpc/offers.ts" {
  interface Offers {
    /** What a request left in a module besides audit entries. */
    readonly trace?: (deps: Deps, requestId: string, limit: number) => Promise<readonly TracedItem[]>;
  }
}

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
  const others = await Promise.all(
    offersOf(deps, "trace").map((traced) => traced(deps, requestId, SHOWN_MAX)),
  );
  return [...entries.map(entryItem), ...others.flat()].sort((a, b) => a.at.getTime() - b.at.getTime());
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
