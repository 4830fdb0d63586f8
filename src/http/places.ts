import type { Context, Deps } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { BADGE_POLICY, badgeSvg } from "../modules/directory/pages/badge.ts";
import { cardSvg } from "../modules/directory/pages/card/card-svg.ts";
import { createVersionCache } from "../modules/directory/pages/version-cache.ts";
import type { PublicPlace, Why } from "../modules/evidence/public/schema.ts";
import type { DomainError } from "../shared/errors.ts";
import { cardFactsOf } from "./places/card-facts.ts";
import { type CachedPlace, fileOf, MAX_PLACES, textFile } from "./places/page-cache.ts";
import { createAsk, type PlaceRequest } from "./places/place-request.ts";
import type { PlaceRoute } from "./places/place-route.ts";
import { createReportPage } from "./places/report-page.ts";
import { responseHeaders, toLoggedRefusal, withRequestId } from "./responses.ts";
import { methodNotAllowed } from "./rest.ts";
import { createSearchPage } from "./search-page.ts";
import type { Site } from "./site.ts";
import { createStaticFile, type HeaderList } from "./static-file.ts";

const REVALIDATE = "no-cache";
const FIVE_MINUTES = "public, max-age=300"; // the longest that a revoked tier may be shown elsewhere
/** For files that other sites show. */
const EMBEDDABLE = { "Cross-Origin-Resource-Policy": "cross-origin", "Access-Control-Allow-Origin": "*" };

/** The public pages about places, which work without JavaScript and need no account. */
export function createPlacePages(
  deps: Deps,
  operations: readonly Operation[],
  site: Site,
  pageHeaders: HeaderList,
) {
  const placeCache = createVersionCache(deps.state.pageVersions, deps.now, MAX_PLACES);
  const askOf = createAsk(operations);
  const searchPage = createSearchPage(deps, site, pageHeaders);
  const reportPage = createReportPage(operations, site, pageHeaders);

  const load = async ({ ask }: PlaceRequest, id: string): Promise<CachedPlace> => ({
    place: await ask<PublicPlace>("get", { id }),
    files: new Map(),
  });

  async function respond(asked: PlaceRequest, route: PlaceRoute): Promise<Response> {
    if (route.kind === "search") return searchPage(asked);
    const cached = await placeCache(route.id, "page", () => load(asked, route.id));
    if (cached === null) return (await moved(asked, route.id)) ?? notFound(asked);
    if (route.kind === "badge") return badge(asked, cached);
    if (route.kind === "card") return card(asked, cached);
    if (route.kind === "report") return reportPage(asked, cached.place);
    const day = new URL(asked.request.url).searchParams.get("on") ?? "";
    if (day !== "" && cached.place.tier !== null) return dayPage(asked, cached.place, day);
    const file = await fileOf(cached, "page", async () =>
      textFile("page.html", (await site.places()).place(cached.place, null), {
        headers: pageHeaders,
        cache: REVALIDATE,
      }),
    );
    return file.respond(asked.request);
  }

  /** The address of a merged place leads to the place that stayed, until the merge is undone. */
  async function moved({ request }: PlaceRequest, id: string): Promise<Response | null> {
    const keptId = await deps.state.keptPlaceOf(id);
    if (keptId === null) return null;
    const { pathname, search } = new URL(request.url);
    const location = pathname.replace(`/places/${id}`, `/places/${keptId}`) + search;
    return new Response(null, { status: 308, headers: { Location: location, "Cache-Control": REVALIDATE } });
  }

  /** A masjid has no tier, and so no badge. */
  async function badge(asked: PlaceRequest, cached: CachedPlace): Promise<Response> {
    const { tier, until, revokedOn } = cached.place;
    if (tier === null) return notFound(asked);
    const file = await fileOf(cached, "badge", async () =>
      textFile("badge.svg", badgeSvg({ tier, until, revokedOn }, deps.settings.brand.name), {
        headers: { ...pageHeaders, ...EMBEDDABLE, "Content-Security-Policy": BADGE_POLICY },
        cache: FIVE_MINUTES,
      }),
    );
    return file.respond(asked.request);
  }

  async function card(asked: PlaceRequest, cached: CachedPlace): Promise<Response> {
    const { call } = asked.context;
    if (!cached.files.has("card")) await deps.rateLimiter.take("search", call.address);
    const file = await fileOf(cached, "card", async () => {
      const png = await deps.state.renderCard(cardSvg(cardFactsOf(cached.place, deps.settings.brand.name)));
      const headers = { ...pageHeaders, ...EMBEDDABLE, "Content-Security-Policy": "default-src 'none'" };
      return createStaticFile(new Map([["card.png", png]]), "card.png", { headers, cache: FIVE_MINUTES });
    });
    return file.respond(asked.request);
  }

  /** The page with what was known on a day. A malformed day is 400, with a sentence at its field. */
  async function dayPage(asked: PlaceRequest, place: PublicPlace, on: string): Promise<Response> {
    const why = await asked
      .ask<Why>("why", { id: place.id, on })
      .catch((thrown: unknown) => nullIfInvalid(asked, thrown));
    const html = (await site.places()).place(place, { on, why });
    return page(asked, html, why === null ? 400 : 200);
  }

  function page({ context }: PlaceRequest, html: string, status: number): Response {
    const headers = responseHeaders(pageHeaders, context.call);
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Cache-Control", REVALIDATE);
    return new Response(html, { status, headers });
  }

  function notFound({ request, context }: PlaceRequest): Response {
    const response = site.respond(request, "/places/-") ?? new Response(null, { status: 404 });
    response.headers.set("X-Request-Id", context.call.requestId);
    return response;
  }

  async function failed(asked: PlaceRequest, refusal: DomainError): Promise<Response> {
    const html = (await site.places()).failed(refusal.sentence);
    return page(asked, withRequestId(html, asked.context.call.requestId), refusal.status);
  }

  /** Handles GET and HEAD, and POST of a report; throws 405 for other methods and 429. */
  return async (request: Request, path: string, route: PlaceRoute, context: Context): Promise<Response> => {
    const allowed = route.kind === "report" ? ["GET", "POST"] : ["GET"];
    if (![...allowed, "HEAD"].includes(request.method)) throw methodNotAllowed(allowed);
    await deps.rateLimiter.take("api", context.call.address);
    const asked: PlaceRequest = { request, path, context, ask: askOf(context) };
    try {
      return await respond(asked, route);
    } catch (error) {
      const refusal = toLoggedRefusal(context, error);
      return refusal.status === 404 ? notFound(asked) : failed(asked, refusal);
    }
  };
}

function nullIfInvalid({ context }: PlaceRequest, thrown: unknown): null {
  if (toLoggedRefusal(context, thrown).status !== 400) throw thrown;
  return null;
}
