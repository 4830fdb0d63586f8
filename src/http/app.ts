import { Hono } from "hono";
import type { Call, Context, Deps } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { CITY_NUMBERS } from "../modules/directory/cities/schema.ts";
import { LINK_PAGES } from "../shared/people/mails.ts";
import { createCaller } from "./caller.ts";
import { callFromRequest, idleTimeoutOf, logAccess, namesOf, type Peer } from "./calls.ts";
import {
  checkSameSite,
  checkUrlAndHost,
  createAddressReader,
  createProxyCheck,
  methodNotAllowed,
  pathOf,
  targetOf,
} from "./guards.ts";
import { createHealth, metrics, probe } from "./health.ts";
import { openApi } from "./openapi.ts";
import { createViewCount } from "./pages/count-view.ts";
import { createDirectoryPages, suggestPage } from "./pages/directory.ts";
import { invitation, joinedPage, leave, WAITLIST_FORMS, waitlistForm } from "./pages/forms.ts";
import { createPlacePages, createPrayerPages } from "./pages/places.ts";
import { createSitemaps } from "./pages/sitemaps.ts";
import { callHeaders, errorResponse, pageHeaders } from "./responses.ts";
import { nothingHere, receive, restRoutesOf, UNKNOWN_ROUTE, WEBHOOKS } from "./rest.ts";
import { sandbox } from "./sandbox.ts";
import type { Handler, HttpContext, HttpEnv, Server, Site } from "./sockets/server.ts";
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
  const app = new Hono<HttpEnv>({ getPath: ({ url }) => pathOf(url) }).onError((error) => {
    throw error; // of a page: calls answer their own
  });
  const guards: Guards = { call: createHandlers(server, contextOf), ...createChecks(deps) };
  addCalls(app, server, guards);
  addPages(app, server, guards);
  return (request, peer) => app.fetch(routed(request), { request, peer });
}

/** Probes, REST, tRPC and webhooks. */
function addCalls(app: Hono<HttpEnv>, server: Server, { call, sameSite, limited }: Guards): void {
  const checkHealth = createHealth(server.deps);
  for (const path of ["/healthz", "/readyz"]) app.all(path, call(path, [], probe(server, checkHealth)));
  app.all("/metrics", call("/metrics", [], metrics(server)));

  // signed by their sender, and so exempt from the same-site check (docs/security.md CSR-07)
  for (const [path, webhook] of Object.entries(WEBHOOKS))
    app.all(path, call(webhook.operation, [limited], receive(server, webhook)));
  app.all("/api/openapi.json", call("/api/openapi.json", [sameSite, limited], openApi(server)));
  for (const { path, routeOf, handle } of restRoutesOf(server))
    app.all(path, call(routeOf, [sameSite, limited], handle));
  app.all(`${TRPC_PATH}/*`, call(trpcRouteOf(server.operations), [sameSite], createTrpc(server), "trpc"));
}

/** What works without JavaScript, then every page and file. */
function addPages(app: Hono<HttpEnv>, server: Server, guards: Guards): void {
  const { call, sameSite, limited } = guards;
  const page = createPageHandler(server, guards);

  // the token or the code in the path decides alone (docs/security.md CSR-10)
  app.all("/leave/:token", call("/leave/{token}", [], leave(server)));
  app.all("/beta/:code", call("/beta/{code}", [limited], invitation(server)));

  const sitemaps = createSitemaps(server);
  app.all("/sitemap.xml", call("/sitemap.xml", [sameSite, limited], sitemaps.index));
  app.all("/sitemaps/cities.xml", call("/sitemaps/cities.xml", [sameSite, limited], sitemaps.cities));
  const placesFile = call("/sitemaps/places-{n}.xml", [sameSite, limited], sitemaps.places);
  app.all("/sitemaps/:file{places-\\d+\\.xml}", placesFile);

  addDirectoryPages(app, server, guards, page);

  app.all("/waitlist/joined", call("/waitlist/joined", [sameSite], joinedPage(server)));
  for (const [path, operation] of Object.entries(WAITLIST_FORMS)) {
    app.get(path, page);
    app.all(path, call(path, [sameSite], waitlistForm(server, operation)));
  }
  if (server.deps.settings.payments.gateway === "sandbox")
    app.all("/sandbox/:rest{.+}", call(UNKNOWN_ROUTE, [sameSite, limited], sandbox(server)));

  // as what no route matches, because the framework is quicker where only one route matches a request
  const nothing = call(UNKNOWN_ROUTE, [sameSite, limited], nothingHere);
  app.notFound((c) => (API_PATH.test(c.req.path) ? nothing(c) : page(c)));
}

