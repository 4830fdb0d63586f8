import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";
import type { TokenScope } from "../../../shared/people/accounts.ts";
import { staffUsers } from "../table.ts";

/** API tokens of staff accounts. A revoked token has no row. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    id: text().primaryKey(),
    ownerId: text("owner_id")
      .notNull()
      .references(() => staffUsers.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The SHA-256 of the token. */
    tokenHash: text("token_hash").notNull().unique(),
    /** The token's last characters, by which its owner recognizes it. */
    ending: text().notNull(),
    scopes: jsonb().$type<readonly TokenScope[]>().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    lastUsedAt: instant("last_used_at"),
    lastUsedAddress: text("last_used_address"),
  },
  (table) => [
    index("api_tokens_owner").on(table.ownerId),
    index("api_tokens_newest").on(table.createdAt, table.id),
  ],
);

export type TokenRow = typeof apiTokens.$inferSelect;
