import { and, count, eq, inArray, isNull, lt, lte, or, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { SERVICE_TOKEN_MADE, SUPER_ADMIN_ADVICE, TOKEN_MADE } from "../../../copy/en/staff-emails.ts";
import { mfaRequired } from "../../../core/auth/authorize.ts";
import { countFailedLogin } from "../../../core/auth/check-password.ts";
import { mustSetUpMfa } from "../../../core/auth/required-mfa.ts";
import { tokenHashOf } from "../../../core/crypto/token-hash.ts";
import { type ActionContext, actingAs, type Deps, type Visitor } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Orm, Tx } from "../../../db/client.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import { days } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import type { Page } from "../../../shared/listing.ts";
import {
  narrowestRole,
  type StaffRole,
  scopesOfRole,
  type TokenScope,
} from "../../../shared/people/accounts.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { type NoticeContext, pageUrl, postNotice } from "../../mail/public.ts";
import { usernameTaken } from "../account-rows.ts";
import { tokenPrincipal, usernameKey } from "../authenticate.ts";
import { deviceAuthorizations } from "../devices/table.ts";
import { activeSuperAdmin } from "../mails.ts";
import { type StaffRow, staffUsers } from "../table.ts";
import type { ApiToken, createTokenInput, tokenList } from "./schema.ts";
import { apiTokens, type TokenRow } from "./table.ts";
import { endingOf, isToken, newToken } from "./token.ts";

// docs/security.md TOK-02
const DEFAULT_LIFETIME = days(90);
const MAX_LIFETIME = days(366);
const MAX_TOKENS = 50; // of one account
const EXPIRED_LISTED_FOR = days(30);

/**
 * Creates a token of the caller, of `username` for an operator, or of a service account for an operator or super admin.
 * Throws 400 on a bad expiry, 403 on scopes wider than the owner's role and on another's name, 404 and 409.
 */
export async function createToken(ctx: ActionContext<StaffActor>, input: z.output<typeof createTokenInput>) {
  const { deps } = ctx;
  const expiresAt = expiryOf(deps, input.expiresAt ?? undefined);
  return deps.db.transaction(async (tx) => {
    const { username, service, scopes } = input;
    const owner =
      service === "" ? await lockOwner(tx, ctx, username) : await lockService(tx, ctx, service, scopes);
    requireScopesOfRole(owner, scopes);
    const name = input.name || service;
    const { row, token } = await insertToken(tx, ctx, owner, { name, scopes, expiresAt });
    await record(tx, ctx, { subject: row.id, after: auditFields(row, owner) });
    return { ...toApiToken(deps, row, owner), token };
  });
}

/** Throws 403 if the owner's role has not all of the scopes. */
export function requireScopesOfRole({ role }: Pick<StaffRow, "role">, scopes: readonly TokenScope[]): void {
  const allowed = scopesOfRole(role);
  const tooWide = scopes.filter((scope) => !allowed.includes(scope));
  if (tooWide.length > 0)
    throw new DomainError("forbidden", `The role of this account has no scope ${tooWide.join(", ")}`);
}

function expiryOf({ now }: Deps, wanted = new Date(now().getTime() + DEFAULT_LIFETIME)): Date {
  const lifetime = wanted.getTime() - now().getTime();
  if (lifetime <= 0) throw badExpiry("A token must expire in the future");
  if (lifetime > MAX_LIFETIME) throw badExpiry("A token can be valid for a year at most");
  return wanted;
}

const badExpiry = (sentence: string) =>
  new DomainError("invalid", sentence, { fields: { expiresAt: sentence } });

/** Locks the owner's account, so that an account deactivated at the same time keeps no token. */
async function lockOwner(
  tx: Tx,
  { principal }: ActionContext<StaffActor>,
  username: string,
): Promise<StaffRow> {
  const isOwn =
    username === "" || (principal.kind === "staff" && usernameKey(principal.name) === usernameKey(username));
  if (principal.kind === "staff" && !isOwn)
    throw new DomainError("forbidden", "You can create tokens only for your own account");
  if (principal.kind === "operator" && username === "") throw usernameMissing();
  const of =
    principal.kind === "staff"
      ? eq(staffUsers.id, principal.id)
      : eq(staffUsers.usernameKey, usernameKey(username));
  const [owner] = await tx.select().from(staffUsers).where(and(of, isUsable())).for("update");
  if (!owner) throw new DomainError("notFound", "There is no active account with this name");
  return owner;
}

/**
 * Locks the service account of this name, or creates it with the narrowest role that has the scopes: of two who create it at
 * once, the second one gets that of the first. Throws 403 for anyone but an operator or super admin, and 409 on the name
 * of a person and of a deactivated service account (docs/security.md TOK-09).
 */
