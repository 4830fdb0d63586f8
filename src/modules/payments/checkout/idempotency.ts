import { createHash } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { hours, seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { skipAuditCheck } from "../../audit/public.ts";
import type { PayOutput } from "../schema.ts";
import { paymentKeys as keys } from "../table.ts";
import type { ValidatedPayment } from "./validate-payment.ts";

export const KEY_LIFETIME = hours(24); // docs/security.md PAY-04, PRI-04
/** Longer than any call may take: a request that still holds its key after this was abandoned. */
const ABANDONED_AFTER = seconds(20);
const KEY_MAX = 255;

/** The header `Idempotency-Key` with the body that it came with, both as keyed hashes. */
export interface IdempotencyKey {
  readonly key: string;
  readonly fingerprint: string;
}

/** Null if the request has no `Idempotency-Key`. Throws 400 if it is empty or too long. */
export async function readIdempotencyKey(
  { deps, call }: ActionContext,
  { details, billing }: ValidatedPayment,
): Promise<IdempotencyKey | null> {
  const sent = call.idempotencyKey;
  if (sent === undefined) return null;
  if (sent === "" || sent.length > KEY_MAX)
    throw new DomainError("invalid", `Idempotency-Key must have 1 to ${KEY_MAX} characters`);
  // without the card: hashes of card numbers can be brute-forced (docs/security.md PAY-04)
  const body = createHash("sha256")
    .update(JSON.stringify([details, billing]))
    .digest("base64url");
  const [current, ...older] = deps.encryption.keyedHashes("idempotency", `key:${sent}`);
  const [fingerprint, ...olderFingerprints] = deps.encryption.keyedHashes("idempotency", `body:${body}`);
  const used = await findUsed(deps, older);
  const olderFingerprint = olderFingerprints[older.indexOf(used ?? "")];
  return used !== null && olderFingerprint !== undefined
    ? { key: used, fingerprint: olderFingerprint }
    : { key: current, fingerprint };
}

/** The one of these keys that another instance stored, with the SECRET_KEY that a rotation replaces; null if none is. */
async function findUsed({ db }: Deps, older: readonly string[]): Promise<string | null> {
  if (older.length === 0) return null;
  const [row] = await db.orm
    .select({ key: keys.key })
    .from(keys)
    .where(inArray(keys.key, [...older]));
  return row?.key ?? null;
}

/**
 * The response to an earlier request with the same key; null if there is none, or if that request was abandoned.
 * Throws 409 for another body, and while the earlier request is in progress.
 */
export async function findStoredResponse(
  ctx: ActionContext,
  idempotencyKey: IdempotencyKey,
): Promise<PayOutput | null> {
  const { deps, call } = ctx;
  const [row] = await deps.db.orm.select().from(keys).where(eq(keys.key, idempotencyKey.key));
  const now = deps.now().getTime();
  if (!row || row.createdAt.getTime() < now - KEY_LIFETIME) return null;
  if (row.fingerprint !== idempotencyKey.fingerprint) throw bodyMismatch();
  if (row.answer === null) {
    if (row.takenAt.getTime() > now - ABANDONED_AFTER) throw inProgress();
    return null;
  }
  skipAuditCheck(ctx);
  call.responseHeaders.set("Idempotent-Replayed", "true");
  return row.answer;
}

/**
 * Acquires the key for this request. Returns `paymentId`, or the payment of an abandoned request with the same key,
 * which is to be resumed. Null if a concurrent request holds the key.
 */
export async function acquireKey(
  tx: Tx,
  { key, fingerprint }: IdempotencyKey,
  paymentId: string | null,
  now: Date,
): Promise<{ readonly paymentId: string | null } | null> {
  const expired = sql`${new Date(now.getTime() - KEY_LIFETIME).toISOString()}::timestamptz`;
  const abandoned = sql`${new Date(now.getTime() - ABANDONED_AFTER).toISOString()}::timestamptz`;
  const isExpired = sql`${keys.createdAt} < ${expired}`;
  const [acquired] = await tx
    .insert(keys)
    .values({ key, fingerprint, paymentId, takenAt: now, createdAt: now })
    .onConflictDoUpdate({
      target: keys.key,
      set: {
        fingerprint,
        answer: null,
        takenAt: now,
        paymentId: sql`case when ${isExpired} then excluded.payment_id else ${keys.paymentId} end`,
        createdAt: sql`case when ${isExpired} then excluded.created_at else ${keys.createdAt} end`,
      },
      setWhere: sql`${isExpired} or (${keys.answer} is null and ${keys.takenAt} <= ${abandoned}
        and ${keys.fingerprint} = excluded.fingerprint)`,
    })
    .returning({ paymentId: keys.paymentId });
  return acquired ?? null;
}

/** Stores the response for repeated requests with this key. */
export async function storeResponse(
  tx: Tx,
  idempotencyKey: IdempotencyKey | null,
  answer: PayOutput,
): Promise<void> {
  if (idempotencyKey) await tx.update(keys).set({ answer }).where(eq(keys.key, idempotencyKey.key));
}

const bodyMismatch = () =>
  new DomainError("conflict", "This Idempotency-Key was used for another payment. Please use a new one.");

export const inProgress = () =>
  new DomainError("conflict", "This payment is already being processed", { retryAfter: 1 });
