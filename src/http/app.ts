import type { Call, Context, Deps } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { logAccess } from "./access-log.ts";
import { callFromRequest } from "./calls.ts";
import { createAddressReader } from "./client-address.ts";
import { createViewCount } from "./count-view.ts";
import { handleInvitation, invitationCodeOf } from "./forms/beta.ts";
import { handleForm } from "./forms/forms.ts";
import { handleLeave, leaveTokenOf } from "./forms/leave.ts";
import { pageFormAt } from "./forms/page-forms.ts";
import { handleWaitlistForm, isWaitlistForm } from "./forms.ts";
import { checkSameSite, checkUrlAndHost, pathOf } from "./guards.ts";
import { callHeaders, pageHeaders } from "./headers.ts";
import { createHealth, metricsOf } from "./health.ts";
import { createOpenApi } from "./openapi.ts";
import { idleTimeoutOf, type Peer } from "./peer.ts";
import { placeRouteOf } from "./places/place-route.ts";
import { createPlacePages } from "./places.ts";
import { errorResponse, jsonResponse, jsonTextResponse, responseHeaders } from "./responses.ts";
import { createRestTable, handleRest, methodNotAllowed } from "./rest.ts";
import { createRouteName } from "./route-name.ts";
import { handleSandbox, isSandboxPath } from "./sandbox.ts";
import type { Site } from "./site.ts";
import { handleTrpc, parseTrpcTarget, TRPC_PATH, trpcErrorResponse } from "./trpc.ts";
import { handleWebhook, WEBHOOKS } from "./webhooks.ts";

export type Dispatch = (request: Request, peer: Peer) => Response | Promise<Response>;

const CALL_PREFIXES = ["/api", "/partner/api", TRPC_PATH];
const PLAIN_PATHS = new Set(["/healthz", "/readyz", "/metrics"]);

const isCall = (path: string): boolean => CALL_PREFIXES.some((prefix) => isUnder(path, prefix));

const isUnder = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === "/");

/** What every request needs, made once. */
interface Server {
  readonly deps: Deps;
  readonly operations: readonly Operation[];
  readonly contextOf: (call: Call) => Context;
  readonly site: Site;
  readonly baseHeaders: Headers;
  readonly table: ReturnType<typeof createRestTable>;
  readonly openApi: ReturnType<typeof createOpenApi>;
  readonly addressOf: ReturnType<typeof createAddressReader>;
  readonly checkHealth: ReturnType<typeof createHealth>;
  readonly isSlow: (action: string) => boolean;
  readonly isSandbox: (path: string) => boolean;
  readonly placePages: ReturnType<typeof createPlacePages>;
  readonly routeName: ReturnType<typeof createRouteName>;
}

/** Dispatches every request from the network: pages and files are served directly, calls pass the request guards. */
export function createDispatch(
  deps: Deps,
  operations: readonly Operation[],
  contextOf: (call: Call) => Context,
  site: Site,
): Dispatch {
  const [server, countView] = [createServer(deps, operations, contextOf, site), createViewCount(deps)];
  return (request, peer) => {
    const path = pathOf(request.url);
    if (isDynamic(server, request, path)) return handleCall(server, request, path, peer);
    if (path === "/") countView(request);
    return site.respond(request, path, deps.metrics.countRequest) ?? handleCall(server, request, path, peer);
  };
}

function createServer(
  deps: Deps,
  operations: readonly Operation[],
  contextOf: (call: Call) => Context,
  site: Site,
): Server {
  const { settings, state } = deps;
  const table = createRestTable(operations);
  const slow = new Set(operations.flatMap((each) => (each.slow ? [each.path] : [])));
  return {
    deps,
    operations,
    contextOf,
    site,
    baseHeaders: new Headers(callHeaders(settings)),
    table,
    openApi: createOpenApi(operations, settings),
    addressOf: createAddressReader(settings.trustProxy, state.untrustedProxy.report),
    checkHealth: createHealth(deps),
    isSlow: (action) => slow.has(action),
    isSandbox: (path) => settings.payments.gateway === "sandbox" && isSandboxPath(path),
    placePages: createPlacePages(deps, operations, site, pageHeaders(settings)),
    routeName: createRouteName(table, operations),
  };
}

/** False for pages and files, which are served without the request guards. */
function isDynamic({ isSandbox }: Server, request: Request, path: string): boolean {
  if (isCall(path)) return true;
  const { method } = request;
  const isForm =
    isWaitlistForm(method, path) ||
    (method === "POST" && pageFormAt(path) !== undefined) ||
    leaveTokenOf(path) !== undefined ||
    invitationCodeOf(path) !== undefined ||
    placeRouteOf(path, request) !== undefined;
  return isForm || PLAIN_PATHS.has(path) || isSandbox(path);
}

