import type { Brand } from "../../shared/brand.ts";

/** Copy of the landing page. Sentences quoted from the specification are verbatim. */
export const TITLE = "Halal food, masjids and Muslim-owned businesses on your route";

export const SECTIONS = [
  { id: "features", name: "Features" },
  { id: "community", name: "Community" },
  { id: "beta", name: "Beta" },
  { id: "faq", name: "FAQ" },
] as const;

export const BANNER = {
  name: "Early access",
  label: "EARLY ACCESS AVAILABLE",
  text: "Beta testers get free lifetime access, direct input on features and early access to all updates.",
};

/** A plate of the atlas: its number and what it shows. */
export interface Caption {
  readonly plate: string;
  readonly text: string;
}

export const HERO = {
  heading: "The way there, by way of what matters.",
  text: (brand: string) =>
    `${brand} is a faith-first navigation app. It detours to halal food, masjids and Muslim-owned businesses, ` +
    "and comes back to your road.",
  next: "For iPhone and Android, in the USA and Canada. We email you to confirm your address, then when your city opens.",
  caption: { plate: "Plate I", text: "One drive, three detours." },
};

/** What the phone in the hero shows, in its order. */
export const PHONE = {
  label:
    "A phone on a street plan under an arch. It says: Asr in 14 min, masjid 4 min off the road. A dotted route " +
    "leaves the main road for the masjid, then for a table with the Verified star and for a shop, and goes on.",
  prayer: "Asr in 14 min",
  masjid: "Masjid, 4 min off the road",
  stops: [
    { name: "Masjid", detour: "+4 min" },
    { name: "Halal table", detour: "+3 min" },
    { name: "Shop", detour: "+2 min" },
  ],
} as const;

export const LOOKUP = {
  heading: "Is it halal? See why.",
  label: "A name, a dish or a city",
  search: "Search",
} as const;

export const FEATURES = {
  heading: "Four stops on the first map",
  text: "What is in the app on the day it launches.",
};

/** The first three launch features, in the order of the drive; the fourth has its own part. */
export const STOPS = {
  detour: {
    name: "Detour-based navigation",
    text: "Keep the destination and add what the day needs. The route bends for it, then comes back.",
    caption: { plate: "Plate II", text: "Off the main road, and back to it." },
    alt:
      "A street plan by a river. A dotted route leaves the main road, calls at a restaurant, a masjid " +
      "with a courtyard and a shop, and joins the road again.",
  },
  masjid: {
    name: "Masjid pit stops at prayer time",
    text:
      "When prayer time comes on the way, the app suggests a masjid to stop at. You say yes or no; " +
      "the drive goes on from there.",
    caption: { plate: "Plate III", text: "A stop at Maghrib." },
    alt:
      "A masjid with a dome, a minaret and lit arches between cypress trees at dusk. A car comes along " +
      "the road, and a dotted line leads from it to the door.",
  },
  directory: {
    name: "A Muslim-owned directory",
    text: "Restaurants, grocery stores, clothing and services, placed on the road that you drive anyway.",
    caption: { plate: "Plate IV", text: "A page of the index." },
  },
} as const;

/** The index page of the atlas; none of its places is real. */
export const INDEX = [
  ["B", "Bakery, Mill Street", "C4"],
  ["G", "Grocer, Harbor Road", "B5"],
  ["T", "Tailor, Orchard Lane", "A4"],
] as const;

export const TIERS = {
  heading: "Halal verification tiers",
  text: "A halal label is only as good as the evidence behind it.",
  caption: { plate: "Plate V", text: "A kitchen with its certificate on the wall." },
  alt:
    "A restaurant kitchen with a tiled wall, pots on the stove and jars on a shelf. Beside them hangs " +
    "a framed certificate with a star seal.",
  marks: [
    { tier: "verified", name: "Verified", proof: "Certificate plus authority validation." },
    { tier: "reported", name: "Reported", proof: "Self-reporting plus third-party data." },
    { tier: "friendly", name: "Friendly", proof: "Meat-free venues with no alcohol or pork." },
  ],
} as const;

export const COMMUNITY = {
  /** Above the operator's testimonials. */
  testimonialsHeading: "What people say about it",
  heading: "See why, before you park",
  text: "A sample of what the page of every place shows.",
} as const;