async function lockService(
  tx: Tx,
  { deps, principal }: ActionContext<StaffActor>,
  username: string,
  scopes: readonly TokenScope[],
): Promise<StaffRow> {
  if (principal.kind === "staff" && principal.role !== "super_admin")
    throw new DomainError("forbidden", "Only a super admin can create tokens of service accounts");
  const [key, now] = [usernameKey(username), deps.now()];
  const passwordHash = deps.passwords.unusableHash();
  const values = { id: randomId(), username, usernameKey: key, email: "", passwordHash, isService: true };
  await tx
    .insert(staffUsers)
    .values({ ...values, role: narrowestRole(scopes), createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: staffUsers.usernameKey });
  const [account] = await tx.select().from(staffUsers).where(eq(staffUsers.usernameKey, key)).for("update");
  if (!account) throw new Error("the service account was neither created nor found");
  if (!account.isService) throw usernameTaken();
  if (!account.isActive)
    throw new DomainError("conflict", "This service account is deactivated. Please activate it first.");
  return account;
}

/** Whether an account can have tokens. */
export const isUsable = () => and(eq(staffUsers.isActive, true), isNull(staffUsers.lockedAt));

const usernameMissing = () => {
  const sentence = "username is required: whose token is it?";
  return new DomainError("invalid", sentence, { fields: { username: sentence } });
};

interface NewToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt?: Date;
}

/** Throws 403 for an account that must set up MFA first: every call with the token would be refused. */
export function requireNoMfaSetup(
  { settings }: Deps,
  { role, mfaEnabled, isService }: Pick<StaffRow, "role" | "mfaEnabled" | "isService">,
): void {
  if (mustSetUpMfa(settings, { role, mfaEnabled, isService, usedPasskey: false }))
    throw mfaRequired("This account must set up MFA first: until then its tokens open nothing");
}

/** Inserts a token of a locked account and tells the owner by mail. Throws as `requireNoMfaSetup`, and 409 if the account has too many. */
export async function insertToken(
  tx: Tx,
  ctx: ActionContext,
  owner: StaffRow,
  { name, scopes, expiresAt }: NewToken,
) {
  const { deps } = ctx;
  requireNoMfaSetup(deps, owner);
  const [held] = await tx.select({ tokens: count() }).from(apiTokens).where(eq(apiTokens.ownerId, owner.id));
  if ((held?.tokens ?? 0) >= MAX_TOKENS)
    throw new DomainError("conflict", `An account can have ${MAX_TOKENS} tokens. Please revoke one first.`);
  const token = newToken();
  const [row] = await tx
    .insert(apiTokens)
    .values({
      id: randomId(),
      ownerId: owner.id,
      name,
      tokenHash: tokenHashOf(token),
      ending: endingOf(token),
      scopes,
      createdAt: deps.now(),
      expiresAt: expiryOf(deps, expiresAt),
    })
    .returning();
  if (!row) throw new Error("the inserted token was not returned");
  await postTokenMade(tx, ctx, owner, row);
  return { row, token };
}

export const auditFields = ({ name, scopes, expiresAt }: TokenRow, { username, isService }: StaffRow) => ({
  name,
  scopes,
  expiresAt,
  ...(isService ? { service: username } : { username }),
});

/** The tokens that the caller sees and revokes: all for an operator, and those of service accounts for a super admin. */
function tokensOf(orm: Orm | Tx, principal: StaffActor): SQL | undefined {
  if (principal.kind === "operator") return undefined;
  const own = eq(apiTokens.ownerId, principal.id);
  if (principal.role !== "super_admin") return own;
  const services = orm.select({ id: staffUsers.id }).from(staffUsers).where(eq(staffUsers.isService, true));
  return or(own, inArray(apiTokens.ownerId, services));
}

/** Revokes a token that the caller sees. Throws 404. */
export async function revokeToken(ctx: ActionContext<StaffActor>, id: string) {
  const { deps, principal } = ctx;
  await deps.db.transaction(async (tx) => {
    const [revoked] = await tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, id), tokensOf(tx, principal)))
      .returning();
    if (!revoked) throw new DomainError("notFound", "This token does not exist");
    await record(tx, ctx, { subject: id, before: { name: revoked.name, scopes: revoked.scopes } });
  });
  return { success: true as const };
}

/**
 * Revokes a token by itself (RFC 7009), to log out or when someone finds it. One that is not valid gets the same answer
 * and counts as a failed login of the client's address. Throws 429.
 */
