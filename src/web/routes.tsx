import {
  type AnyValidator,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  RouterProvider,
  useLocation,
} from "@tanstack/react-router";
import { type ComponentType, lazy as lazyComponent, Suspense } from "react";
import { HOME, NOT_FOUND } from "../copy/en/site.ts";
import { ButtonLink } from "./kit/controls/button.tsx";
import { FailedPage, PendingPage } from "./kit/page/page.tsx";
import { PublicNotice } from "./kit/site/public-page.tsx";
import { StaffScreensContext } from "./kit/staff/staff-screens.ts";
import { RAIL, SCREENS } from "./screens.ts";

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: FailedPage,
});

type Load = () => Promise<ComponentType>;

const STAFF_PATHS = new Set(RAIL.map(({ path }): string => path));

const loadFrame = () => import("./kit/staff/frame.tsx");
const StaffPending = lazyComponent(async () => ({ default: (await loadFrame()).StaffPending }));

/** While the code of a screen loads. A screen of staff keeps the rail, which came with the first one. */
function Pending() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (!STAFF_PATHS.has(path)) return <PendingPage />;
  return (
    <Suspense fallback={<PendingPage />}>
      <StaffPending />
    </Suspense>
  );
}

const lazy = (path: string, load: Load) =>
  lazyRouteComponent(async () => {
    if (STAFF_PATHS.has(path)) void loadFrame().catch(() => undefined); // the screen itself reports it
    return { default: await load() };
  });

const plainRoute = <const Path extends string>(path: Path, load: Load) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazy(path, load),
  });

const searchRoute = <const Path extends string, Search extends AnyValidator>(
  path: Path,
  load: Load,
  validateSearch: Search,
) => createRoute({ getParentRoute: () => root, path, component: lazy(path, load), validateSearch });

type RouteOf<Screen> = Screen extends {
  readonly path: infer Path extends string;
  readonly search: infer Search extends AnyValidator;
}
  ? ReturnType<typeof searchRoute<Path, Search>>
  : Screen extends { readonly path: infer Path extends string }
    ? ReturnType<typeof plainRoute<Path>>
    : never;

type Routes = { readonly [Name in keyof typeof SCREENS]: RouteOf<(typeof SCREENS)[Name]> };

// Each screen becomes one route under its own name; `fromEntries` loses the names in its type.
const routes = Object.fromEntries(
  Object.entries(SCREENS).map(([name, screen]) => [
    name,
    "search" in screen
      ? searchRoute(screen.path, screen.load, screen.search)
      : plainRoute(screen.path, screen.load),
  ]),
) as unknown as Routes;

const tree = root.addChildren(routes);

/** `stays`: the page is shown already, and the user may have scrolled it before hydration. */
export function createAppRouter(history: RouterHistory, stays = false) {
  let first = true;
  return createRouter({
    routeTree: tree,
    history,
    defaultPendingComponent: Pending,
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

type AppRoutes = ReturnType<typeof createAppRouter>;

/** The screen at the router's address. */
export const Screens = ({ router }: { readonly router: AppRoutes }) => (
  <StaffScreensContext value={RAIL}>
    <RouterProvider router={router} />
  </StaffScreensContext>
);

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRoutes;
  }
}

function NotFoundPage() {
  return (
    <PublicNotice title={NOT_FOUND.title}>
      <p>{NOT_FOUND.text}</p>
      <ButtonLink href="/">{HOME}</ButtonLink>
    </PublicNotice>
  );
}