/** A place that does not exist, with the sentences that the evidence rules make of its records. */
export const SAMPLE = {
  name: "Sample Grill",
  where: "Restaurant in Dearborn, MI",
  tier: "verified",
  since: "2026-10-06",
  until: "2027-10-05",
  revokedOn: null,
  hasOwner: true,
  issuers: [],
  reasons: [
    "Sample Halal Council certifies this place with certificate SHC-2048, valid from October 6, 2026 to October 5, 2027.",
    "Two members of our staff read the certificate, the second without seeing what the first had read.",
    "On October 6, 2026, we found it in the register that Sample Halal Council publishes.",
  ],
} as const;

export const COVERAGE = {
  figure: "1000+",
  unit: "cities",
  heading: "Opened city by city",
  text: "We launch in North America: the USA and Canada. Cities open where most people are waiting.",
  maps: "The map is supplied by third-party map services; our work is what we put on it.",
  map: "A map of the USA and Canada: a dotted route runs from coast to coast, with a point for each of twenty cities",
  list: "Some of the cities",
  all: "See all cities",
  /** As the gazetteer names them. */
  cities: [
    ["Dearborn", "MI"],
    ["New York City", "NY"],
    ["Toronto", "ON"],
    ["Chicago", "IL"],
    ["Houston", "TX"],
    ["Minneapolis", "MN"],
    ["Montréal", "QC"],
    ["Los Angeles", "CA"],
  ],
} as const;

export const VALUE = {
  heading: "Faith first, from the first turn",
  text: "Prayer, food and the places of your community are part of the route itself. Core features are free. Premium features may come later.",
} as const;

export const PHASES = {
  heading: "Further along the road",
  text: "After the launch, in this order.",
  later: [
    { when: "Phase 2", what: "School carpooling and community rides" },
    { when: "Phase 3", what: "Halal food delivery and halal rides, with a choice of driver gender" },
    { when: "Phases 4-5", what: "Expansion to Europe" },
  ],
} as const;

export interface Question {
  /** The entry links to itself as `#faq-<id>`. */
  readonly id: string;
  readonly ask: (brand: Brand) => string;
  readonly answer: (brand: Brand) => string;
}

export const FAQ = {
  heading: "Asked along the way",
  more: "Something else?",
  write: "Write to us",
  writeSubject: "A question",
};

export const QUESTIONS: readonly Question[] = [
  {
    id: "different",
    ask: ({ name }) => `What makes ${name} different from other navigation apps?`,
    answer: ({ name }) =>
      `${name} is faith-first. It detours to halal food, masjids and Muslim-owned businesses, suggests a ` +
      "masjid pit stop at prayer time, and shows what each halal label is based on.",
  },
  {
    id: "carplay",
    ask: () => "Does it work with CarPlay or Android Auto?",
    answer: () => "Not at launch. CarPlay and Android Auto are not part of the first release.",
  },
  {
    id: "maps",
    ask: () => "Where do the maps come from?",
    answer: ({ name }) =>
      `From third-party map services. ${name} builds no map of its own; it adds the detours, the prayer ` +
      "stops, the halal tiers and the directory.",
  },
  {
    id: "pricing",
    ask: () => "What does it cost?",
    answer: () => "Core features are free. Premium features may come later.",
  },
  {
    id: "coverage",
    ask: () => "Where will it work?",
    answer: () =>
      "In North America first: the USA and Canada, with 1000+ cities. Expansion to Europe is planned for phases 4-5.",
  },
  {
    id: "suggest",
    ask: () => "Can I suggest a place?",
    answer: () =>
      "Place submission is coming soon in the app. Until then, search under Places and choose “tell us about it”. " +
      "If it is your own business, use Partner With Us on this page.",
  },
  {
    id: "features",
    ask: () => "Which features come first, and which later?",
    answer: () =>
      "At launch: detour-based navigation, masjid pit stops suggested at prayer time, halal verification " +
      "tiers and a Muslim-owned directory. Phase 2 brings school carpooling and community rides. Phase 3 " +
      "brings halal food delivery and halal rides, with a choice of driver gender. Phases 4-5 are the " +
      "expansion to Europe.",
  },
  {
    id: "contact",
    ask: () => "How do I reach you?",
    answer: ({ contactEmail, postalAddress }) =>
      `Write to ${contactEmail}, or by post to ${postalAddress}. Businesses hear from us within 24 hours.`,
  },
];
