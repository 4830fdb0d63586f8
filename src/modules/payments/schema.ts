import { z } from "zod";
import { GIFT, INVALID } from "../../copy/en/support.ts";
import { idInPath, mustBeOneOf, optionalText, requiredText } from "../../shared/fields.ts";
import { exportInput, flagFilter, listInput, pageOf } from "../../shared/listing.ts";
import { LIMITS } from "../../shared/text-rules.ts";

export const MISSING = `${GIFT.missing.title}: ${GIFT.missing.description}`;

export const PAYMENT_STATUSES = ["pending", "succeeded", "failed", "refunded"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
/** Gateways that can have payments. */
export const PAYMENT_KINDS = ["sandbox", "stripe"] as const;
export const PLEDGE_METHODS = ["venmo", "zelle"] as const;

const CARD_TEXT_MAX = 64;

/** Passed on exactly as sent and never stored; null and a missing key both mean "not sent". */
const cardText = (wrong: string) => z.string({ error: wrong }).max(CARD_TEXT_MAX, wrong).nullish();

/** Which fields are required depends on the gateway, so the service checks that. */
export const payInput = z.object({
  tier: optionalText("Tier"),
  /** Dollars. */
  amount: z.preprocess(
    (sent) => (typeof sent === "string" && sent.trim() === "" ? null : sent), // an empty field
    z.number({ error: "Amount must be a number" }).nullish(),
  ),
  customerEmail: optionalText("Email", LIMITS.email),
  customerName: optionalText("Name"),
  cardNumber: cardText(INVALID.card),
  expiryMonth: cardText("Invalid expiry month"),
  expiryYear: cardText("Invalid expiry year"),
  cvv: cardText(INVALID.cvv),
  billingAddress: optionalText("Billing address"),
  billingCity: optionalText("Billing city"),
  billingState: optionalText("Billing state"),
  billingZip: optionalText("Billing ZIP"),
  billingCountry: optionalText("Billing country").transform((country) => country || "US"),
});
export type PayInput = z.output<typeof payInput>;

export const payOutput = z.union([
  z.object({ success: z.literal(true), paymentUrl: z.string(), paymentId: z.string() }),
  z.object({
    success: z.literal(false),
    alternative_payment: z.object({
      message: z.string(),
      /** Identifies the transfer. */
      reference: z.string(),
      venmo: z.string(),
      zelle: z.string(),
    }),
  }),
  z.object({ success: z.literal(false), ionic_error: z.string() }),
]);
export type PayOutput = z.output<typeof payOutput>;

export const optionsOutput = z.object({
  gateway: z.enum(["sandbox", "stripe", "off"]),
  collectsCard: z.boolean(),
  tiers: z.array(
    z.object({ name: z.string(), amount: z.number(), openEnded: z.boolean(), purpose: z.string() }),
  ),
  currency: z.string(),
  largeGiftEmail: z.string(),
  venmo: z.string(),
  zelle: z.string(),
});

export const verifyInput = z.object({ paymentId: requiredText("Payment ID") });
export const verifyOutput = z.object({
  success: z.boolean(),
  status: z.enum(PAYMENT_STATUSES),
  /** Dollars. */
  amount: z.number(),
  tier: z.string().nullable(),
  reference: z.string(),
  /** The giver's, once the gift was received. */
  name: z.string().nullable(),
  paidAt: z.date().nullable(),
});

/** The gateway's signed webhook event, byte for byte. */
export const webhookInput = z.object({ payload: z.string(), signature: z.string().max(5_000) });
export const webhookOutput = z.object({ received: z.literal(true) });

/** One payment as staff see it. */
export const payment = z.object({
  id: z.string(),
  /** Short and easy to say; printed on the receipt. */
  reference: z.string(),
  /** Dollars. */
  amount: z.number(),
  currency: z.string(),
  tier: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  gateway: z.enum(PAYMENT_KINDS),
  gatewayId: z.string().nullable(),
  status: z.enum(PAYMENT_STATUSES),
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  settledAt: z.date().nullable(),
});
export type Payment = z.output<typeof payment>;

export const paymentPage = pageOf(payment);

const status = z
  .enum([...PAYMENT_STATUSES, ""], { error: mustBeOneOf("status", PAYMENT_STATUSES) })
  .nullish()
  .transform((choice) => choice ?? "");
const kind = z
  .enum([...PAYMENT_KINDS, ""], { error: mustBeOneOf("kind", PAYMENT_KINDS) })
  .nullish()
  .transform((choice) => choice ?? "");

const filters = {
  q: listInput.shape.q,
  status,
  /** The gateway. */
  kind,
};
export const paymentList = listInput.extend(filters);
export const paymentExport = exportInput.extend(filters);
export const paymentFilters = z.object(filters);

/** Dollars of all gifts that match, and of those that arrived. */
export const paymentSum = z.object({ amount: z.number(), received: z.number() });
export type PaymentFilters = Pick<z.output<typeof paymentList>, keyof typeof filters>;

export const showInput = z.object({ id: idInPath });
export const showOutput = payment.extend({
  events: z.array(z.object({ id: z.string(), type: z.string(), receivedAt: z.date() })),
});

/** A promise to pay by Venmo or Zelle, made while the gateway was unavailable. */
export const pledge = z.object({
  id: z.string(),
  reference: z.string(),
  /** Dollars. */
  amount: z.number(),
  currency: z.string(),
  tier: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  createdAt: z.date(),
  /** Null while it is outstanding. */
  receivedAt: z.date().nullable(),
  receivedBy: z.string().nullable(),
  method: z.enum(PLEDGE_METHODS).nullable(),
});
export type Pledge = z.output<typeof pledge>;

export const pledgeList = listInput.extend({ received: flagFilter("received") });
export const pledgePage = pageOf(pledge);
export const receiveInput = z.object({
  reference: requiredText("reference"),
  method: z.enum(PLEDGE_METHODS, { error: `method must be ${PLEDGE_METHODS.join(" or ")}` }),
});

const sum = z.object({ count: z.number().int(), amount: z.number() });
/** Counts and dollars; the sandbox is counted separately. */
export const totalsOutput = z.object({
  currency: z.string(),
  succeeded: sum,
  refunded: sum,
  pending: sum,
  failed: sum,
  sandbox: sum,
  pledgesWaiting: sum,
  pledgesReceived: sum,
});

const OLDEST_MINUTES = 60 * 24 * 365;
export const reconcileInput = z.object({
  /** Minutes. Skips younger payments: the visitor may still be on the gateway's page. */
  olderThan: z.coerce
    .number({ error: "older-than must be minutes" })
    .int("older-than must be whole minutes")
    .min(0, "older-than must not be negative")
    .max(OLDEST_MINUTES, "older-than is too long ago")
    .default(10),
});
export const reconcileOutput = z.object({
  asked: z.number().int(),
  settled: z.number().int(),
  /** Lookups that failed; the next run tries again. */
  unanswered: z.number().int(),
});
