import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";
import type { TokenScope } from "../../../shared/people/accounts.ts";
import { staffUsers } from "../table.ts";

/** Device authorizations (RFC 8628) that wait for approval or for the device to collect its token. */
export const deviceAuthorizations = pgTable(
  "device_authorizations",
  {
    id: text().primaryKey(),
    /** The SHA-256 of the device code. */
    deviceHash: text("device_hash").notNull().unique(),
    /** Keyed: a user code is too short for a plain hash. */
    userCodeHash: text("user_code_hash").notNull().unique(),
    /** The name that the device gave itself; empty if it gave none. */
    name: text().notNull(),
    userAgent: text("user_agent"),
    address: text(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** Seconds that the device must wait between two polls. */
    interval: integer().notNull(),
    lastPolledAt: instant("last_polled_at"),
    /** Null while no one has decided. */
    decision: text({ enum: ["approved", "denied", "used"] }),
    /** Who decided. */
    ownerId: text("owner_id").references(() => staffUsers.id, { onDelete: "cascade" }),
    scopes: jsonb().$type<readonly TokenScope[]>(),
  },
  (table) => [
    index("device_authorizations_owner").on(table.ownerId),
    index("device_authorizations_expires_at").on(table.expiresAt),
  ],
);

export type DeviceRow = typeof deviceAuthorizations.$inferSelect;
