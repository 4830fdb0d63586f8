import { createRootRoute, Outlet } from "@tanstack/react-router";
import { NotFoundPage } from "./routes/not-found/page.tsx";
import { FailedPage } from "./ui/page/page.tsx";

export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: FailedPage,
});
