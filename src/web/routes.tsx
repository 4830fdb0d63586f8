import { createRoute, createRouter, lazyRouteComponent, type RouterHistory } from "@tanstack/react-router";
import { PAGES } from "./pages.ts";
import { root } from "./root-route.tsx";
import { authPlace, portalPlace } from "./routes/partner/search-params.ts";
import { staffRoutes } from "./staff-routes.tsx";
import { FailedPage, PendingPage } from "./ui/page/page.tsx";

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

const partnerAuth = createRoute({
  getParentRoute: () => root,
  path: PAGES.partnerAuth.path,
  validateSearch: authPlace,
  component: lazyRouteComponent(() => import("./routes/partner/auth/page.tsx"), "PartnerAuthPage"),
});

const partner = createRoute({
  getParentRoute: () => root,
  path: PAGES.partner.path,
  validateSearch: portalPlace,
  component: lazyRouteComponent(() => import("./routes/partner/page.tsx"), "PartnerPage"),
});

const support = createRoute({
  getParentRoute: () => root,
  path: PAGES.support.path,
  component: lazyRouteComponent(() => import("./routes/support/page.tsx"), "SupportPage"),
});

const supportResult = createRoute({
  getParentRoute: () => root,
  path: PAGES.supportResult.path,
  component: lazyRouteComponent(() => import("./routes/support/success/page.tsx"), "SupportResultPage"),
});

const tree = root.addChildren([
  landing,
  support,
  supportResult,
  privacy,
  terms,
  cookies,
  betaTesting,
  partnerAuth,
  partner,
  ...staffRoutes,
]);

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
