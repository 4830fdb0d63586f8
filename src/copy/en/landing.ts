import type { Brand } from "../../shared/brand.ts";

/** Copy of the landing page. Sentences quoted from the specification are verbatim. */
export const TITLE = "The way there, by way of what matters";

export const SECTIONS = [
  { id: "features", name: "Features" },
  { id: "community", name: "Community" },
  { id: "beta", name: "Beta" },
  { id: "faq", name: "FAQ" },
] as const;

export const JOIN = "Join Waitlist";

export const BANNER = {
  label: "EARLY ACCESS AVAILABLE",
  text: "Beta testers get free lifetime access, direct input on features and early access to all updates.",
};

export const HERO = {
  heading: "The way there, by way of what matters.",
  text: (brand: string) =>
    `${brand} is a faith-first navigation app. It detours to a masjid when prayer time comes, to a halal ` +
    "table when you are hungry, and past the Muslim-owned shops of the towns on your road.",
  more: "See what launches",
  region: "Launching in the USA and Canada.",
  plate: "Plate I. One drive, three detours.",
};

export interface Stop {
  readonly name: string;
  readonly text: string;
  readonly caption: string;
  readonly picture: { readonly src: string; readonly alt: string } | null;
}

export const FEATURES = {
  heading: "Four stops on the first map",
  text: "What is in the app on the day it launches.",
  /** In the order of the drive. */
  stops: [
    {
      name: "Detour-based navigation",
      text:
        "Keep the destination and add what the day needs. The route bends to halal food, a masjid or a " +
        "Muslim-owned business, and comes back to your road.",
      caption: "Plate II. Off the main road, and back to it.",
      picture: {
        src: "/image-1.svg",
        alt:
          "A street plan by a river. A dotted route leaves the main road, calls at a restaurant, a masjid " +
          "with a courtyard and a shop, and joins the road again.",
      },
    },
    {
      name: "Masjid pit stops at prayer time",
      text:
        "When prayer time comes on the way, the app suggests a masjid to stop at. You say yes or no; " +
        "the drive goes on from there.",
      caption: "Plate III. A stop at Maghrib.",
      picture: {
        src: "/image-2.svg",
        alt:
          "A masjid with a dome, a minaret and lit arches between cypress trees at dusk. A car is parked " +
          "by the road, and a dotted line leads from it to the door.",
      },
    },
    {
      name: "Halal verification tiers",
      text:
        "Three marks in place of one vague word: Verified, Reported and Friendly. Each tells you what it is " +
        "based on, so you know before you park.",
      caption: "Plate IV. A kitchen with its certificate on the wall.",
      picture: {
        src: "/image-3.svg",
        alt:
          "A restaurant kitchen with a tiled wall, pots on the stove and jars on a shelf. Beside them hangs " +
          "a framed certificate with a star seal.",
      },
    },
    {
      name: "A Muslim-owned directory",
      text:
        "Restaurants, grocery stores, clothing and services, set down like the index at the back of an " +
        "atlas and placed on the road that you drive anyway.",
      caption: "From the index. Invented places, to show the page.",
      picture: null,
    },
  ] satisfies readonly Stop[],
};

/** The index page of the atlas; none of its places is real. */
export const INDEX = [
  ["B", "Bakery, Mill Street", "C4"],
  ["", "Barber, Station Road", "A2"],
  ["", "Bookshop, College Ave", "D1"],
  ["G", "Grocer, Harbor Road", "B5"],
  ["", "Grill house, Main St", "C3"],
  ["T", "Tailor, Orchard Lane", "A4"],
  ["", "Tea room, Park Row", "D2"],
] as const;

export const TIERS = {
  heading: "The key to the map",
  text: "A halal label is only as good as the evidence behind it. Here is what each of the three is based on.",
  proof: "Based on",
  look: "Look up a place and see why it has its mark",
  marks: [
    { tier: "verified", name: "Verified", proof: "Certificate plus authority validation." },
    { tier: "reported", name: "Reported", proof: "Self-reporting plus third-party data." },
    { tier: "friendly", name: "Friendly", proof: "Meat-free venues with no alcohol or pork." },
  ],
} as const;

export const PHASES = {
  heading: "Further along the road",
  text: "The launch comes first. The rest is planned for later, in this order.",
  later: [
    { when: "At launch", what: "Detours, masjid pit stops, halal tiers and the directory" },
    { when: "Phase 2", what: "School carpooling and community rides" },
    { when: "Phase 3", what: "Halal food delivery and halal rides, with a choice of driver gender" },
    { when: "Phases 4-5", what: "Expansion to Europe" },
  ],
} as const;

export const VALUE = {
  heading: "Faith first, from the first turn",
  points: [
    {
      name: "One plan for the whole day",
      text: "Prayer, food and the places of your community are part of the route itself.",
    },
    {
      name: "Labels that say why",
      text: "Verified, Reported or Friendly: you see what a mark is based on and decide for yourself.",
    },
    {
      name: "Custom for our own",
      text: "Muslim-owned businesses are on the map, along the way you were already going.",
    },
    {
      name: "Free at the core",
      text: "Core features are free. Premium features may come later.",
    },
  ],
} as const;

export const COVERAGE = {
  figure: "1000+",
  unit: "cities",
  heading: "From coast to coast, in two countries",
  text: "We launch in North America: the USA and Canada. The map is supplied by third-party map services; our work is what we put on it.",
  map: "A map of North America with the USA and Canada marked out",
};

export const COMMUNITY = {
  /** Above the operator's testimonials; the samples have words of their own. */
  testimonialsHeading: "What people say about it",
  heading: "What people hope to find on it",
  mark: "Sample voices of early testers",
  text: "Shown by role and city. They are placeholders until our testers' own words can take their place.",
  voices: [
    {
      words: "People pass two streets away from my shop every day. If a road can bend, let it bend past us.",
      role: "Grocer",
      city: "Houston",
    },
    {
      words: "With three children in the back I want to know what a halal sign is based on before I park.",
      role: "Mother of three",
      city: "Dearborn",
    },
    {
      words:
        "I leave in the dark half the year. I would like a map that treats a masjid as part of the drive.",
      role: "Commuter",
      city: "Toronto",
    },
    {
      words: "I moved here for college. The first thing I looked for was a masjid, the second was lunch.",
      role: "Student",
      city: "Chicago",
    },
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
    answer: () =>
      "Core features are free. Premium features may come later. Beta testers get free lifetime access.",
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
    answer: ({ contactEmail }) =>
      `Place submission is coming soon. If it is your own business, write to ${contactEmail} or use ` +
      "Partner With Us on this page.",
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
