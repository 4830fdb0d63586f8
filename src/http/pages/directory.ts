import { ALL_METROS, isShown } from "../../modules/directory/cities/schema.ts";
import type { ServerPages } from "../../web/build/manifest.ts";
import { readFields } from "../body.ts";
import { queryOf } from "../guards.ts";
import { toLoggedRefusal, withRequestId } from "../responses.ts";
import { type Handler, type HttpContext, type Server, segmentOf } from "../sockets/server.ts";
import { edgeHeaders, leadTo, page, pageHandler, textFile } from "./page.ts";
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
      textFile("page.html", (await site.pages()).city(shown), {
        headers: { ...pageHeaders, ...edgeHeaders(`city-${shown.slug}`) },
        cache: REVALIDATE,
      }),
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

type TypedSuggestion = Parameters<ServerPages["suggest"]>[0];

const FIELDS = ["name", "address", "city", "state", "url", "why", "email"] as const;
/** Sent by the second form, once the visitor has seen the places that it may be. */
const SEEN = "seen";

/**
 * The form that suggests a missing place, and its answer. Places that it may be are shown first. It calls the same
 * procedures as scripts do.
 */
export const suggestPage = (server: Server): Handler =>
  pageHandler(server, (c) => answer(server, c), ["GET", "POST"]);

async function answer(server: Server, c: HttpContext): Promise<Response> {
  const { request } = c.env;
  const context = c.get("context");
  const call = server.callerOf(context);
  const pages = await server.site.pages();
  const show = (typed: Partial<TypedSuggestion>, status: number) => {
    const html = pages.suggest({ values: {}, fields: {}, failure: null, similar: [], ...typed });
    const shown = status === 200 ? html : withRequestId(html, context.call.requestId);
    return page(server, c, shown, status, "no-store");
  };
  if (request.method !== "POST") return show({ values: valuesIn(queryOf(request.url)) }, 200);
  let values: TypedSuggestion["values"] = {};
  try {
    const sent = await readFields(request);
    values = valuesIn(sent);
    if (sent[SEEN] === undefined) {
      const similar = await call("public.suggestions.similar", values);
      if (similar.length > 0) return show({ values, similar }, 200);
    }
    const { reference } = await call("public.suggestions.submit", { ...values, hp_note: sent.hp_note });
    return page(server, c, pages.suggested(reference, values.email !== undefined), 200, "no-store");
  } catch (error) {
    const { status, sentence, refusal } = toLoggedRefusal(context, error);
    const { fields = {} } = refusal;
    const failure = Object.keys(fields).length === 0 ? sentence : null;
    return show({ values, fields, failure }, status);
  }
}

/** What was typed into the fields, or is in the address of a link to the form. */
const valuesIn = (sent: Readonly<Record<string, string>>): TypedSuggestion["values"] =>
  Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = sent[name]?.trim() ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
