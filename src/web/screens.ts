import { z } from "zod";
import { LINK_PAGES, STAFF_FORGOT_PAGE } from "../shared/people/mails.ts";
import { LIMITS } from "../shared/text-rules.ts";
import { scopedParams, withOpenRecord } from "./kit/records/list-params.ts";
import {
  auditParams,
  broadcastParams,
  inquiryParams,
  issuerParams,
  mailParams,
  partnerParams,
  paymentParams,
  pledgeParams,
  recipientParams,
  signupParams,
  suppressionParams,
  trashParams,
  userParams,
} from "./kit/records/lists.ts";
import { ADMINS, ALL_ROLES, PARTNER_MANAGERS, SUPER_ADMINS } from "./kit/staff/roles.ts";
import type { StaffScreen } from "./kit/staff/staff-screens.ts";
import type { Screen } from "./page-files.ts";
import { PRERENDERED_SCREENS } from "./prerendered-screens.ts";
import { intakesSearch } from "./routes/admin/intakes/search-params.ts";
import { placesSearch } from "./routes/admin/places/search-params.ts";
import { reviewSearchParams } from "./routes/admin/reviews/search-params.ts";
import { syncSearch } from "./routes/admin/sync/list-search-params.ts";
import { authSearchParams, portalSearchParams } from "./routes/partner/search-params.ts";
import { resultSearchParams } from "./routes/support/success/search-params.ts";

/** The code in the address that a device shows; it is only filled in. */
const deviceSearch = z.object({
  code: z.string().trim().min(1).max(20).optional().catch(undefined),
});

const STAFF = { session: { cookie: "staff_session", signIn: "staff" }, withoutScripts: "staff" } as const;

const ID_MAX = 100;

