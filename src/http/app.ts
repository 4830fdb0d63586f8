import { type ErrorHandler, Hono } from "hono";
import type { Call, Context, Deps } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { createCaller } from "./caller.ts";
import { callFromRequest, idleTimeoutOf, logAccess, type Peer } from "./calls.ts";
import { createViewCount } from "./count-view.ts";
import { invitation, joinedPage, leave, WAITLIST_FORMS, waitlistForm } from "./forms.ts";
import {
  checkSameSite,
  checkUrlAndHost,
  createAddressReader,
  methodNotAllowed,
  pathOf,
  targetOf,
} from "./guards.ts";
import { createHealth, metrics, probe } from "./health.ts";
import { openApi } from "./openapi.ts";
import { createPlacePages } from "./places.ts";
import { callHeaders, errorResponse, pageHeaders } from "./responses.ts";
import { nothingHere, receive, restRoutesOf, UNKNOWN_ROUTE, WEBHOOKS } from "./rest.ts";
import { sandbox } from "./sandbox.ts";
import type { HttpContext, HttpEnv, Middleware, Server, Site } from "./server.ts";
import { handleTrpc, parseTrpcTarget, TRPC_PATH, trpcErrorResponse, trpcRouteOf } from "./trpc.ts";

export type Dispatch = (request: Request, peer: Peer) => Response | Promise<Response>;

/**
 * Answers every request from the network. Pages and files are sent as they are; everything else begins a call, which is
 * logged, and passes the guards that its line names.
 */
export function createDispatch(
  deps: Deps,
  operations: readonly Operation[],
  contextOf: (call: Call) => Context,
  site: Site,
): Dispatch {
  const { settings } = deps;
  const server: Server = {
    deps,
    operations,
    site,
    callerOf: createCaller(operations),
    callHeaders: new Headers(callHeaders(settings)),
    pageHeaders: pageHeaders(settings),
  };
  const app = new Hono<HttpEnv>({ getPath: ({ url }) => pathOf(url) }).onError(createOnError(server));
  const guards = createGuards(deps, contextOf);
  addCalls(app, server, guards);
  addPages(app, server, guards);
  return (request, peer) => app.fetch(routed(request), { request, peer });
}

/** Probes, REST, tRPC and webhooks. */
function addCalls(app: Hono<HttpEnv>, server: Server, { begin, sameSite, limited }: Guards): void {
  const checkHealth = createHealth(server.deps);
  for (const path of ["/healthz", "/readyz"]) app.all(path, ...begin(path), probe(server, checkHealth));
  app.all("/metrics", ...begin("/metrics"), metrics(server));

  // signed by their sender, and so exempt from the same-site check (docs/security.md CSR-07)
  for (const [path, webhook] of Object.entries(WEBHOOKS))
    app.all(path, ...begin(webhook.operation), limited, receive(server, webhook));
  app.all("/api/openapi.json", ...begin("/api/openapi.json"), sameSite, limited, openApi(server));
  for (const { path, routeOf, handle } of restRoutesOf(server))
    app.all(path, ...begin(routeOf), sameSite, limited, handle);
  for (const path of ["/api/*", "/partner/api/*"])
    app.all(path, ...begin(UNKNOWN_ROUTE), sameSite, limited, nothingHere);
  app.all(`${TRPC_PATH}/*`, ...begin(trpcRouteOf(server.operations), "trpc"), sameSite, createTrpc(server));
}

/** What works without JavaScript, then every page and file. */
function addPages(app: Hono<HttpEnv>, server: Server, guards: Guards): void {
  const { begin, sameSite, limited } = guards;
  const page = createPageHandler(server, guards);

  // the token or the code in the path decides alone (docs/security.md CSR-10)
  app.all("/leave/:token", ...begin("/leave/{token}"), leave(server));
  app.all("/beta/:code", ...begin("/beta/{code}"), limited, invitation(server));

  const places = createPlacePages(server);
  app.all("/places", (c, next) => (c.env.request.url.includes("?") ? next() : page(c)));
  app.all("/places", ...begin("/places?"), sameSite, limited, places.search);
  app.all("/places/:id", ...begin("/places/{id}"), sameSite, limited, places.page);
  app.all("/places/:id/badge.svg", ...begin("/places/{id}/badge.svg"), sameSite, limited, places.badge);
  app.all("/places/:id/card.png", ...begin("/places/{id}/card.png"), sameSite, limited, places.card);
  app.all("/places/:id/report", ...begin("/places/{id}/report"), sameSite, limited, places.report);

  app.all("/waitlist/joined", ...begin("/waitlist/joined"), sameSite, joinedPage(server));
  for (const [path, operation] of Object.entries(WAITLIST_FORMS)) {
    app.get(path, page);
    app.all(path, ...begin(path), sameSite, waitlistForm(server, operation));
  }
  if (server.deps.settings.payments.gateway === "sandbox")
    app.all("/sandbox/:rest{.+}", ...begin(UNKNOWN_ROUTE), sameSite, limited, sandbox(server));

  app.all("*", page);
}

