import { z } from "zod";
import type { Encryption } from "../../../core/crypto/encryption.ts";
import { randomId } from "../../../shared/id.ts";
import { cents } from "../../../shared/money/money.ts";
import type { Charge } from "../table.ts";
import type { WebhookEvent } from "./gateway.ts";
import { checkEqual, checkTime, invalidSignature } from "./webhook-signature.ts";

/** An event as it is sent. */
export interface SignedEvent {
  readonly payload: string;
  readonly signature: string;
}

const sandboxEvent = z.object({
  id: z.string(),
  type: z.string(),
  merchantId: z.string(),
  chargeId: z.string(),
  amountCents: z.number().int().transform(cents),
  currency: z.string(),
});

const TYPES = new Map<string, WebhookEvent["type"]>([
  ["charge.paid", "succeeded"],
  ["charge.declined", "failed"],
  ["charge.refunded", "refunded"],
]);

/** The events of a charge that was just decided: one of a type that we ignore, and one with the decision. */
export const eventsFor = (charge: Charge, encryption: Encryption, now: Date): readonly SignedEvent[] =>
  ["charge.updated", `charge.${charge.status}`].map((type) => signed(type, charge, encryption, now));

function signed(type: string, charge: Charge, encryption: Encryption, now: Date): SignedEvent {
  const { id: chargeId, merchantId, amountCents, currency } = charge;
  const payload = JSON.stringify({ id: randomId(), type, merchantId, chargeId, amountCents, currency });
  return { payload, signature: signatureOf(payload, encryption, Math.floor(now.getTime() / 1_000)) };
}

/** `t` is in seconds. Exported for tests that sign as the provider. */
export const signatureOf = (payload: string, encryption: Encryption, t: number): string =>
  `t=${t},v1=${encryption.keyedHash("sandbox-notice", `${t}.${payload}`)}`;

/** Null for a type that we ignore. Throws 400 if the signature is invalid or too old. */
export async function parseEvent(
  payload: string,
  signature: string,
  encryption: Encryption,
  now: Date,
): Promise<WebhookEvent | null> {
  const t = checkTime(signature, now);
  checkEqual(signature, signatureOf(payload, encryption, t));
  const read = sandboxEvent.safeParse(jsonOf(payload));
  if (!read.success) throw invalidSignature();
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
