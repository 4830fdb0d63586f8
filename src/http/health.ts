import { timingSafeEqual } from "node:crypto";
import { createReadiness } from "../core/logging/readiness.ts";
import type { Deps } from "../core/rpc/context.ts";
import { checkReads } from "./guards.ts";
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
