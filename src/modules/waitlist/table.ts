import { getTableColumns, isNull, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant, searchKey } from "../../db/columns.ts";
import type { SignupSource } from "./schema.ts";

/** People who want to know when the product launches. */
export const waitlistSignups = pgTable(
  "waitlist_signups",
  {
    id: text().primaryKey(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name"),
    email: text().notNull(),
    /** The address in the form in which two of the same person are equal. */
    emailKey: text("email_key").notNull(),
    /** As the person wrote it; see `cityColumns`. */
    city: text(),
    /** The GeoNames id of the city that the text means; null if it is unknown or ambiguous. */
    cityId: integer("city_id"),
    /** How the person came here; null if nothing was sent about it. */
    source: jsonb().$type<SignupSource>(),
    /** What this person's own link passes on as `source.ref`. */
    referralCode: text("referral_code").generatedAlwaysAs(sql`left(md5(id), 12)`),
    isBetaTester: boolean("is_beta_tester").notNull(),
    /** Came with a filled honeypot: hidden until staff release it. */
    quarantined: boolean().notNull().default(false),
    /** The id of the text agreed to (`shared/people/consent-texts.ts`). */
    consentWording: text("consent_wording").notNull(),
    /** How the person agreed, for one who came with an imported list. */
    consentSource: text("consent_source"),
    /** When the person agreed, if that was not at `createdAt`. */
    consentAt: instant("consent_at"),
    /** When the person confirmed the address by a mailed link. */
    confirmedAt: instant("confirmed_at"),
    /** When staff last changed the address: a broadcast goes to it once it is confirmed. Null if they never did. */
    addressCorrectedAt: instant("address_corrected_at"),
    /** When the person left the waitlist; null again once they rejoin. */
    leftAt: instant("left_at"),
    /** Left with the card of a browser, which proves no address: a mailed link still leaves for good. */
    leftByCard: boolean("left_by_card").notNull().default(false),
    /** When the person first accepted an invitation to the beta. */
    acceptedAt: instant("accepted_at"),
    /** When the next joining mail is due. The row is its outbox: joining itself must stay fast. */
    welcomeDueAt: instant("welcome_due_at"),
    /** When the last joining mail was posted. */
    welcomedAt: instant("welcomed_at"),
    createdAt: instant("created_at").notNull(),
    /** When the name, address, city or beta wish was last changed; null before the first change. */
    updatedAt: instant("updated_at"),
    /** Null unless it is in the trash: `currentSignups` has the others. */
    deletedAt: instant("deleted_at"),
    searchKey: searchKey("first_name || ' ' || email"),
  },
  (table) => [
    uniqueIndex("waitlist_signups_email_key")
      .on(table.emailKey)
      .where(sql`not quarantined and deleted_at is null`),
    index("waitlist_signups_newest")
      .on(table.createdAt, table.id)
      .where(sql`not quarantined and deleted_at is null`),
    index("waitlist_signups_left").on(table.emailKey).where(sql`left_at is not null`),
    index("waitlist_signups_city")
      .on(table.cityId, table.createdAt, table.confirmedAt)
      .where(sql`city_id is not null and left_at is null and not quarantined and deleted_at is null`),
    index("waitlist_signups_ref")
      .on(sql`(source->>'ref')`)
      .where(
        sql`source->>'ref' is not null and confirmed_at is not null and not quarantined and deleted_at is null`,
      ),
    index("waitlist_signups_welcome_due")
      .on(table.welcomeDueAt, table.id)
      .where(sql`welcome_due_at is not null and deleted_at is null`),
  ],
);

/**
 * Links to share besides a signup's own `referral_code`, and what a link greets by. By the address and not by the signup:
 * the browser that holds the link may not learn whether the address was on the list before.
 */
export const signupLinks = pgTable(
  "signup_links",
  {
    /** What the link passes on as `source.ref`. */
    code: text().primaryKey(),
    /** The address whose signup it credits. */
    emailKey: text("email_key").notNull(),
    /** The first name that the link greets by; null unless the person who shares it allowed that. */
    greeting: text(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("signup_links_email_key").on(table.emailKey)],
);

const { deletedAt, ...columns } = getTableColumns(waitlistSignups);

/** The signups that are not deleted. */
export const currentSignups = pgView("current_signups").as((query) =>
  query.select(columns).from(waitlistSignups).where(isNull(deletedAt)),
);

/**
 * How many current signups are not in quarantine, kept by triggers: the sum of all rows. One row for each process of the database
 * server, so that transactions never wait for each other; the sweep adds old rows up.
 */
export const waitlistSignupCounts = pgTable("waitlist_signup_counts", {
  /** The process, or -1 for the sum of those that have been idle. */
  backend: integer().primaryKey(),
  /** Added less removed: negative where one process removed what another one added. */
  changes: bigint({ mode: "number" }).notNull(),
  changedAt: instant("changed_at").notNull(),
});

/** How often the landing page was viewed, by day (UTC) and source. Joins and what follows are counted from signups. */
export const sourceViews = pgTable(
  "source_views",
  {
    day: date({ mode: "string" }).notNull(),
    source: text().notNull(),
    views: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.source] })],
);
