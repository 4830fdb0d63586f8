import { type AnyPgColumn, index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";

/** The table of sessions for one kind of account: staff or partners. `id` is the SHA-256 of the token. */
export const sessionTable = <Name extends string>(name: Name, account: () => AnyPgColumn) =>
  pgTable(
    name,
    {
      id: text().primaryKey(),
      userId: text("user_id").notNull().references(account, { onDelete: "cascade" }),
      expiresAt: instant("expires_at").notNull(),
      createdAt: instant("created_at").notNull(),
      lastSeenAt: instant("last_seen_at").notNull(),
      /** When the password, and the MFA code if required, were last verified. */
      authenticatedAt: instant("authenticated_at").notNull(),
      /** The passkey that the session was opened with; null after a sign-in with a password. */
      passkeyId: text("passkey_id"),
      address: text(),
      userAgent: text("user_agent"),
    },
    (table) => [index(`${name}_user_id`).on(table.userId), index(`${name}_expires_at`).on(table.expiresAt)],
  );

export type SessionTable = ReturnType<typeof sessionTable>;
