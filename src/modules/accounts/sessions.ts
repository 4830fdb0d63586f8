import type { z } from "zod";
import { isRecentlyAuthenticated, reauthenticationRequired } from "../../core/auth/authorize.ts";
import { endOwnSession, listOwnSessions } from "../../core/auth/session-actions.ts";
import { type ActionContext, actingAs } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { DomainError } from "../../shared/errors.ts";
import { record } from "../audit/public.ts";
import { findByName } from "./account-rows.ts";
import { principalOf } from "./authenticate.ts";
import { notifyOwner } from "./mails.ts";
import type { endSessionInput, sessionsInput } from "./schema.ts";
import type { StaffRow } from "./table.ts";

type StaffContext = ActionContext<StaffActor>;

/**
 * The sessions of the caller or, for a super admin and the operator, of another account, last seen first. Throws 400, 403
 * and 404.
 */
export async function listSessions(ctx: StaffContext, { account }: z.output<typeof sessionsInput>) {
  return listOwnSessions(contextOf(ctx, await accountOf(ctx, account)));
}

/** Ends one session of the caller or of another account, whose owner is told. Throws 404 on any other session. */
export async function endSession(ctx: StaffContext, { id, account }: z.output<typeof endSessionInput>) {
  const user = await accountOf(ctx, account);
  const isOwn = ctx.principal.kind === "staff" && ctx.principal.id === user.id;
  if (!isOwn && ctx.principal.kind === "staff" && !isRecentlyAuthenticated(ctx.deps, ctx.principal))
    throw reauthenticationRequired();
  return endOwnSession(contextOf(ctx, user), id, async (tx) => {
    if (!isOwn) await notifyOwner(tx, ctx, user, "sessionsEnded");
    await record(tx, ctx, { subject: user.id });
  });
}

/** The account whose sessions are meant. Throws 400 if the operator names none, 403 and 404. */
async function accountOf({ deps, principal }: StaffContext, named: string | undefined): Promise<StaffRow> {
  const name = named ?? (principal.kind === "staff" ? principal.id : "");
  if (name === "") throw new DomainError("invalid", "Please name the account with --account");
  const user = await findByName(deps, name);
  const isOwn = principal.kind === "staff" && principal.id === user?.id;
  if (principal.kind === "staff" && principal.role !== "super_admin" && !isOwn)
    throw new DomainError("forbidden", "Only a super admin may see the sessions of others");
  if (!user) throw new DomainError("notFound", "This account does not exist");
  return user;
}

/** The context of that account's owner. */
const contextOf = (ctx: StaffContext, user: StaffRow) => {
  const { principal } = ctx;
  const own = principal.kind === "staff" && principal.id === user.id ? principal : null;
  return actingAs(
    ctx,
    own ?? principalOf(user, { id: null, authenticatedAt: ctx.deps.now(), passkeyId: null }),
  );
};
