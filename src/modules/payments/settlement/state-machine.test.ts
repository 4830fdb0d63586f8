import { expect, test } from "bun:test";
import fc from "fast-check";
import type { PaymentStatus } from "../schema.ts";
import { contradicts, type PaymentEventType, transitionsFor } from "./state-machine.ts";

const NOTICES: readonly PaymentEventType[] = ["succeeded", "failed", "refunded"];
const STATUSES: readonly PaymentStatus[] = ["pending", "succeeded", "failed", "refunded"];
const ALLOWED = new Set(["pending>succeeded", "pending>failed", "succeeded>refunded"]);

/** Said again without the machine: the first notice decides whether it was paid, a refund holds whenever it came. */
function modelOf(notices: readonly PaymentEventType[]): PaymentStatus {
  const [first] = notices;
  if (first === undefined) return "pending";
  if (first === "failed") return "failed";
  return notices.includes("refunded") ? "refunded" : "succeeded";
}

test("10,000 random orders of notices end where the model says, by allowed steps alone", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...NOTICES), { maxLength: 12 }), (notices) => {
      let status: PaymentStatus = "pending";
      for (const notice of notices) {
        for (const step of transitionsFor(status, notice)) {
          expect(ALLOWED).toContain(`${status}>${step}`);
          status = step;
        }
      }
      expect(status).toBe(modelOf(notices));
    }),
    { numRuns: 10_000 },
  );
});

test("a notice that changes nothing is a repeat, a late one or a contradiction, and only the last is told", () => {
  const told = STATUSES.flatMap((status) =>
    NOTICES.filter((notice) => contradicts(status, notice)).map((notice) => `${status}, ${notice}`),
  );
  expect(told).toEqual(["succeeded, failed", "failed, succeeded", "failed, refunded", "refunded, failed"]);
});
