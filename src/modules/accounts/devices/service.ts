import { randomBytes } from "node:crypto";
import { and, eq, gt, inArray, isNull } from "drizzle-orm";
import type { z } from "zod";
import { countFailedLogin } from "../../../core/auth/check-password.ts";
import { LOGIN_LIMITS, refundAttempt, reserveAttempt } from "../../../core/auth/login-throttle.ts";
import { requireOwnSession } from "../../../core/auth/session-actions.ts";
import { tokenHashOf } from "../../../core/crypto/token-hash.ts";
import {
  type ActionContext,
  actingAs,
  type Deps,
  type StaffPrincipal,
  type Visitor,
} from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { minutes, seconds } from "../../../shared/duration.ts";
import { DomainError, type ErrorCode } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { plainDeviceName, scopesOfRole } from "../../../shared/people/accounts.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { pageUrl } from "../../mail/public.ts";
import { tokenPrincipal } from "../authenticate.ts";
import { type StaffRow, staffUsers } from "../table.ts";
import {
  auditFields,
  insertToken,
  isUsable,
  requireNoMfaSetup,
  requireScopesOfRole,
} from "../tokens/service.ts";
import type { approveInput, startDeviceInput, WaitingDevice } from "./schema.ts";
import { type DeviceRow, deviceAuthorizations as t } from "./table.ts";

// RFC 8628; docs/security.md DEV-01
const LIFETIME = minutes(10);
const POLL_INTERVAL = 5; // seconds
const DEVICE_CODE_BYTES = 32;
const USER_AGENT_MAX = 300;

/** Begins an authorization for a device that has no session and no password. */
export async function startDevice(ctx: ActionContext<Visitor>, { name }: z.output<typeof startDeviceInput>) {
  const { deps, call } = ctx;
  skipAuditCheck(ctx); // strangers can call it, and nothing has been granted yet
  const deviceCode = randomBytes(DEVICE_CODE_BYTES).toString("base64url");
  const userCode = newUserCode();
  const now = deps.now();
  await deps.db.orm.insert(t).values({
    id: randomId(),
    deviceHash: tokenHashOf(deviceCode),
    userCodeHash: deps.encryption.keyedHash("user-code", userCode),
    name: plainDeviceName(name),
    userAgent: call.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    address: call.address,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME),
    interval: POLL_INTERVAL,
  });
  return {
    deviceCode,
    userCode: formatUserCode(userCode),
    verificationUrl: pageUrl(deps, "/admin/device"),
    expiresIn: LIFETIME / 1_000,
    interval: POLL_INTERVAL,
  };
}

type StaffContext = ActionContext<StaffPrincipal>;

/** The device that shows this code, so that its owner recognizes it. Throws 400 on a wrong code, and 429. */
export async function showDevice(ctx: StaffContext, userCode: string): Promise<WaitingDevice> {
  const { name, userAgent, address, createdAt, expiresAt } = await findWaiting(ctx, userCode);
  return {
    userCode: formatUserCode(normalizeUserCode(userCode)),
    name,
    device: userAgent,
    address,
    createdAt,
    expiresAt,
    scopes: [...scopesOfRole(ctx.principal.role)],
  };
}

/**
 * Lets the device collect a token of the caller with these scopes, or with all of the caller's role. Throws 400 on a
 * wrong code, 403 on scopes wider than the role, and 429.
 */
export async function approveDevice(ctx: StaffContext, input: z.output<typeof approveInput>) {
  const { role } = ctx.principal;
  requireNoMfaSetup(ctx.deps, ctx.principal);
  const scopes = input.scopes && input.scopes.length > 0 ? input.scopes : scopesOfRole(role);
  requireScopesOfRole({ role }, scopes);
  return decide(ctx, input.userCode, { decision: "approved", scopes });
}

/** Refuses the device for good. Throws 400 on a wrong code, and 429. */
export const denyDevice = (ctx: StaffContext, userCode: string) =>
  decide(ctx, userCode, { decision: "denied" });

async function decide(
  ctx: StaffContext,
  userCode: string,
  decided: Pick<Partial<DeviceRow>, "decision" | "scopes">,
) {
  const { deps, principal } = ctx;
  const { id } = await findWaiting(ctx, userCode);
  await deps.db.transaction(async (tx) => {
    await tx
      .select({ id: staffUsers.id })
      .from(staffUsers)
      .where(eq(staffUsers.id, principal.id))
      .for("update");
    await requireOwnSession(tx, ctx);
    const [row] = await tx
      .update(t)
      .set({ ...decided, ownerId: principal.id })
      .where(and(eq(t.id, id), isWaiting(deps)))
      .returning();
    if (!row) throw wrongCode(); // decided in another tab in between
    const { name, address, decision, scopes } = row;
    await record(tx, ctx, { subject: id, after: { decision, name, address, ...(scopes && { scopes }) } });
  });
  return { success: true as const };
}

const isWaiting = ({ now }: Deps) => and(isNull(t.decision), gt(t.expiresAt, now()));

/** Counts every wrong code, because codes are short (docs/security.md DEV-03). */
async function findWaiting(ctx: StaffContext, userCode: string): Promise<DeviceRow> {
  const { deps, principal } = ctx;
  const key = `user-code:${principal.id}`;
  await reserveAttempt(deps.db, [{ key, rule: LOGIN_LIMITS.code, kind: "code" }], deps.now());
  const hashes = deps.encryption.keyedHashes("user-code", normalizeUserCode(userCode));
  const [row] = await deps.db.orm
    .select()
    .from(t)
    .where(and(inArray(t.userCodeHash, [...hashes]), isWaiting(deps)));
  if (!row) throw wrongCode();
  await refundAttempt(deps.db, [key], []);
  return row;
}

