import { BADGE_POLICY, badgeSvg } from "../../modules/directory/pages/badge.ts";
import { type CardFacts, cardSvg } from "../../modules/directory/pages/card/card-svg.ts";
import { prayerCalendar } from "../../modules/directory/pages/prayer-calendar.ts";
import type { PublicPlace } from "../../modules/directory/pages/schema.ts";
import { photoFile } from "../../modules/ownership/public.ts";
import type { PrayerTimes } from "../../modules/places/prayer/schema.ts";
import { type Category, KIND_NAMES } from "../../shared/places/places.ts";
import { readFields } from "../body.ts";
import { queryOf } from "../guards.ts";
import { withForm } from "../multipart.ts";
import { responseHeaders, toLoggedRefusal, withRequestId } from "../responses.ts";
import { toByteStream } from "../rest.ts";
import { type Handler, type HttpContext, type Server, segmentOf } from "../sockets/server.ts";
import { isBrowser, isView } from "./count-view.ts";
import { edgeHeaders, FIVE_MINUTES, leadTo, notFound, page, pageHandler, textFile } from "./page.ts";
import { createSearchPage } from "./search-page.ts";
import { createStaticFile, REVALIDATE } from "./static-file.ts";

// in memory
const PAGE_BYTES = 25_000;
const BADGE_BYTES = 5_000;
const CARD_BYTES = 35_000;

/** For files that other sites show. */
export const EMBEDDABLE = {
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Allow-Origin": "*",
};
const PHOTO_POLICY = { "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'" };
const EMPTY_REPORT = {
  ...{ values: { kind: "", text: "", email: "" }, hadPhoto: false },
  ...{ fields: {}, failure: null },
};

const addressOf = (c: HttpContext): string | null => c.get("context").call.address;

/** A page about the place that the address names. */
export type PlacePage = (c: HttpContext, id: string, version: string) => Promise<Response>;

/** What belongs to a place, such as the badge, whose address with the id is on sites of owners. */
export const ofPlace =
  (server: Server, show: PlacePage) =>
  async (c: HttpContext): Promise<Response> => {
    const place = await server.deps.state.placeAddresses.find(segmentOf(c, 2));
    if (place === null) return notFound(server, c);
    return place.isMerged ? redirect(c, place.id) : show(c, place.id, place.version);
  };

