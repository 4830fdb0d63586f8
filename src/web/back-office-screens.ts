import { z } from "zod";
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
import { deviceSearch } from "./routes/admin/device/search-params.ts";
import { placesSearch } from "./routes/admin/places/search-params.ts";
import { reviewSearchParams } from "./routes/admin/reviews/search-params.ts";
import { syncSearch } from "./routes/admin/sync/list-search-params.ts";

const STAFF = { session: { cookie: "staff_session", signIn: "staff" }, withoutScripts: "staff" } as const;

const ID_MAX = 100;

/** The back office, in the order of its rail. */
export const STAFF_SCREENS = {
  dashboard: {
    path: "/admin",
    ...STAFF,
    label: "Dashboard",
    roles: ALL_ROLES,
    icon: "M4 13.5a8 8 0 0 1 16 0M12 13.5l3.5-4M4 17.5h16",
    search: scopedParams({ waitlist: signupParams, inquiries: inquiryParams }),
    load: async () => (await import("./routes/admin/page.tsx")).DashboardPage,
  },
  waitlist: {
    path: "/admin/waitlist",
    ...STAFF,
    label: "Waitlist",
    roles: ADMINS,
    icon: "M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01",
    search: withOpenRecord(signupParams.schema),
    load: async () => (await import("./routes/admin/waitlist/page.tsx")).WaitlistPage,
  },
  inquiries: {
    path: "/admin/inquiries",
    ...STAFF,
    label: "Inquiries",
    roles: ADMINS,
    icon: "M4 10l1.5-5h13L20 10M5 10v9h14v-9M4 10a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 10",
    search: withOpenRecord(inquiryParams.schema),
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
  places: {
    path: "/admin/places",
    ...STAFF,
    label: "Places",
    roles: ALL_ROLES,
    icon: "M3.5 6.5l5.5-2.5 6 2.5 5.5-2.5v13.5L15 20l-6-2.5L3.5 20zM9 4v13.5M15 6.5V20",
    search: placesSearch,
    load: async () => (await import("./routes/admin/places/page.tsx")).PlacesPage,
  },
  gifts: {
    path: "/admin/payments",
    ...STAFF,
    label: "Gifts",
    roles: ADMINS,
    icon: "M4 9h16v4H4zM5.5 13v7h13v-7M12 9v11M12 9c-2-4.5-6-4-6-1.8C6 8.5 7.5 9 12 9zm0 0c2-4.5 6-4 6-1.8C18 8.5 16.5 9 12 9z",
    search: withOpenRecord(scopedParams({ payments: paymentParams, pledges: pledgeParams })),
    load: async () => (await import("./routes/admin/payments/page.tsx")).GiftsPage,
  },
  partners: {
    path: "/partner-manager",
    ...STAFF,
    session: { ...STAFF.session, signIn: "manager" },
    label: "Partners",
    roles: PARTNER_MANAGERS,
    icon: "M4 9.5L5.5 4.5h13L20 9.5M5 9.5v10h14v-10M4 9.5h16M10 19.5v-5.5h4v5.5",
    search: withOpenRecord(partnerParams.schema),
    load: async () => (await import("./routes/partner-manager/page.tsx")).PartnerManagerPage,
  },
  issuers: {
    path: "/admin/issuers",
    ...STAFF,
    label: "Issuers",
    roles: ALL_ROLES,
    icon: "M12 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM8.5 13.5L7 20.5l5-2.5 5 2.5-1.5-7M9.8 9l1.6 1.6 2.9-3",
    search: issuerParams.schema,
    load: async () => (await import("./routes/admin/issuers/page.tsx")).IssuersPage,
  },
  broadcasts: {
    path: "/admin/broadcasts",
    ...STAFF,
    label: "Broadcasts",
    roles: ADMINS,
    icon: "M4 9.5v5h3l9 4.5V5L7 9.5zM19 9.5a4 4 0 0 1 0 5M7.5 14.5l1.5 5h2.5l-1.3-4",
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
    roles: ADMINS,
    icon: "M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5",
    search: withOpenRecord(scopedParams({ mails: mailParams, suppressed: suppressionParams })),
    load: async () => (await import("./routes/admin/mails/page.tsx")).MailsPage,
  },
  cityRanking: {
    path: "/admin/cities",
    ...STAFF,
    label: "Cities",
    roles: ADMINS,
    icon: "M12 21c4-4.4 6-7.8 6-10.5a6 6 0 1 0-12 0C6 13.2 8 16.6 12 21zM12 8.3a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4",
    load: async () => (await import("./routes/admin/cities/page.tsx")).CitiesPage,
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
    search: withOpenRecord(userParams.schema),
    load: async () => (await import("./routes/admin/users/page.tsx")).UsersPage,
  },
  people: {
    path: "/admin/people",
    ...STAFF,
    label: "People",
    roles: SUPER_ADMINS,
    icon: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20.5 20.5M10.5 10a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M7.5 13.6a3 3 0 0 1 6 0",
    /** The server checks the address. */
    search: z.object({ email: z.string().trim().min(1).max(LIMITS.email).optional().catch(undefined) }),
    load: async () => (await import("./routes/admin/people/page.tsx")).PeoplePage,
  },
  trash: {
    path: "/admin/trash",
    ...STAFF,
    label: "Trash",
    roles: ALL_ROLES,
    icon: "M5 6.5h14M9.5 6.5V4h5v2.5M6.5 6.5l1 13.5h9l1-13.5M10 10v6.5M14 10v6.5",
    search: trashParams.schema,
    load: async () => (await import("./routes/admin/trash/page.tsx")).TrashPage,
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
  health: {
    path: "/admin/health",
    ...STAFF,
    label: "Health",
    roles: SUPER_ADMINS,
    icon: "M3.5 12.5h4l2.5-6 4 11.5 2.5-5.5h4",
    load: async () => (await import("./routes/admin/health/page.tsx")).HealthPage,
  },
  security: {
    path: "/admin/security",
    ...STAFF,
    label: "Security",
    roles: ALL_ROLES,
    icon: "M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15.2 10",
    load: async () => (await import("./routes/admin/security/page.tsx")).SecurityPage,
  },
  device: {
    path: "/admin/device",
    ...STAFF,
    label: "Approve a device",
    roles: ALL_ROLES,
    icon: "M4 5.5h16v13H4zM7.5 9.5l2.5 2.5-2.5 2.5M12.5 15h4",
    unlisted: true,
    search: deviceSearch,
    load: async () => (await import("./routes/admin/device/page.tsx")).DevicePage,
  },
} as const satisfies Record<string, Screen & StaffScreen>;
