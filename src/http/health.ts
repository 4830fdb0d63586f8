import { timingSafeEqual } from "node:crypto";
import { createReadiness } from "../core/logging/readiness.ts";
import type { Deps } from "../core/rpc/context.ts";
import { checkReads, pathOf } from "./guards.ts";
import { jsonResponse, responseHeaders } from "./responses.ts";
import { nothingHere } from "./rest.ts";
import type { Handler, Server } from "./sockets/server.ts";

/** The response bodies of `/healthz` and `/readyz`. Throws 503 while the server is not ready. */
export function createHealth(deps: Deps): (path: string) => Promise<unknown> {
  const checkReady = createReadiness(deps);
  return async (path) => {
    if (path === "/readyz") await checkReady();
    return { status: "ok" };
  };
}

export const probe =
  ({ callHeaders }: Server, checkHealth: ReturnType<typeof createHealth>): Handler =>
  async (c) => {
    checkReads(c.env.request);
    return jsonResponse(callHeaders, c.get("context").call, 200, await checkHealth(c.req.path));
  };

/**
 * What a worker answers on its socket, which only its owner can open: the probes, and the metrics without a token. A
 * worker has no other HTTP.
 */
export function createWorkerHandler(deps: Deps): (request: Request) => Promise<Response> {
  const checkHealth = createHealth(deps);
  const { registry } = deps.metrics;
  return async ({ url }) => {
    const pathname = pathOf(url);
    if (pathname === "/metrics")
      return new Response(await registry.metrics(), { headers: { "Content-Type": registry.contentType } });
    if (pathname !== "/healthz" && pathname !== "/readyz") return new Response(null, { status: 404 });
    return checkHealth(pathname).then(
      (answer) => Response.json(answer),
      ({ message }: Error) => Response.json({ error: message, code: "UNAVAILABLE" }, { status: 503 }),
    );
  };
}

/** Metrics as Prometheus text. Throws 404 on a wrong token, and always if no token is configured. */
export const metrics =
  ({
    callHeaders,
    deps: {
      settings,
      metrics: { registry },
    },
  }: Server): Handler =>
  async (c) => {
    checkReads(c.env.request);
    const { metricsToken } = settings;
    const sent = Buffer.from(c.env.request.headers.get("authorization") ?? "");
    const expected = Buffer.from(`Bearer ${metricsToken}`);
    if (metricsToken === undefined || sent.length !== expected.length || !timingSafeEqual(sent, expected))
      return nothingHere();
    const headers = responseHeaders(callHeaders, c.get("context").call);
    headers.set("Content-Type", registry.contentType);
    return new Response(await registry.metrics(), { headers });
  };
