import { type AnyPgColumn, bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";

/** The table of passkeys for one kind of account: staff or partners. */
export const passkeyTable = <Name extends string>(name: Name, account: () => AnyPgColumn) =>
  pgTable(
    name,
    {
      id: text().primaryKey(),
      userId: text("user_id").notNull().references(account, { onDelete: "cascade" }),
      /** What the authenticator calls the key; base64url. */
      credentialId: text("credential_id").notNull().unique(),
      /** A COSE key; base64url. */
      publicKey: text("public_key").notNull(),
      /** How often the authenticator has signed with the key; authenticators that sync their keys keep it at 0. */
      counter: bigint({ mode: "number" }).notNull(),
      /** How a browser reaches the authenticator, for the list of keys that it must not add again. */
      transports: jsonb().$type<readonly string[]>().notNull(),
      name: text().notNull(),
      createdAt: instant("created_at").notNull(),
      lastUsedAt: instant("last_used_at"),
    },
    (table) => [index(`${name}_user_id`).on(table.userId)],
  );

export type PasskeyTable = ReturnType<typeof passkeyTable>;
export type PasskeyRow = PasskeyTable["$inferSelect"];
