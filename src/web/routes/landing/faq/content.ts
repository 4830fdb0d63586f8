import type { WebBrand } from "../../../lib/brand.ts";

export interface Question {
  /** The entry links to itself as `#faq-<id>`. */
  readonly id: string;
  readonly ask: (brand: WebBrand) => string;
  readonly answer: (brand: WebBrand) => string;
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
