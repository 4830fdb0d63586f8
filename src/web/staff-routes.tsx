import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { inquiryParams } from "./blocks/inquiries/search-params.ts";
import { signupParams } from "./blocks/waitlist/search-params.ts";
import { PAGES } from "./pages.ts";
import { root } from "./root-route.tsx";
import { auditParams } from "./routes/admin/audit/search-params.ts";
import { giftsSearch } from "./routes/admin/payments/search-params.ts";
import { reviewPlace } from "./routes/admin/reviews/search-params.ts";
import { dashboardSearch } from "./routes/admin/search-params.ts";
import { syncSearch } from "./routes/admin/sync/search-params.ts";
import { userParams } from "./routes/admin/users/search-params.ts";
import { partnerParams } from "./routes/partner-manager/search-params.ts";

const security = createRoute({
  getParentRoute: () => root,
  path: PAGES.security.path,
  component: lazyRouteComponent(() => import("./routes/admin/security/page.tsx"), "SecurityPage"),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: PAGES.dashboard.path,
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(() => import("./routes/admin/page.tsx"), "DashboardPage"),
});

const staffWaitlist = createRoute({
  getParentRoute: () => root,
  path: PAGES.staffWaitlist.path,
  validateSearch: signupParams.schema,
  component: lazyRouteComponent(() => import("./routes/admin/waitlist/page.tsx"), "WaitlistPage"),
});

const inquiries = createRoute({
  getParentRoute: () => root,
  path: PAGES.inquiries.path,
  validateSearch: inquiryParams.schema,
  component: lazyRouteComponent(() => import("./routes/admin/inquiries/page.tsx"), "InquiriesPage"),
});

const users = createRoute({
  getParentRoute: () => root,
  path: PAGES.users.path,
  validateSearch: userParams.schema,
  component: lazyRouteComponent(() => import("./routes/admin/users/page.tsx"), "UsersPage"),
});

const gifts = createRoute({
  getParentRoute: () => root,
  path: PAGES.gifts.path,
  validateSearch: giftsSearch,
  component: lazyRouteComponent(() => import("./routes/admin/payments/page.tsx"), "GiftsPage"),
});

const reviews = createRoute({
  getParentRoute: () => root,
  path: PAGES.reviews.path,
  validateSearch: reviewPlace,
  component: lazyRouteComponent(() => import("./routes/admin/reviews/page.tsx"), "ReviewsPage"),
});

const partnerManager = createRoute({
  getParentRoute: () => root,
  path: PAGES.partnerManager.path,
  validateSearch: partnerParams.schema,
  component: lazyRouteComponent(() => import("./routes/partner-manager/page.tsx"), "PartnerManagerPage"),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: PAGES.audit.path,
  validateSearch: auditParams.schema,
  component: lazyRouteComponent(() => import("./routes/admin/audit/page.tsx"), "AuditPage"),
});

const sync = createRoute({
  getParentRoute: () => root,
  path: PAGES.sync.path,
  validateSearch: syncSearch,
  component: lazyRouteComponent(() => import("./routes/admin/sync/page.tsx"), "SyncPage"),
});

/** The screens of the back office. */
export const staffRoutes = [
  security,
  dashboard,
  staffWaitlist,
  inquiries,
  users,
  gifts,
  reviews,
  partnerManager,
  audit,
  sync,
] as const;
