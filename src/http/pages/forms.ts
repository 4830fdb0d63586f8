import { readPersonToken } from "../../core/auth/person-tokens.ts";
import type { Deps } from "../../core/rpc/context.ts";
import type { Joined } from "../../modules/waitlist/schema.ts";
import { visitSource } from "../../shared/people/sources.ts";
import { isForm, isMultipart, notAForm, readFields, readText } from "../body.ts";
import { methodNotAllowed } from "../guards.ts";
import { responseHeaders, toLoggedRefusal } from "../responses.ts";
import type { OutcomePage } from "../sockets/server.ts";
import { type Handler, type HttpContext, type Server, segmentOf } from "../sockets/server.ts";

const JOIN = "public.waitlist.join";
const LEAVE = "public.joined.leave";
const UNDO_LEAVE = "public.joined.undoLeave";

/** The forms of the waitlist card and of the pages that answer it and leaving, and the procedures that they call. */
export const WAITLIST_FORMS = {
  "/waitlist": JOIN,
  "/waitlist/correct": "public.joined.correct",
  "/waitlist/city": "public.joined.city",
  "/waitlist/beta": "public.joined.beta",
  "/waitlist/greeting": "public.joined.greeting",
  "/waitlist/leave": LEAVE,
  "/waitlist/undo-leave": UNDO_LEAVE,
} as const;

/** Shows the place of the person who joined in this browser, or leads to the form. */
export const joinedPage =
  (server: Server): Handler =>
  async (c) => {
    const { method } = c.env.request;
    if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(["GET"]);
    return withoutBody(method, await showJoined(server, c, 200, "", ""));
  };

/**
 * Handles a form of the waitlist that was sent without JavaScript: calls the same procedure as the page's script and
 * responds with a page.
 */
export const waitlistForm =
  (server: Server, procedure: (typeof WAITLIST_FORMS)[keyof typeof WAITLIST_FORMS]): Handler =>
  async (c) => {
    if (c.env.request.method !== "POST") throw methodNotAllowed(["POST"]);
    const context = c.get("context");
    try {
      const result = await server.callerOf(context)(procedure, await readWaitlistForm(c.env.request));
      if (procedure === LEAVE) return showOutcome(server, c, "waitlist-left", 200);
      if (procedure === UNDO_LEAVE) return showOutcome(server, c, "rejoined", 200);
      return await showJoined(server, c, 200, result && "message" in result ? result.message : "", "");
    } catch (error) {
      const { sentence, status } = toLoggedRefusal(context, error);
      if (procedure !== JOIN && procedure !== UNDO_LEAVE) return showJoined(server, c, status, "", sentence);
      const headers = responseHeaders(server.pageHeaders, context.call);
      return server.site.outcome("waitlist-failed", sentence, status, headers);
    }
  };

async function showJoined(
  { callerOf, deps, pageHeaders, site }: Server,
  c: HttpContext,
  status: number,
  sentence: string,
  failure: string,
): Promise<Response> {
  const context = c.get("context");
  const joined = await callerOf(context)("public.joined.show", {});
  const headers = responseHeaders(pageHeaders, context.call);
  if (joined === null && failure === "") return toForm(headers);
  if (joined === null) return site.outcome("waitlist-failed", failure, status, headers);
  return site.outcome("waitlist-joined", sentence, status, headers, { failure, ...valuesOf(deps, joined) });
}

const toForm = (headers: Headers): Response => {
  headers.set("Location", "/#beta");
  headers.set("Cache-Control", "no-store");
  return new Response(null, { status: 303, headers });
};

const withoutBody = (method: string, response: Response): Response =>
  method === "HEAD" ? new Response(null, response) : response;

const valuesOf = ({ state }: Deps, { firstName, email, city, link, isBetaTester, greets }: Joined) => ({
  ...{ firstName, email, city: city ?? "", link },
  cityKnown: String(city === null || state.gazetteer.meaning(city) !== null),
  ...{ beta: String(isBetaTester), greets: String(greets) },
});

async function readWaitlistForm(request: Request): Promise<Record<string, unknown>> {
  const fields = await readFields(request);
  const isBetaTester = fields.isBetaTester !== undefined;
  return { ...fields, isBetaTester, on: fields.on === "true", source: sourceOf(request) };
}

/** The page with the form, whose address a browser sends whole within the site, names the campaign. */
function sourceOf({ headers }: Request) {
  const page = headers.get("referer") ?? "";
  return URL.canParse(page) ? visitSource(new URL(page).search, "", "") : {};
}

/**
 * The page behind the link in every mail to the waitlist. GET shows a button and changes nothing, because mail scanners
 * open links. POST leaves, from the button or from a mail program (RFC 8058), which sends no cookies and follows no
 * redirect.
 */
export const leave =
  (server: Server): Handler =>
  async (c) => {
    const { request } = c.env;
    checkLinkMethod(request);
    const token = segmentOf(c, 2);
    if (readPersonToken(server.deps, ["me", "leave"], token) === null)
      return showOutcome(server, c, "leave-unknown", 404);
    if (request.method !== "POST") return showOutcome(server, c, "leave", 200);
    const context = c.get("context");
    try {
      // of a link and not of an address: mail providers post for many people from few
      await server.deps.rateLimiter.take("leave", token);
      await readAnyForm(request);
      await server.callerOf(context)("public.me.leave", { token });
      return showOutcome(server, c, "left", 200);
    } catch (error) {
      const { status, sentence } = toLoggedRefusal(context, error);
      return showOutcome(server, c, "leave", status, sentence);
    }
  };

/** The page behind the link of an invitation. GET shows a button and changes nothing, as above; POST accepts, once. */
export const invitation =
  (server: Server): Handler =>
  async (c) => {
    const { request } = c.env;
    checkLinkMethod(request);
    const code = segmentOf(c, 2);
    const context = c.get("context");
    const call = server.callerOf(context);
    try {
      if (request.method !== "POST") {
        const { accepted } = await call("public.beta.show", { code });
        return showOutcome(server, c, accepted ? "beta-used" : "beta", 200);
      }
      if (isForm(request.headers.get("content-type"))) await readText(request);
      const { again } = await call("public.beta.accept", { code });
      return showOutcome(server, c, again ? "beta-used" : "beta-accepted", 200);
    } catch (error) {
      const { status, sentence } = toLoggedRefusal(context, error);
      return status === 404
        ? showOutcome(server, c, "beta-unknown", 404)
        : showOutcome(server, c, "beta", status, sentence);
    }
  };

function checkLinkMethod({ method }: Request): void {
  if (!["GET", "HEAD", "POST"].includes(method)) throw methodNotAllowed(["GET", "POST"]);
}

/** A page that passes its address, which has the token, to no other site. */
function showOutcome(
  { site, pageHeaders }: Server,
  c: HttpContext,
  name: OutcomePage,
  status: number,
  sentence = "",
): Response {
  // without a referrer, the form that undoes leaving would be sent with the origin `null`
  const policy = name === "left" || name === "waitlist-left" ? "same-origin" : "no-referrer";
  const headers = responseHeaders({ ...pageHeaders, "Referrer-Policy": policy }, c.get("context").call);
  return withoutBody(c.env.request.method, site.outcome(name, sentence, status, headers));
}

/** Its fields say nothing that the path does not. Throws 413 and 415. */
async function readAnyForm(request: Request): Promise<void> {
  const type = request.headers.get("content-type");
  if (type !== null && !isForm(type) && !isMultipart(type)) throw notAForm();
  await readText(request);
}
