import { lt, sql } from "drizzle-orm";
import type { ActionContext, Call, Principal } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { auditLog } from "./table.ts";

/** What an act did. `before` and `after` hold what changed and never a secret, an e-mail or a name of a visitor. */
export interface Act {
  readonly action: string;
  readonly subject: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes the act in the transaction that does it, so that neither stands without the other. */
export async function record(tx: Tx, { deps, call, principal }: ActionContext, act: Act): Promise<void> {
  call.auditRecords += 1;
  await tx.insert(auditLog).values({
    ...actorOf(principal),
    at: deps.now(),
    action: act.action,
    subject: act.subject,
    before: act.before ?? null,
    after: act.after ?? null,
    ...originOf(call),
  });
}

/** Says that nobody need miss an act of this call: it changed nothing, or its statement writes the act itself. */
export function accountedFor({ call }: Pick<ActionContext, "call">): void {
  call.auditRecords += 1;
}

const originOf = (call: Call) => ({ address: call.address, requestId: call.requestId });

function actorOf(principal: Principal) {
  return {
    actorKind: principal.kind,
    actorId: "id" in principal ? principal.id : null,
    actorName: "name" in principal ? principal.name : null,
  };
}

/** Deletes acts of before `end`: the one way in which a row of the log ever goes. */
export async function forgetBefore(tx: Tx, end: Date): Promise<void> {
  await tx.execute(sql`select set_config('rihla.retention', 'on', true)`); // the trigger asks for it
  await tx.delete(auditLog).where(lt(auditLog.at, end));
}
