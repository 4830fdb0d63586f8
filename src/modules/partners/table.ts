import { getTableColumns, isNull, sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, pgView, text, uniqueIndex } from "drizzle-orm/pg-core";
import { passkeyTable, sessionTable } from "../../core/auth/auth.table.ts";
import { instant, searchKey } from "../../db/columns.ts";

/** Accounts of business owners. */
export const partners = pgTable(
  "partners",
  {
    id: text().primaryKey(),
    email: text().notNull(),
    emailKey: text("email_key").notNull(),
    passwordHash: text("password_hash").notNull(),
    businessName: text("business_name").notNull(),
    contactName: text("contact_name").notNull(),
    /** Digits. */
    phone: text().notNull(),
    isVerified: boolean("is_verified").notNull().default(false),
    /** When someone proved to receive mail at `email`; null before. */
    emailConfirmedAt: instant("email_confirmed_at"),
    emailConfirmed: boolean("email_confirmed")
      .notNull()
      .generatedAlwaysAs(sql`email_confirmed_at is not null`),
    /** When the owner was last told that someone tried to register the address again. */
    triedAgainAt: instant("tried_again_at"),
    /** When the owner first signed in: later sign-ins from new devices are reported by mail. */
    firstLoginAt: instant("first_login_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Null unless it is in the trash: `currentPartners` has the others. */
    deletedAt: instant("deleted_at"),
    /** What its deletion unlinked and closed, for `restore`; null unless it is in the trash. */
    unlinked: jsonb().$type<Unlinked>(),
    searchKey: searchKey("business_name || ' ' || contact_name || ' ' || email"),
  },
  (table) => [
    uniqueIndex("partners_email_key_unique").on(table.emailKey).where(sql`deleted_at is null`),
    index("partners_newest").on(table.createdAt, table.id),
    index("partners_business").on(table.businessName, table.id),
  ],
);

/** Records of other modules that a deletion unlinks from the account, by names that those choose. */
export type Unlinked = Readonly<Record<string, readonly UnlinkedRecord[]>>;
interface UnlinkedRecord {
  readonly id: string;
  readonly [column: string]: unknown;
}

const { deletedAt, unlinked: _, ...columns } = getTableColumns(partners);

/** The accounts that are not deleted. */
export const currentPartners = pgView("current_partners").as((query) =>
  query.select(columns).from(partners).where(isNull(deletedAt)),
);

/** A column that names an account, and is cleared when that is deleted for good. */
export const partnerReference = <Name extends string>(name: Name) =>
  text(name).references(() => partners.id, { onDelete: "set null" });

export const partnerSessions = sessionTable("partner_sessions", () => partners.id);

export const partnerPasskeys = passkeyTable("partner_passkeys", () => partners.id);

/**
 * The column of records that outlive their partner: a keyed hash of the address of the deleted account, so that erasing
 * the person later finds them. Null while there is an account, and after an erasure.
 */
export const formerPartner = () => text("former_partner");
