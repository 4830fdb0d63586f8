import type { Screen } from "./page-files.ts";

/** Pages that the build renders whole. They keep nothing in the URL and use no router. */
export const PRERENDERED_SCREENS = {
  landing: {
    path: "/",
    prerendered: true,
    load: async () => (await import("./routes/landing/page.tsx")).LandingPage,
  },
  privacy: {
    path: "/privacy",
    prerendered: true,
    load: async () => (await import("./routes/legal/page.tsx")).PrivacyPage,
  },
  terms: {
    path: "/terms",
    prerendered: true,
    load: async () => (await import("./routes/legal/page.tsx")).TermsPage,
  },
  cookies: {
    path: "/cookies",
    prerendered: true,
    load: async () => (await import("./routes/legal/page.tsx")).CookiesPage,
  },
  betaTesting: {
    path: "/beta-testing",
    prerendered: true,
    load: async () => (await import("./routes/legal/page.tsx")).BetaTestingPage,
  },
  promises: {
    path: "/promises",
    prerendered: true,
    load: async () => (await import("./routes/legal/page.tsx")).PromisesPage,
  },
  support: {
    path: "/support",
    prerendered: true,
    load: async () => (await import("./routes/support/page.tsx")).SupportPage,
  },
  cities: {
    path: "/cities",
    prerendered: true,
    scripts: "enhance",
    load: async () => (await import("./routes/cities/page.tsx")).CitiesPage,
  },
} as const satisfies Record<string, Screen>;
