import { expect, test } from "bun:test";
import type { Call } from "../../../core/rpc/context.ts";
import { createCardTestingLimit } from "./card-testing.ts";
import type { ValidatedPayment } from "./validate-payment.ts";

const callFrom = (address: string) => ({ address, credentials: {} }) as Call; // what the limit reads
const payment = (n: number) =>
  ({ details: { customerEmail: `a${n}@example.com` }, card: { number: `${n}` } }) as ValidatedPayment;

test("refused cards from the /64s of one /56 end attempts there after six, and those of other networks go on", () => {
  const begin = createCardTestingLimit(true, () => new Date("2026-06-15T16:00:00Z"));
  const refusedFrom = (n: number, address: string) => begin(callFrom(address), payment(n)).end(true);
  for (let n = 0; n < 6; n += 1) refusedFrom(n, `2001:db8:7:${n}::/64`);
  expect(() => refusedFrom(6, "2001:db8:7:6::/64")).toThrow("Too many attempts");
  refusedFrom(7, "2001:db8:9:0::/64");
});
