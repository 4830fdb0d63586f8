import type { Context } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import type { Joined } from "../modules/waitlist/schema.ts";
import { visitSource } from "../shared/sources/visit-source.ts";
import { readFields } from "./forms/forms.ts";
import { responseHeaders, toLoggedRefusal, withDeadline } from "./responses.ts";
import { methodNotAllowed } from "./rest.ts";
import type { Site } from "./site.ts";

const JOINED_PAGE = "/waitlist/joined";
const JOIN = "public.waitlist.join";
const JOINED = "public.joined.show";

/** The forms of the waitlist card and of the page that answers it, and the procedures that they call. */
const FORMS: Readonly<Record<string, string>> = {
  "/waitlist": JOIN,
  "/waitlist/correct": "public.joined.correct",
  "/waitlist/city": "public.joined.city",
};

/** Paths that HTML forms post to in browsers without JavaScript. */
const isFormPath = (path: string): boolean => path in FORMS;

/** Requests of browsers without JavaScript: their forms, and the page that these lead to. */
export const isWaitlistForm = (method: string, path: string): boolean =>
  path === JOINED_PAGE || (method !== "GET" && method !== "HEAD" && isFormPath(path));

/**
 * Handles the waitlist's forms sent without JavaScript: calls the same procedures and responds with a page. A GET shows
 * the place of the person who joined in this browser, or leads to the form.
 */
export async function handleWaitlistForm(
  request: Request,
  path: string,
  context: Context,
  operations: readonly Operation[],
  site: Site,
  baseHeaders: Readonly<Record<string, string>>,
): Promise<Response> {
  const { method } = request;
  const isPage = path === JOINED_PAGE;
  const allowed = isPage ? ["GET", "HEAD"] : ["POST"];
  if (!allowed.includes(method)) throw methodNotAllowed(isPage ? ["GET"] : ["POST"]);
  const { call } = context;
  const run = (procedure: string, input: unknown) => {
    const operation = operations.find((each) => each.path === procedure);
    if (!operation) throw new Error(`${procedure} does not exist`);
    return withDeadline(() => operation.call(context, input, call.signal));
  };
  const show = async (status: number, sentence: string, failure: string): Promise<Response> => {
    const joined = (await run(JOINED, {})) as Joined | null; // joinedOutput checked it
    const headers = responseHeaders(baseHeaders, call);
    if (joined === null && failure === "") return toForm(headers);
    if (joined === null) return site.outcome("waitlist-failed", failure, status, headers);
    const name = joined.isBetaTester ? "waitlist-joined-beta" : "waitlist-joined";
    return site.outcome(name, sentence, status, headers, { failure, ...valuesOf(joined) });
  };
  if (isPage) return withoutBody(method, await show(200, "", ""));
  try {
    const result = await run(FORMS[path] ?? JOIN, await readForm(request));
    return await show(200, sentenceOf(result), "");
  } catch (error) {
    const { sentence, status } = toLoggedRefusal(context, error);
    if (FORMS[path] !== JOIN) return show(status, "", sentence);
    return site.outcome("waitlist-failed", sentence, status, responseHeaders(baseHeaders, call));
  }
}

const toForm = (headers: Headers): Response => {
  headers.set("Location", "/#beta");
  headers.set("Cache-Control", "no-store");
  return new Response(null, { status: 303, headers });
};

const withoutBody = (method: string, response: Response): Response =>
  method === "HEAD" ? new Response(null, response) : response;

const valuesOf = ({ firstName, email, city, link }: Joined) => ({ firstName, email, city: city ?? "", link });

/** What joining answers; the other forms only show what they changed. */
const sentenceOf = (result: unknown): string =>
  typeof result === "object" && result !== null && "message" in result ? String(result.message) : "";

async function readForm(request: Request): Promise<Record<string, unknown>> {
  const fields = await readFields(request);
  return { ...fields, isBetaTester: fields.isBetaTester !== undefined, source: sourceOf(request) };
}

/** The page with the form, whose address a browser sends whole within the site, names the campaign. */
function sourceOf({ headers }: Request) {
  const page = headers.get("referer") ?? "";
  return URL.canParse(page) ? visitSource(new URL(page).search, "", "") : {};
}
