import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { markAccepted } from "../own.ts";
import { codeHash } from "./sending/take.ts";
import { broadcasts, broadcastRecipients as r } from "./table.ts";

type Ctx = ActionContext<Visitor>;

/** Recipients who may have the mail with the code. */
const INVITED = ["taken", "sent", "unknown"] as const;

const withCode = (code: string) => and(eq(r.codeHash, codeHash(code)), inArray(r.state, [...INVITED]));

/** Whether an invitation was accepted already. Throws 404 on an unknown code. */
export async function show({ deps }: Ctx, code: string) {
  const [row] = await deps.db.orm.select({ acceptedAt: r.acceptedAt }).from(r).where(withCode(code));
  if (!row) throw unknownCode();
  return { accepted: row.acceptedAt !== null };
}

/** Accepts an invitation; `again` if it was accepted before, which changes nothing. Throws 404 on an unknown code. */
export async function accept(ctx: Ctx, code: string) {
  const { deps } = ctx;
  const now = deps.now();
  const accepted = await deps.db.transaction(async (tx: Tx) => {
    const [row] = await tx
      .update(r)
      .set({ acceptedAt: now })
      .where(and(withCode(code), isNull(r.acceptedAt)))
      .returning({ id: r.id, broadcastId: r.broadcastId, emailKey: r.emailKey });
    if (!row) return false;
    await tx
      .update(broadcasts)
      .set({ accepted: sql`${broadcasts.accepted} + 1` })
      .where(eq(broadcasts.id, row.broadcastId));
    if (row.emailKey !== null) await markAccepted(tx, deps, row.emailKey);
    await record(tx, ctx, { subject: row.id, after: { accepted: true } });
    return true;
  });
  if (!accepted) {
    await show(ctx, code);
    skipAuditCheck(ctx);
  }
  return { accepted: true as const, again: !accepted };
}

const unknownCode = () => new DomainError("notFound", "This invitation does not exist");