/** The directory: places, cities and issuers. */
function addDirectoryPages(app: Hono<HttpEnv>, server: Server, guards: Guards, page: PageHandler): void {
  const { call, sameSite, limited } = guards;
  const places = createPlacePages(server);
  const search = call("/places?", [sameSite, limited], places.search);
  app.all("/places", (c) => (c.env.request.url.includes("?") ? search(c) : page(c)));
  const directory = createDirectoryPages(server);
  app.all(CITY_NUMBERS, call(CITY_NUMBERS, [sameSite, limited], directory.numbers));
  app.all("/data", call("/data", [sameSite, limited], directory.data));
  const city = call("/cities/{slug}", [sameSite, limited], directory.city);
  const issuer = call("/issuers/{slug}", [sameSite, limited], directory.issuer);
  app.all("/issuers/:slug", (c) => (c.req.path === LINK_PAGES.issuerAnswer ? page(c) : issuer(c)));
  app.all("/places/suggest", call("/places/suggest", [sameSite, limited], suggestPage(server)));
  app.all("/cities/:slug", city).all("/cities/:slug/", city);
  const place = call("/places/{slug}", [sameSite, limited], places.page);
  app.all("/places/:slug", place).all("/places/:slug/", place);
  app.all("/places/:id/badge.svg", call("/places/{id}/badge.svg", [sameSite, limited], places.badge));
  app.all("/places/:id/card.png", call("/places/{id}/card.png", [sameSite, limited], places.card));
  const directions = call("/places/{id}/directions", [sameSite, limited], places.directions);
  app.all("/places/:id/directions", directions);
  const prayer = createPrayerPages(server);
  app.all("/places/:id/screen", call("/places/{id}/screen", [sameSite, limited], prayer.screen));
  app.all("/places/:id/frame", call("/places/{id}/frame", [sameSite, limited], prayer.frame));
  app.all("/places/:id/prayer.ics", call("/places/{id}/prayer.ics", [sameSite, limited], prayer.calendar));
  const stillOpen = call("/places/{id}/still-open", [sameSite, limited], places.stillOpen);
  app.all("/places/:id/still-open", stillOpen);
  const photo = call("/places/{id}/photos/{photo}", [sameSite, limited], places.photo);
  app.all("/places/:id/photos/:photo", photo);
  app.all("/places/:id/report", call("/places/{id}/report", [sameSite, limited], places.report));
}

const API_PATH = /^\/(?:partner\/)?api(?:\/|$)/;

/** The framework answers a HEAD itself, without the length of the body, so it is given a GET for it. */
const routed = (request: Request): Request =>
  request.method === "HEAD" ? new Request(`http://any${targetOf(request.url)}`) : request;

type Guards = { readonly call: ReturnType<typeof createHandlers> } & ReturnType<typeof createChecks>;

type Guard = (c: HttpContext) => void | Promise<void>;

/** Makes the handler of a route: it begins a call, checks it, answers it, and logs its end under the route's name. */
function createHandlers(server: Server, contextOf: (call: Call) => Context) {
  const { deps, callHeaders } = server;
  const { settings, state } = deps;
  const addressOf = createAddressReader(settings.trustProxy, state.untrustedProxy.report);
  const records = state.telemetry.collector !== undefined;
  const comesFromProxy = createProxyCheck(settings.trustProxy);

  async function answer(c: HttpContext, guards: readonly Guard[], handler: Handler): Promise<Response> {
    try {
      checkUrlAndHost(c.env.request);
      for (const guard of guards) await guard(c);
      return await handler(c);
    } catch (error) {
      const context = c.get("context");
      context.call.idleTimeout?.restore();
      const toResponse = context.call.transport === "trpc" ? trpcErrorResponse : errorResponse;
      return toResponse(callHeaders, context, error);
    }
  }

  return (
    route: string | ((method: string, path: string) => string),
    guards: readonly Guard[],
    handler: Handler,
    transport: Call["transport"] = "rest",
  ): Handler =>
    async (c) => {
      const started = performance.now();
      const { request, peer } = c.env;
      const forwarded = request.headers.get("x-forwarded-for");
      const address = addressOf(() => peer.address(), forwarded);
      const isTrusted = () => comesFromProxy(() => peer.address(), forwarded);
      const names = namesOf(request, isTrusted, records);
      const from = { address, idleTimeout: idleTimeoutOf(peer), ...names };
      const call = callFromRequest(request, transport, from, settings);
      c.set("context", contextOf(call));
      const response = await answer(c, guards, handler);
      const routeName = () => (typeof route === "string" ? route : route(request.method, c.req.path));
      logAccess(deps, request, call, response.status, performance.now() - started, routeName);
      return response;
    };
}

const createChecks = ({ settings, rateLimiter }: Deps): Record<"sameSite" | "limited", Guard> => ({
  sameSite: ({ env }) => checkSameSite(env.request, settings),
  limited: (c) => rateLimiter.take("api", c.get("context").call.address),
});

type PageHandler = (c: HttpContext) => Response | Promise<Response>;

/** Pages and files, which are read-only, and the 404 page. */
function createPageHandler(server: Server, { call, sameSite }: Guards): PageHandler {
  const { deps, site } = server;
  const countView = createViewCount(deps);
  const others = call(UNKNOWN_ROUTE, [sameSite], async () => {
    throw methodNotAllowed(["GET"]);
  });
  return (c) => {
    const { request } = c.env;
    const { path } = c.req;
    if (path === "/") countView(request);
    return site.respond(request, path, deps.metrics.countRequest) ?? others(c);
  };
}

function createTrpc({ deps, operations, callHeaders: headers }: Server): Handler {
  const slow = new Set(operations.flatMap((each) => (each.slow ? [each.path] : [])));
  const open = new Set(operations.flatMap((each) => (each.cacheFor > 0 ? [each.path] : [])));
  const rules = { isSlow: (path: string) => slow.has(path), isPublic: (path: string) => open.has(path) };
  return async (c) => {
    const { request } = c.env;
    const context = c.get("context");
    const target = parseTrpcTarget(request);
    await deps.rateLimiter.take("api", context.call.address, target.paths.length);
    return handleTrpc(request, target, context, headers, rules);
  };
}