async function handleCall(server: Server, request: Request, path: string, peer: Peer): Promise<Response> {
  const { deps, baseHeaders, contextOf } = server;
  const started = performance.now();
  const address = server.addressOf(() => peer.address(), request.headers.get("x-forwarded-for"));
  const connection = { address, idleTimeout: idleTimeoutOf(peer) };
  const call = callFromRequest(request, transportOf(path), connection, deps.settings);
  const toErrorResponse = call.transport === "trpc" ? trpcErrorResponse : errorResponse;
  const response = await handle(server, request, path, call).catch((error: unknown) => {
    call.idleTimeout?.restore();
    return toErrorResponse(baseHeaders, contextOf(call), error);
  });
  const routeName = () => server.routeName(request, path);
  logAccess(deps, request, call, response.status, performance.now() - started, routeName);
  return response;
}

async function handle(server: Server, request: Request, path: string, call: Call): Promise<Response> {
  checkUrlAndHost(request);
  if (PLAIN_PATHS.has(path)) return handlePlain(server, request, path, call);
  const context = server.contextOf(call);
  if (isCall(path)) {
    if (!WEBHOOKS[path]) checkSameSite(request, server.deps.settings);
    return handleLimited(server, request, path, context);
  }
  const page = handlePage(server, request, path, context);
  if (page) return page;
  if (!server.isSandbox(path)) throw methodNotAllowed(["GET"]); // pages are read-only
  return handleLimited(server, request, path, context);
}

/** Handles what works without JavaScript: links of mails and forms. Undefined if there is nothing of the kind. */
function handlePage(
  { deps: { settings }, operations, site, placePages }: Server,
  request: Request,
  path: string,
  context: Context,
): Promise<Response> | undefined {
  const leaveToken = leaveTokenOf(path);
  if (leaveToken !== undefined)
    return handleLeave(request, leaveToken, context, operations, site, pageHeaders(settings));
  const place = placeRouteOf(path, request);
  if (place) checkSameSite(request, settings);
  if (place) return placePages(request, path, place, context);
  const code = invitationCodeOf(path);
  if (code !== undefined)
    return handleInvitation(request, code, context, operations, site, pageHeaders(settings));
  const form = pageFormAt(path);
  checkSameSite(request, settings, form?.isPrivate);
  if (isWaitlistForm(request.method, path))
    return handleWaitlistForm(request, path, context, operations, site, pageHeaders(settings));
  return form && handleForm(request, form, context, operations, site, pageHeaders(settings));
}

/** Handles what counts towards the rate limit. */
async function handleLimited(
  server: Server,
  request: Request,
  path: string,
  context: Context,
): Promise<Response> {
  const { deps, operations, baseHeaders, site } = server;
  const target = isUnder(path, TRPC_PATH) ? parseTrpcTarget(request) : undefined;
  await deps.rateLimiter.take("api", context.call.address, target?.paths.length);
  if (target) return handleTrpc(request, target, context, baseHeaders, server.isSlow);
  const webhook = WEBHOOKS[path];
  if (webhook) return handleWebhook(request, webhook, context, operations, baseHeaders);
  if (server.isSandbox(path))
    return handleSandbox(request, path, context, operations, pageHeaders(deps.settings), site.stylesheets);
  if (path === "/api/openapi.json") return handleOpenApi(server, request, context.call);
  return handleRest(server.table, request, path, context, baseHeaders);
}

async function handlePlain(server: Server, request: Request, path: string, call: Call): Promise<Response> {
  const { deps, baseHeaders } = server;
  checkReads(request);
  if (path !== "/metrics") return jsonResponse(baseHeaders, call, 200, await server.checkHealth(path));
  const headers = responseHeaders(baseHeaders, call);
  headers.set("Content-Type", deps.metrics.registry.contentType);
  return new Response(await metricsOf(deps, request), { headers });
}

async function handleOpenApi(server: Server, request: Request, call: Call): Promise<Response> {
  checkReads(request);
  return jsonTextResponse(server.baseHeaders, call, 200, await server.openApi());
}

function checkReads({ method }: Request): void {
  if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(["GET"]);
}

const transportOf = (path: string): Call["transport"] => (isUnder(path, TRPC_PATH) ? "trpc" : "rest");
