import { readPersonToken } from "../../core/auth/person-tokens.ts";
import type { Context } from "../../core/rpc/context.ts";
import type { Operation } from "../../core/rpc/operations.ts";
import { DomainError } from "../../shared/errors.ts";
import { isForm, isMultipart, readText } from "../body.ts";
import { responseHeaders, toLoggedRefusal, withDeadline } from "../responses.ts";
import { methodNotAllowed } from "../rest.ts";
import type { Site } from "../site.ts";

const LEAVE_PATH = /^\/leave\/([^/]+)$/;
const LEAVE = "public.me.leave";

/** The token in the path of a page that leaves the waitlist; undefined for other paths. */
export const leaveTokenOf = (path: string): string | undefined => LEAVE_PATH.exec(path)?.[1];

/**
 * The page behind the link in every mail to the waitlist. GET shows a button and changes nothing, because mail scanners
 * open links. POST leaves, from the button or from a mail program (RFC 8058), which sends no cookies and follows no
 * redirect. Exempt from the same-site check: the token alone decides (docs/security.md CSR-10).
 */
export async function handleLeave(
  request: Request,
  token: string,
  context: Context,
  operations: readonly Operation[],
  site: Site,
  pageHeaders: Readonly<Record<string, string>>,
): Promise<Response> {
  const { call, deps } = context;
  const show = (name: Parameters<Site["outcome"]>[0], status: number, sentence = "") => {
    const headers = responseHeaders({ ...pageHeaders, "Referrer-Policy": "no-referrer" }, call);
    const page = site.outcome(name, sentence, status, headers);
    return request.method === "HEAD" ? new Response(null, page) : page;
  };
  if (!["GET", "HEAD", "POST"].includes(request.method)) throw methodNotAllowed(["GET", "POST"]);
  if (readPersonToken(deps, ["me", "leave"], token) === null) return show("leave-unknown", 404);
  if (request.method !== "POST") return show("leave", 200);
  const leave = operations.find((operation) => operation.path === LEAVE);
  if (!leave) throw new Error(`${LEAVE} does not exist`);
  try {
    await readAnyForm(request);
    await withDeadline(() => leave.call(context, { token }, call.signal));
    return show("left", 200);
  } catch (error) {
    const { status, sentence } = toLoggedRefusal(context, error);
    return show("leave", status, sentence);
  }
}

/** Its fields say nothing that the path does not. Throws 413 and 415. */
async function readAnyForm(request: Request): Promise<void> {
  const type = request.headers.get("content-type");
  if (type !== null && !isForm(type) && !isMultipart(type))
    throw new DomainError("unsupportedMediaType", "Please send the form as it is");
  await readText(request);
}