/** The back office, in the order of its rail. */
const STAFF_SCREENS = {
  dashboard: {
    path: "/admin",
    ...STAFF,
    label: "Home",
    room: "home",
    roles: ALL_ROLES,
    load: async () => (await import("./routes/admin/page.tsx")).DashboardPage,
  },
  inquiries: {
    path: "/admin/inquiries",
    ...STAFF,
    label: "Inquiries",
    room: "inbox",
    roles: ADMINS,
    search: withOpenRecord(inquiryParams.schema),
    load: async () => (await import("./routes/admin/inquiries.tsx")).InquiriesPage,
  },
  reviews: {
    path: "/admin/reviews",
    ...STAFF,
    label: "Reviews",
    room: "inbox",
    roles: ALL_ROLES,
    search: reviewSearchParams,
    load: async () => (await import("./routes/admin/reviews/page.tsx")).ReviewsPage,
  },
  places: {
    path: "/admin/places",
    ...STAFF,
    label: "Places",
    room: "directory",
    roles: ALL_ROLES,
    search: placesSearch,
    load: async () => (await import("./routes/admin/places/page.tsx")).PlacesPage,
  },
  intakes: {
    path: "/admin/intakes",
    ...STAFF,
    label: "Intakes",
    room: "directory",
    roles: ADMINS,
    search: intakesSearch,
    load: async () => (await import("./routes/admin/intakes/page.tsx")).IntakesPage,
  },
  issuers: {
    path: "/admin/issuers",
    ...STAFF,
    label: "Issuers",
    room: "directory",
    roles: ALL_ROLES,
    search: issuerParams.schema,
    load: async () => (await import("./routes/admin/issuers.tsx")).IssuersPage,
  },
  cityRanking: {
    path: "/admin/cities",
    ...STAFF,
    label: "Cities",
    room: "directory",
    roles: ADMINS,
    load: async () => (await import("./routes/admin/cities.tsx")).CitiesPage,
  },
  waitlist: {
    path: "/admin/waitlist",
    ...STAFF,
    label: "Waitlist",
    room: "people",
    roles: ADMINS,
    search: withOpenRecord(signupParams.schema),
    load: async () => (await import("./routes/admin/waitlist/page.tsx")).WaitlistPage,
  },
  partners: {
    path: "/partner-manager",
    ...STAFF,
    session: { ...STAFF.session, signIn: "manager" },
    label: "Partner Manager",
    room: "people",
    roles: PARTNER_MANAGERS,
    search: withOpenRecord(partnerParams.schema),
    load: async () => (await import("./routes/partner-manager/page.tsx")).PartnerManagerPage,
  },
  people: {
    path: "/admin/people",
    ...STAFF,
    label: "Personal data",
    room: "people",
    roles: SUPER_ADMINS,
    /** The server checks the address. */
    search: z.object({ email: z.string().trim().min(1).max(LIMITS.email).optional().catch(undefined) }),
    load: async () => (await import("./routes/admin/people/page.tsx")).PeoplePage,
  },
  broadcasts: {
    path: "/admin/broadcasts",
    ...STAFF,
    label: "Broadcasts",
    room: "messages",
    roles: ADMINS,
    search: scopedParams({ list: broadcastParams, recipients: recipientParams }).extend({
      /** The broadcast that is written or watched; `new` one that was not saved yet. */
      open: z.string().min(1).max(ID_MAX).optional().catch(undefined),
    }),
    load: async () => (await import("./routes/admin/broadcasts/page.tsx")).BroadcastsPage,
  },
  mails: {
    path: "/admin/mails",
    ...STAFF,
    label: "Emails",
    room: "messages",
    roles: ADMINS,
    search: withOpenRecord(scopedParams({ mails: mailParams, suppressed: suppressionParams })),
    load: async () => (await import("./routes/admin/mails/page.tsx")).MailsPage,
  },
  gifts: {
    path: "/admin/payments",
    ...STAFF,
    label: "Gifts",
    room: "gifts",
    roles: ADMINS,
    search: withOpenRecord(scopedParams({ payments: paymentParams, pledges: pledgeParams })),
    load: async () => (await import("./routes/admin/payments.tsx")).GiftsPage,
  },
  users: {
    path: "/admin/users",
    ...STAFF,
    label: "Users",
    room: "settings",
    roles: ADMINS,
    search: withOpenRecord(userParams.schema),
    load: async () => (await import("./routes/admin/users/page.tsx")).UsersPage,
  },
  security: {
    path: "/admin/security",
    ...STAFF,
    label: "Security",
    room: "settings",
    roles: ALL_ROLES,
    load: async () => (await import("./routes/admin/security/page.tsx")).SecurityPage,
  },
  sync: {
    path: "/admin/sync",
    ...STAFF,
    label: "Database Sync",
    room: "settings",
    roles: ADMINS,
    search: syncSearch,
    load: async () => (await import("./routes/admin/sync/page.tsx")).SyncPage,
  },
  audit: {
    path: "/admin/audit",
    ...STAFF,
    label: "Audit",
    room: "settings",
    roles: ADMINS,
    search: auditParams.schema,
    load: async () => (await import("./routes/admin/audit.tsx")).AuditPage,
  },
  trash: {
    path: "/admin/trash",
    ...STAFF,
    label: "Trash",
    room: "settings",
    roles: ALL_ROLES,
    search: trashParams.schema,
    load: async () => (await import("./routes/admin/trash.tsx")).TrashPage,
  },
  health: {
    path: "/admin/health",
    ...STAFF,
    label: "Health",
    room: "settings",
    roles: SUPER_ADMINS,
    load: async () => (await import("./routes/admin/health.tsx")).HealthPage,
  },
  device: {
    path: "/admin/device",
    ...STAFF,
    label: "Approve a device",
    room: "settings",
    roles: ALL_ROLES,
    unlisted: true,
    search: deviceSearch,
    load: async () => (await import("./routes/admin/device.tsx")).DevicePage,
  },
} as const satisfies Record<string, Screen & StaffScreen>;

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