/** The public pages about places, which work without JavaScript and need no account. */
export function createPlacePages(server: Server) {
  const { deps, site, callerOf, pageHeaders } = server;
  const { state, settings, rateLimiter } = deps;
  const brand = settings.brand.name;

  const placeOf = (c: HttpContext, id: string): Promise<PublicPlace> =>
    callerOf(c.get("context"))("public.places.get", { id });

  /** A place has one page: its id, an earlier slug and any other words before the short id lead to it. */
  async function atSlug(c: HttpContext): Promise<Response> {
    const place = await state.placeAddresses.find(segmentOf(c, 2));
    if (place === null) return notFound(server, c);
    return c.req.path === `/places/${place.slug}`
      ? showPage(c, place.id, place.version)
      : redirect(c, place.slug);
  }

  const showPage: PlacePage = async (c, id, version) => {
    if (isView(c.env.request)) state.visits.count(id, "views", addressOf(c));
    const day = queryOf(c.env.request.url).on ?? "";
    if (day !== "") {
      const place = await placeOf(c, id);
      if (place.tier !== null) return dayPage(c, place, day);
    }
    const file = await state.answers({ key: `page ${id}`, version, bytes: PAGE_BYTES }, async () => {
      const place = await placeOf(c, id);
      return textFile("page.html", (await site.pages()).place(place, null), {
        headers: { ...pageHeaders, ...edgeHeadersOf(place) },
        cache: REVALIDATE,
      });
    });
    return file.respond(c.env.request);
  };

  /** Counts a press of a link to directions, of which the browser tells with a `ping` from the page. */
  const countDirections: PlacePage = async (c, id) => {
    const { request } = c.env;
    const isPing = request.method === "POST" && request.headers.get("sec-fetch-site") === "same-origin";
    if (isPing && isBrowser(request)) state.visits.count(id, "directions", addressOf(c));
    return new Response(null, { status: 204, headers: responseHeaders(pageHeaders, c.get("context").call) });
  };

  /** A masjid has no tier, and so no badge. */
  const showBadge: PlacePage = async (c, id, version) => {
    const file = await state.answers({ key: `badge ${id}`, version, bytes: BADGE_BYTES }, async () => {
      const place = await placeOf(c, id);
      const { tier, until, revokedOn } = place;
      if (tier === null) return null;
      return textFile("badge.svg", badgeSvg({ tier, until, revokedOn }, brand), {
        headers: {
          ...pageHeaders,
          ...EMBEDDABLE,
          ...edgeHeadersOf(place),
          "Content-Security-Policy": BADGE_POLICY,
        },
        cache: FIVE_MINUTES,
      });
    });
    return file?.respond(c.env.request) ?? notFound(server, c);
  };

  const showCard: PlacePage = async (c, id, version) => {
    const file = await state.answers({ key: `card ${id}`, version, bytes: CARD_BYTES }, async () => {
      await rateLimiter.take("search", c.get("context").call.address);
      const place = await placeOf(c, id);
      const png = await state.renderCard(cardSvg(cardFactsOf(place, brand)));
      const headers = {
        ...pageHeaders,
        ...EMBEDDABLE,
        ...edgeHeadersOf(place),
        "Content-Security-Policy": "default-src 'none'",
      };
      return createStaticFile(new Map([["card.png", png]]), "card.png", { headers, cache: FIVE_MINUTES });
    });
    return file.respond(c.env.request);
  };

  /** The form that reports a problem with a place, and its answer. It calls the same procedure as scripts do. */
  const showReport: PlacePage = async (c, id) => {
    const { request } = c.env;
    const context = c.get("context");
    const [place, pages] = [await placeOf(c, id), await site.pages()];
    if (request.method !== "POST") return page(server, c, pages.report(place, EMPTY_REPORT), 200, "no-store");
    let { values, hadPhoto } = EMPTY_REPORT;
    try {
      return await withForm(context, request, async ({ fields, file }) => {
        const { kind = "", text = "", email = "", hp_note = "" } = fields;
        values = { kind, text, email };
        hadPhoto = file !== null;
        const photo = file ?? undefined;
        await callerOf(context)("public.reports.submit", { ...values, id: place.id, hp_note, photo });
        return page(server, c, pages.reported(place), 200, "no-store");
      });
    } catch (error) {
      const { status, sentence, refusal } = toLoggedRefusal(context, error);
      const { fields = {} } = refusal;
      const failure = Object.keys(fields).length === 0 ? sentence : null;
      const html = pages.report(place, { values, hadPhoto, fields, failure });
      return page(server, c, withRequestId(html, context.call.requestId), status, "no-store");
    }
  };

  /** The page with what was known on a day. A malformed day is 400, with a sentence at its field. */
  async function dayPage(c: HttpContext, place: PublicPlace, on: string): Promise<Response> {
    const context = c.get("context");
    const why = await callerOf(context)("public.places.why", { id: place.id, on }).catch(
      (thrown: unknown) => {
        if (toLoggedRefusal(context, thrown).status !== 400) throw thrown;
        return null;
      },
    );
    const html = (await site.pages()).place(place, { on, why });
    return page(server, c, html, why === null ? 400 : 200);
  }

  return {
    search: pageHandler(server, createSearchPage(server)),
    page: pageHandler(server, atSlug),
    badge: pageHandler(server, ofPlace(server, showBadge)),
    card: pageHandler(server, ofPlace(server, showCard)),
    photo: pageHandler(server, ofPlace(server, photoOf(server))),
    report: pageHandler(server, ofPlace(server, showReport), ["GET", "POST"]),
    stillOpen: pageHandler(server, ofPlace(server, answerStillOpen(server)), ["POST"]),
    directions: pageHandler(server, ofPlace(server, countDirections), ["POST"]),
  };
}

/** The answer of a visitor whether the place is still open; its form is on the page of the place. */
const answerStillOpen =
  (server: Server): PlacePage =>
  async (c, id) => {
    const { answer = "" } = await readFields(c.env.request);
    const call = server.callerOf(c.get("context"));
    const { message } = await call("public.places.answerStillOpen", { id, answer });
    const html = (await server.site.pages()).answered(await call("public.places.get", { id }), message);
    return page(server, c, html, 200, "no-store");
  };

