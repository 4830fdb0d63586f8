import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import type { Copy } from "./copy.ts";
import * as cities from "./en/cities.ts";
import * as decisions from "./en/decisions.ts";
import * as emails from "./en/emails.ts";
import * as facts from "./en/facts.ts";
import * as joined from "./en/joined.ts";
import * as landing from "./en/landing.ts";
import * as legal from "./en/legal.ts";
import * as links from "./en/links.ts";
import * as me from "./en/me.ts";
import * as myPlace from "./en/my-place.ts";
import * as partner from "./en/partner.ts";
import * as partnerEmails from "./en/partner-emails.ts";
import * as partnerPlaces from "./en/partner-places.ts";
import * as places from "./en/places.ts";
import * as prayer from "./en/prayer.ts";
import * as signIn from "./en/sign-in.ts";
import * as site from "./en/site.ts";
import * as staffEmails from "./en/staff-emails.ts";
import * as support from "./en/support.ts";
import * as waitlist from "./en/waitlist.ts";

const ENGLISH: Copy = {
  cities,
  decisions,
  emails,
  facts,
  joined,
  landing,
  legal,
  links,
  me,
  "my-place": myPlace,
  partner,
  "partner-emails": partnerEmails,
  "partner-places": partnerPlaces,
  places,
  prayer,
  "sign-in": signIn,
  site,
  "staff-emails": staffEmails,
  support,
  waitlist,
};

test("the type of all languages has every area of English", () => {
  const files = readdirSync(`${import.meta.dir}/en`).filter((name) => !name.endsWith(".test.ts"));
  expect(Object.keys(ENGLISH).toSorted()).toEqual(files.map((name) => name.slice(0, -3)).toSorted());
});
