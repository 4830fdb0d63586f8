import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
} from "@tanstack/react-router";
import { inquiryPlace } from "./blocks/inquiries/place.ts";
import { signupPlace } from "./blocks/waitlist-table/place.ts";
import { PAGES } from "./pages.ts";
import { auditPlace } from "./routes/admin/audit/place.ts";
import { dashboardPlace } from "./routes/admin/place.ts";
import { NotFoundPage } from "./routes/not-found/page.tsx";
import { FailedPage, PendingPage } from "./ui/page.tsx";

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: FailedPage,
});

const landing = createRoute({
  getParentRoute: () => root,
  path: PAGES.landing.path,
  component: lazyRouteComponent(() => import("./routes/landing/page.tsx"), "LandingPage"),
});

const privacy = createRoute({
  getParentRoute: () => root,
  path: PAGES.privacy.path,
  component: lazyRouteComponent(() => import("./routes/legal/page.tsx"), "PrivacyPage"),
});

const terms = createRoute({
  getParentRoute: () => root,
  path: PAGES.terms.path,
  component: lazyRouteComponent(() => import("./routes/legal/page.tsx"), "TermsPage"),
});

const cookies = createRoute({
  getParentRoute: () => root,
  path: PAGES.cookies.path,
  component: lazyRouteComponent(() => import("./routes/legal/page.tsx"), "CookiesPage"),
});

const betaTesting = createRoute({
  getParentRoute: () => root,
  path: PAGES.betaTesting.path,
  component: lazyRouteComponent(() => import("./routes/legal/page.tsx"), "BetaTestingPage"),
});

const security = createRoute({
  getParentRoute: () => root,
  path: PAGES.security.path,
  component: lazyRouteComponent(() => import("./routes/admin/security/page.tsx"), "SecurityPage"),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: PAGES.dashboard.path,
  validateSearch: dashboardPlace,
  component: lazyRouteComponent(() => import("./routes/admin/page.tsx"), "DashboardPage"),
});

const staffWaitlist = createRoute({
  getParentRoute: () => root,
  path: PAGES.staffWaitlist.path,
  validateSearch: signupPlace,
  component: lazyRouteComponent(() => import("./routes/admin/waitlist/page.tsx"), "WaitlistPage"),
});

const inquiries = createRoute({
  getParentRoute: () => root,
  path: PAGES.inquiries.path,
  validateSearch: inquiryPlace,
  component: lazyRouteComponent(() => import("./routes/admin/inquiries/page.tsx"), "InquiriesPage"),
});

const users = createRoute({
  getParentRoute: () => root,
  path: PAGES.users.path,
  component: lazyRouteComponent(() => import("./routes/admin/users/page.tsx"), "UsersPage"),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: PAGES.audit.path,
  validateSearch: auditPlace,
  component: lazyRouteComponent(() => import("./routes/admin/audit/page.tsx"), "AuditPage"),
});

const staff = [dashboard, staffWaitlist, inquiries, users, audit] as const;

const tree = root.addChildren([landing, privacy, terms, cookies, betaTesting, security, ...staff]);

/** `stays`: the page is there already, and a person may have scrolled it before the app came. */
export function createAppRouter(history: RouterHistory, stays = false) {
  let first = true;
  return createRouter({
    routeTree: tree,
    history,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: FailedPage,
    // Restoring needs an inline script in prerendered pages, which the policy forbids.
    scrollRestoration:
      typeof document !== "undefined" &&
      (() => {
        const moves = !(first && stays);
        first = false;
        return moves;
      }),
  });
}

export type AppRoutes = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRoutes;
  }
}
