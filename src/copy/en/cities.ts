import type { Brand } from "../../shared/brand.ts";
import { FEW, type ShownCount, SMALLEST_SHOWN } from "../../shared/format.ts";
import { BAR } from "./site.ts";

export const CITIES_CARD = {
  title: "Cities with halal food and masjids in the USA and Canada",
  description: ({ name }: Brand) =>
    `Halal food and masjids city by city, where people are waiting for ${name}, and how to bring it to yours first.`,
};

export const CITY_NUMBERS_CARD = {
  title: "All cities with halal food and masjids",
  description: ({ name }: Brand) =>
    `Every city that ${name} counts: how many people wait there, and its halal places and masjids.`,
};

const FEWER = `fewer than ${SMALLEST_SHOWN}`;

export const CITIES = {
  heading: "We open first where people are waiting",
  lead: (brand: string) =>
    `1000+ cities are planned. ${brand} opens them city by city, starting where most people wait and we know most places.`,
  map: "A map of the USA and Canada with a dot for each city where ten people or more wait. The table below shows the same numbers.",
  failed: "The cities could not be loaded",
  none: "No city has ten people yet",
  noneText: "Yours can be the first.",
  table: "Cities with their people and places",
  listHeading: "Where people wait",
  note: "Each city counts with those around it. Numbers of people are rounded down and hidden under ten, so that none is about one person.",
  all: "All cities",
  seeAll: (count: number) => `See all ${count} cities`,
  source: "Cities by GeoNames, CC BY 4.0",
  withoutScripts: "The map needs JavaScript; the numbers do not.",
  numbers: "See the numbers for each city",
  back: "Back to the cities",
  people: (count: ShownCount) => (count === FEW ? FEWER : `${count} or more`),
  waiting: (count: ShownCount) =>
    `${count === FEW ? `Fewer than ${SMALLEST_SHOWN}` : `At least ${count}`} people wait`,
} as const;

/** How far the area of a city is from opening. */
export const ROAD = {
  toOpen: (area: string, waiting: ShownCount, bar: number) =>
    `${area}: ${waiting === FEW ? FEWER : waiting} of ${bar} to open`,
  waiting: (area: string, waiting: ShownCount) =>
    `${area}: ${waiting === FEW ? FEWER : `at least ${waiting}`} waiting`,
} as const;

interface CheckedSource {
  readonly of: number;
  /** Null for a list that has no name. */
  readonly source: string | null;
  readonly right: number;
  /** The interval of the share, in percent. */
  readonly low: number;
  readonly high: number;
  readonly day: string;
}

export const CITY = {
  title: (name: string, state: string) => `Halal food in ${name}, ${state}`,
  pageTitle: (name: string, state: string, page: number) => `Halal food in ${name}, ${state}, page ${page}`,
  description: (name: string, state: string, places: string, verified: number) =>
    `Restaurants, shops and masjids in ${name}, ${state}: ${places}${verified > 0 ? `, ${verified} of them verified as halal` : ""}. Each page shows what its halal tier is based on.`,
  descriptionNone: (name: string, state: string, brand: string) =>
    `How far ${brand} is from opening in ${name}, ${state}, and how to bring it nearer.`,
  heading: (name: string, state: string) => `Halal food and masjids in ${name}, ${state}`,
  way: "You are here",
  all: "Cities",
  places: "Places",
  masjids: "Masjids",
  verified: "Verified",
  none: (brand: string, name: string) => `${brand} knows no place in ${name} yet.`,
  inArea: (name: string, area: string, places: string) =>
    `These are in ${name} itself. The ${area} area, with the cities around it, has ${places} places.`,
  road: (brand: string, name: string) => `${brand} in ${name}`,
  needs: (area: string, bar: number) =>
    `The ${area} area needs ${bar} people with a confirmed email to open, and those in all of its cities count together.`,
  together: (area: string) => `People in all cities of the ${area} area count together.`,
  join: BAR.join,
  share: "Tell a friend by",
  shareBy: { whatsApp: "WhatsApp", text: "Text", email: "Email" },
  shareSubject: (brand: string, name: string) => `${brand} in ${name}`,
  shareText: (brand: string, name: string, url: string) =>
    `Halal food and masjids in ${name}, and how to bring ${brand} there: ${url}`,
  newest: "Newest evidence",
  listed: (name: string) => `Places in ${name}`,
  kind: (kind: string, name: string, state: string) => `${kind} in ${name}, ${state}`,
  kindPage: (kind: string, name: string, state: string, page: number) =>
    `${kind} in ${name}, ${state}, page ${page}`,
  kinds: "By kind",
  everything: "All",
  closed: "Permanently closed",
  pages: "Pages of places",
  previous: "Previous page",
  next: "Next page",
  search: (name: string) => `Search in ${name}`,
  checked: "Checked by hand",
  precision: ({ of, source, right, low, high, day }: CheckedSource) =>
    `We checked ${of} from ${source ?? "a list shared with our team"} by hand: ${right} ${right === 1 ? "was" : "were"} right (${low} to ${high}%), ${day}`,
  around: (area: string) => `More cities in the ${area} area`,
  count: (places: number) => (places === 1 ? "1 place" : `${places} places`),
} as const;

export const CITY_COLUMNS = {
  city: "City",
  waiting: "Waiting",
  places: "Places",
  masjids: "Masjids",
  verified: "Verified",
} as const;

export const NEAR = {
  heading: "Your city",
  label: "City and state",
  submit: "Show my city",
  missing: "Please enter your city",
  unknown: "We do not know this city. Try adding the state, such as Dearborn, MI.",
  unreached: "The server could not be reached. Please try again.",
  metro: (name: string) => `Around ${name}`,
  others: "Around it",
  places: ({ places, masjids }: Readonly<Record<"places" | "masjids", number>>) =>
    `${places} places, ${masjids} of them masjids`,
} as const;

export const HOW = {
  heading: "How your city gets there",
  steps: [
    {
      text: "Choose your city on the card.",
      link: { name: BAR.join, href: "/#beta" },
    },
    {
      text: "Send it to friends in your city.",
      link: { name: "Find your link", href: "/me" },
    },
    {
      text: "A restaurant, a shop or a masjid. It is free.",
      link: { name: "For owners: add your place", href: "/partner/auth" },
    },
  ],
} as const;
