import type { ComponentType } from "react";
import type { z } from "zod";
import { inquiryParams } from "./blocks/inquiries/list-search-params.ts";
import { ADMINS, ALL_ROLES, PARTNER_MANAGERS } from "./blocks/staff/roles.ts";
import type { StaffScreen } from "./blocks/staff/staff-screens.ts";
import { signupParams } from "./blocks/waitlist/list-search-params.ts";
import type { Purpose } from "./blocks/without-scripts/without-scripts.tsx";
import type { Page } from "./page-files.ts";
import { auditParams } from "./routes/admin/audit/list-search-params.ts";
import { giftsSearch } from "./routes/admin/payments/list-search-params.ts";
import { reviewSearchParams } from "./routes/admin/reviews/search-params.ts";
import { dashboardSearch } from "./routes/admin/search-params.ts";
import { syncSearch } from "./routes/admin/sync/list-search-params.ts";
import { userParams } from "./routes/admin/users/list-search-params.ts";
import { authSearchParams, portalSearchParams } from "./routes/partner/search-params.ts";
import { partnerParams } from "./routes/partner-manager/list-search-params.ts";
import { resultSearchParams } from "./routes/support/success/search-params.ts";

export interface Screen extends Page {
  readonly load: () => Promise<ComponentType>;
  /** What the screen keeps in the URL. */
  readonly search?: z.ZodType;
  /** The purpose of a screen that needs JavaScript, named in its no-script message. */
  readonly withoutScripts?: Purpose;
}

const STAFF = { session: { cookie: "staff_session", signIn: "staff" }, withoutScripts: "staff" } as const;

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
  partnerAuth: {
    path: "/partner/auth",
    session: { cookie: "partner_session", signIn: "partner", exceptQuery: "tab=register" },
    withoutScripts: "partner",
    search: authSearchParams,
    load: async () => (await import("./routes/partner/auth/page.tsx")).PartnerAuthPage,
  },
  partnerConfirm: {
    path: "/partner/confirm",
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links/confirm-page.tsx")).ConfirmPage,
  },
  partnerReset: {
    path: "/partner/reset",
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links/reset-page.tsx")).ResetPage,
  },
  partnerUndoEmail: {
    path: "/partner/undo-email",
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links/undo-page.tsx")).UndoPage,
  },
  partner: {
    path: "/partner",
    session: { cookie: "partner_session", signIn: "partner", signInAt: "/partner/auth" },
    withoutScripts: "partner",
    search: portalSearchParams,
    load: async () => (await import("./routes/partner/page.tsx")).PartnerPage,
  },
} as const satisfies Record<string, Screen>;

/** The back office, in the order of its rail. */
const STAFF_SCREENS = {
  dashboard: {
    path: "/admin",
    ...STAFF,
    label: "Dashboard",
    roles: ALL_ROLES,
    icon: "M4 13.5a8 8 0 0 1 16 0M12 13.5l3.5-4M4 17.5h16",
    search: dashboardSearch,
    load: async () => (await import("./routes/admin/page.tsx")).DashboardPage,
  },
  waitlist: {
    path: "/admin/waitlist",
    ...STAFF,
    label: "Waitlist",
    roles: ADMINS,
    icon: "M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01",
    search: signupParams.schema,
    load: async () => (await import("./routes/admin/waitlist/page.tsx")).WaitlistPage,
  },
  inquiries: {
    path: "/admin/inquiries",
    ...STAFF,
    label: "Inquiries",
    roles: ADMINS,
    icon: "M4 10l1.5-5h13L20 10M5 10v9h14v-9M4 10a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 10",
    search: inquiryParams.schema,
    load: async () => (await import("./routes/admin/inquiries/page.tsx")).InquiriesPage,
  },
  reviews: {
    path: "/admin/reviews",
    ...STAFF,
    label: "Reviews",
    roles: ALL_ROLES,
    icon: "M4 5.5h16v10H11l-4 4v-4H4zM8.5 10.5l2.3 2.3 4.7-4.6",
    search: reviewSearchParams,
    load: async () => (await import("./routes/admin/reviews/page.tsx")).ReviewsPage,
  },
  gifts: {
    path: "/admin/payments",
    ...STAFF,
    label: "Gifts",
    roles: ADMINS,
    icon: "M4 9h16v4H4zM5.5 13v7h13v-7M12 9v11M12 9c-2-4.5-6-4-6-1.8C6 8.5 7.5 9 12 9zm0 0c2-4.5 6-4 6-1.8C18 8.5 16.5 9 12 9z",
    search: giftsSearch,
    load: async () => (await import("./routes/admin/payments/page.tsx")).GiftsPage,
  },
  partners: {
    path: "/partner-manager",
    ...STAFF,
    session: { ...STAFF.session, signIn: "manager" },
    label: "Partners",
    roles: PARTNER_MANAGERS,
    icon: "M4 9.5L5.5 4.5h13L20 9.5M5 9.5v10h14v-10M4 9.5h16M10 19.5v-5.5h4v5.5",
    search: partnerParams.schema,
    load: async () => (await import("./routes/partner-manager/page.tsx")).PartnerManagerPage,
  },
  sync: {
    path: "/admin/sync",
    ...STAFF,
    label: "Sync",
    roles: ADMINS,
    icon: "M5 10a7.3 7.3 0 0 1 13-3.2M18.5 3.5v4h-4M19 14a7.3 7.3 0 0 1-13 3.2M5.5 20.5v-4h4",
    search: syncSearch,
    load: async () => (await import("./routes/admin/sync/page.tsx")).SyncPage,
  },
  users: {
    path: "/admin/users",
    ...STAFF,
    label: "Users",
    roles: ADMINS,
    icon: "M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M3 19a6 6 0 0 1 12 0M16 5.6a3.2 3.2 0 0 1 0 5.6M17.5 14A6 6 0 0 1 21 19",
    search: userParams.schema,
    load: async () => (await import("./routes/admin/users/page.tsx")).UsersPage,
  },
  audit: {
    path: "/admin/audit",
    ...STAFF,
    label: "Audit",
    roles: ADMINS,
    icon: "M6 3.5h9l3.5 3.5v13.5H6zM14.5 3.5V7.5h4M9 12h6M9 15.5h6",
    search: auditParams.schema,
    load: async () => (await import("./routes/admin/audit/page.tsx")).AuditPage,
  },
  security: {
    path: "/admin/security",
    ...STAFF,
    label: "Security",
    roles: ALL_ROLES,
    icon: "M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15.2 10",
    load: async () => (await import("./routes/admin/security/page.tsx")).SecurityPage,
  },
} as const satisfies Record<string, Screen & StaffScreen>;

/** All screens: the router, the rail and the build read this table. */
export const SCREENS = { ...PUBLIC_SCREENS, ...STAFF_SCREENS };

export const RAIL: readonly StaffScreen[] = Object.values(STAFF_SCREENS);
