import { createHmac, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import { minutes, seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";

/** How the providers prove that a delivery is theirs. Each `require` throws 400. */

const MAX_CLOCK_SKEW = minutes(5);

export const refused = () => new DomainError("invalid", "This is not a signed event of the mail provider");

/** Postmark: the user and the password of the webhook's address. */
export function requireBasic(authorization: string | undefined, secret: string): void {
  if (!isBasic(authorization, secret)) throw refused();
}

export const isBasic = (authorization: string | undefined, secret: string): boolean =>
  isEqual(authorization ?? "", `Basic ${Buffer.from(secret).toString("base64")}`);

interface MailgunSignature {
  readonly timestamp: string;
  readonly token: string;
  readonly signature: string;
}

/** Mailgun: only time and token are signed. */
export function requireMailgun(
  { timestamp, token, signature }: MailgunSignature,
  secret: string,
  now: Date,
): void {
  const hmac = createHmac("sha256", secret).update(timestamp + token);
  if (!isEqual(signature, hmac.digest("hex"))) throw refused();
  requireRecent(timestamp, now);
}

/** When a delivery was signed, in milliseconds. Throws if that is not now: it was captured, or the clock is wrong. */
export function requireRecent(signedAt: string, now: Date): number {
  const time = seconds(Number(signedAt || Number.NaN));
  if (!(Math.abs(now.getTime() - time) <= MAX_CLOCK_SKEW)) throw refused();
  return time;
}

/** In constant time. */
export function isEqual(sent: string, expected: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** A JSON body. Throws 400. */
export function parse<Schema extends z.ZodType>(schema: Schema, payload: string): z.output<Schema> {
  const { data, success } = schema.safeParse(jsonOf(payload));
  if (!success) throw refused();
  return data;
}

function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    throw refused();
  }
}
