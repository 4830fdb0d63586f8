import type { Operation } from "../core/rpc/operations.ts";
import { invitationCodeOf } from "./forms/beta.ts";
import { leaveTokenOf } from "./forms/leave.ts";
import { pageFormAt } from "./forms/page-forms.ts";
import { placeRouteOf } from "./places/place-route.ts";
import type { createRestTable } from "./rest.ts";
import { TRPC_PATH } from "./trpc.ts";
import { WEBHOOKS } from "./webhooks.ts";

const FIXED = new Set([
  "/healthz",
  "/readyz",
  "/metrics",
  "/api/openapi.json",
  "/waitlist",
  "/waitlist/joined",
]);
const PLACE_ROUTES = {
  search: "/places?",
  page: "/places/{id}",
  badge: "/places/{id}/badge.svg",
  card: "/places/{id}/card.png",
  report: "/places/{id}/report",
} as const;
const UNKNOWN = "none";

/**
 * The route of a request that reached no procedure: a probe, a page from a cache, one that a limit or a guard refused.
 * `none` if there is nothing at its address; never a path that the client made up.
 */
export function createRouteName(
  table: ReturnType<typeof createRestTable>,
  operations: readonly Operation[],
): (request: Request, path: string) => string {
  const procedures = new Set(operations.map((each) => each.path));
  const restRoute = (method: string, path: string): string => {
    try {
      return table.match(method, path).operation.path;
    } catch {
      return UNKNOWN;
    }
  };
  const trpcRoute = (path: string): string => {
    const procedure = path.slice(TRPC_PATH.length + 1);
    return procedures.has(procedure) ? procedure : "trpc";
  };
  return (request, path) => {
    if (FIXED.has(path)) return path;
    const place = placeRouteOf(path, request);
    if (place) return PLACE_ROUTES[place.kind];
    if (path === TRPC_PATH || path.startsWith(`${TRPC_PATH}/`)) return trpcRoute(path);
    if (leaveTokenOf(path) !== undefined) return "/leave/{token}";
    if (invitationCodeOf(path) !== undefined) return "/beta/{code}";
    return WEBHOOKS[path]?.operation ?? pageFormAt(path)?.operation ?? restRoute(request.method, path);
  };
}
