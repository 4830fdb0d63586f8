import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, pgView, text, uniqueIndex } from "drizzle-orm/pg-core";
import { passkeyTable, sessionTable } from "../../core/auth/auth.table.ts";
import { instant, searchKey } from "../../db/columns.ts";
import { PERSON_ROLES } from "../../shared/people/accounts.ts";

/** Businesses. */
export const partners = pgTable(
  "partners",
  {
    id: text().primaryKey(),
    businessName: text("business_name").notNull(),
    contactName: text("contact_name").notNull(),
    /** Digits. */
    phone: text().notNull(),
    isVerified: boolean("is_verified").notNull().default(false),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Null unless it is in the trash: `currentPartners` has the others. */
    deletedAt: instant("deleted_at"),
    /** What its deletion unlinked and closed, for `restore`; null unless it is in the trash. */
    unlinked: jsonb().$type<Unlinked>(),
    searchKey: searchKey("business_name || ' ' || contact_name"),
  },
  (table) => [
    index("partners_newest").on(table.createdAt, table.id),
    index("partners_business").on(table.businessName, table.id),
  ],
);

/**
 * The people of a business, each with an account. The first one has the id of the business, as accounts had before a
 * business had people. A person who leaves has no row.
 */
export const partnerPeople = pgTable(
  "partner_people",
  {
    id: text().primaryKey(),
    partnerId: text("partner_id")
      .notNull()
      .references(() => partners.id, { onDelete: "cascade" }),
    name: text().notNull(),
    role: text({ enum: PERSON_ROLES }).notNull(),
    /** Whether emails to the business go to this person: to one of its owners. */
    leads: boolean().notNull(),
    email: text("email").notNull(), // named: in a view that joins, Drizzle derives no names for the second table
    emailKey: text("email_key").notNull(),
    passwordHash: text("password_hash").notNull(),
    /** When someone proved to receive mail at `email`; null before. */
    emailConfirmedAt: instant("email_confirmed_at"),
    emailConfirmed: boolean("email_confirmed")
      .notNull()
      .generatedAlwaysAs(sql`email_confirmed_at is not null`),
    /** When the person was last told that someone tried to register the address again. */
    triedAgainAt: instant("tried_again_at"),
    /** When the person first signed in: later sign-ins from new devices are reported by mail. */
    firstLoginAt: instant("first_login_at"),
    lastLoginAt: instant("last_login_at"),
    /** The name of who invited the person; null for the first one. */
    invitedBy: text("invited_by"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** When the business was deleted; null unless it is in the trash. */
    deletedAt: instant("deleted_at"),
    searchKey: searchKey("name || ' ' || email"),
  },
  (table) => [
    uniqueIndex("partner_people_email_key_unique").on(table.emailKey).where(sql`deleted_at is null`),
    uniqueIndex("partner_people_leads_unique").on(table.partnerId).where(sql`leads`),
    index("partner_people_partner").on(table.partnerId, table.createdAt),
  ],
);

/** People who were invited and have not answered. The link is one of `mail`, whose owner is the invitation. */
export const partnerInvitations = pgTable(
  "partner_invitations",
  {
    id: text().primaryKey(),
    partnerId: text("partner_id")
      .notNull()
      .references(() => partners.id, { onDelete: "cascade" }),
    email: text().notNull(),
    emailKey: text("email_key").notNull(),
    role: text({ enum: PERSON_ROLES }).notNull(),
    /** The name and id of who sent it: it ends when that person leaves. */
    invitedBy: text("invited_by").notNull(),
    invitedById: text("invited_by_id").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("partner_invitations_one").on(table.partnerId, table.emailKey),
    index("partner_invitations_email").on(table.emailKey),
    index("partner_invitations_expires").on(table.expiresAt),
  ],
);

/** Records of other modules that a deletion unlinks from the account, by names that those choose. */
export type Unlinked = Readonly<Record<string, readonly UnlinkedRecord[]>>;
interface UnlinkedRecord {
  readonly id: string;
  readonly [column: string]: unknown;
}

const { deletedAt, unlinked: _, ...columns } = getTableColumns(partners);
const { deletedAt: personDeletedAt, ...personColumns } = getTableColumns(partnerPeople);

/** The businesses that are not deleted, each with the address and sign-in of the owner whom emails go to. */
export const currentPartners = pgView("current_partners").as((query) =>
  query
    .select({
      ...columns,
      email: partnerPeople.email,
      emailKey: partnerPeople.emailKey,
      emailConfirmedAt: partnerPeople.emailConfirmedAt,
      emailConfirmed: partnerPeople.emailConfirmed,
      firstLoginAt: partnerPeople.firstLoginAt,
    })
    .from(partners)
    .innerJoin(partnerPeople, and(eq(partnerPeople.partnerId, partners.id), eq(partnerPeople.leads, true)))
    .where(isNull(deletedAt)),
);

/** The people of businesses that are not deleted. */
export const currentPeople = pgView("current_partner_people").as((query) =>
  query.select(personColumns).from(partnerPeople).where(isNull(personDeletedAt)),
);

/** A column that names a business, and is cleared when that is deleted for good. */
export const partnerReference = <Name extends string>(name: Name) =>
  text(name).references(() => partners.id, { onDelete: "set null" });

export const partnerSessions = sessionTable("partner_sessions", () => partnerPeople.id);

export const partnerPasskeys = passkeyTable("partner_passkeys", () => partnerPeople.id);

/**
 * The column of records that outlive their partner: a keyed hash of the address of the deleted account, so that erasing
 * the person later finds them. Null while there is an account, and after an erasure.
 */
export const formerPartner = () => text("former_partner");
