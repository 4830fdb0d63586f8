import type { Call, Context, Deps, IdleTimeout, Invocation } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { handleInvitation, invitationCodeOf } from "./beta.ts";
import { callFromRequest } from "./call-context.ts";
import { createAddressReader } from "./client-address.ts";
import { countView } from "./count-view.ts";
import { handleForm } from "./forms.ts";
import { checkSameSite, checkUrlAndHost, pathOf } from "./guards.ts";
import { callHeaders, pageHeaders } from "./headers.ts";
import { createHealth, metricsOf } from "./health.ts";
import { handleLeave, leaveTokenOf } from "./leave.ts";
import { openApiOf } from "./openapi.ts";
import { pageFormAt } from "./page-forms.ts";
import { errorResponse, jsonResponse, responseHeaders } from "./responses.ts";
import { createRestTable, handleRest, methodNotAllowed } from "./rest.ts";
import { handleSandbox, isSandboxPath } from "./sandbox/sandbox.ts";
import type { Site } from "./site.ts";
import { handleTrpc, parseTrpcTarget, TRPC_PATH, trpcErrorResponse } from "./trpc.ts";
import { handleWaitlistForm, isWaitlistForm } from "./waitlist-forms.ts";
import { handleWebhook, WEBHOOKS } from "./webhook.ts";

/** The connection that a request came over. */
export interface Peer {
  /** Null if the socket has none. Read only for calls, because pages are not rate limited. */
  address(): string | null;
  /** Removes the idle timeout from the connection, or sets it again. */
  setIdleTimeout(state: "on" | "off"): void;
}

export type Dispatch = (request: Request, peer: Peer) => Response | Promise<Response>;

const CALL_PREFIXES = ["/api", "/partner/api", TRPC_PATH];
const PLAIN_PATHS = new Set(["/healthz", "/readyz", "/metrics"]);

const isCall = (path: string): boolean => CALL_PREFIXES.some((prefix) => isUnder(path, prefix));

const isUnder = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Dispatches every request from the network: pages and files are served directly, calls pass the request guards. */
export function createDispatch(
  deps: Deps,
  operations: readonly Operation[],
  contextOf: (call: Call) => Context,
  site: Site,
): Dispatch {
  const { settings } = deps;
  const baseHeaders = callHeaders(settings);
  const table = createRestTable(operations);
  const openApi = openApiOf(operations, settings);
  const addressOf = createAddressReader(settings.trustProxy, deps.state.untrustedProxy.report);
  const slow = new Set(operations.flatMap((each) => (each.slow ? [each.path] : [])));
  const isSlow = (path: string) => slow.has(path);
  const checkHealth = createHealth(deps);
  const isSandbox = (path: string) => settings.payments.gateway === "sandbox" && isSandboxPath(path);

  async function handle(request: Request, path: string, call: Call): Promise<Response> {
    checkUrlAndHost(request);
    if (PLAIN_PATHS.has(path)) return handlePlain(request, path, call);
    const webhook = WEBHOOKS[path];
    const context = contextOf(call);
    const leaveToken = leaveTokenOf(path);
    if (leaveToken !== undefined)
      return handleLeave(request, leaveToken, context, operations, site, pageHeaders(settings));
    const code = invitationCodeOf(path);
    if (code !== undefined)
      return handleInvitation(request, code, context, operations, site, pageHeaders(settings));
    const form = pageFormAt(path);
    const isWaitlist = isWaitlistForm(request.method, path);
    if (!webhook) checkSameSite(request, settings, form?.isPrivate);
    if (isWaitlist)
      return handleWaitlistForm(request, path, context, operations, site, pageHeaders(settings));
    if (form) return handleForm(request, form, context, operations, site, pageHeaders(settings));
    if (!isCall(path) && !isSandbox(path)) throw methodNotAllowed(["GET"]); // pages are read-only
    const target = isUnder(path, TRPC_PATH) ? parseTrpcTarget(request) : undefined;
    await deps.rateLimiter.take("api", call.address, target?.paths.length);
    if (target) return handleTrpc(request, target, context, baseHeaders, isSlow);
    if (webhook) return handleWebhook(request, webhook, context, operations, baseHeaders);
    if (isSandbox(path))
      return handleSandbox(request, path, context, operations, pageHeaders(settings), site.stylesheet);
    if (path === "/api/openapi.json") return handleOpenApi(request, call);
    return handleRest(table, request, path, context, baseHeaders);
  }

  async function handlePlain(request: Request, path: string, call: Call): Promise<Response> {
    if (request.method !== "GET" && request.method !== "HEAD") throw methodNotAllowed(["GET"]);
    if (path !== "/metrics") return jsonResponse(baseHeaders, call, 200, await checkHealth(path));
    const headers = responseHeaders(baseHeaders, call);
    headers.set("Content-Type", deps.metrics.registry.contentType);
    return new Response(await metricsOf(deps, request), { headers });
  }

  function handleOpenApi(request: Request, call: Call): Response {
    if (request.method !== "GET" && request.method !== "HEAD") throw methodNotAllowed(["GET"]);
    return jsonResponse(baseHeaders, call, 200, openApi);
  }

  async function handleCall(request: Request, path: string, peer: Peer): Promise<Response> {
    const started = performance.now();
    const address = addressOf(peer.address(), request.headers.get("x-forwarded-for"));
    const call = callFromRequest(
      request,
      transportOf(path),
      { address, idleTimeout: idleTimeoutOf(peer) },
      settings,
    );
    const toErrorResponse = call.transport === "trpc" ? trpcErrorResponse : errorResponse;
    const response = await handle(request, path, call).catch((error: unknown) => {
      call.idleTimeout?.restore();
      return toErrorResponse(baseHeaders, contextOf(call), error);
    });
    logAccess(deps, request, call, response.status, performance.now() - started);
    return response;
  }

  return (request, peer) => {
    const path = pathOf(request.url);
    const isForm =
      isWaitlistForm(request.method, path) ||
      (request.method === "POST" && pageFormAt(path) !== undefined) ||
      leaveTokenOf(path) !== undefined ||
      invitationCodeOf(path) !== undefined;
    if (isCall(path) || PLAIN_PATHS.has(path) || isForm || isSandbox(path))
      return handleCall(request, path, peer);
    if (path === "/") countView(deps, request);
    return site.respond(request, path) ?? handleCall(request, path, peer);
  };
}

function idleTimeoutOf(peer: Peer): IdleTimeout {
  let lifted = false;
  return {
    lift() {
      lifted = true;
      peer.setIdleTimeout("off");
    },
    restore() {
      if (lifted) peer.setIdleTimeout("on");
      lifted = false;
    },
  };
}

const transportOf = (path: string): Call["transport"] => (isUnder(path, TRPC_PATH) ? "trpc" : "rest");

const MULTI_STATUS = 207; // tRPC's status for a batch whose calls have different ones

/** Logs one line per procedure that was called, or one for a request that reached none; never logs input. */
function logAccess({ log, metrics }: Deps, { method }: Request, call: Call, status: number, ms: number) {
  const { requestId, transport, invocations } = call;
  const reached: readonly Partial<Invocation>[] = invocations.length > 0 ? invocations : [{}];
  for (const { action: route = "none", subject, refusal } of reached) {
    const own = status === MULTI_STATUS ? (refusal?.status ?? 200) : status;
    metrics.requests.inc({ route, status: own });
    metrics.duration.observe({ route }, ms / 1_000);
    log.info({ requestId, transport, method, route, status: own, ms: Math.round(ms * 10) / 10, subject });
  }
}
