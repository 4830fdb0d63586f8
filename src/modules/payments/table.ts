import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, searchKey } from "../../db/columns.ts";
import type { Cents } from "../../shared/money/money.ts";
import { PAYMENT_KINDS, PAYMENT_STATUSES, type PayOutput, PLEDGE_METHODS } from "./schema.ts";

/** Payments through a gateway. Of a card, only the brand and the last four digits are stored. */
export const payments = pgTable(
  "payments",
  {
    /** Also the gateway's idempotency key, so that a repeated request charges once. */
    id: text().primaryKey(),
    reference: text().notNull(),
    amountCents: integer("amount_cents").$type<Cents>().notNull(),
    currency: text().notNull(),
    tier: text().notNull(),
    customerName: text("customer_name").notNull(),
    customerEmail: text("customer_email").notNull(),
    gateway: text({ enum: PAYMENT_KINDS }).notNull(),
    /** Null until the gateway's response is stored. */
    gatewayId: text("gateway_id"),
    paymentUrl: text("payment_url"),
    status: text({ enum: PAYMENT_STATUSES }).notNull(),
    cardBrand: text("card_brand"),
    cardLast4: text("card_last4"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    settledAt: instant("settled_at"),
    /** When the payment was last looked up at the gateway. */
    checkedAt: instant("checked_at"),
    searchKey: searchKey("customer_name || ' ' || customer_email || ' ' || reference"),
  },
  (table) => [
    index("payments_newest").on(table.createdAt, table.id),
    index("payments_settled").on(table.settledAt).where(sql`status = 'succeeded'`),
    index("payments_waiting").on(table.checkedAt, table.createdAt).where(sql`status = 'pending'`),
    uniqueIndex("payments_reference").on(table.reference),
    uniqueIndex("payments_gateway_id").on(table.gateway, table.gatewayId),
    check("payments_amount_positive", sql`amount_cents > 0`),
  ],
);

/** Webhook events that concerned a payment, each handled once. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    /** The gateway's name and its own id of the event. */
    id: text().primaryKey(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id, { onDelete: "cascade" }),
    type: text().notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [index("payment_events_payment").on(table.paymentId)],
);

/** Idempotency keys of the last day with their responses. Never contains card data. */
export const paymentKeys = pgTable(
  "payment_keys",
  {
    /** A keyed hash of the header. */
    key: text().primaryKey(),
    /** A keyed hash of the body without its card fields. */
    fingerprint: text().notNull(),
    /** Null if the gateway was not called. */
    paymentId: text("payment_id"),
    /** Null while the request is in progress. */
    answer: jsonb().$type<PayOutput>(),
    /** When the request that holds the key began. */
    takenAt: instant("taken_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("payment_keys_created").on(table.createdAt)],
);

/** Promises to pay by Venmo or Zelle, made while the gateway was unavailable. */
export const pledges = pgTable(
  "pledges",
  {
    id: text().primaryKey(),
    /** Short and easy to say; the giver includes it with the transfer. */
    reference: text().notNull(),
    amountCents: integer("amount_cents").$type<Cents>().notNull(),
    currency: text().notNull(),
    tier: text().notNull(),
    customerName: text("customer_name").notNull(),
    customerEmail: text("customer_email").notNull(),
    createdAt: instant("created_at").notNull(),
    receivedAt: instant("received_at"),
    receivedBy: text("received_by"),
    method: text({ enum: PLEDGE_METHODS }),
    searchKey: searchKey("customer_name || ' ' || customer_email || ' ' || reference"),
  },
  (table) => [
    index("pledges_newest").on(table.createdAt, table.id),
    uniqueIndex("pledges_reference").on(table.reference),
    check("pledges_amount_positive", sql`amount_cents > 0`),
  ],
);

/** The sandbox gateway's own records, as if in another company's database. */
export const sandboxPayments = pgTable("sandbox_payments", {
  id: text().primaryKey(),
  /** The idempotency key of the checkout request. */
  merchantId: text("merchant_id").notNull().unique(),
  amountCents: integer("amount_cents").$type<Cents>().notNull(),
  currency: text().notNull(),
  description: text().notNull(),
  status: text({ enum: ["open", "paid", "declined", "refunded"] }).notNull(),
  cardBrand: text("card_brand"),
  cardLast4: text("card_last4"),
  createdAt: instant("created_at").notNull(),
  settledAt: instant("settled_at"),
});

/** A payment in the sandbox's records. */
export type Charge = typeof sandboxPayments.$inferSelect;
