import { STAFF_SCREENS } from "./back-office-screens.ts";
import type { StaffScreen } from "./kit/staff/staff-screens.ts";
import { LINK_SCREENS } from "./link-screens.ts";
import { authSearchParams, portalSearchParams } from "./routes/partner/search-params.ts";
import { resultSearchParams } from "./routes/support/success/search-params.ts";
import type { Screen } from "./screen.ts";

const PUBLIC_SCREENS = {
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
  support: {
    path: "/support",
    prerendered: true,
    load: async () => (await import("./routes/support/page.tsx")).SupportPage,
  },
  supportResult: {
    path: "/support/success/{-$paymentId}",
    search: resultSearchParams,
    withoutScripts: "gift",
    load: async () => (await import("./routes/support/success/page.tsx")).SupportResultPage,
  },
  cities: {
    path: "/cities",
    prerendered: true,
    scripts: "enhance",
    load: async () => (await import("./routes/cities/page.tsx")).CitiesPage,
  },
  me: {
    path: "/me",
    withoutScripts: "own",
    load: async () => (await import("./routes/me/page.tsx")).MePage,
  },
  partnerAuth: {
    path: "/partner/auth",
    session: { cookie: "partner_session", signIn: "partner", exceptQuery: "tab=" },
    withoutScripts: "partner",
    search: authSearchParams,
    load: async () => (await import("./routes/partner/auth/page.tsx")).PartnerAuthPage,
  },
  partner: {
    path: "/partner",
    session: { cookie: "partner_session", signIn: "partner", signInAt: "/partner/auth" },
    withoutScripts: "partner",
    search: portalSearchParams,
    load: async () => (await import("./routes/partner/page.tsx")).PartnerPage,
  },
} as const satisfies Record<string, Screen>;

/** All screens: the router, the rail and the build read this table. */
export const SCREENS = { ...PUBLIC_SCREENS, ...LINK_SCREENS, ...STAFF_SCREENS };

export const RAIL: readonly StaffScreen[] = Object.values(STAFF_SCREENS);
