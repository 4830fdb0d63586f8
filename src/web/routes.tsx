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

const tree = root.addChildren([landing]);

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
