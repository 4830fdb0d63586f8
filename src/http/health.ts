import { timingSafeEqual } from "node:crypto";
import type { Deps } from "../core/context.ts";
import { unavailable } from "../core/failure.ts";
import { DomainError } from "../shared/errors.ts";

const OK = { status: "ok" };

/** `/healthz`, `/readyz` and `/metrics`; null for any other path. Throws 404 and 503. */
export async function answerHealth(deps: Deps, path: string): Promise<unknown> {
  if (path === "/healthz") return OK;
  if (path === "/readyz") {
    await deps.db.ping().catch(() => {
      throw unavailable();
    });
    return OK;
  }
  return null;
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
