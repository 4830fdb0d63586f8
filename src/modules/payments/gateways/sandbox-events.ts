import { z } from "zod";
import type { Encryption } from "../../../core/crypto/encryption.ts";
import { randomId } from "../../../shared/id.ts";
import type { Charge } from "../table.ts";
import type { Notice } from "./gateway.ts";
import { badSignature, checkEqual, checkTime } from "./webhook-signature.ts";

/** A message as it goes over the wire. */
export interface SignedNotice {
  readonly payload: string;
  readonly signature: string;
}

const notice = z.object({
  id: z.string(),
  type: z.string(),
  merchantId: z.string(),
  chargeId: z.string(),
  amountCents: z.number().int(),
  currency: z.string(),
});

const TYPES = new Map<string, Notice["type"]>([
  ["charge.paid", "succeeded"],
  ["charge.declined", "failed"],
  ["charge.refunded", "refunded"],
]);

/** What the sandbox tells about a charge that was just decided: that somebody decided, which is news to nobody, and how. */
export const noticesOf = (charge: Charge, seal: Encryption, now: Date): readonly SignedNotice[] =>
  ["charge.updated", `charge.${charge.status}`].map((type) => signed(type, charge, seal, now));

function signed(type: string, charge: Charge, seal: Encryption, now: Date): SignedNotice {
  const { id: chargeId, merchantId, amountCents, currency } = charge;
  const payload = JSON.stringify({ id: randomId(), type, merchantId, chargeId, amountCents, currency });
  return { payload, signature: signatureOf(payload, seal, Math.floor(now.getTime() / 1_000)) };
}

/** `t` is in seconds. Public for tests that play the provider. */
export const signatureOf = (payload: string, seal: Encryption, t: number): string =>
  `t=${t},v1=${seal.keyedHash("sandbox-notice", `${t}.${payload}`)}`;

/** Null where it is of a kind that says nothing to us. Throws 400 where the sandbox did not sign it just now. */
export async function readNotice(
  payload: string,
  signature: string,
  seal: Encryption,
  now: Date,
): Promise<Notice | null> {
  const t = checkTime(signature, now);
  checkEqual(signature, signatureOf(payload, seal, t));
  const read = notice.safeParse(jsonOf(payload));
  if (!read.success) throw badSignature();
  const { id, merchantId, chargeId, amountCents, currency } = read.data;
  const type = TYPES.get(read.data.type);
  return type ? { id, type, paymentId: merchantId, gatewayId: chargeId, amountCents, currency } : null;
}

function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}
