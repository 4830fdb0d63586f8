import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";

/** Challenges that a passkey has yet to sign. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    /** SHA-256 of the purpose and the challenge. */
    hash: text().primaryKey(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("passkey_challenges_expires_at").on(table.expiresAt)],
);