const wrongCode = (): DomainError => {
  const sentence = "This code is wrong or has expired";
  return new DomainError("invalid", sentence, { fields: { userCode: sentence } });
};

/** RFC 8628, section 6.1: no vowels, so that no code is a word, and no letters that look alike. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8; // 34 bits
const UNBIASED = 240; // the largest multiple of 20 in a byte

/** A new code, such as `WDJBMJHT`. */
export function newUserCode(): string {
  let code = "";
  while (code.length < LENGTH)
    for (const byte of randomBytes(LENGTH))
      if (byte < UNBIASED && code.length < LENGTH) code += LETTERS[byte % LETTERS.length];
  return code;
}

/** As it is shown: `WDJB-MJHT`. */
export const formatUserCode = (code: string): string =>
  `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/** A code as someone typed it, without spaces and hyphens, in capitals. */
export const normalizeUserCode = (typed: string): string =>
  typed
    .normalize("NFKC")
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase();

const SLOW_DOWN_BY = 5; // seconds; RFC 8628, section 3.5
const TOLERANCE = seconds(0.5); // a timer may fire early

/** What a poll found; each but the token is a refusal. */
type PollResult =
  | { readonly outcome: "unknown" | "expired" | "denied" | "pending" }
  | { readonly outcome: "tooFast"; readonly interval: number }
  | { readonly outcome: "token"; readonly collected: Collected };

type Collected = Awaited<ReturnType<typeof insertToken>> & { readonly owner: StaffRow };

/**
 * The token of an approved device, once: of any number of parallel polls one gets it. Throws 400 with the codes of
 * RFC 8628 until then and afterwards, and 429.
 */
export async function collectToken(ctx: ActionContext<Visitor>, deviceCode: string) {
  const found = await ctx.deps.db.transaction((tx) => poll(tx, ctx, tokenHashOf(deviceCode)));
  if (found.outcome === "unknown") await countFailedLogin(ctx.deps, ctx.call);
  if (found.outcome !== "token") {
    skipAuditCheck(ctx);
    throw refusalOf(found);
  }
  const { token, row, owner } = found.collected;
  return { token, username: owner.username, scopes: [...row.scopes], expiresAt: row.expiresAt };
}

/** Refusals are returned, because throwing would roll back what they write. */
async function poll(tx: Tx, ctx: ActionContext<Visitor>, deviceHash: string): Promise<PollResult> {
  const { deps } = ctx;
  const [device] = await tx.select().from(t).where(eq(t.deviceHash, deviceHash)).for("update");
  if (!device) return { outcome: "unknown" };
  if (device.expiresAt <= deps.now()) return { outcome: "expired" };
  if (device.decision === null) return waitLonger(tx, deps, device);
  if (device.decision === "used") return { outcome: "expired" };
  await tx.update(t).set({ decision: "used" }).where(eq(t.id, device.id)); // stored until it expires: known, so no guess
  if (device.decision === "denied") return { outcome: "denied" };
  const collected = await createFor(tx, ctx, device);
  return collected ? { outcome: "token", collected } : { outcome: "expired" };
}

async function waitLonger(tx: Tx, deps: Deps, device: DeviceRow): Promise<PollResult> {
  const now = deps.now();
  const due = (device.lastPolledAt?.getTime() ?? 0) + seconds(device.interval) - TOLERANCE;
  const tooFast = now.getTime() < due;
  const interval = device.interval + (tooFast ? SLOW_DOWN_BY : 0);
  await tx.update(t).set({ lastPolledAt: now, interval }).where(eq(t.id, device.id));
  return tooFast ? { outcome: "tooFast", interval } : { outcome: "pending" };
}

/** Undefined if the account was deactivated after the approval. */
async function createFor(
  tx: Tx,
  ctx: ActionContext<Visitor>,
  device: DeviceRow,
): Promise<Collected | undefined> {
  const of = and(eq(staffUsers.id, device.ownerId ?? ""), isUsable());
  const [owner] = await tx.select().from(staffUsers).where(of).for("update");
  if (!owner || !device.scopes) return undefined;
  const name = device.name === "" ? "Device" : device.name;
  const made = await insertToken(tx, ctx, owner, { name, scopes: device.scopes });
  const principal = tokenPrincipal(owner, made.row);
  const after = { ...auditFields(made.row, owner), device: device.id };
  await record(tx, actingAs(ctx, principal), { subject: made.row.id, after });
  return { ...made, owner };
}

function refusalOf(found: Exclude<PollResult, { outcome: "token" }>): DomainError {
  const refuse = (code: ErrorCode, sentence: string, facts = {}) =>
    new DomainError("invalid", sentence, { code, facts });
  switch (found.outcome) {
    case "pending":
      return refuse("AUTHORIZATION_PENDING", "The code has not been approved yet");
    case "tooFast":
      return refuse("SLOW_DOWN", "Please poll less often", { interval: found.interval });
    case "denied":
      return refuse("ACCESS_DENIED", "The request was denied");
    default:
      return refuse("EXPIRED", "This code has expired or was used already");
  }
}