export async function revokeHeldToken(ctx: ActionContext<Visitor>, token: string) {
  const { deps, call } = ctx;
  const revoked = isToken(token) && (await deps.db.transaction((tx) => deleteHeldToken(tx, ctx, token)));
  if (!revoked) {
    skipAuditCheck(ctx);
    await countFailedLogin(deps, call);
  }
  return { success: true as const };
}

async function deleteHeldToken(tx: Tx, ctx: ActionContext<Visitor>, token: string): Promise<boolean> {
  const [revoked] = await tx
    .delete(apiTokens)
    .where(eq(apiTokens.tokenHash, tokenHashOf(token)))
    .returning();
  if (!revoked) return false;
  const [owner] = await tx.select().from(staffUsers).where(eq(staffUsers.id, revoked.ownerId));
  if (!owner) throw new Error("a token has no owner");
  const principal = tokenPrincipal(owner, revoked);
  const entry = { subject: revoked.id, before: { name: revoked.name, scopes: revoked.scopes } };
  await record(tx, actingAs(ctx, principal), entry);
  return true;
}

/** Revokes all tokens of an account and the approvals that its devices have not collected. */
export async function endTokens(tx: Tx, ownerId: string): Promise<void> {
  await tx.delete(apiTokens).where(eq(apiTokens.ownerId, ownerId));
  await endApprovals(tx, ownerId);
}

/** Takes back what an account approved and its devices have not collected, whenever its sessions end. */
export async function endApprovals(orm: Orm | Tx, ownerId: string): Promise<void> {
  await orm.delete(deviceAuthorizations).where(eq(deviceAuthorizations.ownerId, ownerId));
}

/** Deletes tokens that expired long enough ago, and device authorizations that have expired. */
export async function deleteExpiredTokens({ db, now }: Deps): Promise<void> {
  const at = now();
  await db.orm.delete(apiTokens).where(lt(apiTokens.expiresAt, new Date(at.getTime() - EXPIRED_LISTED_FOR)));
  await db.orm.delete(deviceAuthorizations).where(lte(deviceAuthorizations.expiresAt, at));
}

/**
 * Tells the owner that there is a new API token, by which someone who took over a session could keep access; of a service
 * account the super admins.
 */
async function postTokenMade(tx: Tx, ctx: NoticeContext, owner: StaffRow, token: TokenRow): Promise<void> {
  const { name, scopes, expiresAt } = token;
  const { username, isService } = owner;
  const day = expiresAt.toISOString().slice(0, 10);
  const { subject, text } = isService ? SERVICE_TOKEN_MADE : TOKEN_MADE;
  const notice = {
    kind: "staff-token-made",
    subject,
    text: [text(username, name, day, scopes.join(", "))],
    ...(isService && { advice: [SUPER_ADMIN_ADVICE, pageUrl(ctx.deps, "/admin/users")] }),
  } as const;
  const told = isService ? await tx.select().from(staffUsers).where(activeSuperAdmin()) : [owner];
  for (const { id, email } of told) await postNotice(tx, ctx, { kind: "staff", id, email }, notice);
}

declare module "../../../core/rpc/context.ts" {
  interface State {
    /** The REST calls that a token with these scopes opens for an account with this role. */
    readonly callsOfToken: (scopes: readonly TokenScope[], role: StaffRole) => string[];
  }
}

/** A token as it is listed: without its hash. */
function toApiToken({ state }: Deps, row: TokenRow, { username, isService, role }: StaffRow): ApiToken {
  const { ownerId: _, tokenHash: __, scopes, ...fields } = row;
  return { ...fields, scopes: [...scopes], username, isService, calls: state.callsOfToken(scopes, role) };
}

const NEWEST = newestFirst(apiTokens.createdAt, (row: TokenRow) => row.createdAt);

/** The tokens that the caller sees, newest first; for an operator also only those of `username`. */
export async function listTokens(
  { deps, principal }: ActionContext<StaffActor>,
  { username, ...input }: z.output<typeof tokenList>,
): Promise<Page<ApiToken>> {
  const { orm } = deps.db;
  const named = orm.select({ id: staffUsers.id }).from(staffUsers);
  const ofName = named.where(eq(staffUsers.usernameKey, usernameKey(username)));
  const where = and(
    tokensOf(orm, principal),
    username === "" ? undefined : inArray(apiTokens.ownerId, ofName),
  );
  const page = await readPage(orm, { table: apiTokens, sorting: NEWEST, where, input });
  const ids = page.items.map(({ ownerId }) => ownerId);
  const owners = await orm.select().from(staffUsers).where(inArray(staffUsers.id, ids));
  const items = page.items.flatMap((row) => {
    const owner = owners.find(({ id }) => id === row.ownerId);
    return owner ? [toApiToken(deps, row, owner)] : [];
  });
  return { ...page, items };
}
