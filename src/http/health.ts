import { timingSafeEqual } from "node:crypto";
import { createReadiness } from "../core/logging/readiness.ts";
import type { Deps } from "../core/rpc/context.ts";
import { DomainError } from "../shared/errors.ts";

/** Answers `/healthz` and `/readyz`. Throws 503 where it is not ready. */
export function createHealth(deps: Deps): (path: string) => Promise<unknown> {
  const checkReady = createReadiness(deps);
  return async (path) => {
    if (path === "/readyz") await checkReady();
    return { status: "ok" };
  };
}

/** Prometheus text for whoever has the token; without a token set there is no such page. */
export async function metricsOf(deps: Deps, request: Request): Promise<string> {
  const { metricsToken } = deps.settings;
  const sent = Buffer.from(request.headers.get("authorization") ?? "");
  const wanted = Buffer.from(`Bearer ${metricsToken}`);
  if (metricsToken === undefined || sent.length !== wanted.length || !timingSafeEqual(sent, wanted)) {
    throw new DomainError("notFound", "There is nothing at this address");
  }
  return deps.metrics.registry.metrics();
}
