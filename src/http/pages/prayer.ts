import { prayerCalendar } from "../../modules/directory/pages/prayer-calendar.ts";
import type { PublicPlace } from "../../modules/directory/pages/schema.ts";
import type { PrayerTimes } from "../../modules/places/prayer/schema.ts";
import type { Handler, HttpContext, Server } from "../sockets/server.ts";
import { notFound, pageHandler, textFile } from "./page.ts";
import { EMBEDDABLE, ofPlace, type PlacePage } from "./places.ts";
import { REVALIDATE } from "./static-file.ts";

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
