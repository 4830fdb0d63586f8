import { timingSafeEqual } from "node:crypto";
import { seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";

/** security PAY-07: how far a notice's own time may lie from ours, before and after. */
export const TOLERANCE = seconds(300);

export const badSignature = () => new DomainError("invalid", "The signature is not valid");

/** The time in `t=1700000000,v1=…`; throws 400 where there is none or it lies too far from `now`. */
export function checkTime(signature: string, now: Date): number {
  const [, text] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature) ?? [];
  const sentAt = seconds(Number(text ?? Number.NaN));
  if (!(Math.abs(now.getTime() - sentAt) <= TOLERANCE)) throw badSignature();
  return sentAt / 1_000;
}

/** Throws 400 where `sent` is not `expected`; in equal time wherever they differ. */
export function checkEqual(sent: string, expected: string): void {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
  if (one.length !== other.length || !timingSafeEqual(one, other)) throw badSignature();
}
