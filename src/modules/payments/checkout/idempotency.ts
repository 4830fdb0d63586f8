import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { hours, seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { accountedFor } from "../../audit/service.ts";
import type { PayOutput } from "../schema.ts";
import { paymentKeys as keys } from "../table.ts";
import type { Checked } from "./validate-payment.ts";

export const KEYS_KEPT = hours(24); // security PAY-04, PRI-04
/** Over the longest that a call can take: whoever holds a key for longer has died. */
const ABANDONED = seconds(20);
const KEY_MAX = 255;

/** A client's wish that this body be done once. */
export interface Claim {
  readonly key: string;
  readonly fingerprint: string;
}

/** The header `Idempotency-Key` and what it is sent with; null where none was sent. Throws 400 on one too long. */
export function claimOf({ deps, call }: ActionContext, { gift, billing }: Checked): Claim | null {
  const sent = call.idempotencyKey;
  if (sent === undefined) return null;
  if (sent === "" || sent.length > KEY_MAX)
    throw new DomainError("invalid", `Idempotency-Key must have 1 to ${KEY_MAX} characters`);
  // without the card: a print of a card's number is found by trying all of them (security PAY-04)
  const body = createHash("sha256")
    .update(JSON.stringify([gift, billing]))
    .digest("base64url");
  return {
    key: deps.encryption.keyedHash("idempotency", `key:${sent}`),
    fingerprint: deps.encryption.keyedHash("idempotency", `body:${body}`),
  };
}

/**
 * What the same key was answered before; null where nothing was, or where the try that had it has died. Throws 409
 * for another body, and while the first try is under way.
 */
export async function earlierAnswer(acting: ActionContext, claim: Claim): Promise<PayOutput | null> {
  const { deps, call } = acting;
  const [row] = await deps.db.orm.select().from(keys).where(eq(keys.key, claim.key));
  const now = deps.now().getTime();
  if (!row || row.createdAt.getTime() < now - KEYS_KEPT) return null;
  if (row.fingerprint !== claim.fingerprint) throw otherBody();
  if (row.answer === null) {
    if (row.takenAt.getTime() > now - ABANDONED) throw inFlight();
    return null;
  }
  accountedFor(acting);
  call.responseHeaders.set("Idempotent-Replayed", "true");
  return row.answer;
}

/**
 * Takes the key for this try. The id that it answers is `paymentId`, or the one of a try that died on the way, which
 * is then to be gone on with. Null where another try was quicker.
 */
export async function takeKey(
  tx: Tx,
  { key, fingerprint }: Claim,
  paymentId: string | null,
  now: Date,
): Promise<{ readonly paymentId: string | null } | null> {
  const dayAgo = sql`${new Date(now.getTime() - KEYS_KEPT).toISOString()}::timestamptz`;
  const dead = sql`${new Date(now.getTime() - ABANDONED).toISOString()}::timestamptz`;
  const old = sql`${keys.createdAt} < ${dayAgo}`;
  const [taken] = await tx
    .insert(keys)
    .values({ key, fingerprint, paymentId, takenAt: now, createdAt: now })
    .onConflictDoUpdate({
      target: keys.key,
      set: {
        fingerprint,
        answer: null,
        takenAt: now,
        paymentId: sql`case when ${old} then excluded.payment_id else ${keys.paymentId} end`,
        createdAt: sql`case when ${old} then excluded.created_at else ${keys.createdAt} end`,
      },
      setWhere: sql`${old} or (${keys.answer} is null and ${keys.takenAt} <= ${dead}
        and ${keys.fingerprint} = excluded.fingerprint)`,
    })
    .returning({ paymentId: keys.paymentId });
  return taken ?? null;
}

/** Keeps the answer for whoever asks again with this key. */
export async function keepAnswer(tx: Tx, claim: Claim | null, answer: PayOutput): Promise<void> {
  if (claim) await tx.update(keys).set({ answer }).where(eq(keys.key, claim.key));
}

const otherBody = () =>
  new DomainError("conflict", "This Idempotency-Key was used for another payment. Please use a new one.");

export const inFlight = () =>
  new DomainError("conflict", "This payment is being made at this moment", { retryAfter: 1 });
