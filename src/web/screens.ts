import { LINK_PAGES, STAFF_FORGOT_PAGE } from "../shared/people/mails.ts";
import { STAFF_SCREENS } from "./back-office-screens.ts";
import type { StaffScreen } from "./kit/staff/staff-screens.ts";
import type { Screen } from "./page-files.ts";
import { PRERENDERED_SCREENS } from "./prerendered-screens.ts";
import { authSearchParams, portalSearchParams } from "./routes/partner/search-params.ts";
import { resultSearchParams } from "./routes/support/success/search-params.ts";

/**
 * What people do without a session, most of it with a link from a mail. Mails sent before the token was in the path have it
 * in the fragment, which only scripts can read.
 */
const LINK_SCREENS = {
  partnerConfirm: {
    path: `${LINK_PAGES.partnerConfirm}/{-$token}`,
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links.tsx")).ConfirmPage,
  },
  partnerReset: {
    path: `${LINK_PAGES.partnerReset}/{-$token}`,
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links.tsx")).ResetPage,
  },
  partnerUndoEmail: {
    path: `${LINK_PAGES.partnerUndoEmail}/{-$token}`,
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links.tsx")).UndoPage,
  },
  partnerLock: {
    path: `${LINK_PAGES.partnerLock}/{-$token}`,
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links.tsx")).LockPage,
  },
  partnerJoin: {
    path: `${LINK_PAGES.partnerJoin}/{-$token}`,
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/people/join.tsx")).JoinPage,
  },
  supplierConfirm: {
    path: `${LINK_PAGES.supplierConfirm}/{-$token}`,
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links.tsx")).SupplierPage,
  },
  staffForgot: {
    path: STAFF_FORGOT_PAGE,
    withoutScripts: "staff",
    load: async () => (await import("./routes/admin/links.tsx")).ForgotPage,
  },
  staffReset: {
    path: `${LINK_PAGES.staffReset}/{-$token}`,
    withoutScripts: "staff",
    load: async () => (await import("./routes/admin/links.tsx")).ResetPage,
  },
  staffInvitation: {
    path: `${LINK_PAGES.staffInvitation}/{-$token}`,
    withoutScripts: "staff",
    load: async () => (await import("./routes/admin/links.tsx")).InvitationPage,
  },
  staffLock: {
    path: `${LINK_PAGES.staffLock}/{-$token}`,
    withoutScripts: "staff",
    load: async () => (await import("./routes/admin/links.tsx")).LockPage,
  },
  issuerAnswer: {
    path: `${LINK_PAGES.issuerAnswer}/{-$token}`,
    withoutScripts: "link",
    load: async () => (await import("./routes/issuers.tsx")).IssuerAnswerPage,
  },
} as const satisfies Record<string, Screen>;

const PUBLIC_SCREENS = {
  ...PRERENDERED_SCREENS,
  supportResult: {
    path: "/support/success/{-$paymentId}",
    search: resultSearchParams,
    withoutScripts: "gift",
    load: async () => (await import("./routes/support/success/page.tsx")).SupportResultPage,
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
