import { type AnyPgColumn, bigint, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";

/** Counters of failed logins and MFA codes, by name, device and address. */
export const throttle = pgTable("throttle", {
  key: text().primaryKey(),
  failures: integer().notNull(),
  startedAt: instant("started_at").notNull(),
  lastAt: instant("last_at").notNull(),
  lockedUntil: instant("locked_until"),
});

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
