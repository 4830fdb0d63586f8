import type * as cities from "./en/cities.ts";
import type * as decisions from "./en/decisions.ts";
import type * as emails from "./en/emails.ts";
import type * as facts from "./en/facts.ts";
import type * as joined from "./en/joined.ts";
import type * as landing from "./en/landing.ts";
import type * as legal from "./en/legal.ts";
import type * as links from "./en/links.ts";
import type * as me from "./en/me.ts";
import type * as myPlace from "./en/my-place.ts";
import type * as partner from "./en/partner.ts";
import type * as partnerEmails from "./en/partner-emails.ts";
import type * as partnerPlaces from "./en/partner-places.ts";
import type * as places from "./en/places.ts";
import type * as prayer from "./en/prayer.ts";
import type * as signIn from "./en/sign-in.ts";
import type * as site from "./en/site.ts";
import type * as staffEmails from "./en/staff-emails.ts";
import type * as support from "./en/support.ts";
import type * as waitlist from "./en/waitlist.ts";

/** What English says, as any language may say it. */
type Words<English> = English extends string
  ? string
  : English extends (...values: infer Values) => infer Text
    ? (...values: Values) => Words<Text>
    : { readonly [Name in keyof English]: Words<English[Name]> };

/**
 * Every text that visitors, partners and mails show, by area: a folder beside `en` has the same files, and together they
 * are a `Copy`, so that a missing text does not compile.
 */
export type Copy = Words<{
  cities: typeof cities;
  decisions: typeof decisions;
  emails: typeof emails;
  facts: typeof facts;
  joined: typeof joined;
  landing: typeof landing;
  legal: typeof legal;
  links: typeof links;
  me: typeof me;
  "my-place": typeof myPlace;
  partner: typeof partner;
  "partner-emails": typeof partnerEmails;
  "partner-places": typeof partnerPlaces;
  places: typeof places;
  prayer: typeof prayer;
  "sign-in": typeof signIn;
  site: typeof site;
  "staff-emails": typeof staffEmails;
  support: typeof support;
  waitlist: typeof waitlist;
}>;
