import { z } from "zod";
import { PAYMENT_KINDS, PAYMENT_STATUSES } from "../../../../modules/payments/schema.ts";
import { listSearchFields } from "../../../lib/use-search-params.ts";

/** The payments' state in the address. */
export const giftPlace = z.object({
  ...listSearchFields,
  status: z.enum(PAYMENT_STATUSES).optional().catch(undefined),
  kind: z.enum(PAYMENT_KINDS).optional().catch(undefined),
});
export type GiftPlace = z.output<typeof giftPlace>;

export const pledgePlace = z.object({
  ...listSearchFields,
  received: z.boolean().optional().catch(undefined),
});
export type PledgePlace = z.output<typeof pledgePlace>;

/** Two lists stand on the screen, so each keeps its state under its own key. */
export const giftsPlace = z.object({
  payments: giftPlace.optional().catch(undefined),
  pledges: pledgePlace.optional().catch(undefined),
});
