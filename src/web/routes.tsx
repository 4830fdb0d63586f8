import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
} from "@tanstack/react-router";
import { PAGES } from "./pages.ts";
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

const tree = root.addChildren([landing, privacy, terms, cookies, betaTesting]);

export function createAppRouter(history: RouterHistory) {
  return createRouter({
    routeTree: tree,
    history,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: FailedPage,
    // Restoring needs an inline script in prerendered pages, which the policy forbids.
    scrollRestoration: typeof document !== "undefined",
  });
}

export type AppRoutes = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRoutes;
  }
}