/** The framework answers a HEAD itself, without the length of the body, so it is given a GET for it. */
const routed = (request: Request): Request =>
  request.method === "HEAD" ? new Request(`http://any${targetOf(request.url)}`) : request;

type Guards = ReturnType<typeof createGuards>;

const createGuards = (deps: Deps, contextOf: (call: Call) => Context) => ({
  begin: createBegin(deps, contextOf),
  ...createChecks(deps),
});

/** Makes the middleware that begins a call, logs its end under a route, and checks what every call must have. */
function createBegin(deps: Deps, contextOf: (call: Call) => Context) {
  const { settings, state } = deps;
  const addressOf = createAddressReader(settings.trustProxy, state.untrustedProxy.report);
  const readable: Middleware = (c, next) => {
    checkUrlAndHost(c.env.request);
    return next();
  };
  return (
    route: string | ((method: string, path: string) => string),
    transport: Call["transport"] = "rest",
  ): [Middleware, Middleware] => {
    const begun: Middleware = async (c, next) => {
      const started = performance.now();
      const { request, peer } = c.env;
      const address = addressOf(() => peer.address(), request.headers.get("x-forwarded-for"));
      const call = callFromRequest(
        request,
        transport,
        { address, idleTimeout: idleTimeoutOf(peer) },
        settings,
      );
      c.set("context", contextOf(call));
      await next();
      const routeName = () => (typeof route === "string" ? route : route(request.method, c.req.path));
      logAccess(deps, request, call, c.res.status, performance.now() - started, routeName);
    };
    return [begun, readable];
  };
}

function createChecks({ settings, rateLimiter }: Deps): Record<"sameSite" | "limited", Middleware> {
  return {
    sameSite(c, next) {
      checkSameSite(c.env.request, settings);
      return next();
    },
    async limited(c, next) {
      await rateLimiter.take("api", c.get("context").call.address);
      return next();
    },
  };
}

const createOnError =
  (server: Server): ErrorHandler<HttpEnv> =>
  (error, c) => {
    const context: Context | undefined = c.get("context");
    if (context === undefined) throw error; // of a page: the server's own answer
    context.call.idleTimeout?.restore();
    const toResponse = context.call.transport === "trpc" ? trpcErrorResponse : errorResponse;
    return toResponse(server.callHeaders, context, error);
  };

/** Pages and files, which are read-only, and the 404 page. */
function createPageHandler(
  server: Server,
  { begin, sameSite }: Guards,
): (c: HttpContext) => Response | Promise<Response> {
  const { deps, site } = server;
  const countView = createViewCount(deps);
  const others = new Hono<HttpEnv>().onError(createOnError(server));
  others.all("*", ...begin(UNKNOWN_ROUTE), sameSite, () => {
    throw methodNotAllowed(["GET"]);
  });
  return (c) => {
    const { request } = c.env;
    const { path } = c.req;
    if (path === "/") countView(request);
    return site.respond(request, path, deps.metrics.countRequest) ?? others.fetch(request, c.env);
  };
}

function createTrpc({ deps, operations, callHeaders: headers }: Server): Middleware {
  const slow = new Set(operations.flatMap((each) => (each.slow ? [each.path] : [])));
  return async (c) => {
    const { request } = c.env;
    const context = c.get("context");
    const target = parseTrpcTarget(request);
    await deps.rateLimiter.take("api", context.call.address, target.paths.length);
    return handleTrpc(request, target, context, headers, (action) => slow.has(action));
  };
}
