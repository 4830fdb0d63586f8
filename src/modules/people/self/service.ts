import type { z } from "zod";
import { requirePersonToken } from "../../../core/auth/person-tokens.ts";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import { DomainError } from "../../../shared/errors.ts";
import { emailKey } from "../../../shared/fields.ts";
import { record, skipAuditCheck } from "../../audit/service.ts";
import { issueLink } from "../../mail/links/service.ts";
import { postOrDiscard } from "../../mail/service.ts";
import { confirmSignup, leaveWaitlist, updateSignup } from "../../waitlist/own/service.ts";
import type { forgetOutput, meUpdateInput } from "../schema.ts";
import { eraseWithoutAccount } from "../service.ts";
import { linkMail } from "./mail.ts";
import { isKnown, ownDataOf } from "./queries.ts";

type Ctx = ActionContext<Visitor>;

const SUCCESS = { success: true as const };
const LEAVING = ["me", "leave"] as const;

const keyOf = ({ deps }: Ctx, token: string): string => requirePersonToken(deps, ["me"], token);

/**
 * Mails an address the link to its own data, at most once in ten minutes and five times a day. Answers the same, after
 * the same statements, for an address of which nothing is kept (docs/security.md SLF-02).
 */
export async function requestLink(ctx: Ctx, email: string) {
  const { deps } = ctx;
  await deps.db.transaction(async (tx) => {
    const discard = !isKnown(await ownDataOf(tx, deps, emailKey(email)));
    // only for its limits: the link itself works more than once
    const issued = await issueLink(tx, deps, { kind: "person-link", ownerId: null, email });
    await postOrDiscard(tx, deps, linkMail(deps, email), discard || issued === null);
    await record(tx, ctx, { subject: null });
  });
  return SUCCESS;
}

/** Throws 400 on a bad token and 404 if nothing is kept. */
export async function show(ctx: Ctx, token: string) {
  const { deps } = ctx;
  const key = keyOf(ctx, token);
  skipAuditCheck(ctx);
  const data = await deps.db.transaction((tx) => ownDataOf(tx, deps, key));
  if (!isKnown(data) && data.mails.length === 0) throw nothingKept();
  return data;
}

/** `show`, to keep; recorded in the audit log without the address. Throws 400 and 404. */
export async function exportOwn(ctx: Ctx, token: string) {
  const { deps } = ctx;
  const data = await show(ctx, token);
  await deps.db.transaction((tx) => record(tx, ctx, { subject: null }));
  return { exportedAt: deps.now(), ...data };
}

/** Confirms the address of a signup; again changes nothing. Throws 400, and 404 without a signup. */
export function confirm(ctx: Ctx, token: string) {
  const key = keyOf(ctx, token);
  return ctx.deps.db.transaction(async (tx) => {
    const id = await confirmSignup(tx, ctx.deps, key);
    if (id === null) throw nothingKept();
    await record(tx, ctx, { subject: id });
    return SUCCESS;
  });
}

/** Corrects a signup. Unlike joining again, it can also take the beta wish back. Throws 400, and 404 without a signup. */
export function update(ctx: Ctx, { token, ...change }: z.output<typeof meUpdateInput>) {
  const key = keyOf(ctx, token);
  return ctx.deps.db.transaction(async (tx) => {
    const id = await updateSignup(tx, ctx.deps, key, change);
    if (id === null) throw nothingKept();
    await record(tx, ctx, { subject: id, after: { changed: Object.keys(change) } });
    return SUCCESS;
  });
}

/** Takes a person off the waitlist; again, or where there is no signup, changes nothing. Throws 400. */
export function leave(ctx: Ctx, token: string) {
  const { deps } = ctx;
  const key = requirePersonToken(deps, LEAVING, token);
  return deps.db.transaction(async (tx) => {
    const id = await leaveWaitlist(tx, deps, key);
    if (id === null) skipAuditCheck(ctx);
    else await record(tx, ctx, { subject: id });
    return SUCCESS;
  });
}

/** Erases what is kept about the address, except for accounts, which need their password. Throws 400. */
export function erase(ctx: Ctx, token: string): Promise<z.output<typeof forgetOutput>> {
  return eraseWithoutAccount(ctx, keyOf(ctx, token));
}

const nothingKept = () => new DomainError("notFound", "We keep nothing about this address");
