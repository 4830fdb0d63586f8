import { type AnyPgColumn, index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";

/** A table of sessions for one kind of account: staff and partners have one each. `id` is a token's SHA-256. */
export const sessionTable = <Name extends string>(name: Name, account: () => AnyPgColumn) =>
  pgTable(
    name,
    {
      id: text().primaryKey(),
      userId: text("user_id").notNull().references(account, { onDelete: "cascade" }),
      expiresAt: instant("expires_at").notNull(),
      createdAt: instant("created_at").notNull(),
      lastSeenAt: instant("last_seen_at").notNull(),
      /** When password and, where due, code were last given. */
      authenticatedAt: instant("authenticated_at").notNull(),
      address: text(),
      userAgent: text("user_agent"),
    },
    (table) => [index(`${name}_user_id`).on(table.userId), index(`${name}_expires_at`).on(table.expiresAt)],
  );

export type SessionTable = ReturnType<typeof sessionTable>;