/** A photo never changes under its address, but may be removed: caches ask again after five minutes. */
const photoOf =
  ({ deps, pageHeaders }: Server): PlacePage =>
  async (c, id) => {
    const photo = segmentOf(c, 4);
    const { contentType, bytes } = await photoFile(deps, id, photo);
    const headers = responseHeaders({ ...pageHeaders, ...PHOTO_POLICY }, c.get("context").call);
    headers.set("Content-Type", contentType);
    headers.set("Cache-Control", FIVE_MINUTES);
    headers.set("ETag", `"${photo}"`);
    const { request } = c.env;
    if (request.headers.get("If-None-Match") === `"${photo}"`)
      return new Response(null, { status: 304, headers });
    return new Response(request.method === "HEAD" ? null : toByteStream(bytes), { headers });
  };

/** To the same page under the right address, which may change: a place is renamed, a merge is undone. */
function redirect(c: HttpContext, name: string): Response {
  const rest = c.req.path.split("/").slice(3);
  return leadTo(c, ["/places", name, ...rest.filter((part) => part !== "")].join("/"));
}

const edgeHeadersOf = ({ id, cityPage }: PublicPlace) =>
  edgeHeaders(`place-${id}`, ...(cityPage === null ? [] : [`city-${cityPage.slug}`]));

/** What the picture for social networks says about a place. */
function cardFactsOf(place: PublicPlace, brand: string): CardFacts {
  const { name, city, state, tier, since, until, revokedOn } = place;
  const kind = `${KIND_NAMES[place.category as Category]} in ${city}, ${state}`;
  return { name, kind, tier, since, until, revokedOn, brand };
}

const SCREEN_DAYS = 3; // a screen without a connection goes on for the day after the one on which it was loaded
const CALENDAR_DAYS = 60;

// in memory
const SCREEN_BYTES = 20_000;
const CALENDAR_BYTES = 120_000;

/** Prayer times of a masjid on a screen, in a frame on other sites and in a calendar; no one else has such pages. */
export function createPrayerPages(server: Server): Record<"screen" | "frame" | "calendar", Handler> {
  const { deps, site, callerOf, pageHeaders } = server;
  const { answers } = deps.state;
  const framed = {
    ...pageHeaders,
    ...EMBEDDABLE,
    "Content-Security-Policy": framedPolicy(pageHeaders["Content-Security-Policy"]),
  };

  /** Null unless it is a masjid. */
  async function timesOf(c: HttpContext, id: string, days: number) {
    const call = callerOf(c.get("context"));
    const place: PublicPlace = await call("public.places.get", { id });
    if (place.category !== "mosque") return null;
    const times: PrayerTimes = await call("public.places.prayer", { id, days });
    return { place, times };
  }

  /** Browsers and calendars ask each time whether it has changed: with the day, or by what the masjid says. */
  const shown =
    (name: string, bytes: number, days: number, make: Make, headers = pageHeaders): PlacePage =>
    async (c, id, version) => {
      const file = await answers({ key: `${name} ${id}`, version, bytes }, async () => {
        const found = await timesOf(c, id, days);
        return found && textFile(name, await make(found), { headers, cache: REVALIDATE });
      });
      return file?.respond(c.env.request) ?? notFound(server, c);
    };

  const screen: Make = async ({ place, times }) => (await site.pages()).prayerScreen(place, times);
  const frame: Make = async ({ place, times }) => (await site.pages()).prayerFrame(place, times);
  const calendar: Make = async ({ place, times }) => prayerCalendar(place, times, deps.settings);
  const handler = (page: PlacePage) => pageHandler(server, ofPlace(server, page));
  return {
    screen: handler(shown("screen.html", SCREEN_BYTES, SCREEN_DAYS, screen)),
    frame: handler(shown("frame.html", SCREEN_BYTES, SCREEN_DAYS, frame, framed)),
    calendar: handler(shown("prayer.ics", CALENDAR_BYTES, CALENDAR_DAYS, calendar)),
  };
}

type Make = (found: { readonly place: PublicPlace; readonly times: PrayerTimes }) => Promise<string>;

/** The only page that other sites may show in a frame: it has nothing to press but a link. */
const framedPolicy = (policy = ""): string => policy.replace("frame-ancestors 'none'", "frame-ancestors *");
