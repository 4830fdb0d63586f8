import { endOwnSession, listOwnSessions } from "../../core/auth/session-actions.ts";
import { type ActionContext, actingAs, type PartnerPrincipal } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { record, skipAuditCheck } from "../audit/public.ts";
import { notifyOwner } from "./mails.ts";
import { byIdOrEmail, type PartnerRow, principalOf } from "./queries.ts";
import { lockByIdOrEmail } from "./service.ts";

type Ctx = ActionContext<StaffActor>;

/** The sessions of a partner, last seen first. Throws 404. */
export const listSessionsOf = async (ctx: Ctx, id: string) =>
  listOwnSessions(ownContext(ctx, await byIdOrEmail(ctx, id)));

/** Ends one session of a partner, who is told by mail. Throws 404, also on a session of another account. */
export async function endSessionOf(
  ctx: Ctx,
  { id, session }: { readonly id: string; readonly session: string },
) {
  const row = await byIdOrEmail(ctx, id);
  return endOwnSession(ownContext(ctx, row), session, async (tx) => {
    await notifyOwner(tx, ctx, row, "sessionsEnded");
    await record(tx, ctx, { subject: row.id });
  });
}

/** Ends all sessions of a partner, who is told by mail if there were any. Throws 404. */
export function endSessionsOf(ctx: Ctx, id: string) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const row = await lockByIdOrEmail(tx, id);
    const { length: ended } = await deps.sessions.partner.endAll(tx, row.id);
    if (ended > 0) await notifyOwner(tx, ctx, row, "sessionsEnded");
    if (ended > 0) await record(tx, ctx, { subject: row.id, after: { ended } });
    else skipAuditCheck(ctx);
    return { success: true as const };
  });
}

/** The context of that partner, without a session. */
const ownContext = (ctx: Ctx, row: PartnerRow): ActionContext<PartnerPrincipal> =>
  actingAs(ctx, principalOf(row, { id: "", authenticatedAt: ctx.deps.now() }));
