import { and, eq } from "drizzle-orm";
import { countFailedLogin } from "../../../core/auth/check-password.ts";
import { tokenHashOf } from "../../../core/crypto/token-hash.ts";
import { type ActionContext, actingAs, type Deps, type Visitor } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { seconds } from "../../../shared/duration.ts";
import { DomainError, type ErrorCode } from "../../../shared/errors.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { type StaffRow, staffUsers } from "../table.ts";
import { auditFields, insertToken, isUsable, tokenPrincipal } from "../tokens/service.ts";
import { type DeviceRow, deviceAuthorizations as t } from "./table.ts";

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
