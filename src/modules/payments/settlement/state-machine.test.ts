import { expect, test } from "bun:test";
import fc from "fast-check";
import { contradicts, type PaymentEventType, transitionsFor } from "../gateways/gateway.ts";
import type { PaymentStatus } from "../schema.ts";

const EVENTS: readonly PaymentEventType[] = ["succeeded", "failed", "refunded"];
const STATUSES: readonly PaymentStatus[] = ["pending", "succeeded", "failed", "refunded"];
const ALLOWED = new Set(["pending>succeeded", "pending>failed", "succeeded>refunded"]);

/** An independent model: the first event decides whether it was paid, and a refund counts whenever it arrives. */
function modelOf(events: readonly PaymentEventType[]): PaymentStatus {
  const [first] = events;
  if (first === undefined) return "pending";
  if (first === "failed") return "failed";
  return events.includes("refunded") ? "refunded" : "succeeded";
}

test("10,000 random sequences of gateway events end in the state that the model predicts, by allowed transitions only", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 12 }), (events) => {
      let status: PaymentStatus = "pending";
      for (const event of events) {
        for (const step of transitionsFor(status, event)) {
          expect(ALLOWED).toContain(`${status}>${step}`);
          status = step;
        }
      }
      expect(status).toBe(modelOf(events));
    }),
    { numRuns: 10_000 },
  );
});

test("an event that changes nothing is a repeat, late or a contradiction, and only contradictions are reported", () => {
  const contradictions = STATUSES.flatMap((status) =>
    EVENTS.filter((event) => contradicts(status, event)).map((event) => `${status}, ${event}`),
  );
  expect(contradictions).toEqual([
    "succeeded, failed",
    "failed, succeeded",
    "failed, refunded",
    "refunded, failed",
  ]);
});
