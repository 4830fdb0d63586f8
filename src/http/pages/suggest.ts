import type { ServerPages } from "../../web/build/manifest.ts";
import { readFields } from "../body.ts";
import { queryOf } from "../guards.ts";
import { toLoggedRefusal, withRequestId } from "../responses.ts";
import type { Handler, HttpContext, Server } from "../sockets/server.ts";
import { page, pageHandler } from "./page.ts";

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
