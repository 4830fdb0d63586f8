import { timingSafeEqual } from "node:crypto";
import { createReadiness } from "../core/logging/readiness.ts";
import type { Deps } from "../core/rpc/context.ts";
import { DomainError } from "../shared/errors.ts";

/** The response bodies of `/healthz` and `/readyz`. Throws 503 while the server is not ready. */
export function createHealth(deps: Deps): (path: string) => Promise<unknown> {
  const checkReady = createReadiness(deps);
  return async (path) => {
    if (path === "/readyz") await checkReady();
    return { status: "ok" };
  };
}

/** Metrics as Prometheus text. Throws 404 on a wrong token, and always if no token is configured. */
export async function metricsOf(deps: Deps, request: Request): Promise<string> {
  const { metricsToken } = deps.settings;
  const sent = Buffer.from(request.headers.get("authorization") ?? "");
  const expected = Buffer.from(`Bearer ${metricsToken}`);
  if (metricsToken === undefined || sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
    throw new DomainError("notFound", "There is nothing at this address");
  }
  return deps.metrics.registry.metrics();
}
