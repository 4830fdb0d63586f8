import { timingSafeEqual } from "node:crypto";
import { seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";

/** How far an event's own time may differ from ours, either way (docs/security.md PAY-07). */
export const MAX_CLOCK_SKEW = seconds(300);

export const invalidSignature = () => new DomainError("invalid", "The signature is not valid");

/** The time in `t=1700000000,v1=…`; in seconds; throws 400 if it is missing or too far from `now`. */
export function checkTime(signature: string, now: Date): number {
  const [, text] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature) ?? [];
  const sentAt = seconds(Number(text ?? Number.NaN));
  if (!(Math.abs(now.getTime() - sentAt) <= MAX_CLOCK_SKEW)) throw invalidSignature();
  return sentAt / 1_000;
}

/** Compares in constant time. Throws 400 if `sent` is not `expected`. */
export function checkEqual(sent: string, expected: string): void {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
  if (one.length !== other.length || !timingSafeEqual(one, other)) throw invalidSignature();
}
