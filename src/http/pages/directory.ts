import { ALL_METROS, isShown } from "../../modules/directory/cities/schema.ts";
import { queryOf } from "../guards.ts";
import { type HttpContext, type Server, segmentOf } from "../sockets/server.ts";
import { leadTo, page, pageHandler, textFile } from "./page.ts";
import { REVALIDATE } from "./static-file.ts";

const PAGE_BYTES = 25_000; // in memory

/** The public pages about cities, about those who certify places, and about sources. */
export function createDirectoryPages(server: Server) {
  const { callerOf, site, pageHeaders } = server;
  const { state } = server.deps;

  async function numbers(c: HttpContext): Promise<Response> {
    const metros = await callerOf(c.get("context"))("public.cities.list", { limit: ALL_METROS });
    return page(server, c, (await site.pages()).cities(metros.filter(isShown)), 200);
  }

  /** A city has one address, to which other spellings of its name lead. */
  async function city(c: HttpContext): Promise<Response> {
    const slug = segmentOf(c, 2);
    const { page: number = "", category } = queryOf(c.env.request.url);
    const asked = { slug, page: number || 1, category };
    const shown = await callerOf(c.get("context"))("public.cities.get", asked);
    if (c.req.path !== `/cities/${shown.slug}`) return leadTo(c, `/cities/${shown.slug}`);
    const key = `city page ${slug} ${shown.category} ${shown.page}`;
    const version = `${Bun.hash(JSON.stringify(shown))}`;
    const file = await state.answers({ key, version, bytes: PAGE_BYTES }, async () =>
      textFile("page.html", (await site.pages()).city(shown), { headers: pageHeaders, cache: REVALIDATE }),
    );
    return file.respond(c.env.request);
  }

  /** A body that certifies places. The links of mails to issuers are pages of their own. */
  async function issuer(c: HttpContext): Promise<Response> {
    const { cursor } = queryOf(c.env.request.url);
    const shown = await callerOf(c.get("context"))("public.issuers.show", { slug: segmentOf(c, 2), cursor });
    return page(server, c, (await site.pages()).issuer(shown), 200);
  }

  async function data(c: HttpContext): Promise<Response> {
    const sources = await callerOf(c.get("context"))("public.places.sources", undefined);
    return page(server, c, (await site.pages()).data(sources), 200);
  }

  return {
    data: pageHandler(server, data),
    numbers: pageHandler(server, numbers),
    city: pageHandler(server, city),
    issuer: pageHandler(server, issuer),
  };
}
