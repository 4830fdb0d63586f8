import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, searchKey } from "../../db/columns.ts";
import { PAYMENT_KINDS, PAYMENT_STATUSES, type PayOutput, PLEDGE_METHODS } from "./schema.ts";

/** Gifts through a gateway. Of a card at most brand and last four digits are ever known here. */
export const payments = pgTable(
  "payments",
  {
    /** Also the gateway's idempotency key: asked twice, it charges once. */
    id: text().primaryKey(),
    reference: text().notNull(),
    amountCents: integer("amount_cents").notNull(),
    currency: text().notNull(),
    tier: text().notNull(),
    customerName: text("customer_name").notNull(),
    customerEmail: text("customer_email").notNull(),
    gateway: text({ enum: PAYMENT_KINDS }).notNull(),
    /** Null until the gateway's answer was written down. */
    gatewayId: text("gateway_id"),
    paymentUrl: text("payment_url"),
    status: text({ enum: PAYMENT_STATUSES }).notNull(),
    cardBrand: text("card_brand"),
    cardLast4: text("card_last4"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    settledAt: instant("settled_at"),
    /** When the gateway was last asked what became of it. */
    checkedAt: instant("checked_at"),
    searchKey: searchKey("customer_name || ' ' || customer_email || ' ' || reference"),
  },
  (table) => [
    index("payments_newest").on(table.createdAt, table.id),
    index("payments_waiting").on(table.checkedAt, table.createdAt).where(sql`status = 'pending'`),
    uniqueIndex("payments_reference").on(table.reference),
    uniqueIndex("payments_gateway_id").on(table.gateway, table.gatewayId),
    check("payments_amount_positive", sql`amount_cents > 0`),
  ],
);

/** The gateway's notices that said something of a payment, each taken once. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    /** The gateway's own id of the notice, behind the gateway's name. */
    id: text().primaryKey(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id, { onDelete: "cascade" }),
    type: text().notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [index("payment_events_payment").on(table.paymentId)],
);

/** Idempotency keys of the last day and what was answered. Never holds anything of a card. */
export const paymentKeys = pgTable(
  "payment_keys",
  {
    /** A keyed print of what the client sent. */
    key: text().primaryKey(),
    /** A keyed print of the body without its card fields. */
    fingerprint: text().notNull(),
    /** Null where no gateway was asked. */
    paymentId: text("payment_id"),
    /** Null while the first try is under way. */
    answer: jsonb().$type<PayOutput>(),
    /** When the try that is under way began. */
    takenAt: instant("taken_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("payment_keys_created").on(table.createdAt)],
);

/** What people meant to give by Venmo or Zelle while the gateway was away. */
export const pledges = pgTable(
  "pledges",
  {
    id: text().primaryKey(),
    /** Short and spoken; the giver writes it beside the transfer. */
    reference: text().notNull(),
    amountCents: integer("amount_cents").notNull(),
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

/** The sandbox gateway's own records, as though they were in another company's database. */
export const sandboxPayments = pgTable("sandbox_payments", {
  id: text().primaryKey(),
  /** The idempotency key that came with it. */
  merchantId: text("merchant_id").notNull().unique(),
  amountCents: integer("amount_cents").notNull(),
  currency: text().notNull(),
  description: text().notNull(),
  status: text({ enum: ["open", "paid", "declined", "refunded"] }).notNull(),
  cardBrand: text("card_brand"),
  cardLast4: text("card_last4"),
  createdAt: instant("created_at").notNull(),
  settledAt: instant("settled_at"),
});

/** A payment in the sandbox's own books. */
export type Charge = typeof sandboxPayments.$inferSelect;
